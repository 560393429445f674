/**
 * Looks for what the control store already knows to be wrong: certificates that failed or end soon, webhooks that fail, client
 * certificates that end soon. One query a kind over all accounts, whose rows are what is wrong; what has an open finding and
 * isn't among them is right again. Source: docs/reference/finding-kinds.md.
 */

import { sql } from 'kysely';
import { expiryOf } from '../../certificates/upstream-tls.ts';
import { type SubjectColumns, subjectColumns, subjectJoins, toSubject } from '../../control/host-subjects.ts';
import type { ControlStore } from '../../control/store.ts';
import { formatTimestamp } from '../../core/clock.ts';
import type { FindingKindName, FindingObserver, Observation, Subject } from '../../core/finding.ts';
import { type OrderFailureCode, unknownOrderFailure } from '../../core/order-failure.ts';
import { dayMs, hourMs } from '../../core/time.ts';
import { parseUrl } from '../../core/url.ts';
import { findingTables, openKey, subjectOf } from './finding-rows.ts';

type Store = Pick<ControlStore, 'database' | 'clock'>;
type Bad = Extract<Observation['seen'], { readonly state: 'bad' }>;
type Found = { readonly accountUuid: string; readonly subject: Subject; readonly seen: Bad };

const [claimingAccount, claimedHost] = [sql.ref('claims.account_uuid'), sql.ref('claims.host')];
const clientCertificateMs = 14 * dayMs;
const webhookFailures = 3;

/** Once a minute, by one machine at a time. */
export async function checkStored(store: Store, findings: FindingObserver): Promise<void> {
  const now = store.clock.now();
  await sweep(store, findings, 'certificate_failed', await failedCertificates(store, now));
  await sweep(store, findings, 'certificate_expiring', await expiringCertificates(store, now));
  await sweep(store, findings, 'webhook_failing', await failingWebhooks(store, now));
  await sweep(store, findings, 'client_certificate_expiring', await expiringClientCertificates(store, now));
}

async function sweep(
  { database }: Store,
  findings: FindingObserver,
  kind: FindingKindName,
  found: readonly Found[],
): Promise<void> {
  const observations = new Map<string, Observation>();
  for (const { accountUuid, subject, seen } of found)
    observations.set(openKey({ accountUuid, kind, subject }), { accountUuid, kind, subject, seen });
  const tables = findingTables(database.queries);
  const open = await tables
    .selectFrom('findings')
    .selectAll()
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .execute();
  const members = await tables
    .selectFrom('finding_hosts')
    .innerJoin('findings', 'findings.uuid', 'finding_hosts.finding_uuid')
    .select(['account_uuid', 'domain_uuid', 'host'])
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .execute();
  const subjects = [
    ...open
      .filter((row) => row.is_group === 0)
      .map((row) => ({ accountUuid: row.account_uuid, subject: subjectOf(row) })),
    ...members.map(({ account_uuid: accountUuid, domain_uuid: uuid, host }) => ({
      accountUuid,
      subject: { type: 'custom_domain', uuid, host } as const,
    })),
  ];
  for (const { accountUuid, subject } of subjects) {
    const key = openKey({ accountUuid, kind, subject });
    if (!observations.has(key))
      observations.set(key, { accountUuid, kind, subject, seen: { state: 'good' } });
  }
  await findings.observe([...observations.values()]);
}

/** Three attempts failed, and there is no certificate that is valid, nor an uploaded one. */
async function failedCertificates({ database }: Store, now: number): Promise<Found[]> {
  const { rows } = await sql<
    SubjectColumns & {
      host: string;
      account_uuid: string;
      failures: number;
      last_error: string | null;
      last_error_code: OrderFailureCode | null;
      next_attempt_at: number;
    }
  >`
    select automatic.host, claims.account_uuid, automatic.failures, automatic.last_error, automatic.last_error_code,
      automatic.next_attempt_at,
      ${subjectColumns(claimedHost)}
    from automatic_certificates as automatic join host_claims as claims on claims.host = automatic.host
    ${subjectJoins(claimingAccount, claimedHost)}
    where automatic.failures > 0 and automatic.failures >= 3 and (automatic.expires_at is null or automatic.expires_at <= ${now})
      and not exists (select 1 from certificate_names as names
        where names.account_uuid = claims.account_uuid and names.name = automatic.host
          and names.not_before <= ${now} and names.expires_at > ${now})`.execute(database.queries);
  return rows.map((row) => {
    const { account_uuid: accountUuid, host, last_error: lastError, failures: attempts } = row;
    const nextAttemptAt = formatTimestamp(row.next_attempt_at);
    const evidence = { host, attempts, last_error: lastError, next_attempt_at: nextAttemptAt };
    const causeCode = causesOfFailures[row.last_error_code ?? unknownOrderFailure];
    const seen = { state: 'bad', causeCode, evidence } as const;
    return { accountUuid, subject: toSubject(row), seen };
  });
}

