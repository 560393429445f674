import { expect, test } from 'vitest';
import { attemptsWords, lookOf, resultOf } from './delivery-words.ts';

test('tells a delivery that failed and is sent again from one that waits', () => {
  expect(lookOf({ status: 'pending', attempts_made: 0 }).text).toBe('Waiting');
  expect(lookOf({ status: 'pending', attempts_made: 2 }).text).toBe('Trying again');
  expect(lookOf({ status: 'failed', attempts_made: 2 }).text).toBe('Given up');
});

test('says what became of the attempts', () => {
  expect(resultOf({ response_status: 204, error: null })).toBe('204');
  expect(resultOf({ response_status: null, error: 'timed out' })).toBe('timed out');
  expect(resultOf({ response_status: 500, error: 'not a 2xx' })).toBe('500: not a 2xx');
  const last = { response_status: 503, error: null };
  expect(attemptsWords({ ...last, attempts_made: 0 })).toBe('None yet');
  expect(attemptsWords({ ...last, attempts_made: 1 })).toBe('503');
  expect(attemptsWords({ ...last, attempts_made: 3 })).toBe('3, last 503');
});
