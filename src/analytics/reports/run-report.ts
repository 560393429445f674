/** Asks the analytics store for a report. Source: design of trip 3, spec section 4.3. */
import type { Report, ReportRequest } from './report.ts';
import { type Answer, shapeAnswer } from './shape.ts';
import { type Row, statementOf } from './sql.ts';

/** What reports need of the analytics store. */
export interface ReportStore {
  query<T>(sql: string, params: Record<string, unknown>): Promise<T[]>;
}

/** Answers a report as it goes over the wire. Rejects with what the store rejects with. */
export async function runReport(store: ReportStore, report: Report, request: ReportRequest): Promise<Answer> {
  const { sql, params } = statementOf(report, request);
  return shapeAnswer(report, request, await store.query<Row>(sql, params));
}
