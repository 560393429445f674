import { expect, it } from 'vitest';
import { pauseBefore } from './dns-check-pauses.ts';

it('waits longer and longer, and never for ever', () => {
  const pauses = Array.from({ length: 50 }, (_, checks) => pauseBefore(checks));
  expect(pauses.toSorted((one, other) => one - other)).toEqual(pauses);
  expect(pauses[0]).toBe(3_000);
  expect(pauses.at(-1)).toBe(300_000);
  // The first ten minutes ask no more than about 15 times.
  let elapsed = 0;
  expect(pauses.filter((pause) => (elapsed += pause) <= 600_000).length).toBeLessThan(17);
});
