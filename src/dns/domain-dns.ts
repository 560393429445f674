/** Everything custom domains need from DNS: the records to set, and the verifier of those that were set. */
import type { Logger } from 'pino';
import type { ChallengeMethod } from '../core/acme-challenge.ts';
import type { Clock } from '../core/clock.ts';
import type { DnsRecords, DomainInDns } from '../core/custom-domain.ts';
import type { HostLook, HostQuestion, ReachedHost } from '../core/host-look.ts';
import type { OrderFailureCode } from '../core/order-failure.ts';
import { registrableDomain } from '../core/registered-domain.ts';
import { isWildcardHost } from '../core/wildcard-host.ts';
import type { CaaJudgement, Issuer } from './caa.ts';
import {
  type ChallengeShow,
  type Rehearsed,
  type RehearsedHost,
  rehearsedOverHttp,
  rehearseOverDns,
} from './challenge-rehearsal.ts';
import { type CaaQuestion, type CheckOutcome, DnsCheck, randomLabel } from './check.ts';
import { EdgeAddresses, type EdgeConfig } from './edge-addresses.ts';
import { challengeRecord } from './expected-records.ts';
import { DnsHostLook, type LookParts } from './host-look.ts';
import { ReachCheck, type ReachOptions } from './reach.ts';
import { DnsResolver } from './resolver.ts';
import { type CheckedDomain, type CheckQueue, DomainVerifier, type OnChecked } from './verifier.ts';

export type DomainDnsOptions<D> = {
  /** `address` or `address:port`; empty: the system's. */
  readonly dnsServers: readonly string[];
  readonly edge: EdgeConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The authorities that certificates are ordered from. */
  readonly issuers?: readonly Issuer[];
  readonly onChecked?: OnChecked<D> | undefined;
  /** Without it, it isn't tried whether visitors reach us. */
  readonly reach?: Omit<ReachOptions, 'edge'>;
};

/** Why an authority would not find the answer to a challenge here, in a sentence. */
type NotHere = { readonly code: OrderFailureCode; readonly reason: string };

/** Somebody waits for a page. */
const nameServerTimeoutMs = 2_000;

export class DomainDns<D extends CheckedDomain> implements AsyncDisposable {
  readonly edgeHostname: string | undefined;
  readonly zone: string | undefined;
  readonly verifier: DomainVerifier<D>;
  readonly #edge: EdgeAddresses;
  readonly #check: DnsCheck;
  readonly #lookParts: LookParts | undefined;
  readonly #openResolver: (signal: AbortSignal) => DnsResolver;

