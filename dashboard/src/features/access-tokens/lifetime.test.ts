import { expect, test } from 'vitest';
import { dayProblem, expiresAt, tokenState } from './lifetime.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

test('a number of days is counted from now', () => {
  expect(expiresAt('30', '', now)).toBe('2026-12-21T12:00:00.000Z');
  expect(expiresAt('never', '', now)).toBeNull();
});

test('a chosen day is the last on which the token works', () => {
  const end = expiresAt('date', '2026-12-24', now);
  expect(new Date(end ?? '').toLocaleString('sv')).toBe('2026-12-24 23:59:59');
  expect(expiresAt('date', '', now)).toBeUndefined();
  expect(expiresAt('date', '2026-13-01', now)).toBeUndefined();
});

test('says what is wrong with a chosen day', () => {
  expect(dayProblem('date', '', now)).toBe('Choose the last day the token works.');
  expect(dayProblem('date', '2026-11-01', now)).toBe('Choose today or a later day.');
  expect(dayProblem('date', '2026-12-01', now)).toBeUndefined();
  expect(dayProblem('30', '', now)).toBeUndefined();
});

test('marks tokens that end soon, and those that have ended', () => {
  expect(tokenState(null, now)).toBeUndefined();
  expect(tokenState('2027-01-01T00:00:00Z', now)).toBeUndefined();
  expect(tokenState('2026-12-01T00:00:00Z', now)).toEqual({ words: 'Expires soon', tone: 'warning' });
  expect(tokenState('2026-11-21T12:00:00Z', now)).toEqual({ words: 'Expired', tone: 'danger' });
});
