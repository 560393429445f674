import { expect, test } from 'vitest';
import { formatStay, formatStayMark } from './numbers.ts';

test('how long people stayed has two units at most', () => {
  expect([0, 59.4, 59.5, 84, 3599, 3600, 7260].map(formatStay)).toEqual([
    '0s',
    '59s',
    '1m 0s',
    '1m 24s',
    '59m 59s',
    '1h 0m',
    '2h 1m',
  ]);
});

test('marks of an axis leave out a unit that is 0', () => {
  expect([0, 15, 60, 90, 600, 630, 3600, 5400].map(formatStayMark)).toEqual([
    '0s',
    '15s',
    '1m',
    '1m 30s',
    '10m',
    '10m 30s',
    '1h',
    '1h 30m',
  ]);
});
