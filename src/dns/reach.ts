/**
 * Whether a host reaches this installation, found out by asking it for a token that only this installation can answer.
 * Source: docs/reference/diagnosis.md ("Reachable").
 *
 * Our own addresses are asked first. From a network that can't reach even those, silence proves nothing.
 */
import type { AddressPolicy } from '../core/address-policy.ts';
import type { ReachedHost } from '../core/host-look.ts';
import { parseIpAddress } from '../core/ip-address.ts';
import type { ReachCode, ReachOutcome } from '../core/reachable.ts';
import { describeSpecialAddress } from '../core/special-addresses.ts';
import type { EdgeAddresses, EdgeTarget } from './edge-addresses.ts';
import { canonicalAddresses } from './edge-addresses.ts';
import { addressesOf, type HostAnswer, judge } from './host-answer.ts';
import type { DnsResolver } from './resolver.ts';
import { askForToken, type PublicPorts, type TokenOutcome } from './token-request.ts';

export type ReachOptions = {
  readonly edge: EdgeAddresses;
  readonly policy: AddressPolicy;
  /** Those of reach-keys.ts. */
  readonly keys: () => readonly string[];
  /** Whether a request from a public address was recorded in the last ten minutes for what has this uuid. */
  readonly hasVisitor?: (accountUuid: string, siteUuid: string) => Promise<boolean>;
  readonly ports?: PublicPorts;
  readonly timeoutMs?: number;
};

type Asked = { readonly address: string; readonly isOurs: boolean; readonly outcome: TokenOutcome };

const publicPorts: PublicPorts = { http: 80, https: 443 };
const defaultTimeoutMs = 3_000;
/** Visitors are led to any of them; more are not asked. */
const maxAddresses = 4;
/** What our own addresses have answered is good for so long. */
const ownFreshMs = 30_000;
/** Not a name that anybody has (RFC 6761). */
const ownHost = 'nameplate.invalid';
const unreached = 'Our own address can’t be reached from here.';

export class ReachCheck {
  readonly #options: Required<Omit<ReachOptions, 'hasVisitor'>> & Pick<ReachOptions, 'hasVisitor'>;
  readonly #own = new Map<string, { readonly untilTick: number; readonly outcome: Promise<TokenOutcome> }>();

  constructor(options: ReachOptions) {
    this.#options = { ports: publicPorts, timeoutMs: defaultTimeoutMs, ...options };
  }

  get ports(): PublicPorts {
    return this.#options.ports;
  }

  /** `answer` is what DNS says about the host. Never rejects. */
  async run(
    answer: HostAnswer,
    resolver: DnsResolver,
    { accountUuid, siteUuid }: ReachedHost,
    signal?: AbortSignal,
  ): Promise<ReachOutcome> {
    const edge = await this.#options.edge.target();
    const addresses = addressesOf(answer);
    if (addresses.length === 0) return withoutAddress(answer);
    const leadsHere = judge(answer, edge) === 'found' || edge.addresses.length === 0;
    const [own, asked] = await Promise.all([
      this.#askOwn(edge),
      Promise.all(
        addresses.slice(0, maxAddresses).map(async (address): Promise<Asked> => {
          const outcome = await this.#ask(answer.host, address, { accountUuid, edge, resolver, signal });
          return { address, isOurs: leadsHere || edge.addresses.includes(address), outcome };
        }),
      ),
    ]);
    const outcome = outcomeOf(answer.host, asked, own);
    if (outcome.reachable !== null || isReached(own)) return outcome;
    const isVisited = await this.#isVisited(accountUuid, siteUuid);
    if (!isVisited) return outcome;
    const detail = `${answer.host} had visitors in the last 10 minutes.`;
    return { reachable: asked.every(({ isOurs }) => isOurs) ? 'direct' : 'proxied', code: null, detail };
  }

