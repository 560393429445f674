/**
 * Holds every report to a rollup: without one it would read every request of the domain. Source:
 * docs/reference/analytics-store.md ("The table `requests`").
 */
import { beforeAll, expect, test } from 'vitest';
import { noRowDetails, type RequestRow } from '../../../src/analytics/engine/request-row.ts';
import { proxyReports as reports } from '../../../src/analytics/reports/proxy-reports.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { frequencies } from '../../../src/core/date-range.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { openForSuite } from './store-of-suite.ts';

const projections: Readonly<Record<string, string>> = {
  request_count: 'by_day',
  request_counts_by_date: 'by_day',
  total_data_transfer: 'by_day',
  data_transfer_by_date: 'by_day',
  average_response_time: 'by_day',
  average_response_time_by_date: 'by_day',
  response_time_distribution: 'by_day',
  files: 'by_path_day',
  response_codes: 'by_day',
  bot_requests: 'by_client',
  datacenter_requests: 'by_client',
};

const range = { from: 20_000, to: 20_030 };
const dayMs = 86_400_000;

onChdb('projections of reports', () => {
  const getStore = openForSuite(chdbLocation);
  const domainUuid = newUuid();

  beforeAll(async () => {
    const rows = Array.from(
      { length: 5_000 },
      (_, index): RequestRow => ({
        domain: domainUuid,
        time: (range.from + (index % 31)) * dayMs + index,
        duration_us: index * 1_000,
        bytes_in: 400,
        bytes_out: 4_000,
        status: index % 10 === 0 ? 404 : 200,
        method: 'GET',
        path: `/${index % 100}`,
        bot: index % 7 === 0 ? 'Googlebot' : '',
        datacenter: index % 7 === 0 ? 'google-cloud' : '',
        ...noRowDetails,
      }),
    );
    await getStore().insertRequests({ name: newUuid(), rows, mayBeStored: false });
  });

  test.each(reports)('$name reads a projection', async (report) => {
    for (const frequency of frequencies) {
      const reads: string[] = [];
      const store = {
        query: async <Row>(sql: string, params: Record<string, unknown>): Promise<Row[]> => {
          const plan = await getStore().query<{ explain: string }>(`EXPLAIN ${sql}`, params);
          reads.push(...plan.flatMap(({ explain }) => /ReadFromMergeTree \((.*)\)/.exec(explain)?.[1] ?? []));
          return getStore().query<Row>(sql, params);
        },
      };
      await runReport(store, report, {
        domainUuid,
        range,
        frequency,
        limit: 1_000,
        utmParam: 'utm_source',
        locationType: 'country',
        nowMs: 0,
      });
      // Each partition may be read by a step of its own.
      expect(new Set(reads)).toEqual(new Set([projections[report.name]]));
    }
  });
});
