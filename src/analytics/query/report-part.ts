/**
 * The parts of a statement that count what scripts beside the tracker report of pageviews. A report belongs to its visitor's latest
 * pageview of that path before it, whose visit, place and time it counts under.
 * Source: docs/reference/engagement.md ("What is counted"), docs/reference/web-vitals.md ("What is counted").
 */
import { dayOf, lastDay } from '../../core/date-range.ts';
import type { ReportName } from '../../core/report-scripts.ts';
import { dayMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { rowsIn } from '../engine/row-spans.ts';
import { isReport } from '../engine/schema/events.ts';
import { type Person, readPersons } from '../visits/persons.ts';
import { pageviewName, personOf } from '../visits/visit-rule.ts';
import type { VisitSource } from '../visits/visit-source.ts';
import { type EventField, fieldOf } from './event-fields.ts';
import type { VisitorQuery } from './query.ts';
import { dimensionColumns, fieldsOf, totalColumns, visitColumns } from './query-columns.ts';
import { dimensionKeys, groupBy } from './result-rows.ts';
import type { TimeRange } from './time-range.ts';
import { eventColumns, singleEvents } from './visit-parts.ts';
import { type TotalName, visitorOf } from './visitor-metrics.ts';

/** What is made of reports, in SQL. */
type Measures = {
  /** What each row of `events` has. */
  readonly values: readonly string[];
  /** What each pageview has, of `value`: a function gets SQL of the list of one value of its reports. */
  readonly ofView: readonly ((list: string) => string)[];
  /** What each visit's page has, by name: a function gets SQL of the list of what its views have. */
  readonly ofPage: Readonly<Record<string, (list: string) => string>>;
};

const vitals = ['lcp', 'inp', 'ttfb', 'cls'];
const flat = (list: string): string => `arrayFlatten(${list})`;

const measures: Readonly<Record<ReportName, Measures>> = {
  engagement: {
    values: ["toInt64OrZero(props['e'])", "toInt64OrZero(props['sd'])"],
    ofView: [(list) => `arraySum(${list})`, (list) => `arrayMax(${list})`],
    ofPage: { engaged: (list) => `arraySum(${list})`, depth: (list) => `arrayMax(${list})` },
  },
  vitals: {
    // -1: not measured.
    values: vitals.map((name) => `ifNull(toInt64OrNull(props['${name}']), -1)`),
    ofView: vitals.map(() => (list) => `arrayFilter(one -> one >= 0, ${list})`),
    ofPage: { lcps: flat, inps: flat, ttfbs: flat, layout_shifts: flat },
  },
};

/** A report has the hash of its pageview only as long as the salt lasts, a month at most. */
const longestSaltMs = 32 * dayMs;

/** The persons whose hash changed while reports of the range came in; undefined when there are none. */
export async function readReporters(
  store: ReportStore,
  domain: string,
  range: TimeRange,
  name: ReportName,
): Promise<readonly Person[] | undefined> {
  const [found] = await store.query<{ reports: string | number }>(
    `SELECT count() AS reports FROM events WHERE ${reportTimes(range)} AND ${isReport(name)}`,
    { domain },
  );
  if (Number(found?.reports ?? 0) === 0) return undefined;
  const days = { from: dayOf(range.since), to: Math.min(lastDay, dayOf(range.until + longestSaltMs)) };
  return readPersons(store, domain, days);
}

/** SQL: the rows of a domain in which reports of the range's pageviews may be. */
function reportTimes({ since, until }: TimeRange): string {
  return rowsIn(since, until + longestSaltMs);
}

/** Counts `counted` over the visits that overlap the range; `reporters` is what {@link readReporters} answers. */
export function reportPart(
  query: VisitorQuery,
  { name, counted }: { readonly name: ReportName; readonly counted: readonly TotalName[] },
  overlap: VisitSource | undefined,
  reporters: readonly Person[] | undefined,
  wanted: readonly TotalName[],
): string[] {
  if (overlap === undefined || reporters === undefined) return [];
  const fields = new Set<EventField>(['path', ...fieldsOf(query)]);
  const columns = eventColumns(fields, visitColumns(query));
  const views = [...overlap.stored(columns), ...overlap.live(columns)].map((select) =>
    singleEvents(query, fields, select, '1', (time, visitor) => [
      ...dimensionColumns(query, { time, day: `toDate(${time}, 'UTC')` }, fieldOf('one')),
      `(${visitorOf(query.over, 'visitor')}, started) AS viewing_visit`,
      'one_path AS viewed_path',
      'one_name AS viewed_name',
      `${time} AS viewed_at`,
      `${visitorOf(query.over, personOf(reporters, visitor))} AS viewer`,
    ]),
  );
  if (views.length === 0) return [];
  const keys = [...dimensionKeys(query), 'viewing_visit', 'viewed_path'];
  const { ofView, ofPage } = measures[name];
  // The first element of `reported` is the time of the view.
  const ofPages = Object.entries(ofPage).map(
    ([column, make], index) => `${make(`arrayMap(view -> view.${index + 2}, reported)`)} AS ${column}`,
  );
  const shown = [...dimensionKeys(query), ...totalColumns(wanted, counted, 'visits')];
  // Two views of a path in the same millisecond share their reports, which count once.
  return [
    `SELECT ${shown.join(', ')}
    FROM (
      SELECT ${[...dimensionKeys(query), ...ofPages].join(', ')}
      FROM (
        SELECT ${keys.join(', ')}, groupUniqArray((viewed_at, ${ofView.map((_, index) => `view_${index}`).join(', ')})) AS reported
        FROM (${views.join('\nUNION ALL\n')}) AS views
        INNER JOIN (${reportedViews(query, name, reporters)}) AS reports
          ON viewer = reporter AND viewed_path = reported_path AND viewed_at = reported_view
        WHERE viewed_name = '${pageviewName}'
        GROUP BY ${keys.join(', ')})) AS v ${groupBy(query)}`,
  ];
}

/** SELECT of the pageviews that have reports: their person, path and time, and what is made of the reports. */
function reportedViews(
  { range, over }: Pick<VisitorQuery, 'range' | 'over'>,
  name: ReportName,
  persons: readonly Person[],
): string {
  const isOne = isReport(name);
  const { values, ofView } = measures[name];
  // A report of the first half hour of a salt names its visitor before, whether or not any event does.
  const visitor = `if(${isOne} AND previous_visitor != 0, previous_visitor, visitor)`;
  const made = ofView.map(
    (make, index) =>
      `${make(`arrayMap(report -> report.${index + 3}, arraySlice(view, 2))`)} AS view_${index}`,
  );
  return `SELECT reporter, reported_path, view[1].1 AS reported_view, ${made.join(', ')}
    FROM (
      SELECT ${visitorOf(over, personOf(persons, visitor))} AS reporter, path AS reported_path,
        arraySort(groupArray((time, toUInt8(${isOne}), ${values.join(', ')}))) AS list,
        arraySplit(one -> one.2 = 0, list) AS list_views
      FROM events WHERE ${reportTimes(range)} AND (name = '${pageviewName}' OR (${isOne}))
      GROUP BY reporter, reported_path HAVING max(${isOne}))
    ARRAY JOIN list_views AS view
    WHERE view[1].2 = 0 AND length(view) > 1`;
}
