/** An account with many slow queries slows down only itself. Source: docs/reference/analytics-store.md ("Places"). */
import { expect, test } from 'vitest';
import { onEachAnalyticsStore } from '../../support/analytics-stores.ts';
import { openForSuite } from '../reports/store-of-suite.ts';

const slow = 'SELECT sleep(0.2) AS slept';

onEachAnalyticsStore('places of accounts', (newLocation) => {
  const getStore = openForSuite(newLocation);

  /** Asks for an account that asks for nothing else: its query begins before any other one ends. */
  async function expectAtOnce(): Promise<void> {
    const store = getStore();
    const { waiting, begunTotal } = store.queryTotals();
    const answer = store.query('SELECT 1 AS one', {}, 'other');
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    expect(store.queryTotals().waiting).toBeLessThanOrEqual(waiting);
    expect(store.queryTotals().begunTotal).toBeGreaterThan(begunTotal);
    expect(await answer).toEqual([{ one: 1 }]);
  }

  test("one account floods with 50 slow queries; the other's run side by side with three of them", async () => {
    const store = getStore();
    const flood = Array.from({ length: 50 }, () => store.query(slow, {}, 'flooding'));
    await expect.poll(() => store.queryTotals().running, { interval: 2 }).toBe(3);
    for (let asked = 0; asked < 5; asked++) {
      await expectAtOnce();
      expect(store.queryTotals().running).toBeLessThanOrEqual(3);
    }
    await Promise.all(flood);
    expect(store.queryTotals()).toMatchObject({ running: 0, waiting: 0, refusedTotal: 0 });
  });

  test('two that flood get one place each, and a third begins at once', async () => {
    const store = getStore();
    const flood = Array.from({ length: 20 }, (_, index) =>
      store.query(slow, {}, index % 2 === 0 ? 'flooding' : 'flooding too'),
    );
    await expect.poll(() => store.queryTotals().running, { interval: 2 }).toBe(2);
    expect(store.queryTotals().waiting).toBeGreaterThan(0);
    await expectAtOnce();
    await Promise.all(flood);
  });
});
