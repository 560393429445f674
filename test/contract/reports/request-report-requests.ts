/** Holds the reports of requests to the slow computation. */
import { expect } from 'vitest';
import type { ReportStore } from '../../../src/analytics/engine/report-store.ts';
import type { RequestRow } from '../../../src/analytics/engine/request-row.ts';
import { proxyReports } from '../../../src/analytics/reports/proxy-reports.ts';
import type { ReportRequest } from '../../../src/analytics/reports/report.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { formatDay } from '../../../src/core/date-range.ts';
import { slowReport } from './slow-reports.ts';

/** Asks every report of requests. `rows` are all there are, of whatever domain. */
export async function expectRequestReports(
  store: ReportStore,
  rows: readonly RequestRow[],
  domain: string,
  question: Pick<ReportRequest, 'range' | 'frequency' | 'limit'>,
  nowMs: number,
): Promise<void> {
  const { range, frequency, limit } = question;
  const asked = { domain, from: formatDay(range.from), to: formatDay(range.to), frequency, limit };
  // Of web analytics only.
  const others = { utmParam: 'utm_source', locationType: 'country' } as const;
  for (const report of proxyReports) {
    const answer = await runReport(store, report, { ...question, ...others, domainUuid: domain, nowMs });
    // As text: the order of keys counts, and so does 1 against "1".
    expect(`${report.name} ${JSON.stringify(answer)}`).toBe(
      `${report.name} ${JSON.stringify(slowReport(report.name, rows, asked))}`,
    );
  }
}
