/**
 * Holds every report to a slow computation over the same random requests, however they were inserted. On each engine.
 * Source: docs/reference/proxy-analytics.md.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RequestRow } from '../../../src/analytics/engine/request-row.ts';
import { proxyReports as reports } from '../../../src/analytics/reports/proxy-reports.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import type { RequestBatch } from '../../../src/analytics/store/analytics-store.ts';
import { frequencies } from '../../../src/core/date-range.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { anyRange, anyRequest } from './random-requests.ts';
import { expectRequestReports } from './request-report-requests.ts';
import { openForSuite } from './store-of-suite.ts';

/** Stand-ins for the domains of a run, which get a uuid of their own each. */
const roles = ['first', 'second'];

/** Random requests in random order, where to cut them into batches, and which batches come twice. */
const anyHistory = fc.record({
  requests: fc.array(anyRequest(roles), { maxLength: 120 }),
  cuts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 }),
  repeated: fc.array(fc.nat({ max: 4 }), { maxLength: 3 }),
});
const anyReportRequest = fc.record({
  range: anyRange,
  frequency: fc.constantFrom(...frequencies),
  limit: fc.oneof(fc.constantFrom(1, 2, 3), fc.constant(1_000)),
});
/** Of web analytics only. */
const otherParameters = { utmParam: 'utm_source', locationType: 'country', nowMs: 0 } as const;

onChdb('reports of requests', () => {
  const getStore = openForSuite(chdbLocation);
  test('property: answer what the slow computation answers', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyHistory,
        fc.array(anyReportRequest, { minLength: 1, maxLength: 3 }),
        async ({ requests, cuts, repeated }, questions) => {
          const uuids = new Map(roles.map((role) => [role, newUuid()]));
          const rows = requests.map((row) => ({ ...row, domain: uuids.get(row.domain) ?? '' }));
          const batches = cut(rows, cuts);
          for (const batch of [...batches, ...repeated.flatMap((index) => batches[index] ?? [])]) {
            await getStore().insertRequests(batch);
          }
          for (const { range, frequency, limit } of questions) {
            for (const domain of uuids.values())
              await expectRequestReports(getStore(), rows, domain, { range, frequency, limit }, 0);
          }
        },
      ),
      { numRuns: runs(12), endOnFailure: true },
    );
  });

  test('of a domain nobody asked for are zeros, empty lists and complete series', async () => {
    const range = { from: 19_782, to: 19_783 };
    const answers = await Promise.all(
      reports.map(async (report) => [
        report.name,
        await runReport(getStore(), report, {
          domainUuid: newUuid(),
          range,
          frequency: 'day',
          limit: 10,
          ...otherParameters,
        }),
      ]),
    );
    const zeros = { data: { '2024-02-29': 0, '2024-03-01': 0 } };
    expect(Object.fromEntries(answers)).toMatchObject({
      request_count: { count: 0 },
      request_counts_by_date: zeros,
      total_data_transfer: { bytes: 0 },
      data_transfer_by_date: zeros,
      average_response_time: { duration: 0 },
      average_response_time_by_date: zeros,
      response_time_distribution: { data: { '0-100ms': '0', '10s+': '0' } },
      files: { data: [] },
      response_codes: { data: [] },
      bot_requests: { data: [] },
      datacenter_requests: { data: [] },
    });
  });
});

function cut(rows: readonly RequestRow[], cuts: readonly number[]): RequestBatch[] {
  const bounds = [
    0,
    ...cuts.map((share) => Math.floor(share * rows.length)).toSorted((a, b) => a - b),
    rows.length,
  ];
  return bounds
    .slice(1)
    .map((end, index) => rows.slice(bounds[index], end))
    .filter((part) => part.length > 0)
    .map((part) => ({ name: newUuid(), rows: part, mayBeStored: true }));
}
