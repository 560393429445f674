import { expect, test } from 'vitest';
import { chooseRows, readSort, reportRows } from './report-rows.ts';

const row = (id: string, label: string, count: number) => ({ id, label, count, percentage: 0 });
const rows = reportRows(
  [row('DE', 'Berlin', 50), row('US', 'Portland', 30), row('AT', 'Wien', 30), row('US', 'Berlin', 2)],
  [row('US', 'Berlin', 40), row('DE', 'Berlin', 45), row('FR', 'Paris', 3)],
);
const labels = (chosen: readonly { label: string; rank: number }[]) =>
  chosen.map(({ label, rank }) => `${rank} ${label}`);

test('compares each row with what has its name and its code', () => {
  expect(rows.map(({ before }) => before)).toEqual([45, 0, 0, 40]);
  expect(reportRows([row('', 'x', 1)], undefined)[0]?.before).toBeUndefined();
});

test('finds by a part of the label, or by the code', () => {
  expect(labels(chooseRows(rows, ' BERL', '-count'))).toEqual(['1 Berlin', '4 Berlin']);
  expect(labels(chooseRows(rows, 'us', '-count'))).toEqual(['2 Portland', '4 Berlin']);
  expect(chooseRows(rows, 'nowhere', '-count')).toEqual([]);
});

test.each([
  ['-count', ['1 Berlin', '2 Portland', '3 Wien', '4 Berlin']],
  ['count', ['4 Berlin', '3 Wien', '2 Portland', '1 Berlin']],
  ['label', ['1 Berlin', '4 Berlin', '2 Portland', '3 Wien']],
  ['-label', ['3 Wien', '2 Portland', '4 Berlin', '1 Berlin']],
  ['-change', ['2 Portland', '3 Wien', '1 Berlin', '4 Berlin']],
  ['change', ['4 Berlin', '1 Berlin', '2 Portland', '3 Wien']],
] as const)('sorts by %s', (sort, expected) => {
  expect(labels(chooseRows(rows, '', sort))).toEqual(expected);
});

test('takes no other order from an address', () => {
  expect(readSort('label')).toBe('label');
  expect(readSort('rows; drop')).toBe('-count');
  expect(readSort(null)).toBe('-count');
});
