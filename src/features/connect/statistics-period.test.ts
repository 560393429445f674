import { expect, test } from 'vitest';
import { offeredPeriods, periodLabel, readPeriod } from './statistics-period.ts';

/** 23 November in UTC, the 24th in Auckland. */
const now = Date.parse('2026-11-23T12:00:00Z');
const daysOf = (period: unknown, zone = 'UTC') => {
  const { id, range } = readPeriod(period, zone, now);
  return [id, new Date(range.since).toISOString(), new Date(range.until).toISOString()];
};

test.each([
  ['7d', ['7d', '2026-11-16T00:00:00.000Z', '2026-11-23T00:00:00.000Z']],
  ['90d', ['90d', '2026-08-25T00:00:00.000Z', '2026-11-23T00:00:00.000Z']],
  ['2026-02', ['2026-02', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z']],
  // Up to today.
  ['2026-11', ['2026-11', '2026-11-01T00:00:00.000Z', '2026-11-24T00:00:00.000Z']],
  ['2024-11', ['2024-11', '2024-11-01T00:00:00.000Z', '2024-12-01T00:00:00.000Z']],
])('%s is its days', (period, expected) => {
  expect(daysOf(period)).toEqual(expected);
});

test('days are those of the time zone', () => {
  expect(daysOf('7d', 'Pacific/Auckland')).toEqual([
    '7d',
    '2026-11-16T11:00:00.000Z',
    '2026-11-23T11:00:00.000Z',
  ]);
});

test.each([
  undefined,
  '',
  '1000d',
  '2026-12',
  '2024-10',
  '2026-13',
  '2026-1',
  'toString',
  'constructor',
  ['7d', '7d'],
  '9999-99',
])('%j is the last 30 days', (period) => {
  expect(readPeriod(period, 'UTC', now)).toEqual(readPeriod('30d', 'UTC', now));
});

test('the months around the chosen one can be chosen, as far as there are any', () => {
  const offered = (period: string) =>
    offeredPeriods(readPeriod(period, 'UTC', now), now)
      .slice(3)
      .map((id) => periodLabel(id, { language: 'en', locale: 'en' }));
  expect(offered('30d')).toEqual(['October 2026', 'November 2026']);
  expect(offered('2026-01')).toEqual(['December 2025', 'January 2026', 'February 2026']);
  expect(offered('2024-11')).toEqual(['November 2024', 'December 2024']);
});
