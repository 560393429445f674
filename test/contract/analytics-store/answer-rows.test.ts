/** What either engine does with rows of too many bytes for an answer. Source: docs/reference/analytics-store.md. */
import { expect, test } from 'vitest';
import { answerRows } from '../../../src/analytics/query/answer-rows.ts';
import { onEachAnalyticsStore, openForTest } from '../../support/analytics-stores.ts';

onEachAnalyticsStore('rows of an answer', (newLocation) => {
  test('are refused when they have more than 16 MiB, whatever is read for them', async () => {
    const store = await openForTest(await newLocation());
    const rows = (count: number, type = 'String') =>
      answerRows<{ d0: string }>(store, '', {
        sql: `SELECT CAST(concat(toString(number), repeat('x', 8000)) AS ${type}) AS d0, count() AS n
          FROM numbers(2200) GROUP BY d0 ORDER BY d0 LIMIT ${count}`,
        labels: ['d0'],
        refuse: (most) => new Error(`more than ${most}`),
      });
    await expect(rows(2_200)).rejects.toThrow('more than 16 MiB');
    await expect(rows(2_200, 'LowCardinality(String)')).rejects.toThrow('more than 16 MiB');
    for (const type of ['String', 'LowCardinality(String)']) {
      const found = (await rows(2_000, type)).map(({ d0 }) => d0);
      expect(found).toHaveLength(2_000);
      expect(found).toEqual(found.toSorted());
    }
  });
});
