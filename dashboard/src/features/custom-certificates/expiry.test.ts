import { expect, test } from 'vitest';
import { passedShare, validityOf } from './expiry.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();

test.each([
  [-90, 60, 'valid', 'Valid'],
  [-90, 30, 'valid', 'Valid'],
  [-90, 29.9, 'soon', 'Expires within 30 days'],
  [-90, 14, 'soon', 'Expires within 30 days'],
  [-90, 13.9, 'urgent', 'Expires within 14 days'],
  [-90, 3, 'urgent', 'Expires within 14 days'],
  [-90, 2.9, 'critical', 'Expires within 3 days'],
  [-90, 0, 'expired', 'Expired'],
  [-90, -1, 'expired', 'Expired'],
  [1, 60, 'not_yet_valid', 'Not valid yet'],
])('from day %d to day %d it is %s', (from, to, state, words) => {
  const certificate = { not_before: inDays(from), expires_at: inDays(to) };
  expect(validityOf(certificate, now)).toMatchObject({ state, words });
});

test('tells which share of its life has passed', () => {
  const share = (from: number, to: number) =>
    passedShare({ not_before: inDays(from), expires_at: inDays(to) }, now);
  expect(share(-30, 60)).toBeCloseTo(1 / 3);
  expect(share(1, 60)).toBe(0);
  expect(share(-90, -1)).toBe(1);
  expect(share(0, 0)).toBe(1);
});
