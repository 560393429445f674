/**
 * The rows of the last minutes: what they add to an answer is counted here, by all reports from the same rows, where a
 * statement for each would take longer than to read them. They are read once in a quarter of an hour; rows that come
 * meanwhile are put to them as they are stored. Source: contract section 6.
 */
import { dayOf } from '../../core/date-range.ts';
import { lastDay, rowsIn } from '../engine/row-spans.ts';
import type { AddedRows } from './added-rows.ts';
import type { Answered } from './answer-memory.ts';
import { quarterMs } from './day-changes.ts';
import { maxRecentRows, type ReportStore, remembered, rememberedRows } from './report-store.ts';

/** When a row is of, in milliseconds since the Unix epoch. */
export type Timed = { readonly ms: number };

export type RecentTable<Recent extends Timed> = {
  readonly name: 'requests' | 'pageviews';
  /** SQL of each of the fields. */
  readonly fields: Readonly<Record<keyof Recent & string, string>>;
  /** What the engine would answer for added rows since an instant; those of another table make none. */
  readonly fromAdded: (added: AddedRows, since: number) => readonly Recent[];
  /** Puts rows in order; undefined when that cannot be told of added ones. */
  readonly inOrder: (rows: readonly Recent[]) => readonly Recent[] | undefined;
};

const tableNames = { requests: 'requests', pageviews: 'events' } as const;

/** What a row weighs, in rows of answers. */
const rowsOfRecent = 4;

/** Events reach the store within seconds; who comes later than this only costs time. Current visitors are of this long. */
export const recentMs = 300_000;

/** Since when rows are recent: a beginning of a quarter of an hour, in milliseconds since the Unix epoch. */
export function recentSince(nowMs: number): number {
  return Math.floor((nowMs - recentMs) / quarterMs) * quarterMs;
}

/**
 * The rows since an instant, in milliseconds since the Unix epoch. Undefined when they are too many, or the store
 * remembers nothing.
 */
export function recentRows<Recent extends Timed>(
  store: ReportStore,
  table: RecentTable<Recent>,
  domain: string,
  since: number,
): Promise<readonly Recent[] | undefined> {
  const most = maxRecentRows(store);
  const answered = (value: readonly Recent[] | undefined): Answered<readonly Recent[] | undefined> => ({
    value,
    rows: rowsOfRecent * (value?.length ?? 0),
    grown: (added) => {
      const more = added.rows.filter(({ time }) => time >= since);
      // With rows of such a time nobody is going to ask for these any more.
      if (more.some(({ time }) => recentSince(time) > since)) return undefined;
      // Nothing is copied of what would not be kept.
      if (value === undefined || value.length + more.length > most) return answered(undefined);
      const sorted = more.length === 0 ? value : table.inOrder([...value, ...table.fromAdded(added, since)]);
      return sorted && answered(sorted);
    },
  });
  return remembered<readonly Recent[] | undefined>(
    store,
    { key: `since ${since}`, domain, of: [table.name], from: dayOf(since), to: lastDay },
    async (memory) => {
      if (memory === undefined || (await cameManyBefore(store, table.name, domain, since)))
        return { value: undefined, rows: 0 };
      const columns = Object.entries(table.fields).map(([name, sql]) => `${sql} AS ${name}`);
      const found = await store.query<Recent>(
        `SELECT ${columns.join(', ')} FROM ${tableNames[table.name]}
        WHERE ${rowsIn(since, Number.POSITIVE_INFINITY)} LIMIT ${most + 1}`,
        { domain },
      );
      return answered(found.length > most ? undefined : table.inOrder(found));
    },
  );
}

/** As many as before are going to come, so it is not tried each time. */
async function cameManyBefore(
  store: ReportStore,
  table: RecentTable<Timed>['name'],
  domain: string,
  since: number,
): Promise<boolean> {
  const start = since - quarterMs;
  const [row] = await rememberedRows<{ total: number }>(
    store,
    { key: 'a quarter', domain, of: [table], from: dayOf(start), to: dayOf(since), before: since },
    `SELECT count() AS total FROM ${tableNames[table]} WHERE ${rowsIn(start, since)}`,
    { domain },
  );
  return (row?.total ?? 0) > maxRecentRows(store);
}
