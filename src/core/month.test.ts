import { expect, test } from 'vitest';
import { formatDay } from './date-range.ts';
import { daysOfMonth, monthEnd, monthOf, monthStart, monthsBetween, nextMonth, parseMonth } from './month.ts';

test('a month is YYYY-MM from 1970-01 on', () => {
  for (const text of ['1970-01', '2026-12', '2999-09']) expect(parseMonth(text)).toBe(text);
  for (const text of [
    '',
    '2026',
    '2026-1',
    '2026-00',
    '2026-13',
    '1969-12',
    '2026-01-01',
    ' 2026-01',
    '02026-01',
  ])
    expect(parseMonth(text)).toBeUndefined();
});

test('an instant belongs to the month of UTC', () => {
  expect(monthOf(Date.UTC(2026, 11, 1) - 1)).toBe('2026-11');
  expect(monthOf(Date.UTC(2026, 11, 1))).toBe('2026-12');
});

test('months follow each other without a gap, over 30 years', () => {
  for (const month of monthsBetween('2010-01', '2039-12')) {
    expect(monthOf(monthEnd(month) - 1)).toBe(month);
    expect(monthStart(nextMonth(month))).toBe(monthEnd(month));
  }
  expect(monthsBetween('2026-11', '2027-02')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02']);
  expect(monthsBetween('2026-11', '2026-10')).toEqual([]);
});

test('a month has its days, both ends included', () => {
  const shown = ({ from, to }: { from: number; to: number }) => [formatDay(from), formatDay(to)];
  expect(shown(daysOfMonth('2028-02'))).toEqual(['2028-02-01', '2028-02-29']);
  expect(shown(daysOfMonth('2026-12'))).toEqual(['2026-12-01', '2026-12-31']);
});
