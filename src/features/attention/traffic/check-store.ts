/**
 * How far the spools of all machines are, and what their health checks say; and the findings that stand for many. Source:
 * docs/reference/traffic-findings.md ("When it is evaluated").
 */
import type { Kysely } from 'kysely';
import type { ControlDatabase, ControlQueries, ControlTransaction } from '../../../control/database.ts';
import { inParts } from '../../../control/host-parts.ts';
import type { ControlSchema } from '../../../control/schema.ts';
import type { Clock } from '../../../core/clock.ts';
import { newUuid } from '../../../core/ids.ts';
import { minuteMs } from '../../../core/time.ts';
import type { CheckedUpstreams, DownUpstream } from '../../../core/upstream-health.ts';
import { findingTables } from '../finding-rows.ts';

type CheckTables = {
  spool_positions: {
    process: string;
    /** Of what the analytics store has yet to get; null: it has all. */
    oldest_at: number | null;
    reported_at: number;
  };
  upstream_checks: {
    process: string;
    /** JSON of CheckedUpstreams. */
    checked: string;
    reported_at: number;
  };
};

/** What health checks of all machines say of an upstream. */
export type CheckedUpstream = {
  readonly uuid: string;
  readonly accountUuid: string;
  readonly host: string;
  /** Null: a check of a target was good, and no machine finds it down. */
  readonly down: DownUpstream | null;
};

/** What a machine said counts no longer when it is silent since. */
const silentMs = 10 * minuteMs;

type Stores = { readonly database: ControlDatabase; readonly clock: Clock };

export class CheckStore {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  /** Of the process: a machine has one. */
  readonly #process = newUuid();

  constructor({ database, clock }: Stores) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Says how far this machine's spool is, each minute. */
  async reportSpool(oldestAt: number | undefined): Promise<void> {
    // Times of files have parts of a millisecond, and PostgreSQL refuses those.
    const oldest = oldestAt === undefined ? null : Math.floor(oldestAt);
    const report = { oldest_at: oldest, reported_at: this.#clock.now() };
    await tables(this.#database.queries)
      .insertInto('spool_positions')
      .values({ process: this.#process, ...report })
      .onConflict((conflict) => conflict.column('process').doUpdateSet(report))
      .execute();
  }

  /** Of all machines; undefined: the analytics store has everything. */
  async oldestUnshipped(): Promise<number | undefined> {
    const since = this.#clock.now() - silentMs;
    const queries = tables(this.#database.queries);
    await queries.deleteFrom('spool_positions').where('reported_at', '<', since).execute();
    const row = await queries
      .selectFrom('spool_positions')
      .select(({ fn }) => fn.min('oldest_at').as('oldest'))
      .executeTakeFirst();
    return row?.oldest ?? undefined;
  }

  /** Says what this machine's health checks found, each minute. What is up matters only where it was down. */
  async reportUpstreams({ down, up }: CheckedUpstreams): Promise<void> {
    const { queries } = this.#database;
    const open =
      up.length === 0
        ? []
        : await findingTables(queries)
            .selectFrom('findings')
            .select('subject_uuid')
            .where('kind', '=', 'upstream_down')
            .where('resolved_at', 'is', null)
            .execute();
    const wereDown = new Set(open.map((row) => row.subject_uuid));
    const checked: CheckedUpstreams = { down, up: up.filter((uuid) => wereDown.has(uuid)) };
    const report = { checked: JSON.stringify(checked), reported_at: this.#clock.now() };
    await tables(queries)
      .insertInto('upstream_checks')
      .values({ process: this.#process, ...report })
      .onConflict((conflict) => conflict.column('process').doUpdateSet(report))
      .execute();
  }

  /** Of all machines, by what they said last; that an upstream is up, each says once. */
  async takeUpstreams(): Promise<CheckedUpstream[]> {
    const since = this.#clock.now() - silentMs;
    const { queries } = this.#database;
    await tables(queries).deleteFrom('upstream_checks').where('reported_at', '<', since).execute();
    const rows = await tables(queries).selectFrom('upstream_checks').selectAll().execute();
    const seen = new Map<string, DownUpstream | null>();
    for (const { process, checked, reported_at: reportedAt } of rows) {
      const { down, up }: CheckedUpstreams = JSON.parse(checked);
      for (const each of down) seen.set(each.uuid, each);
      for (const uuid of up) if (!seen.has(uuid)) seen.set(uuid, null);
      if (up.length === 0) continue;
      const told: CheckedUpstreams = { down, up: [] };
      await tables(queries)
        .updateTable('upstream_checks')
        .set({ checked: JSON.stringify(told) })
        .where('process', '=', process)
        .where('reported_at', '=', reportedAt)
        .execute();
    }
    const found: CheckedUpstream[] = [];
    for (const part of inParts([...seen.keys()])) {
      const upstreams = await queries
        .selectFrom('upstreams')
        .select(['uuid', 'account_uuid', 'host'])
        .where('uuid', 'in', part)
        .where('health_check', '!=', 'null')
        .execute();
      for (const { uuid, account_uuid: accountUuid, host } of upstreams)
        found.push({ uuid, accountUuid, host, down: seen.get(uuid) ?? null });
    }
    return found;
  }

  /** The accounts that have an open drop of the installation. */
  async installationDrops(): Promise<Set<string>> {
    const rows = await findingTables(this.#database.queries)
      .selectFrom('findings')
      .select('account_uuid')
      .where('kind', '=', 'traffic_drop')
      .where('subject_type', '=', 'installation')
      .where('resolved_at', 'is', null)
      .execute();
    return new Set(rows.map((row) => row.account_uuid));
  }

  /** Resolves an account's own drops, without an event: one of the installation stands for them. */
  async replaceDrops(accountUuid: string): Promise<void> {
    await findingTables(this.#database.queries)
      .updateTable('findings')
      .set({ resolved_at: this.#clock.now() })
      .where('account_uuid', '=', accountUuid)
      .where('kind', '=', 'traffic_drop')
      .where('subject_type', '!=', 'installation')
      .where('resolved_at', 'is', null)
      .execute();
  }
}

function tables(queries: ControlTransaction | ControlQueries): Kysely<ControlSchema & CheckTables> {
  return queries.withTables<CheckTables>();
}
