import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  comparedWith,
  defaultFrequency,
  frequenciesFor,
  lengthOf,
  maxRangeDays,
  oldestDay,
  presetOf,
  presets,
  rangeOf,
  readRange,
  stepped,
} from './presets.ts';

const today = '2026-11-21';

describe('rangeOf', () => {
  it.each([
    ['today', '2026-11-21', '2026-11-21'],
    ['yesterday', '2026-11-20', '2026-11-20'],
    ['7d', '2026-11-14', '2026-11-20'],
    ['30d', '2026-10-22', '2026-11-20'],
    ['90d', '2026-08-23', '2026-11-20'],
    ['month', '2026-11-01', '2026-11-21'],
    ['last-month', '2026-10-01', '2026-10-31'],
    ['year', '2026-01-01', '2026-11-21'],
    ['12mo', '2025-11-01', '2026-10-31'],
  ] as const)('%s is %s to %s', (preset, from, to) => {
    expect(rangeOf(preset, today)).toEqual({ from, to });
  });

  it('begins all time with the first day, and never before what the API answers', () => {
    expect(rangeOf('all', today, '2026-08-22')).toEqual({ from: '2026-08-22', to: today });
    expect(lengthOf(rangeOf('all', today, '1999-01-01'))).toBe(maxRangeDays);
    expect(rangeOf('all', today)).toEqual({ from: today, to: today });
    expect(rangeOf('all', today, '2026-12-01')).toEqual({ from: today, to: today });
  });

  it('knows months of any length', () => {
    expect(rangeOf('last-month', '2024-03-31')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
    expect(rangeOf('last-month', '2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  });
});

describe('readRange', () => {
  it.each([
    ['2026-11-01', '2026-11-21', true],
    ['2026-11-21', '2026-11-21', true],
    ['2026-11-22', '2026-11-21', false],
    ['2026-02-30', '2026-03-02', false],
    ['1969-12-31', '2026-03-02', false],
    ['2010-01-01', '2026-03-02', false],
    ['', '2026-03-02', false],
    [null, '2026-03-02', false],
    ['yesterday', 'today', false],
  ])('%s to %s: %s', (from, to, isRange) => {
    expect(readRange(from, to)).toEqual(isRange ? { from, to } : undefined);
  });

  it('takes the longest range that the API answers, and no longer one', () => {
    expect(readRange(oldestDay(today), today)).toBeDefined();
    expect(readRange(addDays(oldestDay(today), -1), today)).toBeUndefined();
  });
});

describe('comparedWith', () => {
  it('ends where the range begins and is as long', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20_000, max: 40_000 }),
        fc.integer({ min: 1, max: 3_660 }),
        (start, days) => {
          const from = addDays('1970-01-01', start);
          const range = { from, to: addDays(from, days - 1) };
          const previous = comparedWith(range, 'previous');
          expect(previous && addDays(previous.to, 1)).toBe(range.from);
          expect(previous && lengthOf(previous)).toBe(days);
        },
      ),
    );
  });

  it.each([
    ['weekdays', '2026-11-15', '2026-11-21', '2026-11-08', '2026-11-14'],
    ['weekdays', '2026-11-12', '2026-11-21', '2026-10-29', '2026-11-07'],
    ['year', '2026-11-01', '2026-11-21', '2025-11-01', '2025-11-21'],
    ['year', '2028-02-29', '2028-02-29', '2027-02-28', '2027-02-28'],
  ] as const)('by %s puts %s to %s beside %s to %s', (comparison, from, to, first, last) => {
    expect(comparedWith({ from, to }, comparison)).toEqual({ from: first, to: last });
  });

  it('is not there before the first day of time', () => {
    expect(comparedWith({ from: '1970-01-02', to: '1970-01-10' }, 'previous')).toBeUndefined();
  });
});

describe('stepped', () => {
  it.each([
    ['2026-11-15', '2026-11-21', -1, '2026-11-08', '2026-11-14'],
    ['2026-10-01', '2026-10-31', -1, '2026-09-01', '2026-09-30'],
    ['2026-10-01', '2026-10-31', 1, '2026-11-01', '2026-11-30'],
    ['2025-01-01', '2025-12-31', -1, '2024-01-01', '2024-12-31'],
    ['2026-02-03', '2026-02-03', 1, '2026-02-04', '2026-02-04'],
  ] as const)('%s to %s by %s', (from, to, direction, nextFrom, nextTo) => {
    expect(stepped({ from, to }, direction, today)).toEqual({ from: nextFrom, to: nextTo });
  });

  it('does not begin after today or before the first day of time', () => {
    expect(stepped({ from: '2026-11-15', to: '2026-11-21' }, 1, today)).toBeUndefined();
    expect(stepped({ from: '1970-01-01', to: '1970-01-31' }, -1, today)).toBeUndefined();
  });
});

it('finds the preset that days are', () => {
  for (const { id } of presets) {
    if (id !== 'all') expect(presetOf(rangeOf(id, today), today)).toBe(id);
  }
  expect(presetOf({ from: '2026-03-05', to: '2026-03-09' }, today)).toBeUndefined();
});

it('offers frequencies of two buckets at least, the usual one among them', () => {
  for (let days = 1; days <= maxRangeDays; days += 1) {
    const range = { from: addDays(today, 1 - days), to: today };
    expect(frequenciesFor(range)).toContain(defaultFrequency(range));
  }
  expect(frequenciesFor({ from: today, to: today })).toEqual(['hour']);
});