  async #isVisited(accountUuid: string, siteUuid: string | undefined): Promise<boolean> {
    const { hasVisitor } = this.#options;
    if (!hasVisitor || siteUuid === undefined) return false;
    return await hasVisitor(accountUuid, siteUuid).catch(() => false);
  }

  /** What each of our own addresses answers. */
  async #askOwn(edge: EdgeTarget): Promise<ReadonlyMap<string, TokenOutcome>> {
    const tick = performance.now();
    for (const [address, { untilTick }] of this.#own) if (untilTick <= tick) this.#own.delete(address);
    const outcomes = edge.addresses.slice(0, maxAddresses).map(async (address) => {
      let asked = this.#own.get(address);
      if (!asked) {
        const outcome = this.#ask(ownHost, address, { accountUuid: '', edge });
        asked = { untilTick: tick + ownFreshMs, outcome };
        this.#own.set(address, asked);
      }
      return [address, await asked.outcome] as const;
    });
    return new Map(await Promise.all(outcomes));
  }

  #ask(
    host: string,
    address: string,
    about: {
      readonly accountUuid: string;
      readonly edge: EdgeTarget;
      readonly resolver?: DnsResolver;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<TokenOutcome> {
    const { policy, keys, ports, timeoutMs } = this.#options;
    const { accountUuid, edge, resolver, signal } = about;
    return askForToken({
      accountUuid,
      host,
      address,
      addressOf: async (name) => (resolver ? await firstAddress(name, resolver) : undefined),
      policy: this.policyFor(edge, policy),
      keys: keys(),
      ports,
      timeoutMs,
      ...(signal && { signal }),
    });
  }

  /** The edge's own addresses may be on this machine, and where the operator says that they are. */
  policyFor(edge: EdgeTarget, policy: AddressPolicy): Pick<AddressPolicy, 'refusalOf'> {
    const { configured } = this.#options.edge;
    return {
      refusalOf: (host, address, port) => {
        const own = parseIpAddress(address);
        const isOwn = own !== undefined && edge.addresses.includes(own.toString());
        if (isOwn && (configured.includes(own.toString()) || describeSpecialAddress(own) === undefined))
          return undefined;
        return policy.refusalOf(host, address, port);
      },
    };
  }
}

async function firstAddress(name: string, resolver: DnsResolver): Promise<string | undefined> {
  const [a, aaaa] = await Promise.all([resolver.a(name), resolver.aaaa(name)]);
  return [...canonicalAddresses(a), ...canonicalAddresses(aaaa)][0];
}

function withoutAddress({ host, a, aaaa }: HostAnswer): ReachOutcome {
  if (a.kind === 'failed' || aaaa.kind === 'failed')
    return { reachable: null, code: 'dns_unanswered', detail: `${host} could not be looked up.` };
  return { reachable: 'no', code: 'no_address', detail: `${host} has no address.` };
}

function isReached(own: ReadonlyMap<string, TokenOutcome>): boolean {
  return own.size === 0 || [...own.values()].some(({ kind }) => kind === 'found');
}

/** The worst that any of the addresses answered. */
function outcomeOf(
  host: string,
  all: readonly Asked[],
  own: ReadonlyMap<string, TokenOutcome>,
): ReachOutcome {
  const asked = all.filter(({ outcome }) => outcome.kind !== 'no_route');
  if (asked.length === 0) {
    const addresses = all.map(({ address }) => address).join(', ');
    return { reachable: null, code: 'no_route', detail: `There is no route from here to ${addresses}.` };
  }
  const judged = asked.map((each) => judgeOne(host, each, own));
  const worst =
    judged.find(({ reachable }) => reachable === 'no') ?? judged.find(({ code }) => code !== null);
  if (worst) return worst;
  const isDirect = asked.every(({ isOurs }) => isOurs);
  const addresses = asked.map(({ address }) => address).join(', ');
  return {
    reachable: isDirect ? 'direct' : 'proxied',
    code: null,
    detail: isDirect ? `${host} reaches us at ${addresses}.` : `${host} reaches us through ${addresses}.`,
  };
}

function no(code: ReachCode, detail: string): ReachOutcome {
  return { reachable: 'no', code, detail };
}

function unknown(code: ReachCode, detail: string): ReachOutcome {
  return { reachable: null, code, detail };
}

function judgeOne(
  host: string,
  { address, isOurs, outcome }: Asked,
  own: ReadonlyMap<string, TokenOutcome>,
): ReachOutcome {
  const where = outcome.host === host ? address : `${outcome.host}, to which ${address} redirects,`;
  switch (outcome.kind) {
    case 'found':
      return { reachable: isOurs ? 'direct' : 'proxied', code: null, detail: '' };
    case 'refused':
      return no('port_80_closed', `${where} refuses connections to port 80.`);
    case 'not_public':
      return no('address_not_public', `${where} is an address that the public can't reach.`);
    case 'too_many_redirects':
      return no('too_many_redirects', `${host} redirects more than ten times at ${address}.`);
    case 'elsewhere':
      return no(
        'redirected_elsewhere',
        `${host} redirects to ${outcome.host} at ${address}, which isn't ours.`,
      );
    case 'silent':
    case 'no_route': {
      const others = [...own].some(([each, { kind }]) => each !== address && kind === 'found');
      if (isOurs && others)
        return no('address_unreachable', `${address} doesn't answer, and others of ours do.`);
      if (!isReached(own)) return unknown('edge_unreachable', unreached);
      return unknown('no_answer', `${where} doesn't answer.`);
    }
    case 'broken':
      return isReached(own)
        ? no('connection_broken', `${where} breaks off connections to port 80.`)
        : unknown('edge_unreachable', unreached);
    case 'other':
      return isReached(own)
        ? no('token_missing', `${where} answers ${outcome.status}, and not what we answer.`)
        : unknown('edge_unreachable', unreached);
    default:
      return outcome satisfies never;
  }
}
