/** Automatic certificates as operators see them: counted, and listed. Source: docs/reference/acme.md. */
import { type RawBuilder, sql } from 'kysely';
import type { ControlDatabase } from './database.ts';

/** `missing`: there is none yet; `failing`: the last attempt came to nothing, counted besides its other state. */
export type AutomaticTotals = {
  readonly byState: Readonly<Record<'valid' | 'expired' | 'missing' | 'failing', number>>;
  /** When the first valid one ends; null when there is none. */
  readonly soonestEnd: number | null;
};

export type AutomaticCertificate = {
  readonly host: string;
  readonly issuer: string | null;
  readonly expiresAt: number | null;
  readonly nextAttemptAt: number;
  readonly failures: number;
  readonly lastError: string | null;
};

export class AutomaticCertificateList {
  readonly #database: ControlDatabase;

  constructor(database: ControlDatabase) {
    this.#database = database;
  }

  async totals(now: number): Promise<AutomaticTotals> {
    const { queries } = this.#database;
    const { rows } = await sql<Record<'total' | 'missing' | 'expired' | 'failing', number | null>>`
      select count(*) as total,
        sum(case when expires_at is null then 1 else 0 end) as missing,
        sum(case when expires_at <= ${now} then 1 else 0 end) as expired,
        sum(case when failures > 0 then 1 else 0 end) as failing
      from automatic_certificates`.execute(queries);
    const count = (name: 'total' | 'missing' | 'expired' | 'failing') => rows[0]?.[name] ?? 0;
    const first = await queries
      .selectFrom('automatic_certificates')
      .select('expires_at')
      .where('expires_at', '>', now)
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst();
    const [missing, expired, failing] = [count('missing'), count('expired'), count('failing')];
    return {
      byState: { valid: count('total') - missing - expired, expired, missing, failing },
      soonestEnd: first?.expires_at ?? null,
    };
  }

  /** Hosts whose last attempt came to nothing, the next one first; up to `limit`. */
  failing(limit: number): Promise<AutomaticCertificate[]> {
    return this.#select(sql`where failures > 0 order by next_attempt_at limit ${limit}`);
  }

  /** When an authority was last asked for a certificate that it didn't issue; null: of none of the hosts. */
  async lastFailedAt(): Promise<number | null> {
    const row = await this.#database.queries
      .selectFrom('automatic_certificates')
      .select(({ fn }) => fn.max('last_attempt_at').as('at'))
      .where('failures', '>', 0)
      .executeTakeFirst();
    return row?.at ?? null;
  }

  /** Hosts that were due before a given time and that no node works on, longest waiting first; up to `limit`. */
  overdue(since: number, limit: number): Promise<AutomaticCertificate[]> {
    return this.#select(sql`where next_attempt_at < ${since} and coalesce(leased_until, 0) < ${since}
      order by next_attempt_at limit ${limit}`);
  }

  async find(host: string): Promise<AutomaticCertificate | undefined> {
    const [found] = await this.#select(sql`where host = ${host}`);
    return found;
  }

  /** Of an account's hosts, by host; up to `limit` from `offset`, and the count of all. */
  async list(
    accountUuid: string,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<{ certificates: AutomaticCertificate[]; count: number }> {
    const owned = sql`where exists (
      select 1 from host_claims
      where host_claims.host = automatic_certificates.host and host_claims.account_uuid = ${accountUuid})`;
    const { queries } = this.#database;
    const counted = await sql<{ count: number }>`
      select count(*) as count from automatic_certificates ${owned}`.execute(queries);
    const certificates = await this.#select(sql`${owned} order by host limit ${limit} offset ${offset}`);
    return { certificates, count: counted.rows[0]?.count ?? 0 };
  }

  async #select(which: RawBuilder<unknown>): Promise<AutomaticCertificate[]> {
    const { rows } = await sql<AutomaticCertificate>`
      select host, issuer, expires_at as "expiresAt", failures,
        case when next_attempt_at = 0 then coalesce(last_attempt_at, created_at) else next_attempt_at end
          as "nextAttemptAt",
        last_error as "lastError"
      from automatic_certificates ${which}`.execute(this.#database.queries);
    return rows;
  }
}
