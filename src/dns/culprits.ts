/**
 * Why a host doesn't lead to the edge: the usual mistakes, each in a sentence that names the record and the fix.
 * The sentences are explained in docs/reference/dns.md.
 * Source: RFC 1034 (CNAME, apex), RFC 4592 (wildcards), docs/reference/dns.md ("What can be wrong").
 */

import type { DnsProblem } from '../core/dns-problem.ts';
import { parseIpAddress } from '../core/ip-address.ts';
import { registrableDomain } from '../core/registered-domain.ts';
import { describeSpecialAddress } from '../core/special-addresses.ts';
import { isWildcardHost, wildcardCovering } from '../core/wildcard-host.ts';
import { canonicalAddresses, type EdgeTarget } from './edge-addresses.ts';
import { isApex } from './expected-records.ts';
import { addressesOf, type HostAnswer, judge, resolveHost } from './host-answer.ts';
import { proxyProviderOf } from './proxy-networks.ts';
import type { DnsResolver, FailureReason } from './resolver.ts';

/** Explains why a host judged `not_found` doesn't lead to the edge. `randomLabel` is one without a record. */
export async function findCulprits(
  answer: HostAnswer,
  edge: EdgeTarget,
  resolver: DnsResolver,
  randomLabel: () => string,
): Promise<readonly DnsProblem[]> {
  const addresses = addressesOf(answer);
  if (addresses.length === 0) {
    if (answer.chain.length > 0) return [brokenChain(answer, edge)];
    return [await missing(answer, resolver), ...(await misplaced(answer, edge, resolver, randomLabel))];
  }
  const problems = [...leadsElsewhere(answer, edge)];
  if (await isWildcard(answer, resolver, randomLabel)) {
    problems.push({
      text: `This is the answer of the wildcard record *.${parentOf(answer.host)}: a record for ${answer.host} itself takes precedence over it.`,
      cause: { code: 'wildcard', host: answer.host, wildcard: `*.${parentOf(answer.host)}` },
    });
  }
  return [...problems, ...(await zoneOfItsOwn(answer, edge, resolver))];
}

function brokenChain({ host, chain, chainEnd }: HostAnswer, edge: EdgeTarget): DnsProblem {
  const last = chain.at(-1) ?? '';
  if (chainEnd === 'circle')
    return {
      text: `The CNAME records of ${host} lead in a circle, by way of ${last}.`,
      cause: { code: 'cname_circle', host },
    };
  if (edge.hostname !== undefined && chain.some((name) => name.startsWith(`${edge.hostname}.`))) {
    return {
      text: `${host} is a CNAME of ${last}: the DNS provider has added the name of the zone. Enter the value with a dot at its end: ${edge.hostname}.`,
      cause: { code: 'end_dot', value: `${edge.hostname}.` },
    };
  }
  return {
    text: `${host} is a CNAME of ${last}, which has no address; it has to be a CNAME of ${nameOf(edge)}.`,
    cause: { code: 'elsewhere', host, found: last, wanted: nameOf(edge) },
  };
}

async function missing({ host, a, aaaa }: HostAnswer, resolver: DnsResolver): Promise<DnsProblem> {
  const isNoName = [a, aaaa].some((answer) => answer.kind === 'none' && answer.reason === 'nxdomain');
  if (!isNoName)
    return {
      text: `${host} exists in DNS, but has no A, AAAA or CNAME record.`,
      cause: { code: 'no_address', host },
    };
  const domain = registrableDomain(host);
  const zone = domain === null ? undefined : await resolver.ns(domain);
  if (zone?.kind === 'none' && zone.reason === 'nxdomain') {
    return {
      text: `The domain ${domain} does not exist in DNS: it is not registered, or has no name servers.`,
      cause: { code: 'unregistered', domain: domain ?? host },
    };
  }
  return {
    text: `${host} does not exist in DNS. A new record can take as long to be seen as its absence is remembered, often an hour.`,
    cause: { code: 'missing', host },
  };
}

/** `www.example.com.example.com`: the whole name was entered where the provider adds the zone's. */
async function misplaced(
  { host }: HostAnswer,
  edge: EdgeTarget,
  resolver: DnsResolver,
  randomLabel: () => string,
): Promise<readonly DnsProblem[]> {
  const domain = registrableDomain(host);
  if (domain === null) return [];
  const doubled = `${host}.${domain}`;
  if (judge(await resolveHost(resolver, doubled, randomLabel), edge) !== 'found') return [];
  const label = host === domain ? '@' : host.slice(0, -domain.length - 1);
  return [
    {
      text: `The record was created as ${doubled}: the DNS provider has added the name of the zone. Enter ${label} as its name.`,
      cause: { code: 'doubled', name: doubled, label },
    },
  ];
}

