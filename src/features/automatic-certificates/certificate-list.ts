/** Automatic certificates as operators see them: counted, and listed. Source: docs/reference/acme.md. */

import { type RawBuilder, sql } from 'kysely';
import type { ControlDatabase, StoreParts } from '../../control/database.ts';
import { afterCursor, positionOf, readPageRows, type Sort } from '../../control/page-query.ts';
import { type RenewalColumns, toRenewal } from '../../control/renewals.ts';
import type { OrderForecast } from '../../core/order-budget.ts';
import type { OrderFailureCode } from '../../core/order-failure.ts';
import type { PageRange } from '../../core/page.ts';
import type { Renewal } from '../../core/renewal.ts';
import { orderQueue } from './order-queue.ts';

/** `missing`: there is none yet; `failing`: the last attempt came to nothing, counted besides its other state. */
export type AutomaticTotals = {
  readonly byState: Readonly<Record<'valid' | 'expired' | 'missing' | 'failing', number>>;
  /** When the first valid one ends; null when there is none. */
  readonly soonestEnd: number | null;
};

/** In the order in which they apply. */
export const automaticStates = ['expired', 'failing', 'valid', 'waiting', 'missing'] as const;
export type AutomaticState = (typeof automaticStates)[number];

/** A host of an account, with the certificate that is ordered for it. */
export type HostCertificate = {
  readonly host: string;
  /**
   * `expired`: its certificate has ended; `failing`: the last attempt came to nothing; `valid`: its certificate is good; `waiting`:
   * its order waits for the order budget, or there is none yet, and an order is due; `missing`: there is none, and none is due.
   */
  readonly state: AutomaticState;
  readonly issuer: string | null;
  readonly expiresAt: number | null;
  readonly lastError: string | null;
  readonly nextAttemptAt: number | null;
  /** The directory of the authority that issued it; null where that isn't known. */
  readonly directoryUrl: string | null;
  readonly renewal: Renewal | null;
};

export const hostCertificateSorts = ['host', 'expires_at', 'next_attempt_at'] as const;

export type HostCertificateQuery = {
  readonly accountUuid: string;
  readonly host?: string | undefined;
  readonly state?: AutomaticState | undefined;
  readonly sort: Sort<(typeof hostCertificateSorts)[number]>;
  /** When orders that wait for the budget are made; undefined: there is none. */
  readonly forecast?: OrderForecast | undefined;
} & PageRange;

type HostCertificateRow = RenewalColumns & {
  readonly host: string | null;
  readonly sorted: unknown;
  readonly total: number;
  readonly state: AutomaticState;
  readonly issuer: string | null;
  readonly last_error: string | null;
  readonly directory_url: string | null;
};

/** Later than any time: what has none comes last. */
const never = Number.MAX_SAFE_INTEGER;

export type AutomaticCertificate = {
  readonly host: string;
  readonly issuer: string | null;
  readonly expiresAt: number | null;
  readonly nextAttemptAt: number;
  readonly failures: number;
  readonly lastError: string | null;
  /** Null too of failures from before there were any. */
  readonly lastErrorCode: OrderFailureCode | null;
};

export class AutomaticCertificateList {
  readonly #database: ControlDatabase;

  constructor({ database }: Pick<StoreParts, 'database'>) {
    this.#database = database;
  }

