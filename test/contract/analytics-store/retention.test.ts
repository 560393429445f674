/**
 * Old days go, the others stay, and the projections with them. Source: docs/reference/analytics-store.md
 * ("Retention").
 */
import { expect, test } from 'vitest';
import { onEachAnalyticsStore, openForTest } from '../../support/analytics-stores.ts';
import { batchOf, domain, requestRow } from './rows.ts';

const dayMs = 86_400_000;
const today = Date.UTC(2026, 2, 15, 12);
const perDay = 'SELECT day, count() AS n, sum(bytes_in) AS bytes FROM requests GROUP BY day ORDER BY day';
const byPath = `SELECT path, count() AS n FROM requests WHERE domain = {domain:UUID} AND day <= today() + 36500
  GROUP BY path ORDER BY path SETTINGS force_optimize_projection_name = 'by_path_day'`;

function rowsOfDays(from: number, to: number): ReturnType<typeof requestRow>[] {
  return Array.from({ length: to - from + 1 }, (_, index) =>
    requestRow({ time: today - (from + index) * dayMs, path: `/${from + index}`, bytes_in: 1 }),
  );
}

onEachAnalyticsStore('retention', (newLocation) => {
  test('keeps today and the days before it, and nothing older', async () => {
    const store = await openForTest(await newLocation(), { retentionDays: 20, clock: { now: () => today } });
    // 100 days of four and a half months; the cut is on 23 February.
    await store.insertRequests(batchOf('a', rowsOfDays(0, 49)));
    await store.insertRequests(batchOf('b', rowsOfDays(50, 99)));
    await store.applyRetention();
    const rows = await store.query<{ day: string; n: number }>(perDay);
    expect(rows).toHaveLength(21);
    expect(rows[0]).toEqual({ day: '2026-02-23', n: 1, bytes: 1 });
    expect(rows.at(-1)).toEqual({ day: '2026-03-15', n: 1, bytes: 1 });
    const paths = await store.query<{ path: string }>(byPath, { domain });
    expect(paths.map(({ path }) => Number(path.slice(1))).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 21 }, (_, index) => index),
    );

    await store.applyRetention();
    expect(await store.query(perDay)).toEqual(rows);
    // What is kept can be added to, and a removed batch that comes again is removed again.
    await store.insertRequests(batchOf('c', rowsOfDays(0, 0)));
    await store.insertRequests(batchOf('b', rowsOfDays(50, 99), true));
    await store.applyRetention();
    expect((await store.query(perDay)).length).toBe(21);
    expect(await store.query('SELECT count() AS n FROM requests')).toEqual([{ n: 22 }]);
  });

  test('a cut on the first of a month only drops', async () => {
    const store = await openForTest(await newLocation(), { retentionDays: 14, clock: { now: () => today } });
    await store.insertRequests(batchOf('a', rowsOfDays(0, 30)));
    await store.applyRetention();
    expect((await store.query<{ day: string }>(perDay))[0]?.day).toBe('2026-03-01');
    expect(
      await store.query(
        "SELECT count() AS n FROM system.mutations WHERE database = currentDatabase() AND command LIKE '%DELETE%'",
      ),
    ).toEqual([{ n: 0 }]);
  });

  test('0 keeps everything', async () => {
    const store = await openForTest(await newLocation(), { retentionDays: 0, clock: { now: () => today } });
    await store.insertRequests(batchOf('a', rowsOfDays(3000, 3002)));
    await store.applyRetention();
    expect(await store.query('SELECT count() AS n FROM requests')).toEqual([{ n: 3 }]);
  });
});
