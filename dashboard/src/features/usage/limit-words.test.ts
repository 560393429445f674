import { expect, test } from 'vitest';
import { limitNames } from '../../../../src/core/account-limits.ts';
import { formatAmount, nearnessOf, wordsOf } from './limit-words.ts';

test.each([
  [0, 100, 0, undefined],
  [79, 100, 79, undefined],
  [799, 1_000, 79, undefined],
  [800, 1_000, 80, 'Nearly reached'],
  [999, 1_000, 99, 'Nearly reached'],
  [1_000, 1_000, 100, 'Reached'],
  [1_500, 1_000, 150, 'Reached'],
  [0, 0, 0, undefined],
  [1, 0, 100, 'Reached'],
])('%d of %d is %d %%, marked %s', (used, allowed, percentage, word) => {
  const nearness = nearnessOf(used, allowed);
  expect([nearness?.percentage, nearness?.mark?.word]).toEqual([percentage, word]);
});

test('where there is no limit, none is near', () => {
  expect(nearnessOf(1_000_000, null)).toBeUndefined();
});

test('every limit has words of its own, and bytes are shown as such', () => {
  const titles = limitNames.map((name) => wordsOf(name).title);
  expect(new Set(titles).size).toBe(limitNames.length);
  for (const title of titles) expect(title).not.toContain('_');
  expect(wordsOf('later_limit').title).toBe('later limit');
  expect([formatAmount('webhook_bytes', 268_435_456), formatAmount('rules', 100_000)]).toEqual([
    '268.4 MB',
    '100,000',
  ]);
});