const causesOfFailures: Readonly<Record<OrderFailureCode, string>> = {
  records_elsewhere: 'records_elsewhere',
  dns_unanswered: 'records_unanswered',
  challenge_not_delegated: 'challenge_not_delegated',
  caa_forbids: 'caa_forbids',
  authority_unreachable: 'authority_away',
  authority_rate_limited: 'authority_rate_limit',
  authority_account_refused: 'authority_account_refused',
  authority_refused: 'order_failed',
  order_stuck: 'order_stuck',
  service_failed: 'service_failed',
};

/** Those that webhooks told of as `certificate.expiring`, and are not renewed or replaced. */
async function expiringCertificates({ database }: Store, now: number): Promise<Found[]> {
  const { rows } = await sql<
    SubjectColumns & {
      host: string;
      account_uuid: string;
      not_before: number;
      expires_at: number;
      is_custom: number;
    }
  >`
    select automatic.host, claims.account_uuid, automatic.not_before, automatic.expires_at, 0 as is_custom,
      ${subjectColumns(claimedHost)}
    from automatic_certificates as automatic join host_claims as claims on claims.host = automatic.host
    ${subjectJoins(claimingAccount, claimedHost)}
    where automatic.expiry_announced = 1 and automatic.expires_at > ${now}
      and not exists (select 1 from certificate_names as names
        where names.account_uuid = claims.account_uuid and names.name = automatic.host
          and names.expires_at > automatic.expires_at)
    union all
    select names.name, custom.account_uuid, custom.not_before, custom.expires_at, 1, ${subjectColumns(claimedHost)}
    from custom_certificates as custom
    join certificate_names as names on names.certificate_uuid = custom.uuid
    join host_claims as claims on claims.host = names.name and claims.account_uuid = custom.account_uuid
    ${subjectJoins(claimingAccount, claimedHost)}
    where custom.expiry_notice_days is not null and custom.expires_at > ${now}
      and not exists (select 1 from certificate_names as other
        where other.name in (names.name, names.covered_by) and other.account_uuid = names.account_uuid
          and other.expires_at > names.expires_at)
      and not exists (select 1 from automatic_certificates as automatic
        where automatic.host = names.name and automatic.expires_at > custom.expires_at)`.execute(
    database.queries,
  );
  return rows.map((row) => {
    const { account_uuid: accountUuid, host, not_before: from, expires_at: until } = row;
    const lastMs = until - from < 10 * dayMs ? dayMs : 3 * dayMs;
    const seen = {
      state: 'bad',
      causeCode: row.is_custom === 1 ? 'custom_not_replaced' : 'not_renewed',
      evidence: { host, expires_at: formatTimestamp(until) },
      severity: until - now <= lastMs ? 'critical' : 'warning',
    } as const;
    return { accountUuid, subject: toSubject(row), seen };
  });
}

/** Of those that fail at all, which are few, the attempts of the last hour are counted. */
async function failingWebhooks({ database: { queries } }: Store, now: number): Promise<Found[]> {
  const endpoints = await queries
    .selectFrom('webhook_endpoints')
    .select(['uuid', 'account_uuid', 'url'])
    .where('failing_since', 'is not', null)
    .execute();
  const found: Found[] = [];
  for (const { uuid, account_uuid: accountUuid, url } of endpoints) {
    const deliveries = await queries
      .selectFrom('webhook_event_deliveries')
      .select(['attempts', 'status', 'finished_at'])
      .where('endpoint_uuid', '=', uuid)
      .where('created_at', '>', now - 5 * dayMs)
      .orderBy('created_at', 'desc')
      .limit(1_000)
      .execute();
    const isGood = deliveries.some(
      ({ status, finished_at: at }) => status === 'delivered' && at !== null && at > now - hourMs,
    );
    const attempts = deliveries
      .filter(({ status }) => status !== 'delivered')
      .flatMap((delivery): { at: number }[] => JSON.parse(delivery.attempts))
      .filter(({ at }) => at > now - hourMs).length;
    const subject = { type: 'webhook_endpoint', uuid, host: hostOf(url) } as const;
    // What fails for longer, with fewer attempts, stays as it is.
    const seen: Bad = {
      state: 'bad',
      causeCode: 'attempts_failed',
      evidence: { failed_attempts: attempts },
      opens: attempts >= webhookFailures && !isGood,
    };
    found.push({ accountUuid, subject, seen });
  }
  return found;
}

function hostOf(url: string): string | null {
  return parseUrl(url)?.hostname ?? null;
}

async function expiringClientCertificates({ database }: Store, now: number): Promise<Found[]> {
  const upstreams = await database.queries
    .selectFrom('upstreams')
    .select(['uuid', 'account_uuid', 'host', 'tls_client_certificate'])
    // As the index has it.
    .where('tls_client_certificate', '<>', sql.lit(''))
    .execute();
  return upstreams.flatMap(({ uuid, account_uuid: accountUuid, host, tls_client_certificate: pem }) => {
    const until = expiryOf(pem);
    if (until === null || until - now > clientCertificateMs) return [];
    const causeCode = until <= now ? 'client_certificate_expired' : 'client_certificate_ends';
    const evidence = { expires_at: formatTimestamp(until) };
    return [
      { accountUuid, subject: { type: 'upstream', uuid, host }, seen: { state: 'bad', causeCode, evidence } },
    ];
  });
}
