/**
 * The pageviews of the last minutes, as rows: what they add to an answer is counted here, by all reports from the same
 * rows, where a statement for each would take longer than to read them. Source: contract section 6.
 */

import { dayOf } from '../../core/date-range.ts';
import { quarterMs } from '../answers/day-changes.ts';
import { maxRecentPageviews, type ReportStore, remembered, rememberedRows } from '../answers/report-store.ts';
import { lastDay, rowsIn } from '../engine/row-spans.ts';
import { type VisitorKey, visitorKeys } from '../engine/schema/visitor-days.ts';
import type { entryColumns } from './parts.ts';

/** What a pageview can be asked for besides: keys are those of {@link visitorKeys}. */
export type RecentColumn = (typeof entryColumns)[number] | VisitorKey | 'previous_visitor';

/** 64-bit numbers are decimal text. */
export type RecentPageview<Column extends RecentColumn = never> = {
  /** Milliseconds since the Unix epoch. */
  readonly ms: number;
  readonly tie: number;
  readonly visitor: string;
  readonly path: string;
} & Readonly<Record<Column, string>>;

/** What one of them weighs, in rows. */
const rowsOfRecent = 2;

const columns = ['toUnixTimestamp64Milli(time) AS ms', 'tie', 'toString(visitor) AS visitor', 'path'];
const expressions: Readonly<Partial<Record<RecentColumn, string>>> = {
  ...visitorKeys,
  previous_visitor: 'toString(previous_visitor)',
};

/** Events reach the store within seconds; who comes later than this only costs time. Current visitors are of this long. */
export const recentMs = 300_000;

/** Since when pageviews are recent: a beginning of a quarter of an hour, in milliseconds since the Unix epoch. */
export function recentSince(nowMs: number): number {
  return Math.floor((nowMs - recentMs) / quarterMs) * quarterMs;
}

/**
 * The pageviews since an instant, in milliseconds since the Unix epoch, in the order of time. Undefined when they are too
 * many, or the store remembers nothing. Each further column takes the engine longer.
 */
export function recentPageviews<Column extends RecentColumn = never>(
  store: ReportStore,
  domain: string,
  since: number,
  further: readonly Column[] = [],
): Promise<readonly RecentPageview<Column>[] | undefined> {
  const key = `since ${since} ${further.join()}`;
  return remembered<readonly RecentPageview<Column>[] | undefined>(
    store,
    { key, domain, of: ['pageviews'], isPart: true, from: dayOf(since), to: lastDay },
    async (memory) => {
      if (memory === undefined || (await cameManyBefore(store, domain, since)))
        return { value: undefined, rows: 0 };
      const most = maxRecentPageviews(store);
      const all = [...columns, ...further.map((name) => columnOf(name))];
      const found = await store.query<RecentPageview<Column>>(
        `SELECT ${all.join(', ')} FROM pageviews WHERE ${rowsIn(since, Number.POSITIVE_INFINITY)}
        LIMIT ${most + 1}`,
        { domain },
      );
      const value = found.length > most ? undefined : found.toSorted((a, b) => a.ms - b.ms || a.tie - b.tie);
      return { value, rows: rowsOfRecent * (value?.length ?? 0) };
    },
  );
}

function columnOf(name: RecentColumn): string {
  const expression = expressions[name] ?? name;
  return expression === name ? name : `${expression} AS ${name}`;
}

/** As many as before are going to come, so it is not tried each time. */
async function cameManyBefore(store: ReportStore, domain: string, since: number): Promise<boolean> {
  const start = since - quarterMs;
  const [row] = await rememberedRows<{ pageviews: number }>(
    store,
    { key: 'a quarter', domain, of: ['pageviews'], from: dayOf(start), to: dayOf(since), before: since },
    `SELECT count() AS pageviews FROM pageviews WHERE ${rowsIn(start, since)}`,
    { domain },
  );
  return (row?.pageviews ?? 0) > maxRecentPageviews(store);
}
