/** The groups of reports that count distinct visitors. Source: spec section 4.2, contract section 6. */
import { dayOf } from '../../core/date-range.ts';
import type { ReportStore } from '../answers/report-store.ts';
import type { VisitorKey } from '../engine/schema/visitor-days.ts';
import { startOfCount, type VisitorQuestion, visitorCounts, visitorLists } from '../visits/visitor-sql.ts';
import { type VisitorDays, visitorDaysOf } from '../visits/visitor-states.ts';
import type { Report, ReportRequest } from './report.ts';
import { deviceLists } from './shape.ts';
import { dimensionOf, type Groups, type Row, sumOf } from './sql.ts';

/** Those of the pageviews before an instant, in milliseconds since the Unix epoch; by default of all. */
export async function visitorRows(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
  until?: number,
): Promise<Groups> {
  const rows = await groups(store, report, request, until);
  return { rows, to: request.range.to };
}

export const deviceKeys: readonly VisitorKey[] = deviceLists.map(({ dimension }) => dimension);

async function groups(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
  until: number | undefined,
): Promise<Row[]> {
  const region = report.dimension === 'location_type' ? request.region : undefined;
  const question: VisitorQuestion = { range: request.range, by: groupingOf(report, request), region, until };
  const days = await daysOf(store, request, question);
  if (report.shape.kind === 'devices') {
    const legs = visitorLists(question, deviceKeys, days);
    if (legs.length === 0) return [];
    return store.query<Row>(
      `SELECT list, key, sum(n) AS total, sum(total) OVER (PARTITION BY list) AS whole
      FROM (${legs.join('\nUNION ALL\n')}) GROUP BY list, key`,
      { domain: request.domainUuid },
    );
  }
  const legs = visitorCounts(question, days);
  if (legs.length === 0) return [];
  const { sql, params } = sumOf(legs, dimensionOf(report, request), request);
  return store.query<Row>(sql, region === undefined ? params : { ...params, region });
}

/** With a region nothing derived is used: `since_city` tells of a city's name in the country, whatever region it is in. */
async function daysOf(
  store: ReportStore,
  { domainUuid, range, nowMs }: ReportRequest,
  question: VisitorQuestion,
): Promise<VisitorDays> {
  if (question.region !== undefined) return { derived: [], readFrom: range.from };
  return visitorDaysOf(store, domainUuid, range, startOfCount(question), dayOf(nowMs));
}

export function groupingOf(
  report: Report,
  { frequency, locationType }: ReportRequest,
): VisitorQuestion['by'] {
  if (report.dimension === 'date') return { frequency };
  return report.dimension === 'location_type' ? { key: locationType } : 'all';
}
