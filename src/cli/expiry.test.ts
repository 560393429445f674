import { expect, test } from 'vitest';
import { readExpiry } from './expiry.ts';

const now = Date.UTC(2026, 4, 4, 9, 30);

test.each([
  ['12h', now + 12 * 3_600_000],
  ['30d', now + 30 * 86_400_000],
  ['2026-12-31', Date.UTC(2026, 11, 31)],
  ['2028-02-29', Date.UTC(2028, 1, 29)],
  ['2026-12-31T18:00:00Z', Date.UTC(2026, 11, 31, 18)],
  ['2026-12-31T18:00+02:00', Date.UTC(2026, 11, 31, 16)],
])('reads %s', (text, expected) => {
  expect(readExpiry(text, now)).toBe(expected);
});

test.each([
  '',
  '0d',
  '-1d',
  '30',
  '30m',
  '1.5d',
  '9999999d',
  '2026-02-31',
  '2026-13-01',
  '2026-12-31T18:00',
  'tomorrow',
])('refuses %j', (text) => {
  expect(() => readExpiry(text, now)).toThrow(/--expires .* is invalid; allowed/);
});

test('refuses the past', () => {
  expect(() => readExpiry('2026-05-04', now)).toThrow('is not in the future');
});
