/**
 * Requests of the last minutes are counted from rows that are kept as they come; that changes no answer, whatever comes
 * late, twice or in between. Source: contract section 6 (last rule).
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proxyReports } from '../../../src/analytics/reports/proxy-reports.ts';
import { recentRequests } from '../../../src/analytics/reports/recent-requests.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import type { RequestRow } from '../../../src/analytics/request-row.ts';
import { frequencies } from '../../../src/core/date-range.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { onEachAnalyticsStore, propertyRuns } from '../../support/analytics-stores.ts';
import { requestRow } from '../analytics-store/rows.ts';
import { countingStore, request, today, unknowingStore } from './asking.ts';
import { anyRequest } from './random-requests.ts';
import { expectRequestReports } from './request-questions.ts';
import { openForSuite } from './store-of-suite.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const noon = today * dayMs + dayMs / 2;

/** How long before the moment of its insert a request was. */
const anyAge = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 3 * minuteMs }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 3 * dayMs }) },
  { weight: 1, arbitrary: fc.integer({ min: -2 * dayMs, max: 0 }) },
);
const anyStep = fc.record({
  minutes: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 40 })),
  requests: fc.array(fc.tuple(anyRequest(['one', 'other']), anyAge), { minLength: 1, maxLength: 8 }),
  again: fc.constantFrom('never', 'never', 'as new', 'as maybe stored'),
  wasTried: fc.constantFrom(false, false, false, true),
});

onEachAnalyticsStore('requests of the last minutes', (newLocation, { kind }) => {
  const getStore = openForSuite(newLocation);

  test('property: answers are those of the requests there are now', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(noon, today * dayMs + 10 * minuteMs),
        fc.array(anyStep, { minLength: 2, maxLength: 8 }),
        fc.record({
          before: fc.constantFrom(0, 1, 10),
          after: fc.constantFrom(0, 1),
          frequency: fc.constantFrom(...frequencies),
          limit: fc.constantFrom(1, 3, 1_000),
        }),
        fc.constantFrom(2_000, 2_000, 5),
        async (start, steps, { before, after, frequency, limit }, maxRecentRows) => {
          const store = countingStore(getStore, { maxRecentRows });
          const uuids: Readonly<Record<string, string>> = { one: newUuid(), other: newUuid().toUpperCase() };
          const stored: RequestRow[] = [];
          let nowMs = start;
          for (const { minutes, requests, again, wasTried } of steps) {
            nowMs += minutes * minuteMs;
            const rows = requests.map(([row, ageMs]) =>
              requestOf(row, nowMs - ageMs, uuids[row.domain] ?? ''),
            );
            const batch = { name: newUuid(), rows, mayBeStored: wasTried };
            await getStore().insertRequests(batch);
            if (again !== 'never')
              await getStore().insertRequests({ ...batch, mayBeStored: again === 'as maybe stored' });
            stored.push(...rows.map((row) => requestOf(row, row.time, row.domain.toLowerCase())));
            const day = Math.floor(nowMs / dayMs);
            const range = { from: day - before, to: day + after };
            for (const domain of Object.values(uuids).map((uuid) => uuid.toLowerCase()))
              await expectRequestReports(store, stored, domain, { range, frequency, limit }, nowMs);
          }
        },
      ),
      { numRuns: propertyRuns(kind, 8), endOnFailure: true },
    );
  });

  // What is true of one kind of store only is no test of the other, so not one that is skipped.
  if (kind === 'clickhouse') return;

  test('what is kept of a request is what the store would answer', async () => {
    const domain = newUuid();
    const store = countingStore(getStore);
    const since = noon - minuteMs * 15;
    const durations = [0, 99_999, 100_000, 999_999, 1_000_000, 1_500_000, 4_999_999, 5_000_000, 10_000_000];
    const rows = durations.map((duration_us, index) =>
      requestRow({
        domain,
        time: noon + index,
        duration_us,
        path: index === 0 ? '/\ud800\0"\n' : `/${index}`,
        bytes_in: 2 ** 33 + index,
        bytes_out: index,
        bot: index % 2 === 0 ? 'GPTBot' : '',
        datacenter: index % 3 === 0 ? 'aws' : '',
      }),
    );
    const get = () => recentRequests(store, domain, since);
    expect(await get()).toEqual([]);
    await getStore().insertRequests({ name: newUuid(), rows, mayBeStored: false });
    const before = store.statements;
    const kept = await get();
    expect(store.statements).toBe(before);
    // Of a store that has not seen them come.
    const read = await recentRequests(unknowingStore(getStore), domain, since);
    const inOrder = (found: typeof read) => found?.toSorted((a, b) => a.ms - b.ms);
    expect(inOrder(kept)).toEqual(inOrder(read));
    expect(kept).toHaveLength(rows.length);
  });

  test('no more are kept than a few thousand', async () => {
    const domain = newUuid();
    const store = countingStore(getStore, { maxRecentRows: 3 });
    const insert = (count: number): Promise<void> =>
      getStore().insertRequests({
        name: newUuid(),
        rows: Array.from({ length: count }, (_, index) => requestRow({ domain, time: noon + index })),
        mayBeStored: false,
      });
    const ask = async () => (await recentRequests(store, domain, noon))?.length;
    await insert(1);
    expect(await ask()).toBe(1);
    await insert(2);
    expect(await ask()).toBe(3);
    const before = store.statements;
    await insert(1);
    expect(await ask()).toBeUndefined();
    await insert(1);
    expect(await ask()).toBeUndefined();
    expect(store.statements).toBe(before);
  });

  test('reads the last minutes once, for all reports and all requests that come then', async () => {
    const store = countingStore(getStore);
    const domain = newUuid();
    let count = 0;
    const ask = async (mayBeStored = false): Promise<number> => {
      const rows = [requestRow({ domain, time: noon })];
      count += 1;
      await getStore().insertRequests({ name: newUuid(), rows, mayBeStored });
      const before = store.statements;
      const answers = await Promise.all(
        proxyReports.map((report) =>
          runReport(store, report, { ...request, nowMs: noon, domainUuid: domain }),
        ),
      );
      expect(answers[0]).toEqual({ count });
      return store.statements - before;
    };
    await ask();
    await ask();
    expect(await ask()).toBe(0);
    // Whether these were there before is known to the store only.
    expect(await ask(true)).toBe(1);
    expect(await ask()).toBe(0);
    // One that is late.
    const late = {
      name: newUuid(),
      rows: [requestRow({ domain, time: noon - dayMs / 4 })],
      mayBeStored: false,
    };
    await getStore().insertRequests(late);
    count += 1;
    expect(await ask()).toBeGreaterThan(0);
    expect(await ask()).toBe(0);
  });
});

function requestOf(row: RequestRow, time: number, domain: string): RequestRow {
  return { ...row, time, domain };
}
