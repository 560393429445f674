/**
 * What DNS says about a host, and whether that leads to the edge.
 * Source: RFC 1034 section 3.6.2 (CNAME), docs/reference/dns.md ("What the status means").
 */
import type { DnsRecord } from '../core/custom-domain.ts';
import { isWildcardHost, withoutWildcard } from '../core/wildcard-host.ts';
import { canonicalAddresses, type EdgeTarget } from './edge-addresses.ts';
import type { DnsAnswer, DnsResolver } from './resolver.ts';

export type HostAnswer = {
  /** A wildcard's answer is that for a name below it. */
  readonly host: string;
  /** The targets of CNAME records, one leading to the next. */
  readonly chain: readonly string[];
  /** How the chain ended: at a name without a CNAME record, back at one of its own names, or unknown. */
  readonly chainEnd: 'end' | 'circle' | 'unknown';
  readonly a: DnsAnswer<string>;
  readonly aaaa: DnsAnswer<string>;
};

/** `undecided`: not all could be looked up, and what could does not settle it. */
export type Verdict = 'found' | 'not_found' | 'undecided';

/** Resolvers give up after about this many. */
const maxLinks = 12;

/** `randomLabel`: a label without a record of its own, which is asked for in place of a wildcard's asterisk. */
export async function resolveHost(
  resolver: DnsResolver,
  host: string,
  randomLabel: () => string,
): Promise<HostAnswer> {
  const name = isWildcardHost(host) ? `${randomLabel()}.${withoutWildcard(host)}` : host;
  const [links, a, aaaa] = await Promise.all([
    followChain(resolver, name),
    resolver.a(name),
    resolver.aaaa(name),
  ]);
  return { host, ...links, a, aaaa };
}

async function followChain(
  resolver: DnsResolver,
  host: string,
): Promise<Pick<HostAnswer, 'chain' | 'chainEnd'>> {
  const chain: string[] = [];
  for (let name = host; ; ) {
    const answer = await resolver.cname(name);
    if (answer.kind === 'none') return { chain, chainEnd: 'end' };
    if (answer.kind === 'failed') return { chain, chainEnd: 'unknown' };
    const [target = ''] = answer.records;
    if (target === host || chain.includes(target)) return { chain: [...chain, target], chainEnd: 'circle' };
    chain.push(target);
    if (chain.length >= maxLinks) return { chain, chainEnd: 'circle' };
    name = target;
  }
}

/** The addresses a host resolves to that could be looked up, canonical. */
export function addressesOf({ a, aaaa }: HostAnswer): readonly string[] {
  return [...canonicalAddresses(a), ...canonicalAddresses(aaaa)];
}

/** Tells whether the host leads to the edge: through its public name, or with no address but the edge's. */
export function judge(answer: HostAnswer, edge: EdgeTarget): Verdict {
  if (edge.hostname === undefined && edge.addresses.length === 0) return 'undecided';
  if (edge.hostname !== undefined && [answer.host, ...answer.chain].includes(edge.hostname)) return 'found';
  const addresses = addressesOf(answer);
  const isForeign = addresses.some((address) => !edge.addresses.includes(address));
  const isAllKnown = answer.a.kind !== 'failed' && answer.aaaa.kind !== 'failed';
  if (!isForeign && isAllKnown && addresses.length > 0) return 'found';
  // The unresolved part of the chain may pass through the edge's name, which may have more addresses.
  if (answer.chainEnd === 'unknown' || (isForeign && !edge.isComplete)) return 'undecided';
  return isForeign || isAllKnown ? 'not_found' : 'undecided';
}

/** The records behind an answer, as they appear when looked up manually. */
export function recordsFound(answer: HostAnswer): readonly DnsRecord[] {
  const names = [answer.host, ...answer.chain];
  const last = names.at(-1) ?? answer.host;
  return [
    ...answer.chain.map((value, index) => ({ type: 'CNAME', name: names[index] ?? answer.host, value })),
    ...canonicalAddresses(answer.a).map((value) => ({ type: 'A', name: last, value })),
    ...canonicalAddresses(answer.aaaa).map((value) => ({ type: 'AAAA', name: last, value })),
  ];
}