  async totals(now: number): Promise<AutomaticTotals> {
    const { queries } = this.#database;
    // Each from an index: a pass over all columns of a million takes half a second.
    const { rows } = await sql<Record<'valid' | 'missing' | 'expired' | 'failing', number>>`
      select (select count(*) from automatic_certificates where expires_at > ${now}) as valid,
        (select count(*) from automatic_certificates where expires_at is null) as missing,
        (select count(*) from automatic_certificates where expires_at <= ${now}) as expired,
        (select count(*) from automatic_certificates where failures > 0) as failing`.execute(queries);
    const { valid = 0, missing = 0, expired = 0, failing = 0 } = rows[0] ?? {};
    const first = await queries
      .selectFrom('automatic_certificates')
      .select('expires_at')
      .where('expires_at', '>', now)
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst();
    return {
      byState: { valid, expired, missing, failing },
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
      .where('failures', '>', sql.lit(0))
      .executeTakeFirst();
    return row?.at ?? null;
  }

  /** Hosts that were due before a given time and that no node works on, longest waiting first; up to `limit`. */
  overdue(since: number, limit: number): Promise<AutomaticCertificate[]> {
    return this.#select(sql`where queued_at is null and next_attempt_at < ${since} and coalesce(leased_until, 0) < ${since}
      order by next_attempt_at limit ${limit}`);
  }

  async find(host: string): Promise<AutomaticCertificate | undefined> {
    const [found] = await this.#select(sql`where host = ${host}`);
    return found;
  }

  /** One page of an account's hosts, claimed by domains, redirects or rules, and the count of all that match, as of one moment. */
  async list(
    query: HostCertificateQuery,
    now: number,
  ): Promise<{ certificates: HostCertificate[]; count: number }> {
    const { accountUuid, host, state, sort, limit, offset, forecast } = query;
    const { queries } = this.#database;
    const waiting = forecast && (await orderQueue(queries, accountUuid, forecast, now));
    const direction = sql.raw(sort.direction);
    const by = sort.field === 'host' ? sql`host` : sql`coalesce(${sql.ref(sort.field)}, ${sql.lit(never)})`;
    const wanted = [
      ...(host === undefined ? [] : [sql`host = ${host}`]),
      ...(state === undefined ? [] : [sql`state = ${state}`]),
    ];
    const matches = wanted.length === 0 ? sql`` : sql`where ${sql.join(wanted, sql` and `)}`;
    const statement: RawBuilder<HostCertificateRow> = sql`
      with hosts as (
        select host_claims.host, ${stateAt(now)} as state, issuer, fingerprint, not_before, expires_at, last_error, directory_url,
          rehearsal, renew_at, failures, ${waiting ? sql`case when order_at is not null then order_at` : sql`case`}
            when next_attempt_at = 0 then coalesce(last_attempt_at, created_at) else next_attempt_at end as next_attempt_at
        from host_claims left join automatic_certificates on automatic_certificates.host = host_claims.host
          ${waiting ? sql`left join (${waiting}) as turns on turns.host = host_claims.host` : sql``}
        where host_claims.account_uuid = ${accountUuid}
      ),
      found as (select * from hosts ${matches}),
      page as (select found.*, ${by} as sorted from found where true ${afterCursor(query, by, sql.ref('host'), sort.direction)} order by ${by} ${direction}, host ${direction} limit ${limit} offset ${offset})
      select page.*, counted.total from (select count(*) as total from found) as counted left join page on true
      order by ${by} ${direction}, host ${direction}`;
    const { rows, count } = await readPageRows(queries, query, statement, (row) =>
      positionOf(row.sorted, row.host),
    );
    return { certificates: rows.flatMap(toHostCertificate), count };
  }

  async #select(which: RawBuilder<unknown>): Promise<AutomaticCertificate[]> {
    const { rows } = await sql<AutomaticCertificate>`
      select host, issuer, expires_at as "expiresAt", failures,
        case when next_attempt_at = 0 then coalesce(last_attempt_at, created_at) else next_attempt_at end
          as "nextAttemptAt",
        last_error as "lastError", last_error_code as "lastErrorCode"
      from automatic_certificates ${which}`.execute(this.#database.queries);
    return rows;
  }
}

/** Of a host's row, or of none. */
function stateAt(now: number): RawBuilder<AutomaticState> {
  return sql`case
    when expires_at <= ${now} then 'expired' when queued_at is not null then 'waiting' when failures > 0 then 'failing' when expires_at is not null then 'valid'
    when next_attempt_at is not null then 'waiting' else 'missing' end`;
}

function toHostCertificate(row: HostCertificateRow): HostCertificate[] {
  // The count alone, of an empty page.
  if (row.host === null) return [];
  return [
    {
      host: row.host,
      state: row.state,
      issuer: row.issuer,
      expiresAt: row.expires_at,
      lastError: row.last_error,
      nextAttemptAt: row.next_attempt_at,
      directoryUrl: row.directory_url,
      renewal: toRenewal(row),
    },
  ];
}
