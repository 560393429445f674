import { expect, it } from 'vitest';
import { forecastOrders, orderFreeAt, returnOrder, takeOrder } from './order-budget.ts';

const start = Date.UTC(2026, 10, 1);
const hourMs = 3_600_000;

/** Takes all that a bucket has; answers how many that were, and what it is full at then. */
function drain(fullAt: number, now: number, perPeriod = 300): { taken: number; fullAt: number } {
  for (let taken = 0; ; taken++) {
    const next = takeOrder(fullAt, now, perPeriod);
    if (next === undefined) return { taken, fullAt };
    fullAt = next;
  }
}

it('gives 300 orders at once, then one each 36 s', () => {
  const { taken, fullAt } = drain(0, start);
  expect(taken).toBe(300);
  expect(orderFreeAt(fullAt, start, 300)).toBe(start + 36_000);
  expect(takeOrder(fullAt, start + 35_999, 300)).toBeUndefined();
  expect(drain(fullAt, start + 36_000).taken).toBe(1);
  expect(drain(fullAt, start + hourMs).taken).toBe(100);
  expect(drain(fullAt, start + 100 * hourMs).taken).toBe(300);
  expect(drain(returnOrder(fullAt, 300), start).taken).toBe(1);
});

it.each([1, 7, 300, 1_000_000])('gives %i orders, whatever the number', (perPeriod) => {
  expect(drain(0, start, perPeriod).taken).toBe(perPeriod);
});

it('makes nobody wait longer because of a clock that was ahead', () => {
  const { fullAt } = drain(0, start + 1000 * hourMs);
  expect(takeOrder(fullAt, start, 300)).toBeUndefined();
  expect(orderFreeAt(fullAt, start, 300)).toBe(start + 36_000);
});

it('says when the n-th order is made, over several accounts too', () => {
  const { fullAt } = drain(0, start);
  expect(forecastOrders([0], start, 300)).toEqual({
    free: 300,
    startMs: start - 3 * hourMs,
    everyMs: 36_000,
  });
  expect(forecastOrders([fullAt], start, 300)).toEqual({ free: 0, startMs: start, everyMs: 36_000 });
  expect(forecastOrders([fullAt, fullAt], start, 300)).toEqual({ free: 0, startMs: start, everyMs: 18_000 });
  expect(forecastOrders([fullAt, 0], start, 300).free).toBe(300);
});
