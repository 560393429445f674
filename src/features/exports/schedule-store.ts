/**
 * Export schedules, the days that they have exported, and the rows of these days that came later. Source:
 * docs/reference/exports.md ("Schedules").
 *
 * Rows never change, so a day has as many late ones as it has more than were exported. Retention removes whole days: what was late then
 * is kept. A schedule of the account keeps whose rows it has exported, since what is deleted afterwards leaves its rows.
 */
import { type Selectable, sql } from 'kysely';
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import { ofDomains } from '../../analytics/engine/row-spans.ts';
import { actingAs, serviceActor } from '../../control/acting.ts';
import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase, ControlQueries, ControlTransaction } from '../../control/database.ts';
import type { ControlStore } from '../../control/store.ts';
import type { Clock } from '../../core/clock.ts';
import { dayOf, formatDay, lastDay } from '../../core/date-range.ts';
import { ServiceError } from '../../core/errors.ts';
import type { StoredResource } from '../../kernel/collection.ts';
import { auditedCollection, CollectionStore } from '../../kernel/collection-store.ts';
import { namedAccount } from '../../kernel/owner.ts';
import { refuseForeign } from '../../kernel/refuse-foreign.ts';
import type { ExportFormat, ExportWhat } from './export.ts';
import type { Exports } from './export-store.ts';
import { countedRows } from './parts.ts';
import {
  type Schedule,
  type ScheduleDefinitions,
  type ScheduleValues,
  scheduleResource,
} from './schedule.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    export_schedules: ExportScheduleRow;
    export_schedule_days: ExportScheduleDayRow;
    export_schedule_hosts: ExportScheduleHostRow;
  }
}

/** Exports a day when the one after it is over. */
interface ExportScheduleRow {
  uuid: Constant<string>;
  account_uuid: Constant<string>;
  what: Constant<ExportWhat>;
  custom_domain_uuid: Constant<string | null>;
  format: Constant<ExportFormat>;
  destination_uuid: Constant<string>;
  /** The day that it exports next, from 1970-01-01. */
  next_day: number;
  created_at: Constant<number>;
}

interface ExportScheduleDayRow {
  schedule_uuid: Constant<string>;
  day: Constant<number>;
  /** That it has exported, or the events that its visits were made of. */
  rows: number;
  /** The most that were seen. */
  late_rows: number;
}

/** What rows of a schedule's exports are recorded under. */
interface ExportScheduleHostRow {
  schedule_uuid: Constant<string>;
  recorded_uuid: Constant<string>;
  /** The last day that it has exported rows of. */
  last_day: number;
}

/** At 00:00 of the day so many after a day, it is exported. */
const daysAfter = 2;
const hostsOfQuery = 5_000;
const hostsOfInsert = 500;

const stored: StoredResource<ScheduleDefinitions> = {
  resource: scheduleResource,
  kind: 'export_schedule',
  owner: namedAccount,
  table: 'export_schedules',
  label: 'what',
  limit: { most: 20, code: 'limit_reached' },
};

export const auditedSchedule: ReturnType<typeof auditedCollection<ScheduleDefinitions>> =
  auditedCollection(stored);

export class Schedules extends CollectionStore<ScheduleDefinitions> {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor(store: ControlStore) {
    super(stored, store);
    this.#database = store.database;
    this.#clock = store.clock;
  }

  /** Errors: `limit_reached`, `custom_domain_uuid_invalid`, `destination_uuid_invalid`. */
  add(accountUuid: string, values: ScheduleValues): Promise<Schedule | undefined> {
    return this.create(accountUuid, values, async ({ trx, now, columns }) => {
      await refuseForeign(trx, accountUuid, 'custom_domain_uuid', values.customDomainUuid);
      await refuseForeign(trx, accountUuid, 'destination_uuid', values.destinationUuid);
      // That of the next midnight.
      columns['next_day'] = dayOf(now) + 1 - daysAfter;
    });
  }

