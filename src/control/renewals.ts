/** The renewal of an automatic certificate, as its row has it. Source: docs/reference/acme.md ("Rehearsals"). */
import type { Rehearsal, Renewal } from '../core/renewal.ts';
import { renewalDueAt } from '../core/renewal-time.ts';
import type { ControlQueries } from './database.ts';
import { inParts } from './host-parts.ts';

export type RenewalColumns = {
  readonly fingerprint: string | null;
  readonly not_before: number | null;
  readonly expires_at: number | null;
  readonly rehearsal: string | null;
} & PlannedColumns;

type PlannedColumns = {
  readonly renew_at: number | null;
  readonly failures: number;
  readonly next_attempt_at: number | null;
};

/** When it is renewed, unless that is by its lifetime: after a failure it is tried again whatever the authority suggests. */
export function renewAtOf({ renew_at, failures, next_attempt_at }: PlannedColumns): number | null {
  return failures > 0 ? next_attempt_at : renew_at;
}

/** Null while there is no certificate. */
export function toRenewal(row: RenewalColumns): Renewal | null {
  const { fingerprint, not_before: notBefore, expires_at: expiresAt, rehearsal } = row;
  if (fingerprint === null || notBefore === null || expiresAt === null) return null;
  const dueAt = renewalDueAt({ fingerprint, notBefore, expiresAt, renewAt: renewAtOf(row) });
  if (rehearsal === null) return { dueAt, state: 'unknown', reason: null, causeCode: null, checkedAt: null };
  const found: Rehearsal = JSON.parse(rehearsal);
  return { dueAt, ...found };
}

/** Of an account's hosts: those that have an automatic certificate, by host. */
export async function readRenewals(
  queries: ControlQueries,
  accountUuid: string,
  hosts: readonly string[],
): Promise<Map<string, Renewal>> {
  const renewals = new Map<string, Renewal>();
  for (const part of inParts([...new Set(hosts)])) {
    const rows = await queries
      .selectFrom('automatic_certificates')
      .innerJoin('host_claims', 'host_claims.host', 'automatic_certificates.host')
      .select(['automatic_certificates.host', 'fingerprint', 'not_before', 'expires_at', 'rehearsal'])
      .select(['renew_at', 'failures', 'next_attempt_at'])
      .where('host_claims.account_uuid', '=', accountUuid)
      .where('automatic_certificates.host', 'in', part)
      .execute();
    for (const row of rows) {
      const renewal = toRenewal(row);
      if (renewal) renewals.set(row.host, renewal);
    }
  }
  return renewals;
}
