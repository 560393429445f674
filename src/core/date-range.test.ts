import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/support/runs.ts';
import {
  bucketOf,
  bucketsIn,
  type DateRange,
  dayOf,
  type Frequency,
  formatDay,
  frequencies,
  makeDateRange,
  parseDay,
  readDay,
} from './date-range.ts';

const dayMs = 86_400_000;
const lastDay = 65_535;
const now = Date.UTC(2026, 10, 21, 14, 57, 35, 123);

function range(from: string, to: string): DateRange {
  return { from: parseDay(from) ?? Number.NaN, to: parseDay(to) ?? Number.NaN };
}

function readAt(given: { from?: string; to?: string }, nowMs = now): [string, string] {
  const days = { from: readDay('from', given.from), to: readDay('to', given.to) };
  const { from, to } = makeDateRange(days, nowMs);
  return [formatDay(from), formatDay(to)];
}

function keys(from: string, to: string, frequency: Frequency): string[] {
  return bucketsIn(range(from, to), frequency).map(formatDay);
}

describe('a date', () => {
  test.each([
    '2026-02-30',
    '2026-02-29',
    '2100-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-04-31',
    '2026-2-1',
    '26-02-01',
    '2026-02-01T00:00:00Z',
    '2026-02-01 ',
    ' 2026-02-01',
    '2026-02-01\n',
    '20260201',
    '2026/02/01',
    '01-02-2026',
    '+2026-02-01',
    '-2026-02-01',
    '٢٠٢٦-٠٢-٠١',
    'today',
    '',
    '0000-01-01',
    '0001-01-01',
    '1969-12-31',
    '2149-06-07',
    '9999-12-31',
  ])('%o is none', (text) => {
    expect(parseDay(text)).toBeUndefined();
    for (const name of ['from', 'to'] as const) {
      expect(() => readAt({ [name]: text })).toThrow(
        expect.objectContaining({
          code: `${name}_invalid`,
          message: `${name} ${JSON.stringify(text)} is invalid; allowed: a date YYYY-MM-DD from 1970-01-01 to 2149-06-06`,
        }),
      );
    }
  });

  test.each([
    ['1970-01-01', 0],
    ['1970-01-02', 1],
    ['2000-02-29', 11_016],
    ['2024-02-29', 19_782],
    ['2149-06-06', lastDay],
  ])('%s is day %i', (text, day) => {
    expect(parseDay(text)).toBe(day);
  });

  test('property: every day is read as it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: lastDay }), fc.integer({ min: 0, max: dayMs - 1 }), (day, ms) => {
        expect(parseDay(formatDay(day))).toBe(day);
        expect(dayOf(day * dayMs + ms)).toBe(day);
      }),
    );
  });

  test('property: what is read is written alike, and nothing else is read', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
    const dateLike = fc.tuple(digits(4), digits(2), digits(2)).map((parts) => parts.join('-'));
    fc.assert(
      fc.property(fc.oneof(dateLike, fc.string()), (text) => {
        const day = parseDay(text);
        if (day !== undefined) expect(formatDay(day)).toBe(text);
      }),
    );
  });
});

describe('a range', () => {
  test('is the 30 days before today and today by default', () => {
    expect(readAt({})).toEqual(['2026-10-22', '2026-11-21']);
    expect(readAt({}, Date.UTC(2026, 10, 21))).toEqual(['2026-10-22', '2026-11-21']);
    expect(readAt({}, Date.UTC(2026, 10, 22) - 1)).toEqual(['2026-10-22', '2026-11-21']);
    expect(readAt({}, Date.UTC(2024, 2, 1))).toEqual(['2024-01-31', '2024-03-01']);
  });

  test('takes each date that is given, with the default of the other', () => {
    expect(readAt({ from: '2026-11-20' })).toEqual(['2026-11-20', '2026-11-21']);
    expect(readAt({ to: '2026-11-20' })).toEqual(['2026-10-22', '2026-11-20']);
    expect(readAt({ from: '2026-11-21', to: '2026-11-21' })).toEqual(['2026-11-21', '2026-11-21']);
    expect(readAt({ from: '2030-01-01', to: '2030-01-31' })).toEqual(['2030-01-01', '2030-01-31']);
  });

  test.each([
    [{ from: '2026-11-22', to: '2026-11-21' }, 'from 2026-11-22 to 2026-11-21 is no range: from is after to'],
    [{ from: '2026-11-22' }, 'from 2026-11-22 to 2026-11-21 (by default) is no range: from is after to'],
    [{ to: '2026-10-21' }, 'from 2026-10-22 (by default) to 2026-10-21 is no range: from is after to'],
  ])('%o is none', (given, message) => {
    expect(() => readAt(given)).toThrow(expect.objectContaining({ code: 'date_range_invalid', message }));
  });

  test('has 3,660 days at most, both ends included', () => {
    expect(readAt({ from: '2016-11-14', to: '2026-11-21' })).toEqual(['2016-11-14', '2026-11-21']);
    expect(() => readAt({ from: '2016-11-13', to: '2026-11-21' })).toThrow(
      expect.objectContaining({
        code: 'date_range_invalid',
        message: 'from 2016-11-13 to 2026-11-21 has 3661 days; allowed: at most 3660',
      }),
    );
  });
});

describe('the buckets of a range', () => {
  test('are all there, keyed by their first day, even where it lies before the range', () => {
    expect(keys('2026-02-27', '2026-03-02', 'day')).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
    expect(keys('2026-11-18', '2026-11-30', 'week')).toEqual(['2026-11-16', '2026-11-23', '2026-11-30']);
    expect(keys('2026-11-22', '2026-11-22', 'week')).toEqual(['2026-11-16']);
    expect(keys('2025-12-31', '2026-03-01', 'month')).toEqual([
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
    ]);
    expect(keys('1970-01-01', '1970-01-05', 'week')).toEqual(['1969-12-29', '1970-01-05']);
  });

  const anyRange = fc
    .tuple(fc.integer({ min: 0, max: lastDay }), fc.integer({ min: 0, max: 3_659 }))
    .map(([from, more]): DateRange => ({ from, to: Math.min(from + more, lastDay) }));

  test('property: are what a walk over every single day finds', () => {
    fc.assert(
      fc.property(anyRange, fc.constantFrom(...frequencies), (days, frequency) => {
        const walked = new Set<number>();
        for (let day = days.from; day <= days.to; day += 1) walked.add(bucketOf(day, frequency));
        expect(bucketsIn(days, frequency)).toEqual([...walked]);
      }),
      { numRuns: runs(60) },
    );
  });

  test('property: a bucket begins on the day, a Monday or a 1st, and is the last such day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: lastDay }), (day) => {
        expect(bucketOf(day, 'day')).toBe(day);
        const monday = bucketOf(day, 'week');
        expect(new Date(monday * dayMs).getUTCDay()).toBe(1);
        expect(day - monday).toBeGreaterThanOrEqual(0);
        expect(day - monday).toBeLessThan(7);
        expect(formatDay(bucketOf(day, 'month'))).toBe(`${formatDay(day).slice(0, 8)}01`);
      }),
    );
  });
});
