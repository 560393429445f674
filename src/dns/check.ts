/**
 * One check of a custom domain's DNS records: what was found, whether it leads to the edge, and what is wrong.
 * Source: docs/reference/dns.md ("What the status means").
 */
import { randomBytes } from 'node:crypto';
import type { ChallengeType, DnsFindings, DnsRecord, DomainInDns } from '../core/custom-domain.ts';
import type { DnsProblem } from '../core/dns-problem.ts';
import { ownershipRecord } from '../core/ownership-record.ts';
import type { ReachOutcome } from '../core/reachable.ts';
import { needsUploadedCertificate } from '../core/wildcard-host.ts';
import {
  byChallenge,
  type CaaJudgement,
  findCaa,
  type Issuer,
  judgeCaa,
  judgeCaaOfAll,
  letsEncrypt,
  type RelevantCaa,
} from './caa.ts';
import { findCulprits, undecidedReason } from './culprits.ts';
import { type DelegationFound, findDelegation } from './delegation.ts';
import type { EdgeAddresses, EdgeTarget } from './edge-addresses.ts';
import { type ChallengeRecord, challengeRecords, hostsOf, isApex } from './expected-records.ts';
import {
  addressesOf,
  type HostAnswer,
  judge,
  recordsFound,
  resolveHost,
  type Verdict,
} from './host-answer.ts';
import { findProof } from './ownership-proofs.ts';
import type { ReachCheck } from './reach.ts';
import type { DnsResolver } from './resolver.ts';

export type CheckOutcome = {
  readonly verdict: Verdict;
  /** Of the hosts whose challenges are to be answered through DNS: whether they lead to this service's zone. */
  readonly delegation: { readonly verdict: Verdict; readonly hosts: readonly string[] };
  /** Of the proof of ownership; undefined: none was looked for. */
  readonly proof?: Verdict | undefined;
  /** Of the CAA records of its hosts: that of the first one that forbids it, or is unknown. */
  readonly caa: CaaJudgement;
  /** Of each of its hosts: whether visitors reach us; empty where that isn't tried. */
  readonly reach: readonly HostReach[];
  readonly findings: DnsFindings;
};

export type HostReach = ReachOutcome & { readonly host: string };

/** A host, and the authority that its records may let issue. */
export type CaaQuestion = {
  readonly host: string;
  readonly challengeType: ChallengeType;
  /** Without one: any of those that certificates are ordered from. */
  readonly issuer?: Issuer;
};

/** `needsProof`: its account has yet to prove that it may have the host. `uuid`: what its requests are recorded under. */
export type CheckedInDns = DomainInDns & { readonly needsProof?: boolean; readonly uuid?: string };

type HostOutcome = Pick<CheckOutcome, 'verdict' | 'caa'> & {
  readonly found: readonly DnsRecord[];
  readonly problems: readonly DnsProblem[];
  readonly reach: HostReach | undefined;
};

export type DnsCheckOptions = {
  readonly edge: EdgeAddresses;
  readonly openResolver: (signal: AbortSignal) => DnsResolver;
  /** Of which CAA records have to allow one. */
  readonly issuers?: readonly Issuer[];
  /** In which challenges are answered; undefined: none. */
  readonly zone?: string | undefined;
  /** Undefined: it isn't tried whether visitors reach us. */
  readonly reach?: ReachCheck | undefined;
  /** For the whole check; what isn't known by then counts as undecided. */
  readonly deadlineMs?: number;
  /** A label without a record. */
  readonly randomLabel?: () => string;
};

const defaultDeadlineMs = 20_000;
const noZone: DnsProblem = {
  text: 'Certificates of this domain are to be validated through DNS, which is not set up here: the operator sets NAMEPLATE_DNS_ZONE, or choose http01.',
  cause: { code: 'operator' },
};

export class DnsCheck {
  readonly #options: Required<Omit<DnsCheckOptions, 'zone' | 'reach'>> &
    Pick<DnsCheckOptions, 'zone' | 'reach'>;

