/** Questions to the web-analytics reports, and what holds their answers against the slow computation. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import type { ReportStore } from '../../../src/analytics/engine/report-store.ts';
import {
  locationTypes,
  parametersOf,
  type Report,
  type ReportRequest,
  utmParams,
} from '../../../src/analytics/reports/report.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { webReports } from '../../../src/analytics/reports/web-reports.ts';
import { formatDay, frequencies } from '../../../src/core/date-range.ts';
import { anyWebRange, firstDay, lastDay } from './random-pageviews.ts';
import { slowWebReport } from './slow-web-reports.ts';

/** `region` is for the cities of one; everything is asked without it too. */
type AnyReportRequest = Omit<ReportRequest, 'domainUuid' | 'region'> & { readonly region: string };

export const anyReportRequest: fc.Arbitrary<AnyReportRequest> = fc.record({
  range: anyWebRange,
  frequency: fc.constantFrom(...frequencies),
  limit: fc.constantFrom(1, 2, 1_000, 1_000),
  utmParam: fc.constantFrom(...utmParams),
  locationType: fc.constantFrom(...locationTypes),
  // Nobody was in the last one.
  region: fc.constantFrom('DE-BY', 'DE-BY', 'DE-SN', 'US-OH'),
  // Before, amid and after the pageviews: days from today on are read whatever is derived of them.
  nowMs: fc.oneof(
    fc.integer({ min: firstDay * 86_400_000, max: lastDay * 86_400_000 }),
    fc.integer({ min: (lastDay + 1) * 86_400_000, max: (lastDay + 9) * 86_400_000 }),
  ),
});

/** Asks every report, and for the cities of a region. */
export async function expectRight(
  store: ReportStore,
  rows: readonly PageviewRow[],
  domain: string,
  { region, ...question }: AnyReportRequest,
  when = '',
): Promise<void> {
  for (const report of webReports) await expectAnswer(store, rows, domain, report, question, when);
  const cities = { ...question, locationType: 'city', region } as const;
  for (const report of webReports.filter((each) => parametersOf(each).includes('region')))
    await expectAnswer(store, rows, domain, report, cities, `${region} ${when}`);
}

/** Asks one report. */
export async function expectAnswer(
  store: ReportStore,
  rows: readonly PageviewRow[],
  domain: string,
  report: Report,
  question: Omit<ReportRequest, 'domainUuid'>,
  when: string,
): Promise<void> {
  const { range } = question;
  const asked = { ...question, domain, from: formatDay(range.from), to: formatDay(range.to) };
  const answer = await runReport(store, report, { ...question, domainUuid: domain });
  const title = `${report.name} ${asked.from} ${asked.to} ${when} `;
  // As text: the order of keys counts.
  expect(title + JSON.stringify(answer)).toBe(
    title + JSON.stringify(slowWebReport(report.name, rows, asked)),
  );
}

/** Cuts rows into pieces. */
export function batchesOf(rows: readonly PageviewRow[], cuts: readonly number[]): PageviewRow[][] {
  const inner = cuts.map((share) => Math.floor(share * rows.length)).toSorted((a, b) => a - b);
  const bounds = [0, ...inner, rows.length];
  return bounds.slice(1).map((end, index) => rows.slice(bounds[index], end));
}
