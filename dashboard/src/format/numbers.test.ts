import { expect, test } from 'vitest';
import {
  formatBytes,
  formatChange,
  formatPercentage,
  formatResponseTime,
  formatShare,
  formatStay,
  formatStayMark,
} from './numbers.ts';

test('percentages that end in 5 round up, whatever their binary form', () => {
  const ties = Array.from({ length: 1_000 }, (_, tenths) => ({ value: (tenths * 10 + 5) / 100, tenths }));
  for (const { value, tenths } of ties) {
    const rounded = ((tenths + 1) / 10).toFixed(1);
    expect(formatShare(value)).toBe(`${rounded}%`);
    expect(formatPercentage(value)).toBe(`${rounded.replace(/\.0$/, '')}%`);
    expect(formatChange(-value)).toBe(`-${rounded.replace(/\.0$/, '')}%`);
  }
});

test('response times round to the nearest millisecond, half up', () => {
  for (let ms = 0; ms < 999; ms++) expect(formatResponseTime((ms * 1000 + 500) / 1e6)).toBe(`${ms + 1} ms`);
});

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

test('bytes have a plural', () => {
  expect([0, 1, 512, 1536].map(formatBytes)).toEqual(['0 bytes', '1 byte', '512 bytes', '1.5 kB']);
});
