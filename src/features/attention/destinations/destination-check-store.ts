/** Which redirects' destinations are to be checked, and which failed. Source: docs/reference/redirects.md ("Broken destinations"). */
import { sql } from 'kysely';
import type { ControlDatabase } from '../../../control/database.ts';
import { keyStretches } from '../../../control/key-stretches.ts';
import type { AccountQueue } from '../../../core/account-turns.ts';
import type { Clock } from '../../../core/clock.ts';
import { dayMs, hourMs } from '../../../core/time.ts';
import type { DestinationOutcome } from './fetch-destination.ts';

export type CheckedRedirect = {
  readonly uuid: string;
  readonly accountUuid: string;
  readonly host: string;
  readonly destinationUrl: string;
};

/** In one statement. */
const rowsAtOnce = 200;
/** A day, less what a check may be early by. */
const apartMs = dayMs - hourMs;

export class DestinationCheckStore implements AccountQueue<CheckedRedirect> {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: { readonly database: ControlDatabase; readonly clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Puts redirects in the queue that aren't there yet, over the next day. */
  async enlist(): Promise<void> {
    const { queries } = this.#database;
    const stretches = keyStretches(queries, sql.table('redirects'), sql.ref('source_host'));
    for await (const { after, end } of stretches) {
      const { rows } = await sql<{ uuid: string; account_uuid: string }>`
        select uuid, account_uuid from redirects
        where source_host > ${after} and source_host <= ${end}
          and not exists (select 1 from destination_checks where redirect_uuid = redirects.uuid)`.execute(
        queries,
      );
      if (rows.length === 0) continue;
      const now = this.#clock.now();
      // A redirect may be gone by now.
      const values = rows.map(
        ({ uuid }) =>
          sql`select uuid, account_uuid, cast(${now + Math.floor(Math.random() * dayMs)} as bigint) from redirects where uuid = ${uuid}`,
      );
      for (let start = 0; start < values.length; start += rowsAtOnce)
        await this.#database.transaction((trx) =>
          sql`insert into destination_checks (redirect_uuid, account_uuid, next_check_at)
            ${sql.join(values.slice(start, start + rowsAtOnce), sql` union all `)}
            on conflict (redirect_uuid) do nothing`.execute(trx),
        );
    }
  }

  async accountsDue(now: number): Promise<string[]> {
    const { rows } = await sql<{ uuid: string }>`
      select uuid from accounts where exists (
        select 1 from destination_checks where account_uuid = accounts.uuid and next_check_at <= ${now})`.execute(
      this.#database.queries,
    );
    return rows.map(({ uuid }) => uuid);
  }

  /** Those that are paused wait for another day. */
  takeDue(now: number, leaseMs: number, shares: ReadonlyMap<string, number>): Promise<CheckedRedirect[]> {
    const lock = sql.raw(
      this.#database.kind === 'postgres' ? 'for update of destination_checks skip locked' : '',
    );
    return this.#database.transaction(async (trx) => {
      const taken: CheckedRedirect[] = [];
      for (const [accountUuid, limit] of shares) {
        const { rows } = await sql<{ uuid: string; host: string; destination_url: string; active: number }>`
          select redirects.uuid as uuid, source_host as host, destination_url, active
          from destination_checks join redirects on redirects.uuid = redirect_uuid
          where destination_checks.account_uuid = ${accountUuid} and next_check_at <= ${now}
          order by next_check_at limit ${limit} ${lock}`.execute(trx);
        for (const { uuid, host, destination_url: destinationUrl, active } of rows) {
          const putOffMs = active === 1 ? leaseMs : dayMs;
          await sql`
            update destination_checks set next_check_at = ${now + putOffMs} where redirect_uuid = ${uuid}`.execute(
            trx,
          );
          if (active === 1) taken.push({ uuid, accountUuid, host, destinationUrl });
        }
      }
      return taken;
    });
  }

  /** Stores what a check found, and answers whether the same destination failed a day before, too. The next one is a day later. */
  async record({ uuid, destinationUrl }: CheckedRedirect, { state }: DestinationOutcome): Promise<boolean> {
    const now = this.#clock.now();
    const set = {
      ok: sql`, failed_url = null, failed_at = null`,
      broken: sql`,
        failed_at = case when failed_url = ${destinationUrl} then failed_at else cast(${now} as bigint) end,
        failed_url = ${destinationUrl}`,
      unknown: sql``,
    }[state];
    const { rows } = await this.#database.transaction((trx) =>
      sql<{ failed_at: number | null }>`
        update destination_checks set next_check_at = ${now + dayMs} ${set}
        where redirect_uuid = ${uuid} returning failed_at`.execute(trx),
    );
    const failedAt = rows[0]?.failed_at ?? null;
    return state === 'broken' && failedAt !== null && now - failedAt >= apartMs;
  }
}
