/** What checks of DNS records say of custom domains, and of other hosts. Source: docs/reference/finding-kinds.md. */
import type { Observation } from '../core/finding.ts';
import type { RecordsSeen } from '../core/host-check.ts';
import { dayMs } from '../core/time.ts';
import type { CheckOutcome } from '../dns/check.ts';
import type { CheckedHost } from '../features/attention/host-check-store.ts';
import type { CustomDomain } from '../features/custom-domains/custom-domain-store.ts';

type Outcome = Pick<CheckOutcome, 'verdict' | 'delegation' | 'reach' | 'caa' | 'findings'>;

type CheckedRecords = Pick<Observation, 'accountUuid' | 'subject'> & {
  /** Whether records that were found are not, by the check before. */
  readonly wasLost: boolean;
  /** By this one. */
  readonly isLost: boolean;
  /** Since when they are awaited; undefined: they were found once. */
  readonly awaitedSince: number | undefined;
};

/** Of a new host whose records are not there. */
const wrongAfterMs = 7 * dayMs;

/** `before` is the domain that was checked, and `after` what is stored of it. */
export function dnsObservations(
  before: CustomDomain,
  after: CustomDomain,
  outcome: Outcome,
  now: number,
): Observation[] {
  const { accountUuid, uuid, host } = after;
  // It needs other records by now.
  if (after.host !== before.host) return [];
  const isLost = after.dns.lostAt !== null;
  return observationsOf(
    {
      accountUuid,
      subject: { type: 'custom_domain', uuid, host },
      wasLost: before.dns.lostAt !== null,
      isLost,
      awaitedSince: isLost || after.readyAt !== null ? undefined : after.createdAt,
    },
    outcome,
    now,
  );
}

/** Of a host without a custom domain. */
export function hostObservations(
  { accountUuid, host, siteUuid, claimedAt, records: before }: CheckedHost,
  after: RecordsSeen,
  outcome: Outcome,
  now: number,
): Observation[] {
  return observationsOf(
    {
      accountUuid,
      subject:
        siteUuid === undefined
          ? { type: 'host', uuid: null, host }
          : { type: 'redirect', uuid: siteUuid, host },
      wasLost: areLost(before),
      isLost: areLost(after),
      awaitedSince: after.foundAt === null ? claimedAt : undefined,
    },
    outcome,
    now,
  );
}

function areLost({ foundAt, missed }: RecordsSeen): boolean {
  return foundAt !== null && missed > 0;
}

function observationsOf(
  { accountUuid, subject, wasLost, isLost, awaitedSince }: CheckedRecords,
  { verdict, delegation, reach, caa, findings }: Outcome,
  now: number,
): Observation[] {
  const isReached = reach.some(({ reachable }) => reachable === 'proxied');
  const good = { state: 'good' } as const;
  const none = { state: 'none' } as const;
  const bad = {
    state: 'bad',
    causeCode: 'records_missing',
    evidence: { problems: findings.problems, found: findings.found },
  } as const;
  const neverFound = awaitedSince !== undefined && now - awaitedSince >= wrongAfterMs;
  const isDelegated = delegation.verdict === 'found' && delegation.hosts.length > 0;
  const settled = verdict === 'found' || isReached;
  const lost = settled ? good : verdict === 'undecided' || !isLost ? none : { ...bad, opens: wasLost };
  const wrong = settled || isDelegated ? good : verdict === 'undecided' || !neverFound ? none : bad;
  return [
    { accountUuid, kind: 'dns_lost', subject, seen: lost },
    { accountUuid, kind: 'dns_wrong', subject, seen: wrong },
    { accountUuid, kind: 'caa_forbids', subject, seen: forbiddenBy(caa) },
  ];
}

/** Name servers that fail are no set of records: what they would say isn't known. */
function forbiddenBy(caa: CheckOutcome['caa']): Observation['seen'] {
  if (caa.state === 'ok') return { state: 'good' };
  if (caa.state === 'unknown' || caa.cause === 'caa_unanswered') return { state: 'none' };
  const { cause, text, record } = caa;
  return { state: 'bad', causeCode: cause, evidence: { reason: text, ...(record && { record }) } };
}
