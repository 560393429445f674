/** An account with many slow queries slows down only itself. Source: docs/reference/analytics-store.md ("Places"). */
import { expect, test } from 'vitest';
import { onEachAnalyticsStore } from '../../support/analytics-stores.ts';
import { openForSuite } from '../reports/store-of-suite.ts';

const slow = 'SELECT sleep(0.2) AS slept';

onEachAnalyticsStore('places of accounts', (newLocation) => {
  const getStore = openForSuite(newLocation);

  test("one account floods with 50 slow queries; the other's run side by side with three of them", async () => {
    const store = getStore();
    let ended = 0;
    const flood = Array.from({ length: 50 }, async () => {
      await store.query(slow, {}, 'flooding');
      ended += 1;
    });
    for (let asked = 0; asked < 5; asked++) {
      expect(await store.query('SELECT 1 AS one', {}, 'other')).toEqual([{ one: 1 }]);
      expect(store.queryTotals().running).toBeLessThanOrEqual(3);
    }
    // Five waits for a place would have taken five rounds of three slow queries.
    expect(ended).toBeLessThan(10);
    await Promise.all(flood);
    expect(store.queryTotals()).toMatchObject({ running: 0, waiting: 0, refusedTotal: 0 });
  });

  test('two that flood get one place each, and a third begins at once', async () => {
    const store = getStore();
    let ended = 0;
    const flood = Array.from({ length: 20 }, async (_, index) => {
      await store.query(slow, {}, index % 2 === 0 ? 'flooding' : 'flooding too');
      ended += 1;
    });
    await expect.poll(() => store.queryTotals().running, { interval: 2 }).toBe(2);
    const endedBefore = ended;
    expect(await store.query('SELECT 1 AS one', {}, 'other')).toEqual([{ one: 1 }]);
    // The two that ran when it was asked, as they may end together.
    expect(ended - endedBefore).toBeLessThanOrEqual(2);
    await Promise.all(flood);
  });
});
