import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dimensions } from './dimensions.ts';
import { GroupSums } from './group-sums.ts';
import type { Shape } from './report.ts';
import { compareBytes } from './shape.ts';
import type { Row } from './sql.ts';

const list: Shape = { kind: 'list', label: 'path', value: 'views' };
const row = (key: string, total: number): Row => ({ key, total });
const shown = (rows: readonly Row[] | undefined): unknown => rows?.map(({ key, total }) => [key, total]);

test('adds up parts, sorts by number and then by text, and cuts', () => {
  const sums = new GroupSums(dimensions.path, list, [[row('/a', 2), row('/b', 1)], [row('/c', 2)]]);
  expect(sums.with([row('/b', 4), row('/é', 2)], 3)).toEqual([
    { key: '/b', total: 5, units: 0, whole: 11 },
    { key: '/a', total: 2, units: 0, whole: 11 },
    { key: '/c', total: 2, units: 0, whole: 11 },
  ]);
  // What it was made of stays.
  expect(shown(sums.with([], 9))).toEqual([
    ['/a', 2],
    ['/c', 2],
    ['/b', 1],
  ]);
});

test('what is taken away leaves no group of nothing', () => {
  const sums = new GroupSums(dimensions.path, list, [[row('/a', 2), row('/b', 1)], [row('/b', -1)]]);
  expect(shown(sums.with([row('/a', -2), row('/c', 1)], 9))).toEqual([['/c', 1]]);
});

test('unknown cities stand where their label does', () => {
  const sums = new GroupSums(dimensions.city, list, [[row('', 1), row('Zürich\0CH', 1)]]);
  expect(shown(sums.with([row('Berlin\0DE', 1)], 9))).toEqual([
    ['Berlin\0DE', 1],
    ['', 1],
    ['Zürich\0CH', 1],
  ]);
});

test('lists of one answer have sums of their own', () => {
  const sums = new GroupSums(dimensions.all, { kind: 'devices' }, [[{ list: 'a', key: 'x', total: 1 }]]);
  const rows = [
    { list: 'a', key: 'x', total: 1 },
    { list: 'b', key: 'x', total: 5 },
  ];
  expect(sums.with(rows, 9)).toEqual([
    { list: 'a', key: 'x', total: 2, units: 0, whole: 2 },
    { list: 'b', key: 'x', total: 5, units: 0, whole: 5 },
  ]);
});

test('sums that are not exact any more are none', () => {
  const most = Number.MAX_SAFE_INTEGER;
  const sums = new GroupSums(dimensions.path, list, [[row('/a', most)]]);
  expect(sums.with([], 1)).toHaveLength(1);
  expect(sums.with([row('/b', 1)], 1)).toBeUndefined();
  expect(sums.with([row('/a', 1)], 1)).toBeUndefined();
});

test('property: the same as sorting everything, whatever changes from one answer to the next', () => {
  const rows = fc.array(
    fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
      total: fc.integer({ min: 1, max: 4 }),
    }),
    { maxLength: 15 },
  );
  fc.assert(
    fc.property(
      fc.array(rows, { maxLength: 3 }),
      fc.array(fc.tuple(rows, fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 4 }),
      (parts, asked) => {
        const sums = new GroupSums(dimensions.path, list, parts);
        for (const [recent, limit] of asked) {
          const totals = new Map<string, number>();
          for (const { key, total } of [...parts.flat(), ...recent])
            totals.set(key, (totals.get(key) ?? 0) + total);
          const sorted = [...totals].toSorted((a, b) => b[1] - a[1] || compareBytes(a[0], b[0]));
          expect(shown(sums.with(recent, limit))).toEqual(sorted.slice(0, limit));
        }
      },
    ),
  );
});
