/**
 * The part of a statement that counts how long pages were looked at and how far they were scrolled. A report belongs to its
 * visitor's latest pageview of that path before it, whose visit, place and time it counts under.
 * Source: docs/reference/engagement.md ("What is counted").
 */
import { dayOf, lastDay } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { rowsIn } from '../engine/row-spans.ts';
import { isEngagement } from '../engine/schema/events.ts';
import { type Person, readPersons } from '../visits/persons.ts';
import { pageviewName, personOf } from '../visits/visit-rule.ts';
import type { VisitSource } from '../visits/visit-source.ts';
import { type EventField, fieldOf } from './event-fields.ts';
import type { VisitorQuery } from './query.ts';
import { dimensionColumns, fieldsOf, totalColumns, visitColumns } from './query-columns.ts';
import { dimensionKeys, groupBy } from './result-rows.ts';
import type { TimeRange } from './time-range.ts';
import { eventColumns, singleEvents } from './visit-parts.ts';
import type { TotalName } from './visitor-metrics.ts';

/** A report has the hash of its pageview only as long as the salt lasts, a month at most. */
const longestSaltMs = 32 * dayMs;

/** The persons whose hash changed while reports of the range came in; undefined when there are none. */
export async function readReporters(
  store: ReportStore,
  domain: string,
  range: TimeRange,
): Promise<readonly Person[] | undefined> {
  const [found] = await store.query<{ reports: string | number }>(
    `SELECT count() AS reports FROM events WHERE ${reportTimes(range)} AND ${isEngagement}`,
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
export function engagementPart(
  query: VisitorQuery,
  counted: readonly TotalName[],
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
      '(visitor, started) AS viewing_visit',
      'one_path AS viewed_path',
      'one_name AS viewed_name',
      `${time} AS viewed_at`,
      `${personOf(reporters, visitor)} AS viewer`,
    ]),
  );
  if (views.length === 0) return [];
  const keys = [...dimensionKeys(query), 'viewing_visit', 'viewed_path'];
  const shown = [...dimensionKeys(query), ...totalColumns(wanted, counted, 'visits')];
  // Two views of a path in the same millisecond share their reports, which count once.
  return [
    `SELECT ${shown.join(', ')}
    FROM (
      SELECT ${dimensionKeys(query)
        .map((key) => `${key}, `)
        .join('')}arraySum(view -> view.2, reported) AS engaged, arrayMax(view -> view.3, reported) AS depth
      FROM (
        SELECT ${keys.join(', ')}, groupUniqArray((viewed_at, view_engaged, view_depth)) AS reported
        FROM (${views.join('\nUNION ALL\n')}) AS views
        INNER JOIN (${reportedViews(query.range, reporters)}) AS reports
          ON viewer = reporter AND viewed_path = reported_path AND viewed_at = reported_view
        WHERE viewed_name = '${pageviewName}'
        GROUP BY ${keys.join(', ')})) AS v ${groupBy(query)}`,
  ];
}

/** SELECT of the pageviews that have reports: their person, path and time, and what the reports add up to. */
function reportedViews(range: TimeRange, persons: readonly Person[]): string {
  // A report of the first half hour of a salt names its visitor before, whether or not any event does.
  const visitor = `if(${isEngagement} AND previous_visitor != 0, previous_visitor, visitor)`;
  return `SELECT reporter, reported_path, view[1].1 AS reported_view,
      arraySum(one -> one.3, view) AS view_engaged, arrayMax(one -> one.4, view) AS view_depth
    FROM (
      SELECT ${personOf(persons, visitor)} AS reporter, path AS reported_path,
        arraySort(groupArray((time, toUInt8(${isEngagement}), toUInt64OrZero(props['e']), toUInt64OrZero(props['sd'])))) AS list,
        arraySplit(one -> one.2 = 0, list) AS list_views
      FROM events WHERE ${reportTimes(range)} AND (name = '${pageviewName}' OR (${isEngagement}))
      GROUP BY reporter, reported_path HAVING max(${isEngagement}))
    ARRAY JOIN list_views AS view
    WHERE view[1].2 = 0 AND length(view) > 1`;
}
