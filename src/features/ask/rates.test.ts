/** Source: docs/reference/ask.md ("Limits"). */
import { expect, test } from 'vitest';
import { hourMs } from '../../core/time.ts';
import { AskRates } from './rates.ts';

test('ten at once, then ten a second, and the bucket fills again', () => {
  const rates = new AskRates();
  const waits = (now: number, count: number) =>
    Array.from({ length: count }, (_, place) => rates.take(`${now}-${place}.example`, now));
  expect(waits(0, 13)).toEqual([...Array<number>(10).fill(0), 100, 200, 300]);
  expect(waits(1_000, 2)).toEqual([0, 0]);
  const full = waits(60_000, 11);
  expect(full.filter((wait) => wait === 0)).toHaveLength(10);
  expect(full.at(-1)).toBe(100);
});

test('five an hour of a registered domain, whose others are unaffected and which the bucket does not pay for', () => {
  const rates = new AskRates();
  for (let place = 0; place < 5; place++) expect(rates.take('one.example', place)).toBe(0);
  for (let place = 0; place < 100; place++) expect(rates.take('one.example', 10)).toBeUndefined();
  expect(rates.isSpent('one.example', 10)).toBe(true);
  expect(rates.isSpent('two.example', 10)).toBe(false);
  expect(rates.take('two.example', 10)).toBe(0);
  expect(rates.take('one.example', hourMs - 1)).toBeUndefined();
  // The first one is an hour old, the second one isn't yet.
  expect(rates.take('one.example', hourMs)).toBe(0);
  expect(rates.take('one.example', hourMs)).toBeUndefined();
});
