/** Asks for the groups of a report, whatever is remembered. Source: spec sections 4.2 and 4.3. */
import type { ReportStore } from '../answers/report-store.ts';
import type { Report, ReportRequest } from './report.ts';
import { type Groups, type Row, type RowSpan, statementOf } from './sql.ts';
import { visitRows } from './visit-rows.ts';
import { visitorRows } from './visitor-rows.ts';

export async function askGroups(store: ReportStore, report: Report, request: ReportRequest): Promise<Groups> {
  if (report.source === 'visits') return visitRows(store, report, request);
  if (report.source === 'visitors') return visitorRows(store, report, request);
  return rowGroups(store, report, request);
}

/** Of a report that counts rows of a table. */
export async function rowGroups(
  store: ReportStore,
  report: Report,
  request: ReportRequest,
  span: RowSpan = {},
): Promise<Groups> {
  const { sql, params } = statementOf(report, request, span);
  return { rows: await store.query<Row>(sql, params), to: request.range.to };
}
