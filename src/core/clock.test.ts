import { describe, expect, it } from 'vitest';
import { formatTimestamp, systemClock } from './clock.ts';

describe('formatTimestamp', () => {
  it.each([
    [0, '1970-01-01T00:00:00.000+00:00'],
    [Date.UTC(2024, 1, 29, 23, 59, 59, 7), '2024-02-29T23:59:59.007+00:00'],
    [Date.UTC(2025, 0, 1), '2025-01-01T00:00:00.000+00:00'],
  ])('writes %d in UTC with three decimals', (epochMs, expected) => {
    expect(formatTimestamp(epochMs)).toBe(expected);
  });
});

describe('systemClock', () => {
  it('tells milliseconds since the epoch', () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1000);
  });
});
