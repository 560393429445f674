import { expect, it } from 'vitest';
import { RestartDelay } from './restart-delay.ts';

it('grows while processes die young, and starts over after one that did not', () => {
  const delay = new RestartDelay({ youngMs: 5_000, firstMs: 100, maxMs: 500 });
  const ages = [0, 0, 0, 4_999, 0, 0, 5_000, 0, 0];
  expect(ages.map((ageMs) => delay.next(ageMs))).toEqual([0, 100, 200, 400, 500, 500, 0, 0, 100]);
});
