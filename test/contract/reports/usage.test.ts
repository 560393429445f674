/**
 * Usage of many domains at once is what the fixed reports say of each, and what counting the rows one by one gives. Source:
 * docs/reference/usage.md ("What is counted").
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import type { ReportStore } from '../../../src/analytics/engine/report-store.ts';
import type { RequestRow } from '../../../src/analytics/engine/request-row.ts';
import { lastRequestDays } from '../../../src/analytics/reports/last-requests.ts';
import { reports } from '../../../src/analytics/reports/reports.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { usageInParts, usageOf } from '../../../src/analytics/reports/usage.ts';
import { derive } from '../../../src/analytics/visits/derivation.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { daysOfMonth, monthOf } from '../../../src/core/month.ts';
import type { Usage } from '../../../src/core/usage.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { batchOf, pageviewBatchOf, pageviewRow, requestRow } from '../analytics-store/rows.ts';
import { anyPageviews, lastDay } from './random-pageviews.ts';
import { anyRequest } from './random-requests.ts';
import { openForSuite } from './store-of-suite.ts';

const months = ['2024-02', '2024-03'] as const;
const roles = ['a', 'b', 'idle'];
const dayMs = 86_400_000;

onChdb('usage', () => {
  const getStore = openForSuite(chdbLocation);

  test('the day of the last request of each', async () => {
    const store = getStore();
    const [one, other, idle] = [newUuid(), newUuid(), newUuid()];
    const at = (domain: string, day: string) =>
      requestRow({ domain, time: Date.parse(`${day}T23:59:59.999Z`) });
    const rows = [
      at(one, '2024-02-28'),
      at(one, '2024-02-29'),
      at(one, '2023-01-01'),
      at(other, '1970-01-02'),
    ];
    await store.insertRequests(batchOf(newUuid(), rows, true));
    const days = (from: number) => lastRequestDays(store, [one, other, idle], from);
    expect(await days(0)).toEqual(
      new Map([
        [one, 19_782],
        [other, 1],
      ]),
    );
    expect(await days(19_782)).toEqual(new Map([[one, 19_782]]));
    expect(await days(19_783)).toEqual(new Map());
  });

  test('property: is what the reports say and what counting gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRequest(['a', 'b', 'other']), { maxLength: 80 }),
        anyPageviews(['a', 'b', 'other']),
        fc.boolean(),
        async (someRequests, somePageviews, isDerived) => {
          const store = getStore();
          const uuids = new Map([...roles, 'other'].map((role) => [role, newUuid()]));
          const owned = <Row extends { readonly domain: string }>(row: Row): Row => ({
            ...row,
            domain: uuids.get(row.domain) ?? '',
          });
          const requests = someRequests.map(owned);
          const pageviews = somePageviews.map(owned);
          // A batch that comes twice counts once.
          const batches = [
            batchOf(newUuid(), requests, true),
            pageviewBatchOf(newUuid(), pageviews, true),
          ] as const;
          for (let time = 0; time < 2; time += 1) {
            if (requests.length > 0) await store.insertRequests(batches[0]);
            if (pageviews.length > 0) await store.insertPageviews(batches[1]);
          }
          if (isDerived) await deriveSome(store, uuids.get('a') ?? '');
          const asked = roles.map((role) => uuids.get(role) ?? '');
          for (const month of months) {
            const usage = await usageOf(store, asked, daysOfMonth(month));
            expect([...usage.keys()]).toEqual(asked);
            for (const domain of asked) {
              expect(usage.get(domain)).toEqual(counted(domain, month, requests, pageviews));
              expect(await reported(store, domain, month)).toEqual(shownByReports(usage.get(domain)));
            }
          }
        },
      ),
      { numRuns: runs(4), endOnFailure: true },
    );
  });

  test('a month begins and ends at midnight UTC', async () => {
    const store = getStore();
    const domain = newUuid();
    const [start, end] = [Date.UTC(2025, 1, 1), Date.UTC(2025, 2, 1)];
    const times = [start - 1, start, end - 1, end];
    await store.insertRequests(
      batchOf(
        newUuid(),
        times.map((time) => requestRow({ domain, time })),
      ),
    );
    await store.insertPageviews(
      pageviewBatchOf(
        newUuid(),
        times.map((time, index) => pageviewRow({ domain, time, visitor: `${index}` })),
      ),
    );
    const usage = await usageOf(store, [domain], daysOfMonth('2025-02'));
    expect(usage.get(domain)).toEqual({ requests: 2, bytesIn: 800, bytesOut: 4_000, visitors: 2 });
  });

  test('60,000 domains are two statements each over requests and pageviews', async () => {
    const domain = newUuid();
    await getStore().insertRequests(batchOf(newUuid(), [requestRow({ domain })]));
    const statements: string[] = [];
    const store: ReportStore = {
      query: (sql, params) => {
        statements.push(sql);
        return getStore().query(sql, params);
      },
    };
    const others = Array.from({ length: 60_000 }, newUuid);
    const usage = await usageOf(store, [...others, domain], daysOfMonth('2026-03'));
    expect(usage.get(domain)).toMatchObject({ requests: 1 });
    expect(usage.size).toBe(60_001);
    expect(statements).toHaveLength(4);
  });
});

test('domains are counted in parts where all of them take too long', async () => {
  const asked: number[] = [];
  const store: ReportStore = {
    query: (sql) => {
      const count = sql.match(/'[0-9a-f-]{36}'/g)?.length ?? 0;
      asked.push(count);
      // TIMEOUT_EXCEEDED
      return count > 2
        ? Promise.reject(Object.assign(new Error('too slow'), { code: '159' }))
        : Promise.resolve([]);
    },
  };
  const domains = Array.from({ length: 5 }, newUuid);
  const usage = await usageInParts(store, domains, daysOfMonth('2026-03'));
  expect([...usage.keys()]).toEqual(domains);
  expect(asked).toEqual([5, 3, 2, 2, 1, 1, 2, 2]);
});

async function deriveSome(store: Parameters<typeof derive>[0], domain: string): Promise<void> {
  for (let day = lastDay - 6; day < lastDay - 3; day += 1) {
    const span = { day, startsUntil: (day + 1) * dayMs, seenUntil: (day + 1) * dayMs + 6 * 3_600_000 };
    await derive(store, [domain], span, (lastDay + 9) * dayMs);
  }
}

function counted(
  domain: string,
  month: string,
  requests: readonly RequestRow[],
  pageviews: readonly PageviewRow[],
): Usage {
  const isIn = (row: { domain: string; time: number }) =>
    row.domain === domain && monthOf(row.time) === month;
  const own = requests.filter(isIn);
  const seen = pageviews.filter((row) => isIn(row) && row.name === 'pageview');
  return {
    requests: own.length,
    bytesIn: own.reduce((sum, row) => sum + row.bytes_in, 0),
    bytesOut: own.reduce((sum, row) => sum + row.bytes_out, 0),
    visitors: new Set(seen.map(({ visitor }) => visitor)).size,
  };
}

async function reported(store: ReportStore, domainUuid: string, month: string): Promise<object> {
  const parameters = { limit: 10, utmParam: 'utm_source', locationType: 'country', nowMs: 0 } as const;
  const request = { domainUuid, range: daysOfMonth(month), frequency: 'month', ...parameters } as const;
  const answers = reports
    .filter(({ name }) => ['request_count', 'total_data_transfer', 'unique_visitors_count'].includes(name))
    .map(async (report) => [report.name, Object.values(await runReport(store, report, request))[0]]);
  return Object.fromEntries(await Promise.all(answers));
}

function shownByReports(usage: Usage | undefined): object {
  return {
    request_count: usage?.requests,
    total_data_transfer: (usage?.bytesIn ?? 0) + (usage?.bytesOut ?? 0),
    unique_visitors_count: usage?.visitors,
  };
}
