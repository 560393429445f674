/**
 * SQL for page loads and their classes. Source: docs/reference/page-loads.md ("Classes").
 *
 * A page load is a person's if a view of the same visitor arrived within a minute of it. Page loads and views go through one
 * window, each visitor's from the last to the first, which leaves at each page load the view that comes next. A join with the
 * views takes twice the time, and memory for all of them. A visitor's number is of one domain, so the domain is no part of the window.
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

const msOf = (time: string): string => `toUnixTimestamp64Milli(${time})`;

/** Of a page load, over the columns of {@link rowsWithViews}. */
const conditions: Readonly<Record<PageLoadClass, string>> = {
  verified_crawlers: "bot != '' AND bot_verified = 'verified'",
  claimed_crawlers: "bot != ''",
  people: `(next_view != 0 AND next_view <= ${msOf('time')} + ${minuteMs})`,
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
 * What to select from for the requests that these conditions choose, each with `next_view`: the first view of its visitor that
 * is not before it, in milliseconds since the Unix epoch; 0 for none. `whose` is as in `rowsIn`.
 */
export function rowsWithViews(chosen: string, { since, until }: TimeRange, whose: string): string {
  const views = rowsIn(since, until + minuteMs, whose);
  const mayBeViewed = "page_load != '' AND visitor != 0";
  // The join has no rows: it is there for the columns of `requests`, which the views have empty.
  return `(
    SELECT *, day, bucket, toInt64(0) AS next_view FROM requests WHERE ${chosen} AND NOT (${mayBeViewed})
    UNION ALL
    SELECT * EXCEPT (viewer, at, is_view), minIf(at, is_view) OVER (
        PARTITION BY viewer ORDER BY at DESC, is_view DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS next_view
    FROM (
      SELECT *, day, bucket, visitor AS viewer, ${msOf('time')} AS at, false AS is_view
      FROM requests WHERE ${chosen} AND ${mayBeViewed}
      UNION ALL
      SELECT empty.*, viewer, at, true AS is_view
      FROM (
        SELECT arrayJoin(if(previous_visitor = 0, [visitor], [visitor, previous_visitor])) AS viewer, ${msOf('time')} AS at
        FROM events WHERE ${views} AND name = 'pageview') AS viewed
      LEFT JOIN (SELECT *, day, bucket FROM requests WHERE ${whose} LIMIT 0) AS empty ON viewer = empty.visitor)
    QUALIFY NOT is_view)`;
}
