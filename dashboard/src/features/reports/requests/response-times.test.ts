import { expect, test } from 'vitest';
import { responseTimeBuckets } from './response-times.ts';

const answer = { '0-100ms': '90', '100-200ms': '5', '800-900ms': '3', '900ms-1s': '1', '10s+': '1' };

test('has sixteen buckets, whatever the answer lacks', () => {
  const buckets = responseTimeBuckets(answer);
  expect(buckets).toHaveLength(16);
  expect(buckets[0]).toEqual({
    label: '0–100 ms',
    isSlow: false,
    count: 90,
    percentage: 90,
  });
  expect(buckets.map(({ count }) => count)).toEqual([90, 5, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0, 0, 1]);
  expect(buckets.filter(({ isSlow }) => isSlow)).toHaveLength(6);
  expect(responseTimeBuckets({}).every(({ percentage }) => percentage === 0)).toBe(true);
});
