/**
 * SQL for page loads and their classes. Source: docs/reference/page-loads.md ("Classes").
 *
 * A page load is a person's if a view of the same visitor arrived within a minute of it. Page loads and views go through one
 * window, each visitor's from the last to the first, which leaves at each page load the view that comes next, a few days at a time.
 * A join with the views takes twice the time, and memory for all of them. A visitor's number is of one domain, so the domain is no
 * part of the window.
 */
import { type PageLoadClass, pageLoadClasses } from '../../core/page-load.ts';
import { dayMs, minuteMs } from '../../core/time.ts';
import { requestTarget } from '../engine/insert-targets.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { instant, rowsIn } from '../engine/row-spans.ts';
import { textLiteral } from './text-literal.ts';
import type { TimeRange } from './time-range.ts';

export const pageLoadMetricNames: readonly ['page_loads', ...typeof pageLoadClasses] = [
  'page_loads',
  ...pageLoadClasses,
];
export type PageLoadMetric = (typeof pageLoadMetricNames)[number];

/** Of a page load, over the columns of {@link rowsWithViews}. */
const classConditions: Readonly<Record<PageLoadClass, string>> = {
  verified_crawlers: "bot != '' AND bot_verified = 'verified'",
  claimed_crawlers: "bot != ''",
  people: `(next_view >= time AND next_view <= time + toIntervalMillisecond(${minuteMs}))`,
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
  const others = before.map((each) => `NOT (${classConditions[each]})`);
  return `countIf(${["page_load != ''", ...others, classConditions[name]].join(' AND ')})`;
}

/** Of what may be a person's. A crawler's class is known without views. */
const mayBeViewed = "page_load != '' AND visitor != 0 AND bot = ''";

type Span = Pick<TimeRange, 'since' | 'until'>;

/** Which requests are asked about, as SQL. */
type Asked = {
  /** As in `rowsIn`, of the requests and of the events. */
  readonly whose: string;
  readonly ofEvents: string;
  readonly conditions: readonly string[];
  /** Columns that tell a visitor from all others. */
  readonly viewer: string;
};

const rowsOfSpan = 2_000_000;
const maxSpans = 64;
/**
 * Of all conditions in the statement, which each span repeats, in characters. Five of them are an element of the statement or less, of
 * which it may have 50,000; a span has 400 besides.
 */
const maxConditionsLength = 100_000;

/** Whether a metric needs to know which page loads were viewed. */
export function readsViews(metric: string): boolean {
  return metric === 'people' || metric === 'not_measured' || metric === 'unexplained';
}

/** The columns of `requests`, in page loads and in views: what those don't have is empty. */
const columns = Object.entries(requestTarget.columnsFor(1).columns).map(([name, { type }]) => {
  const empty = `defaultValueOfTypeName(${textLiteral(type)}) AS ${name}`;
  const isEmpty = name === 'bot' || name === 'bot_class' || name === 'bot_verified';
  const isOfViews = name === 'domain' || name === 'visitor' || name === 'time';
  return { name, ofLoad: isEmpty ? empty : name, ofView: isOfViews ? name : empty };
});
const names = columns.map(({ name }) => name).join(', ');
const ofLoads = columns.map(({ ofLoad }) => ofLoad).join(', ');
const ofViews = columns.map(({ ofView }) => ofView).join(', ');

/**
 * What to select from for the requests of a range that meet conditions, each with `next_view`: the time of the first view of its
 * visitor that is not before it, or that of the epoch. `spans` make up the range.
 */
export function rowsWithViews(
  { since, until }: Span,
  spans: readonly Span[],
  { whose, conditions, ofEvents, viewer }: Asked,
): string {
  const chosen = (from: number, to: number, condition: string): string =>
    [rowsIn(from, to, whose), ...conditions, condition].join(' AND ');
  const others = `SELECT ${names}, day, bucket, ${instant(0)} AS next_view FROM requests WHERE ${chosen(since, until, `NOT (${mayBeViewed})`)}`;
  const viewed = spans.map((span) => {
    const views = `FROM events WHERE ${rowsIn(span.since, span.until + minuteMs, ofEvents)} AND name = 'pageview'`;
    // A query of its own: the conditions are on what is stored.
    const loads = `SELECT ${names}, day, bucket FROM requests WHERE ${chosen(span.since, span.until, mayBeViewed)}`;
    // The engine sorts only the columns that the query needs.
    return `SELECT ${names}, day, bucket, minIf(time, is_view) OVER (
        PARTITION BY ${viewer} ORDER BY time DESC, is_view DESC ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS next_view
      FROM (
        SELECT ${ofLoads}, day, bucket, false AS is_view FROM (${loads})
        UNION ALL
        SELECT ${ofViews}, toDate(0) AS day, toUInt8(0) AS bucket, true AS is_view FROM (
          SELECT domain, visitor, time ${views} UNION ALL SELECT domain, previous_visitor AS visitor, time ${views} AND previous_visitor != 0))
      QUALIFY NOT is_view`;
  });
  return `(${[others, ...viewed].join('\nUNION ALL\n')})`;
}

/**
 * Cuts a range between days into spans of about {@link rowsOfSpan} requests and events: several small sorts take less time, and
 * memory, than a large one. A span of a small domain is the whole range.
 */
export async function viewSpans(
  store: ReportStore,
  domain: string,
  range: Span,
  { whose, conditions, ofEvents }: Asked,
): Promise<Span[]> {
  const days = await store.query<{ number: number; count: number }>(
    `SELECT toInt32(day) AS number, toFloat64(sum(rows)) AS count FROM (
      ${rowsPerDay('requests', range, whose)} UNION ALL ${rowsPerDay('events', range, ofEvents)})
    GROUP BY day ORDER BY day`,
    { domain },
  );
  const all = days.reduce((sum, { count }) => sum + count, 0);
  const length = [whose, ofEvents, ...conditions].join('').length;
  const spanCount = Math.min(maxSpans, maxConditionsLength / length);
  const most = Math.max(rowsOfSpan, all / spanCount);
  const spans: Span[] = [];
  let [since, rows] = [range.since, 0];
  for (const { number, count } of days) {
    const start = number * dayMs;
    if (rows >= most && start > since && start < range.until) {
      spans.push({ since, until: start });
      [since, rows] = [start, 0];
    }
    rows += count;
  }
  return [...spans, { since, until: range.until }];
}

/** Whole days, which projections count. */
function rowsPerDay(table: string, { since, until }: Span, whose: string): string {
  const days = rowsIn(Math.floor(since / dayMs) * dayMs, Math.ceil(until / dayMs) * dayMs, whose);
  return `SELECT day, count() AS rows FROM ${table} WHERE ${days} GROUP BY day`;
}
