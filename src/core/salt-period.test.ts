import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saltPeriodAt } from './salt-period.ts';

describe('saltPeriodAt', () => {
  it.each([
    ['2026-05-04T12:00:00.000Z', 'day', '2026-05-04', '2026-05-05'],
    ['2026-05-04T00:00:00.000Z', 'day', '2026-05-04', '2026-05-05'],
    ['2026-05-03T23:59:59.999Z', 'day', '2026-05-03', '2026-05-04'],
    ['2024-02-28T12:00:00.000Z', 'day', '2024-02-28', '2024-02-29'],
    ['2026-05-31T23:59:59.999Z', 'month', '2026-05-01', '2026-06-01'],
    ['2026-06-01T00:00:00.000Z', 'month', '2026-06-01', '2026-07-01'],
    ['2026-12-31T12:00:00.000Z', 'month', '2026-12-01', '2027-01-01'],
    ['2026-12-31T12:00:00.000Z', 'day', '2026-12-31', '2027-01-01'],
  ] as const)('at %s a %s is from %s to %s', (time, kind, start, end) => {
    expect(saltPeriodAt(Date.parse(time), kind)).toEqual({
      startMs: Date.parse(start),
      endMs: Date.parse(end),
    });
  });

  it('holds its time, and is the same for all its times', () => {
    const times = fc.integer({ min: 0, max: Date.UTC(2200, 0) });
    fc.assert(
      fc.property(times, fc.constantFrom('day' as const, 'month' as const), (time, kind) => {
        const period = saltPeriodAt(time, kind);
        expect(period.startMs <= time && time < period.endMs).toBe(true);
        expect(saltPeriodAt(period.startMs, kind)).toEqual(period);
        expect(saltPeriodAt(period.endMs - 1, kind)).toEqual(period);
        expect(saltPeriodAt(period.endMs, kind).startMs).toBe(period.endMs);
      }),
    );
  });
});
