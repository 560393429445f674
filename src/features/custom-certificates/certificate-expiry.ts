/** Certificates that expire without a replacement. Source: docs/reference/certificates.md ("Expiry"). */

import { type Expression, type SqlBool, sql } from 'kysely';
import { recordCustomExpiring } from '../../control/certificate-events.ts';
import { type CustomCertificate, toCustomCertificate } from '../../control/custom-certificate-row.ts';
import type { ControlDatabase, StoreParts } from '../../control/database.ts';
import { dayMs } from '../../core/time.ts';
import { warnedMs } from '../../core/unrenewed-certificate.ts';

/** States that a stored certificate can be in; `expiring`: valid, for 14 days at most. */
export type CertificateState = 'not_yet_valid' | 'valid' | 'expiring' | 'expired';

export type CertificateTotals = {
  readonly byState: Readonly<Record<CertificateState, number>>;
  /** When the first valid certificate without a replacement expires; null when there is none. */
  readonly soonestEnd: number | null;
};

const noticesPerCall = 1_000;

export class CertificateExpiry {
  readonly #database: ControlDatabase;

  constructor({ database }: Pick<StoreParts, 'database'>) {
    this.#database = database;
  }

  /**
   * Takes the certificates that end within so many days (0: have ended), are not replaced and were not taken for that
   * number of days before, by whichever machine: each is told of once. The first time is an event for the account.
   */
  takeDue(now: number, withinDays: number): Promise<CustomCertificate[]> {
    return this.#database.transaction(async (trx) => {
      const query = trx
        .selectFrom('custom_certificates')
        .selectAll()
        .where('expires_at', '<=', now + withinDays * dayMs)
        .where((eb) =>
          eb.or([eb('expiry_notice_days', 'is', null), eb('expiry_notice_days', '>', withinDays)]),
        )
        .where(isUnreplaced)
        .orderBy('expires_at')
        .limit(noticesPerCall);
      const rows = await (this.#database.kind === 'postgres'
        ? query.forUpdate().skipLocked()
        : query
      ).execute();
      if (rows.length === 0) return [];
      await trx
        .updateTable('custom_certificates')
        .set({ expiry_notice_days: withinDays })
        .where(
          'uuid',
          'in',
          rows.map(({ uuid }) => uuid),
        )
        .execute();
      for (const row of rows)
        if (row.expiry_notice_days === null) recordCustomExpiring(trx, toCustomCertificate(row));
      return rows.map(toCustomCertificate);
    });
  }

  /** How many certificates there are in each state, and when the first one ends. */
  async totals(now: number): Promise<CertificateTotals> {
    const { queries } = this.#database;
    const soon = now + warnedMs;
    // One pass over the index of both times; grouping by a computed state would sort every row.
    const { rows } = await sql<Record<'total' | 'expired' | 'not_yet_valid' | 'expiring', number | null>>`
      select count(*) as total,
        sum(case when expires_at <= ${now} then 1 else 0 end) as expired,
        sum(case when expires_at > ${now} and not_before > ${now} then 1 else 0 end) as not_yet_valid,
        sum(case when expires_at > ${now} and expires_at <= ${soon} and not_before <= ${now}
          then 1 else 0 end) as expiring
      from custom_certificates`.execute(queries);
    const count = (name: 'total' | 'expired' | 'not_yet_valid' | 'expiring') => rows[0]?.[name] ?? 0;
    const [expired, notYetValid, expiring] = [count('expired'), count('not_yet_valid'), count('expiring')];
    const first = await queries
      .selectFrom('custom_certificates')
      .select('expires_at')
      .where('expires_at', '>', now)
      .where('not_before', '<=', now)
      .where(isUnreplaced)
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst();
    return {
      byState: {
        not_yet_valid: notYetValid,
        valid: count('total') - expired - notYetValid - expiring,
        expiring,
        expired,
      },
      soonestEnd: first?.expires_at ?? null,
    };
  }

  /** Certificates whose chain ends before an issuer that clients may not have; up to `limit`. */
  async withMissingIssuer(now: number, limit: number): Promise<CustomCertificate[]> {
    const rows = await this.#database.queries
      .selectFrom('custom_certificates')
      .selectAll()
      .where('missing_issuer', 'is not', null)
      .where('expires_at', '>', now)
      .orderBy('uuid')
      .limit(limit)
      .execute();
    return rows.map(toCustomCertificate);
  }
}

/** Whether one of its names is on no certificate of the account that ends later. */
function isUnreplaced(): Expression<SqlBool> {
  return sql<SqlBool>`exists (
    select 1 from certificate_names as mine
    where mine.certificate_uuid = custom_certificates.uuid and not exists (
      select 1 from certificate_names as other
      where other.name in (mine.name, mine.covered_by) and other.account_uuid = mine.account_uuid
        and other.expires_at > mine.expires_at))`;
}
