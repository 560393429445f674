import { describe, expect, test } from 'vitest';
import { type RankedRow, rankedRows } from './ranked-rows.ts';

const rowOf = ([label = '']: readonly string[]) => ({ id: '', label });
const row = (label: string, metrics: (number | string | null)[], earlier?: (number | string | null)[]) => ({
  dimensions: [label],
  metrics,
  ...(earlier && { comparison: { dimensions: [label], metrics: earlier, change: [null, null] } }),
});
const rowsOf = (results: ReturnType<typeof row>[], currencies: string[] = []): readonly RankedRow[] =>
  rankedRows({ results, meta: { currencies } }, rowOf);
const about = (rows: readonly RankedRow[], name: 'before' | 'beside' | 'currency') =>
  rows.map((each) => [each.label, each[name]]);

describe('rows compared with the days before', () => {
  test('stay when they fell to nothing, without a rate', () => {
    const rows = rowsOf([row('a', [3, 40], [1, 20]), row('b', [0, 0], [2, 10]), row('c', [0, 0], [0, 0])]);
    expect(about(rows, 'before')).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect(about(rows, 'beside')).toEqual([
      ['a', 40],
      ['b', null],
    ]);
  });

  test('are not compared where every row would be new', () => {
    expect(about(rowsOf([row('a', [3], [0])]), 'before')).toEqual([['a', undefined]]);
  });
});

test('an amount is shown only where all are in one currency', () => {
  const results = [row('a', [3, '20.5']), row('b', [2, null]), row('c', [1, '7'])];
  expect(about(rowsOf(results, ['EUR']), 'beside')).toEqual([
    ['a', '20.5'],
    ['b', null],
    ['c', '7'],
  ]);
  expect(about(rowsOf(results, ['EUR']), 'currency')[0]).toEqual(['a', 'EUR']);
  expect(about(rowsOf(results, ['EUR', 'USD']), 'beside')).toEqual([
    ['a', null],
    ['b', null],
    ['c', null],
  ]);
});
