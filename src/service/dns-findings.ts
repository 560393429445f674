/** What a check of a custom domain's DNS records says of it. Source: docs/reference/finding-kinds.md. */
import type { CustomDomain } from '../control/custom-domains.ts';
import type { Observation } from '../core/finding.ts';
import { dayMs } from '../core/time.ts';
import type { CheckOutcome } from '../dns/check.ts';

/** Of a new domain whose records are not there. */
const wrongAfterMs = 7 * dayMs;

/** `before` is the domain that was checked, and `after` what is stored of it. */
export function dnsObservations(
  before: CustomDomain,
  after: CustomDomain,
  {
    verdict,
    delegation,
    reach,
    caa,
    findings,
  }: Pick<CheckOutcome, 'verdict' | 'delegation' | 'reach' | 'caa' | 'findings'>,
  now: number,
): Observation[] {
  const { accountUuid, uuid, host } = after;
  // It needs other records by now.
  if (after.host !== before.host) return [];
  const subject = { type: 'custom_domain', uuid, host } as const;
  const isReached = reach.some(({ reachable }) => reachable === 'proxied');
  const good = { state: 'good' } as const;
  const none = { state: 'none' } as const;
  const bad = {
    state: 'bad',
    causeCode: 'records_missing',
    evidence: { problems: findings.problems, found: findings.found },
  } as const;
  const isLost = after.dns.lostAt !== null;
  // Of two checks, the first.
  const wasLost = before.dns.lostAt !== null;
  const neverFound = !isLost && after.readyAt === null && now - after.createdAt >= wrongAfterMs;
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
