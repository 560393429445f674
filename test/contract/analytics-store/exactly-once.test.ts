/**
 * A batch counts once, however often and whenever it is tried again. Source: docs/reference/analytics-store.md ("Each
 * request and pageview once").
 */
import { expect, test } from 'vitest';
import { AnalyticsAwayError } from '../../../src/analytics/engine/failures.ts';
import type { AnalyticsStore } from '../../../src/analytics/store/analytics-store.ts';
import { onEachAnalyticsStore, openForTest, runStatement } from '../../support/analytics-stores.ts';
import { batchOf, domain, manyRows, otherDomain, requestRow } from './rows.ts';

const counts = `SELECT count() AS rows, sum(bytes_in) AS sum, uniqExact(bytes_in) AS distinct FROM requests`;
const fromProjection = `SELECT count() AS rows FROM requests WHERE domain = '${domain}' GROUP BY domain SETTINGS force_optimize_projection = 1`;

async function expectRows(store: AnalyticsStore, rows: number): Promise<void> {
  expect(await store.query(counts)).toEqual([{ rows, sum: (rows * (rows - 1)) / 2, distinct: rows }]);
  expect(await store.query(fromProjection)).toEqual([{ rows }]);
}

onEachAnalyticsStore('exactly once', (newLocation, engine) => {
  test('by its token: a batch tried again is not stored again', async () => {
    const store = await openForTest(await newLocation());
    const batch = batchOf('a', manyRows(500));
    for (let time = 0; time < 3; time++) await store.insertRequests(batch);
    await expectRows(store, 500);
  });

  test('by its token across a close', async () => {
    const location = await newLocation();
    const batch = batchOf('a', manyRows(500));
    await using first = await openForTest(location);
    await first.insertRequests(batch);
    await first[Symbol.asyncDispose]();
    const second = await openForTest(location);
    await second.insertRequests(batch);
    await expectRows(second, 500);
  });

  test('by its rows, when the token is forgotten', async () => {
    const location = await newLocation();
    const store = await openForTest(location);
    const rows = manyRows(500);
    await store.insertRequests(batchOf('a', rows));
    // Stands for 10,000 other batches.
    await runStatement(
      location,
      'ALTER TABLE requests MODIFY SETTING non_replicated_deduplication_window = 0',
    );
    await runStatement(
      location,
      'ALTER TABLE requests MODIFY SETTING non_replicated_deduplication_window = 10000',
    );
    await store.insertRequests(batchOf('a', rows, true));
    await expectRows(store, 500);
  });

  test('batches that share an insert are each known by their name', async () => {
    const store = await openForTest(await newLocation());
    const rows = manyRows(300);
    const batches = [0, 1, 2].map((number) =>
      batchOf(`s${number}`, rows.slice(number * 100, number * 100 + 100)),
    );
    await store.insertRequests(...batches);
    for (const batch of batches) await store.insertRequests({ ...batch, mayBeStored: true });
    await expectRows(store, 300);
    expect(await store.query('SELECT uniqExact(batch) AS batches FROM requests')).toEqual([{ batches: 3 }]);
  });

  test('by its token, though a batch of it has no rows any more', async () => {
    const store = await openForTest(await newLocation());
    const rows = manyRows(300);
    const batches = [0, 1, 2].map((number) =>
      batchOf(`s${number}`, rows.slice(number * 100, number * 100 + 100)),
    );
    await store.insertRequests(...batches);
    // As one that is still being stored when it is tried again, so that looking for its rows finds none.
    await store.insertRequests(...batches.with(1, batchOf('s1', [])));
    await expectRows(store, 300);
  });

  test('two tries at the same time', async () => {
    const store = await openForTest(await newLocation());
    const batch = batchOf('a', manyRows(2_000));
    await Promise.all(
      [1, 2, 3, 4].map((number) => store.insertRequests({ ...batch, mayBeStored: number > 2 })),
    );
    await expectRows(store, 2_000);
  });

  test('equal rows of other batches are other requests', async () => {
    const store = await openForTest(await newLocation());
    await store.insertRequests(batchOf('a', [requestRow(), requestRow()]));
    await store.insertRequests(batchOf('b', [requestRow(), requestRow()], true));
    expect(await store.query('SELECT count() AS n FROM requests')).toEqual([{ n: 4 }]);
  });

  test('a batch over two months of which one is stored', async () => {
    const store = await openForTest(await newLocation());
    const rows = [
      requestRow({ time: Date.UTC(2026, 0, 31, 23, 59, 59, 999) }),
      requestRow({ time: Date.UTC(2026, 1, 1), domain: otherDomain }),
    ];
    await store.insertRequests(batchOf('a', rows.slice(0, 1)));
    for (const mayBeStored of [true, false, true])
      await store.insertRequests(batchOf('a', rows, mayBeStored));
    expect(await store.query('SELECT day, count() AS n FROM requests GROUP BY day ORDER BY day')).toEqual([
      { day: '2026-01-31', n: 1 },
      { day: '2026-02-01', n: 1 },
    ]);
  });

  test('rows of more domains than are named in the search', async () => {
    const location = await newLocation();
    const store = await openForTest(location);
    const rows = manyRows(300, (index) => ({
      domain: `0190A5B0-0000-7000-8000-${String(index).padStart(12, '0')}`,
    }));
    await store.insertRequests(batchOf('a', rows));
    await runStatement(
      location,
      'ALTER TABLE requests MODIFY SETTING non_replicated_deduplication_window = 0',
    );
    await store.insertRequests(batchOf('a', rows, true));
    expect(await store.query('SELECT count() AS n FROM requests')).toEqual([{ n: 300 }]);
  });

  if (engine.kind === 'clickhouse')
    test('an insert whose answer was lost', async () => {
      const store = await openForTest(await newLocation());
      await engine.front().setMode('lose_answers');
      const batch = batchOf('a', manyRows(500));
      await expect(store.insertRequests(batch)).rejects.toThrow(AnalyticsAwayError);
      await engine.front().setMode('answer');
      await store.insertRequests(batch);
      await store.insertRequests({ ...batch, mayBeStored: true });
      await expectRows(store, 500);
    });
});
