/** Asks the analytics store for a report: a query with a name, and its shape. Source: docs/reference/web-analytics.md. */
import { dayMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import type { VisitorKey } from '../engine/schema/visitor-days.ts';
import type { Filter, Query } from '../query/query.ts';
import { type RawRow, requestQueryRows, visitorQueryRows } from '../query/run-query.ts';
import type { TimeDimension } from '../query/vocabulary.ts';
import { currentVisitors } from '../visits/current-visitors.ts';
import { countedVisitors } from '../visits/derived-visitors.ts';
import { startOfCount, type VisitorGroups, visitorCounts } from '../visits/visitor-counts.ts';
import { assistantRows } from './assistants.ts';
import { dimensionOf } from './labels.ts';
import { measures } from './measures.ts';
import { pageLoadRows } from './page-loads.ts';
import type { Report, ReportRequest } from './report.ts';
import { type Answer, deviceLists, type Row, shapeAnswer } from './shape.ts';

/** How many groups are fetched of those whose labels only the program knows. */
const maxGroups = 60_000;

/** Answers a report as it goes over the wire. Rejects with what the store rejects with. */
export async function runReport(store: ReportStore, report: Report, request: ReportRequest): Promise<Answer> {
  const { shape } = report;
  if (shape.kind === 'assistants') return { data: await assistantRows(store, request) };
  if (shape.kind === 'page_loads') return { data: await pageLoadRows(store, request) };
  return shapeAnswer(shape, report, request, await rowsOf(store, report, request));
}

async function rowsOf(store: ReportStore, report: Report, request: ReportRequest): Promise<readonly Row[]> {
  // Distinct visitors have rows of their own, by which they add up.
  if (report.measure === 'visitors') return visitorRows(store, report, request);
  const measure = measures[report.measure];
  if (measure.over === 'now')
    return [{ total: await currentVisitors(store, request.domainUuid, request.nowMs) }];
  const rows =
    measure.over === 'requests'
      ? await requestQueryRows(store, request.domainUuid, queryOf(measure.metric, report, request))
      : await visitorQueryRows(store, request.domainUuid, {
          ...queryOf(measure.metric, report, request),
          goals: [],
        });
  return rows.map(toRow);
}

function toRow({ d0, m0 = 0, sum = 0 }: RawRow): Row {
  return { ...(d0 === undefined ? {} : { key: d0 }), total: m0, whole: sum };
}

/** What a report asks, in the words of queries over requests or visitors. */
function queryOf<Metric extends string, Word extends string>(
  metric: Metric,
  report: Report,
  request: ReportRequest,
): Query<Metric, Word | TimeDimension> {
  const { word, isPresent = false, order } = dimensionOf(report, request);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a report's dimension is one of its measure's
  const named = word as Word | undefined;
  const isList = report.shape.kind === 'list';
  const unnamed: Filter<Word> | undefined =
    named !== undefined && isPresent
      ? { kind: 'test', operator: 'is', dimension: named, values: [''], place: '' }
      : undefined;
  const time: TimeDimension = `time:${request.frequency}`;
  const { from, to } = request.range;
  return {
    metrics: [metric],
    dimensions: report.dimension === 'date' ? [time] : named === undefined ? [] : [named],
    range: { since: from * dayMs, until: (to + 1) * dayMs, zone: 'UTC' },
    filters: unnamed === undefined ? [] : [{ kind: 'not', filter: unnamed }],
    orderBy: isList ? [{ by: metric, direction: 'desc' }] : [],
    limit: isList && order !== undefined ? request.limit : maxGroups,
    offset: 0,
    include: { timeLabels: false, totalRows: false, sum: isList, countedOnly: true },
  };
}

async function visitorRows(store: ReportStore, report: Report, request: ReportRequest): Promise<Row[]> {
  const { range, domainUuid: domain, limit } = request;
  const region = report.dimension === 'location_type' ? request.region : undefined;
  const by = groupsOf(report, request);
  // `since_city` tells of a city's name in the country, whatever region it is in.
  const counted =
    region === undefined
      ? await countedVisitors(store, domain, range, startOfCount(range, by))
      : {
          from: range.from,
          derived: [],
          read: [{ since: range.from * dayMs, until: (range.to + 1) * dayMs }],
        };
  const counts = visitorCounts(by, counted, region);
  if (counts.length === 0) return [];
  const order = report.shape.kind === 'list' ? dimensionOf(report, request).order : undefined;
  return store.query<Row>(
    `SELECT list, key, sum(n) AS total, sum(total) OVER (PARTITION BY list) AS whole
    FROM (${counts.join('\nUNION ALL\n')}) GROUP BY list, key HAVING total != 0
    ${order === undefined ? `LIMIT ${maxGroups}` : `ORDER BY total DESC, ${order} LIMIT {limit:UInt32}`}`,
    { domain, ...(order === undefined ? {} : { limit }), ...(region === undefined ? {} : { region }) },
  );
}

function groupsOf(report: Report, { frequency, locationType }: ReportRequest): VisitorGroups {
  if (report.dimension === 'date') return { frequency };
  if (report.shape.kind === 'devices')
    return { keys: deviceLists.map(({ dimension }): VisitorKey => dimension) };
  return report.dimension === 'location_type' ? { keys: [locationType] } : 'all';
}
