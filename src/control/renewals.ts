/** The renewal of an automatic certificate, as its row has it. Source: docs/reference/acme.md ("Rehearsals"). */
import type { Rehearsal, Renewal } from '../core/renewal.ts';
import { renewalDueAt } from '../core/renewal-time.ts';

export type RenewalColumns = {
  readonly fingerprint: string | null;
  readonly not_before: number | null;
  readonly expires_at: number | null;
  readonly rehearsal: string | null;
};

/** Null while there is no certificate. */
export function toRenewal(row: RenewalColumns): Renewal | null {
  const { fingerprint, not_before: notBefore, expires_at: expiresAt, rehearsal } = row;
  if (fingerprint === null || notBefore === null || expiresAt === null) return null;
  const dueAt = renewalDueAt({ fingerprint, notBefore, expiresAt });
  if (rehearsal === null) return { dueAt, state: 'unknown', reason: null, causeCode: null, checkedAt: null };
  const found: Rehearsal = JSON.parse(rehearsal);
  return { dueAt, ...found };
}