function* leadsElsewhere(answer: HostAnswer, edge: EdgeTarget): Iterable<DnsProblem> {
  const { host } = answer;
  const isForeign = (address: string) => !edge.addresses.includes(address);
  const foreign = addressesOf(answer).filter(isForeign);
  const isPartly = foreign.length < addressesOf(answer).length;
  if (answer.chain.length > 0) {
    yield {
      text: `${host} is a CNAME of ${answer.chain.at(-1)}, which resolves to ${list(foreign)} and not to the edge (${nameOf(edge)}).`,
      cause: { code: 'elsewhere', host, found: answer.chain.at(-1) ?? '', wanted: nameOf(edge) },
    };
  } else if (!isPartly) {
    yield {
      text: `${host} resolves to ${list(foreign)} and not to the edge (${nameOf(edge)}).`,
      cause: { code: 'elsewhere', host, found: list(foreign), wanted: nameOf(edge) },
    };
  } else {
    const stray4 = canonicalAddresses(answer.a).filter(isForeign);
    const stray6 = canonicalAddresses(answer.aaaa).filter(isForeign);
    if (stray4.length > 0) yield strayRecords('A', host, stray4, 'part of the visitors');
    if (stray6.length > 0) yield strayRecords('AAAA', host, stray6, 'visitors with IPv6');
  }
  const provider = foreign.map(proxyProviderOf).find((name) => name !== undefined);
  if (provider !== undefined) {
    yield {
      text: `${list(foreign.filter((address) => proxyProviderOf(address) === provider))} belongs to the proxy of ${provider}, behind which the record cannot be seen: switch the proxy off for ${host} ("DNS only").`,
      cause: { code: 'proxied', host, provider },
    };
  }
  for (const address of foreign) {
    const special = specialKindOf(address);
    if (special !== undefined)
      yield {
        text: `${address} is ${special}, which can’t be reached from outside.`,
        cause: { code: 'not_public', address },
      };
  }
  if (isApex(host) && !isPartly && answer.chain.length === 0) {
    yield {
      text: `${host} is the apex of its zone and cannot have a CNAME record: it needs A and AAAA records of the edge, or an ALIAS record where the DNS provider has such.`,
      cause: { code: 'apex', host },
    };
  }
}

function strayRecords(
  type: 'A' | 'AAAA',
  host: string,
  addresses: readonly string[],
  who: string,
): DnsProblem {
  return {
    text: `${host} has ${type} records of the edge's and of other servers (${list(addresses)}); those lead ${who} and certificate authorities elsewhere: remove them.`,
    cause: { code: 'stray', host, type, addresses: list(addresses) },
  };
}

function specialKindOf(address: string): string | undefined {
  const parsed = parseIpAddress(address);
  return parsed && describeSpecialAddress(parsed);
}

async function isWildcard(
  answer: HostAnswer,
  resolver: DnsResolver,
  randomLabel: () => string,
): Promise<boolean> {
  const wildcard = wildcardCovering(answer.host);
  if (wildcard === undefined || isApex(answer.host)) return false;
  const probe = await resolveHost(resolver, wildcard, randomLabel);
  if (answer.chain.length > 0) return probe.chain[0] === answer.chain[0];
  return probe.chain.length === 0 && sameSet(addressesOf(probe), addressesOf(answer));
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item));
}

/** A name below the apex that was delegated has NS records, and no CNAME can stand beside them. */
async function zoneOfItsOwn(
  { host, chain }: HostAnswer,
  edge: EdgeTarget,
  resolver: DnsResolver,
): Promise<readonly DnsProblem[]> {
  if (isApex(host) || isWildcardHost(host) || chain.length > 0) return [];
  const servers = await resolver.ns(host);
  if (servers.kind !== 'found') return [];
  const instead = edge.addresses.length > 0 ? ` (${list(edge.addresses)})` : '';
  return [
    {
      text: `${host} is a zone of its own (name servers ${list(servers.records)}) and cannot have a CNAME record: give it A and AAAA records of the edge${instead}.`,
      cause: { code: 'apex', host },
    },
  ];
}

/** Says why a host could not be judged. */
export function undecidedReason(answer: HostAnswer, edge: EdgeTarget): DnsProblem {
  const operator = { code: 'operator' } as const;
  if (edge.hostname === undefined && edge.addresses.length === 0)
    return {
      text: 'Neither NAMEPLATE_EDGE_HOSTNAME nor NAMEPLATE_EDGE_ADDRESSES is set, so no record can be checked.',
      cause: operator,
    };
  const unanswered = { code: 'unanswered', name: answer.host } as const;
  const failed = [answer.a, answer.aaaa].find((each) => each.kind === 'failed');
  if (failed?.kind === 'failed')
    return {
      text: `${answer.host} could not be looked up: ${failureSentence(failed.reason)}`,
      cause: unanswered,
    };
  if (answer.chainEnd === 'unknown')
    return {
      text: `The CNAME records of ${answer.host} could not be looked up; the check is repeated.`,
      cause: unanswered,
    };
  return {
    text: `The edge's own name ${nameOf(edge)} could not be looked up; the check is repeated.`,
    cause: operator,
  };
}

function failureSentence(reason: FailureReason): string {
  switch (reason) {
    case 'servfail':
      return 'SERVFAIL. Its name servers do not know the zone, or its DNSSEC signatures are wrong; the check is repeated.';
    case 'refused':
      return 'REFUSED. Its name servers do not answer for the zone; the check is repeated.';
    case 'timeout':
      return 'its name servers did not answer in time; the check is repeated.';
    case 'unreachable':
      return 'the DNS servers this service asks cannot be reached; the check is repeated.';
    case 'malformed':
      return 'its name servers gave an answer that cannot be read; the check is repeated.';
    case 'cancelled':
      return 'it took too long; the check is repeated.';
    default:
      return reason satisfies never;
  }
}

/** The edge as owners of domains know it. */
function nameOf({ hostname, addresses }: EdgeTarget): string {
  return hostname ?? list(addresses);
}

function list(items: readonly string[]): string {
  const shown = items.slice(0, 4).join(', ');
  return items.length > 4 ? `${shown} and ${items.length - 4} more` : shown;
}

function parentOf(host: string): string {
  return host.slice(host.indexOf('.') + 1);
}
