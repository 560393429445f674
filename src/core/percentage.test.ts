import fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentageOf } from './percentage.ts';

test.each([
  [1, 3, 33.33],
  [2, 3, 66.67],
  [1, 800, 0.13],
  [201, 20_000, 1.01],
  [157, 400, 39.25],
  [0, 7, 0],
  [0, 0, 0],
])('%d of %d is %d percent', (part, whole, percentage) => {
  expect(percentageOf(part, whole)).toBe(percentage);
});

test('rounds half up, as whole numbers do it', () => {
  const counts = fc.tuple(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }));
  fc.assert(
    fc.property(counts, ([part, whole]) => {
      const hundredths = (BigInt(part) * 20_000n + BigInt(whole)) / (2n * BigInt(whole));
      expect(percentageOf(part, whole)).toBe(Number(hundredths) / 100);
    }),
  );
});