  constructor(
    queue: CheckQueue<D>,
    { dnsServers, edge, clock, logger, issuers, reach, onChecked }: DomainDnsOptions<D>,
  ) {
    const openResolver = (signal: AbortSignal) => new DnsResolver(dnsServers, signal);
    this.#openResolver = openResolver;
    this.edgeHostname = edge.publicHostname;
    this.zone = edge.zone;
    this.#edge = new EdgeAddresses(edge, openResolver, clock);
    const reachCheck = reach && new ReachCheck({ ...reach, edge: this.#edge });
    this.#lookParts = reachCheck &&
      reach && {
        edge: this.#edge,
        openResolver,
        issuers: issuers ?? [],
        reach: reachCheck,
        randomLabel,
        policy: reach.policy,
      };
    this.#check = new DnsCheck({
      edge: this.#edge,
      openResolver,
      zone: edge.zone,
      reach: reachCheck,
      ...(issuers === undefined ? {} : { issuers }),
    });
    this.verifier = new DomainVerifier(queue, this.#check, {
      clock,
      logger,
      ...(onChecked && { onChecked }),
    });
  }

  /**
   * Why an authority would not find the answer to a challenge for a host here, or why that is unknown; undefined: it would, or it
   * is not configured where the edge is. `dnsLabel`: the challenge is to be answered through DNS.
   */
  async whyElsewhere(
    { host, dnsLabel }: { readonly host: string; readonly dnsLabel: string | null },
    signal: AbortSignal,
  ): Promise<NotHere | undefined> {
    if (dnsLabel !== null) return await this.#whyUndelegated(host, dnsLabel, signal);
    if (isWildcardHost(host))
      return {
        code: 'challenge_not_delegated',
        reason: `A certificate for ${host} can be had through DNS only: change challenge_type to dns01, or upload one.`,
      };
    const { hostname, addresses } = this.#edge.place;
    if (hostname === undefined && addresses.length === 0) return undefined;
    const { verdict, reach, findings } = await this.#check.run(overHttp(host), signal);
    if (verdict === 'found' || reach.some(({ reachable }) => reachable === 'proxied')) return undefined;
    return {
      code: verdict === 'undecided' ? 'dns_unanswered' : 'records_elsewhere',
      reason: findings.problems[0] ?? `The DNS records of ${host} do not lead here.`,
    };
  }

  /** Checks a host that has no custom domain. Never rejects. */
  readonly checkHost = (
    { accountUuid, host, siteUuid }: ReachedHost & { readonly host: string },
    signal: AbortSignal,
  ): Promise<CheckOutcome> =>
    this.#check.run(
      { ...overHttp(host), accountUuid, ...(siteUuid !== undefined && { uuid: siteUuid }) },
      signal,
    );

  /** Looks at a host as the public sees it; undefined where nothing is served. */
  readonly look = (question: HostQuestion, signal: AbortSignal): HostLook | undefined =>
    this.#lookParts && new DnsHostLook(question, this.#lookParts, signal);

  /** Whether a host's CAA records let that authority issue; without one, any of those that certificates are ordered from. */
  judgeCaa(question: CaaQuestion, signal: AbortSignal): Promise<CaaJudgement> {
    return this.#check.judgeCaa(question, signal);
  }

  /** Tries what the challenge of a host needs, as an authority would. Rejects with what `show` throws. */
  async rehearse(
    { host, dnsLabel }: RehearsedHost,
    show: ChallengeShow,
    methods: readonly ChallengeMethod[],
    signal: AbortSignal,
  ): Promise<Rehearsed> {
    if (dnsLabel === null) {
      const { hostname, addresses } = this.#edge.place;
      return rehearsedOverHttp(host, await this.#check.run(overHttp(host), signal), {
        isPlaceKnown: hostname !== undefined || addresses.length > 0,
        overPort80: methods.includes('http-01'),
      });
    }
    const { zone } = this;
    if (zone === undefined)
      return {
        state: 'will_fail',
        causeCode: 'zone_missing',
        reason: `NAMEPLATE_DNS_ZONE is not set, so ${host} cannot be validated through DNS.`,
      };
    const record = challengeRecord(host, dnsLabel, zone);
    const [delegation, caa] = await Promise.all([
      this.#check.findDelegation({ host, record }, signal),
      this.#check.judgeCaa({ host, challengeType: 'dns01' }, signal),
    ]);
    const resolver = this.#openResolver(signal);
    return await rehearseOverDns({ host, dnsLabel }, delegation, caa, { resolver, name: record.name, show });
  }

  async #whyUndelegated(host: string, label: string, signal: AbortSignal): Promise<NotHere | undefined> {
    const { zone } = this;
    if (zone === undefined)
      return {
        code: 'challenge_not_delegated',
        reason: `NAMEPLATE_DNS_ZONE is not set, so ${host} cannot be validated through DNS.`,
      };
    const record = challengeRecord(host, label, zone);
    const { verdict, problem } = await this.#check.findDelegation({ host, record }, signal);
    if (problem === undefined) return undefined;
    const code = verdict === 'undecided' ? 'dns_unanswered' : 'challenge_not_delegated';
    return { code, reason: problem.text };
  }

  /** The name servers of a host's registered domain, in lower case; none when they can't be told in time. */
  readonly nameServersOf = async (host: string): Promise<readonly string[]> => {
    const domain = registrableDomain(host);
    if (domain === null) return [];
    const answer = await this.#openResolver(AbortSignal.timeout(nameServerTimeoutMs)).ns(domain);
    return answer.kind === 'found' ? answer.records : [];
  };

  /** The texts of a name's TXT records; none when they can't be told. */
  readonly textsOf = async (name: string, signal: AbortSignal): Promise<readonly string[]> => {
    const answer = await this.#openResolver(signal).txt(name);
    return answer.kind === 'found' ? answer.records : [];
  };

  get records(): DnsRecords {
    return this.#edge;
  }

  /** Looks up the addresses of the edge, unless they are configured. */
  async lookUpEdge(): Promise<void> {
    if (this.#edge.place.addresses.length === 0) await this.#edge.refresh();
  }

  /** Starts the checks in the background. */
  start(): void {
    this.#edge.start();
    this.verifier.start();
  }

  /** Aborts the checks under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#edge[Symbol.dispose]();
    await this.verifier[Symbol.asyncDispose]();
  }
}

/** A host that is validated over connections; the account has no part in that. */
function overHttp(host: string): DomainInDns {
  return { accountUuid: '', host, redirectToWww: false, challengeType: 'http01' };
}
