/**
 * SQL for page loads and their classes. Source: docs/reference/page-loads.md ("Classes").
 *
 * A page load is a person's if a view of the same visitor arrived within a minute of it. Views are grouped by visitor and
 * minute of the clock, so that one join answers that: such a view is in the page load's own minute, not before it, or in
 * the next one, no more than a minute after it. A visitor's number is of one domain, so the domain is no part of the join.
 */
import { type PageLoadClass, pageLoadClasses } from '../../core/page-load.ts';
import { minuteMs } from '../../core/time.ts';
import { rowsIn } from '../engine/row-spans.ts';
import type { TimeRange } from './time-range.ts';

export const pageLoadMetricNames: readonly ['page_loads', ...typeof pageLoadClasses] = [
  'page_loads',
  ...pageLoadClasses,
];
export type PageLoadMetric = (typeof pageLoadMetricNames)[number];

const minuteOf = (ms: string): string => `intDiv(${ms}, ${minuteMs})`;
const msOf = (time: string): string => `toUnixTimestamp64Milli(${time})`;

/** Of a page load, over the columns of {@link rowsWithViews}. */
const conditions: Readonly<Record<PageLoadClass, string>> = {
  verified_crawlers: "bot != '' AND bot_verified = 'verified'",
  claimed_crawlers: "bot != ''",
  people: `(last_view >= ${msOf('time')} OR (next_view != 0 AND next_view <= ${msOf('time')} + ${minuteMs}))`,
  not_measured: "page_load = 'not_measured'",
  unexplained: '1',
};

/** SQL that aggregates rows of `requests`, or of {@link rowsWithViews} where {@link readsViews} says so. */
export const pageLoadMetrics: Readonly<Record<PageLoadMetric, string>> = {
  page_loads: "countIf(page_load != '')",
  verified_crawlers: countOf('verified_crawlers'),
  claimed_crawlers: countOf('claimed_crawlers'),
  people: countOf('people'),
  not_measured: countOf('not_measured'),
  unexplained: countOf('unexplained'),
};

/** The page loads that fit the class, and none before it. */
function countOf(name: PageLoadClass): string {
  const before = pageLoadClasses.slice(0, pageLoadClasses.indexOf(name));
  const others = before.map((each) => `NOT (${conditions[each]})`);
  return `countIf(${["page_load != ''", ...others, conditions[name]].join(' AND ')})`;
}

/** Whether a metric needs to know which page loads were viewed. */
export function readsViews(metric: string): boolean {
  return metric === 'people' || metric === 'not_measured' || metric === 'unexplained';
}

/**
 * What to select from for the requests that these conditions choose, each with `last_view`, the last view of its visitor in
 * its own minute, and `next_view`, the first one in the next; 0 for none. Milliseconds since the Unix epoch. `whose` is as
 * in `rowsIn`.
 */
export function rowsWithViews(chosen: string, { since, until }: TimeRange, whose: string): string {
  const views = rowsIn(since, until + minuteMs, whose);
  return `(SELECT *, day, bucket, ${minuteOf(msOf('time'))} AS minute FROM requests WHERE ${chosen}) AS loaded
    LEFT JOIN (
      SELECT viewer, viewed_minute,
        maxIf(at, ${minuteOf('at')} = viewed_minute) AS last_view, minIf(at, ${minuteOf('at')} > viewed_minute) AS next_view
      FROM (
        SELECT ${msOf('time')} AS at, arrayJoin([visitor, previous_visitor]) AS viewer,
          ${minuteOf(msOf('time'))} - arrayJoin([0, 1]) AS viewed_minute
        FROM events WHERE ${views} AND name = 'pageview')
      WHERE viewer != 0
      GROUP BY viewer, viewed_minute) AS views
    ON visitor = viewer AND minute = viewed_minute`;
}
