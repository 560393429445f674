/** Asks the analytics store for a report. Source: design of trip 3, spec sections 4.2 and 4.3. */
import { currentVisitors } from '../visits/current-visitors.ts';
import type { ReportStore } from '../visits/day-states.ts';
import type { Report, ReportRequest } from './report.ts';
import { type Answer, shapeAnswer } from './shape.ts';
import { type Row, statementOf } from './sql.ts';
import { visitRows } from './visit-rows.ts';
import { visitorRows } from './visitor-rows.ts';

export type { ReportStore } from '../visits/day-states.ts';

/** Answers a report as it goes over the wire. Rejects with what the store rejects with. */
export async function runReport(store: ReportStore, report: Report, request: ReportRequest): Promise<Answer> {
  return shapeAnswer(report, request, await rowsOf(store, report, request));
}

function rowsOf(store: ReportStore, report: Report, request: ReportRequest): Promise<Row[]> {
  if (report.source === 'visits') return visitRows(store, report, request);
  if (report.source === 'visitors') return visitorRows(store, report, request);
  const { sql, params } =
    report.source === 'current_visitors'
      ? currentVisitors(request.domainUuid, request.nowMs)
      : statementOf(report, request);
  return store.query<Row>(sql, params);
}
