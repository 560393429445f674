import { expect, test } from 'vitest';
import { readComparison } from './read-comparison.ts';
import { instantLabel, readRange } from './time-range.ts';

const now = Date.parse('2026-11-22T14:30:00Z');

function compare(range: unknown, zone: string, comparison: object, nowMs = now): string[] {
  const found = readComparison(comparison, readRange(range, zone, nowMs), nowMs);
  if (found === undefined) throw new Error('there is no comparison');
  return [found.range.since, found.range.until].map((at) => instantLabel(at, zone).slice(0, 16));
}

test.each([
  // As many days as the range has.
  ['7d', 'UTC', '2026-11-08T00:00', '2026-11-15T00:00'],
  [['2026-11-10', '2026-11-10'], 'UTC', '2026-11-09T00:00', '2026-11-10T00:00'],
  // A day of 25 hours is compared with one of 24.
  [['2026-10-25', '2026-10-25'], 'Europe/Berlin', '2026-10-24T00:00', '2026-10-25T00:00'],
  [['2026-10-26', '2026-11-01'], 'Europe/Berlin', '2026-10-19T00:00', '2026-10-26T00:00'],
  // A midnight that is skipped.
  [['2026-09-06', '2026-09-06'], 'America/Santiago', '2026-09-05T00:00', '2026-09-06T01:00'],
  [['2026-09-07', '2026-09-07'], 'America/Santiago', '2026-09-06T01:00', '2026-09-07T00:00'],
  // Whole months.
  ['6mo', 'UTC', '2025-11-01T00:00', '2026-05-01T00:00'],
  [['2026-03-01', '2026-03-31'], 'UTC', '2026-02-01T00:00', '2026-03-01T00:00'],
  // Under way: up to the same time of day.
  ['day', 'UTC', '2026-11-21T00:00', '2026-11-21T14:30'],
  ['day', 'Europe/Berlin', '2026-11-21T00:00', '2026-11-21T15:30'],
  ['month', 'UTC', '2026-10-10T00:00', '2026-10-31T14:30'],
  // Instants: as long as the range, to the second.
  [
    ['2026-10-25T01:30:00+02:00', '2026-10-25T04:00:00+01:00'],
    'Europe/Berlin',
    '2026-10-24T22:00',
    '2026-10-25T01:30',
  ],
])('the period before %j in %s', (range, zone, since, until) => {
  expect(compare(range, zone, { mode: 'previous_period' })).toEqual([since, until]);
});

test.each([
  ['7d', '2025-11-15T00:00', '2025-11-22T00:00'],
  ['day', '2025-11-22T00:00', '2025-11-22T14:30'],
  [['2024-02-29', '2024-02-29'], '2023-02-28T00:00', '2023-03-01T00:00'],
  [['2024-02-01', '2024-02-28'], '2023-02-01T00:00', '2023-03-01T00:00'],
  [['2025-02-01', '2025-02-28'], '2024-02-01T00:00', '2024-03-01T00:00'],
])('a year before %j', (range, since, until) => {
  expect(compare(range, 'UTC', { mode: 'year_over_year' })).toEqual([since, until]);
});

test.each([
  ['previous_period', '30d', '2026-09-18T00:00', '2026-10-18T00:00'],
  ['previous_period', '7d', '2026-11-08T00:00', '2026-11-15T00:00'],
  ['previous_period', 'day', '2026-11-15T00:00', '2026-11-15T14:30'],
  ['previous_period', '1mo', '2026-08-27T00:00', '2026-09-27T00:00'],
  ['year_over_year', '7d', '2025-11-16T00:00', '2025-11-23T00:00'],
])('%s of %s begins on the same day of the week', (mode, range, since, until) => {
  expect(compare(range, 'UTC', { mode, match_day_of_week: true })).toEqual([since, until]);
});

test('a range of its own', () => {
  const comparison = { mode: 'custom', date_range: ['2026-01-01', '2026-01-02'] };
  expect(compare('7d', 'Europe/Berlin', comparison)).toEqual(['2026-01-01T00:00', '2026-01-03T00:00']);
});

test.each([
  ['7d', 'last week', 'include.comparison is "last week"; allowed: an object with mode'],
  ['7d', {}, 'include.comparison.mode is missing; allowed: previous_period, year_over_year, custom'],
  ['7d', { mode: 'before' }, 'include.comparison.mode is "before"; allowed: previous_period'],
  ['7d', { mode: 'custom' }, 'include.comparison.date_range is missing; allowed: day, month'],
  ['7d', { mode: 'custom', date_range: 'all' }, 'include.comparison.date_range is "all"'],
  ['7d', { mode: 'custom', date_range: ['2026-01-01', 'x'] }, 'include.comparison.date_range[1] is "x"'],
  [
    '7d',
    { mode: 'previous_period', date_range: '7d' },
    'include.comparison.date_range is "7d"; allowed: with mode custom',
  ],
  [
    '7d',
    { mode: 'previous_period', match_day_of_week: 1 },
    'include.comparison.match_day_of_week is 1; allowed: true, false',
  ],
  [
    '7d',
    { mode: 'custom', date_range: '7d', match_day_of_week: true },
    'allowed: with previous_period or year_over_year',
  ],
  ['7d', { mode: 'previous_period', range: '7d' }, 'include.comparison has the unknown member "range"'],
  [
    'all',
    { mode: 'previous_period' },
    'include.comparison is given; allowed: with another date_range than all',
  ],
])('over %s, %j is refused', (range, comparison, message) => {
  expect(() => readComparison(comparison, readRange(range, 'UTC', now), now)).toThrow(message);
});
