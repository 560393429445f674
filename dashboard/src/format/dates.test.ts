import { expect, test } from 'vitest';
import { formatHour, formatRelative } from './dates.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const hours = (count: number) => new Date(now + count * 3_600_000).toISOString();

test.each([
  [0, 'just now'],
  [1 / 120, 'just now'],
  [-1 / 60, '1 minute ago'],
  [1.99, 'in 119 minutes'],
  [-2, '2 hours ago'],
  [47.9, 'in 47 hours'],
  [48, 'in 2 days'],
  [59 * 24, 'in 59 days'],
  [61 * 24, 'in 2 months'],
  [-700 * 24, '22 months ago'],
  [731 * 24, 'in 2 years'],
])('%d hours away is %j', (away, words) => {
  expect(formatRelative(hours(away), now)).toBe(words);
});

test('an hour has two digits only where days have 24 hours', () => {
  expect(formatHour('2026-11-29T07:00:00+00:00')).toMatch(/^(?:7:00\sAM|07:00)$/);
});
