import { expect, test } from 'vitest';
import { loadRows, rowName, splits } from './load-splits.ts';

const row = (key: string, ...metrics: number[]) => ({ dimensions: [key], metrics });
const [time, pages, , countries, datacenters] = splits;

test('a day without page loads has a row, a page without has none', () => {
  const results = [row('2026-10-02', 3, 1, 1, 0, 0, 1)];
  const days = { results, meta: { time_labels: ['2026-10-01', '2026-10-02'] } };
  expect(loadRows(days).map(({ key, all, counts }) => [key, all, counts])).toEqual([
    ['2026-10-01', 0, [0, 0, 0, 0, 0]],
    ['2026-10-02', 3, [1, 1, 0, 0, 1]],
  ]);
  const ofPages = { results: [row('/', 2, 2, 0, 0, 0, 0), row('/x.css', 0, 0, 0, 0, 0, 0)], meta: {} };
  expect(loadRows(ofPages).map(({ key }) => key)).toEqual(['/']);
});

test('rows have names', () => {
  expect(rowName(countries, 'day', 'DE')).toBe('Germany');
  expect(rowName(countries, 'day', 'Unknown')).toBe('Unknown');
  expect(rowName(datacenters, 'day', '(none)')).toBe('No datacenter');
  expect(rowName(pages, 'day', '/a')).toBe('/a');
  expect(rowName(time, 'month', '2026-10-01')).toBe('October 2026');
});