  /** Orders an export of each day that is due, once however many machines do. */
  async orderDue(exports: Exports): Promise<number> {
    let ordered = 0;
    for (;;) {
      const lastDue = dayOf(this.#clock.now()) - daysAfter;
      const due = await this.#database.queries
        .selectFrom('export_schedules')
        .selectAll()
        .where('next_day', '<=', lastDue)
        .orderBy('next_day')
        .orderBy('uuid')
        .execute();
      const before = ordered;
      for (const schedule of due) if (await this.#order(exports, schedule)) ordered += 1;
      if (ordered === before) return ordered;
    }
  }

  /** False: another machine did, or the account has as many exports as it may. */
  async #order(exports: Exports, schedule: Selectable<ExportScheduleRow>): Promise<boolean> {
    const { uuid, account_uuid, what, format, next_day: day } = schedule;
    const values = {
      what,
      format,
      customDomainUuid: schedule.custom_domain_uuid,
      destinationUuid: schedule.destination_uuid,
      from: formatDay(day),
      to: formatDay(day),
    };
    try {
      await actingAs(serviceActor, () =>
        exports.order(account_uuid, values, uuid, async (trx) => {
          const { numUpdatedRows } = await trx
            .updateTable('export_schedules')
            .set({ next_day: day + 1 })
            .where('uuid', '=', uuid)
            .where('next_day', '=', day)
            .executeTakeFirst();
          if (numUpdatedRows === 0n) throw new DoneElsewhere();
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof DoneElsewhere || error instanceof ServiceError) return false;
      throw error;
    }
  }

  /** Notes, in the transaction of a part, whose rows it has. */
  async noteRecorded(
    trx: ControlTransaction,
    scheduleUuid: string,
    day: number,
    uuids: readonly string[],
  ): Promise<void> {
    const schedule = await findOf(trx, scheduleUuid);
    if (schedule?.custom_domain_uuid !== null) return;
    for (let at = 0; at < uuids.length; at += hostsOfInsert)
      await trx
        .insertInto('export_schedule_hosts')
        .values(
          uuids
            .slice(at, at + hostsOfInsert)
            .map((recorded_uuid) => ({ schedule_uuid: scheduleUuid, recorded_uuid, last_day: day })),
        )
        .onConflict((conflict) =>
          conflict.columns(['schedule_uuid', 'recorded_uuid']).doUpdateSet({ last_day: day }),
        )
        .execute();
  }

  /** Notes, in the transaction that ends a day's export, that so many rows are in it. */
  async noteDay(trx: ControlTransaction, scheduleUuid: string, day: number, rows: number): Promise<void> {
    if (!(await findOf(trx, scheduleUuid))) return;
    await trx
      .insertInto('export_schedule_days')
      .values({ schedule_uuid: scheduleUuid, day, rows, late_rows: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** How many rows of the days that it has exported came later. */
  async lateRows(analytics: ReportStore, { uuid }: Pick<Schedule, 'uuid'>): Promise<number> {
    const schedule = await findOf(this.#database.queries, uuid);
    const days = schedule ? await this.#lateByDay(analytics, schedule) : [];
    return days.reduce((sum, { late }) => sum + late, 0);
  }

  /** Keeps what is late now: retention may remove the rows. */
  async keepLateRows(analytics: ReportStore): Promise<void> {
    const schedules = await this.#database.queries.selectFrom('export_schedules').selectAll().execute();
    for (const schedule of schedules)
      for (const { day, late, known } of await this.#lateByDay(analytics, schedule))
        if (late > known)
          await this.#database.transaction((trx) =>
            trx
              .updateTable('export_schedule_days')
              .set({ late_rows: late })
              .where('schedule_uuid', '=', schedule.uuid)
              .where('day', '=', day)
              .execute(),
          );
  }

  async #lateByDay(
    analytics: ReportStore,
    schedule: Selectable<ExportScheduleRow>,
  ): Promise<{ readonly day: number; readonly late: number; readonly known: number }[]> {
    const days = await this.#database.queries
      .selectFrom('export_schedule_days')
      .selectAll()
      .where('schedule_uuid', '=', schedule.uuid)
      .orderBy('day')
      .execute();
    const [first, last] = [days[0], days.at(-1)];
    if (!first || !last) return [];
    const now = new Map<number, number>();
    for (let after = ''; ; ) {
      const recorded = await this.#recordedAfter(schedule, after);
      for (const [until, uuids] of byLastDay(recorded)) {
        const rows = await analytics.query<{ number: number; rows: number }>(
          `SELECT toInt32(day) AS number, count() AS rows FROM ${countedRows(schedule.what)} AND ${ofDomains(uuids)}
          AND day BETWEEN '${formatDay(first.day)}' AND '${formatDay(Math.min(until, last.day))}' GROUP BY day`,
          {},
        );
        for (const { number, rows: count } of rows) now.set(number, (now.get(number) ?? 0) + count);
      }
      after = recorded.at(-1)?.uuid ?? '';
      if (recorded.length < hostsOfQuery) break;
    }
    return days.map(({ day, rows, late_rows: known }) => ({
      day,
      late: Math.max(known, (now.get(day) ?? 0) - rows),
      known,
    }));
  }

  /** What rows of a schedule are recorded under, and until which day: what there is, and what there was when it was exported. */
  async #recordedAfter(
    { uuid, account_uuid, what, custom_domain_uuid }: Selectable<ExportScheduleRow>,
    after: string,
  ): Promise<RecordedUntil[]> {
    if (custom_domain_uuid !== null)
      return after === '' ? [{ uuid: custom_domain_uuid, until: lastDay }] : [];
    const tables = what === 'requests' ? ['custom_domains', 'redirects', 'host_rules'] : ['custom_domains'];
    const present = tables.map(
      (table) => sql`select uuid, ${sql.lit(lastDay)} as until from ${sql.table(table)}
        where account_uuid = ${account_uuid} and uuid > ${after}`,
    );
    const { rows } = await sql<RecordedUntil>`
      select uuid, max(until) as until from (
        select recorded_uuid as uuid, last_day as until from export_schedule_hosts
        where schedule_uuid = ${uuid} and recorded_uuid > ${after}
        union all ${sql.join(present, sql` union all `)}) as recorded
      group by uuid order by uuid limit ${sql.lit(hostsOfQuery)}`.execute(this.#database.queries);
    return rows;
  }
}

/** Something that rows are recorded under; of what was deleted, rows of later days were never to be exported. */
type RecordedUntil = { readonly uuid: string; readonly until: number };

function byLastDay(recorded: readonly RecordedUntil[]): Map<number, string[]> {
  const groups = new Map<number, string[]>();
  for (const { uuid, until } of recorded) {
    const group = groups.get(until);
    if (group) group.push(uuid);
    else groups.set(until, [uuid]);
  }
  return groups;
}

function findOf(queries: ControlQueries, uuid: string): Promise<Selectable<ExportScheduleRow> | undefined> {
  return queries.selectFrom('export_schedules').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}

class DoneElsewhere extends Error {}