  constructor(options: DnsCheckOptions) {
    this.#options = {
      issuers: [letsEncrypt],
      deadlineMs: defaultDeadlineMs,
      randomLabel,
      ...options,
    };
  }

  /**
   * Checks a domain's host, and its `www.` with `redirectToWww`: both must lead to the edge, and with `dns01` their challenges
   * to the zone; with `needsProof` the record that proves the ownership must be there. Never rejects.
   */
  async run(domain: CheckedInDns, signal?: AbortSignal): Promise<CheckOutcome> {
    const deadline = AbortSignal.timeout(this.#options.deadlineMs);
    const ends = signal ? AbortSignal.any([signal, deadline]) : deadline;
    const resolver = this.#options.openResolver(ends);
    const edge = await this.#options.edge.target();
    const [outcomes, delegations, proof] = await Promise.all([
      Promise.all(
        hostsOf(domain.host, domain.redirectToWww).map((name) =>
          this.#checkHost(name, domain, edge, resolver, ends),
        ),
      ),
      Promise.all(challengeRecords(domain, this.#options.zone).map((each) => findDelegation(resolver, each))),
      domain.needsProof ? findProof(resolver, ownershipRecord(domain.accountUuid, domain.host)) : undefined,
    ]);
    const all = [
      ...(proof?.problem === undefined ? [] : [proof.problem]),
      ...outcomes.flatMap(({ problems }) => problems),
      ...delegations.flatMap(({ problem }) => (problem === undefined ? [] : [problem])),
      ...(domain.challengeType === 'dns01' && this.#options.zone === undefined ? [noZone] : []),
    ];
    const problems = [...new Map(all.map((problem) => [problem.text, problem])).values()];
    return {
      verdict: combine(outcomes.map(({ verdict }) => verdict)),
      delegation: {
        verdict: combine(delegations.map(({ verdict }) => verdict)),
        hosts: delegations.flatMap(({ verdict, host }) => (verdict === 'found' ? [host] : [])),
      },
      proof: proof?.verdict,
      reach: outcomes.flatMap(({ reach }) => (reach ? [reach] : [])),
      caa: caaOfAll(outcomes.map(({ caa }) => caa)),
      findings: {
        found: [
          ...outcomes.flatMap(({ found }) => found),
          ...delegations.flatMap(({ found }) => found),
          ...(proof?.found ?? []),
        ],
        problems: problems.map(({ text }) => text),
        causes: problems.map(({ cause }) => cause),
      },
    };
  }

  /** Whether challenges for a host lead to a label of the zone. Never rejects. */
  async findDelegation(challenge: ChallengeRecord, signal: AbortSignal): Promise<DelegationFound> {
    const deadline = AbortSignal.timeout(this.#options.deadlineMs);
    return await findDelegation(this.#options.openResolver(AbortSignal.any([signal, deadline])), challenge);
  }

  /** Whether the host's CAA records let that authority issue; without one, any of the authorities. Never rejects. */
  async judgeCaa({ host, challengeType, issuer }: CaaQuestion, signal: AbortSignal): Promise<CaaJudgement> {
    const deadline = AbortSignal.timeout(this.#options.deadlineMs);
    const caa = await findCaa(this.#options.openResolver(AbortSignal.any([signal, deadline])), host);
    return issuer
      ? await judgeCaa(caa, host, byChallenge(issuer, challengeType))
      : await judgeCaaOfAll(caa, host, this.#options.issuers, challengeType);
  }

  async #checkHost(
    host: string,
    { accountUuid, uuid, challengeType }: CheckedInDns,
    edge: EdgeTarget,
    resolver: DnsResolver,
    signal: AbortSignal,
  ): Promise<HostOutcome> {
    const [answer, caa] = await Promise.all([
      resolveHost(resolver, host, this.#options.randomLabel),
      findCaa(resolver, host),
    ]);
    const verdict = judge(answer, edge);
    const [problems, reach] = await Promise.all([
      this.#problemsOf(verdict, answer, edge, resolver),
      this.#options.reach?.run(answer, resolver, { accountUuid, siteUuid: uuid }, signal),
    ]);
    const judgement: CaaJudgement = needsUploadedCertificate(host, challengeType)
      ? { state: 'ok' }
      : await judgeCaaOfAll(caa, host, this.#options.issuers, challengeType);
    const found: DnsRecord[] = [...recordsFound(answer)];
    if (judgement.state === 'forbidden' && caa.kind === 'found') {
      const asRecord = ({ critical, tag, value }: (typeof caa.properties)[number]) => ({
        type: 'CAA',
        name: caa.name,
        value: `${critical ? 128 : 0} ${tag} ${JSON.stringify(value)}`,
      });
      found.push(...caa.properties.map(asRecord));
    }
    return {
      verdict,
      caa: judgement,
      reach: reach && { host, ...reach },
      found,
      problems: judgement.state === 'forbidden' ? [...problems, caaProblem(host, caa, judgement)] : problems,
    };
  }

  async #problemsOf(
    verdict: Verdict,
    answer: HostAnswer,
    edge: EdgeTarget,
    resolver: DnsResolver,
  ): Promise<readonly DnsProblem[]> {
    switch (verdict) {
      case 'undecided':
        return [undecidedReason(answer, edge)];
      case 'not_found':
        return findCulprits(answer, edge, resolver, this.#options.randomLabel);
      case 'found':
        return [...concerns(answer, edge)];
      default:
        return verdict satisfies never;
    }
  }
}

/** A label that hardly anybody has. */
export function randomLabel(): string {
  return `nameplate-${randomBytes(6).toString('hex')}`;
}

/** Problems of a host that does lead to the edge. */
function* concerns(answer: HostAnswer, edge: EdgeTarget): Iterable<DnsProblem> {
  const { host, chain, a, aaaa } = answer;
  if (isApex(host) && chain.length > 0) {
    yield {
      text: `${host} is the apex of its zone and has a CNAME record, which hides its other records, such as those for mail: replace it by A and AAAA records.`,
      cause: { code: 'apex', host },
    };
  }
  if (chain.length > 0 && addressesOf(answer).length === 0 && a.kind === 'none' && aaaa.kind === 'none') {
    yield {
      text: `${host} leads to ${edge.hostname}, which has no address itself. The operator of this service has to fix that.`,
      cause: { code: 'operator' },
    };
  }
}

function caaProblem(
  host: string,
  caa: RelevantCaa,
  { text, record }: Extract<CaaJudgement, { readonly state: 'forbidden' }>,
): DnsProblem {
  const name = caa.kind === 'none' ? host : caa.name;
  if (!record) return { text, cause: { code: 'caa_unusable', name } };
  return { text, cause: { code: 'caa', name, record: `${record.name} CAA ${record.value}` } };
}

function caaOfAll(judgements: readonly CaaJudgement[]): CaaJudgement {
  const withState = (state: CaaJudgement['state']) => judgements.find((each) => each.state === state);
  return withState('forbidden') ?? withState('unknown') ?? { state: 'ok' };
}

/** What holds for all of them; none: found. */
export function combine(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('not_found')) return 'not_found';
  return verdicts.includes('undecided') ? 'undecided' : 'found';
}
