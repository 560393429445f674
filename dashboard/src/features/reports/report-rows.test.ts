import { expect, test } from 'vitest';
import { chooseRows, readSort, reportRows } from './report-rows.ts';

const row = (id: string, label: string, count: number, before?: number) => ({
  id,
  label,
  count,
  percentage: 0,
  before,
});
const rows = reportRows([
  row('DE', 'Berlin', 50, 45),
  row('US', 'Portland', 30, 0),
  row('AT', 'Wien', 30, 0),
  row('US', 'Berlin', 2, 40),
  row('FR', 'Paris', 0, 3),
]);
const labels = (chosen: readonly { label: string; rank: number }[]) =>
  chosen.map(({ label, rank }) => `${rank} ${label}`);

test('finds by a part of the label, or by the code', () => {
  expect(labels(chooseRows(rows, ' BERL', '-count'))).toEqual(['1 Berlin', '4 Berlin']);
  expect(labels(chooseRows(rows, 'us', '-count'))).toEqual(['2 Portland', '4 Berlin']);
  expect(chooseRows(rows, 'nowhere', '-count')).toEqual([]);
});

test.each([
  ['-count', ['1 Berlin', '2 Portland', '3 Wien', '4 Berlin', '5 Paris']],
  ['count', ['5 Paris', '4 Berlin', '3 Wien', '2 Portland', '1 Berlin']],
  ['label', ['1 Berlin', '4 Berlin', '5 Paris', '2 Portland', '3 Wien']],
  ['-label', ['3 Wien', '2 Portland', '5 Paris', '4 Berlin', '1 Berlin']],
  ['-change', ['2 Portland', '3 Wien', '1 Berlin', '5 Paris', '4 Berlin']],
  ['change', ['4 Berlin', '5 Paris', '1 Berlin', '2 Portland', '3 Wien']],
] as const)('sorts by %s', (sort, expected) => {
  expect(labels(chooseRows(rows, '', sort))).toEqual(expected);
});

test('takes no other order from an address', () => {
  expect(readSort('label')).toBe('label');
  expect(readSort('rows; drop')).toBe('-count');
  expect(readSort(null)).toBe('-count');
});

test('sorts by the number beside, money too, and what has none comes last', () => {
  const withRates = reportRows([
    { ...row('', 'a', 3), beside: '9.5' },
    { ...row('', 'b', 2), beside: null },
    { ...row('', 'c', 1), beside: '10' },
  ]);
  expect(labels(chooseRows(withRates, '', '-beside'))).toEqual(['3 c', '1 a', '2 b']);
  expect(labels(chooseRows(withRates, '', 'beside'))).toEqual(['1 a', '3 c', '2 b']);
});
