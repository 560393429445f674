/** How a domain's day is divided. Source: docs/reference/exports.md ("How it is made"). */
import { expect, test } from 'vitest';
import { type Slice, slicesOf } from './parts.ts';

const most = 100;
const of = 8;
const ranges = new Map(
  [0, 60, 40, 1, 350, 0, 99, 2].map((rows, range) => [range, { rows, size: rows }] as const),
);
const slices = (from: Parameters<typeof slicesOf>[1], mayCut = true): Slice[] =>
  [...slicesOf(ranges, from, of, most, mayCut)].map(({ slice }) => slice);

test('ranges are together as far as they are few rows, and one that alone has too many is cut', () => {
  expect(slices({ next: 0, of })).toEqual([
    { from: 0, until: 3, of },
    { from: 3, until: 4, of },
    ...[0, 1, 2, 3].map((index) => ({ from: 4, until: 5, of, cut: { index, of: 4 } })),
    { from: 5, until: 7, of },
    { from: 7, until: 8, of },
  ]);
  expect([...slicesOf(ranges, { next: 0, of }, of, most, true)].map(({ rows }) => rows)).toEqual([
    100, 1, 88, 88, 88, 88, 99, 2,
  ]);
});

test('what can’t be cut is a part of its own', () => {
  expect(slices({ next: 3, of }, false)).toEqual([
    { from: 3, until: 4, of },
    { from: 4, until: 5, of },
    { from: 5, until: 7, of },
    { from: 7, until: 8, of },
  ]);
});

test('cuts that were begun go on, however many rows there are now', () => {
  expect(slices({ next: 6, of, cut: { next: 1, of: 3 } })).toEqual([
    { from: 6, until: 7, of, cut: { index: 1, of: 3 } },
    { from: 6, until: 7, of, cut: { index: 2, of: 3 } },
    { from: 7, until: 8, of },
  ]);
});
