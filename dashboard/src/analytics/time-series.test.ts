import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketsIn, type Frequency, formatDay } from '../../../src/core/date-range.ts';
import { addDays, type DateRange } from './presets.ts';
import { pointsOf, summaryOf, timeTicks, valueTicks } from './time-series.ts';

const today = '2026-11-21';
const nowMs = Date.parse('2026-11-21T12:30:00Z');

/** A series as the API gives it. */
function seriesOf(range: DateRange, frequency: Frequency, value = 1): Record<string, number> {
  const number = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
  const buckets = bucketsIn({ from: number(range.from), to: number(range.to) }, frequency);
  return Object.fromEntries(buckets.map((bucket) => [formatDay(bucket), value]));
}

function pointsFor(range: DateRange, frequency: Frequency) {
  return pointsOf({ data: seriesOf(range, frequency), range, frequency, today, nowMs });
}

describe('pointsOf', () => {
  it('marks a bucket that is not over, and those that the range cuts', () => {
    const days = pointsFor({ from: '2026-11-19', to: today }, 'day');
    expect(days.map(({ state }) => state)).toEqual(['whole', 'whole', 'unfinished']);
    const weeks = pointsFor({ from: '2026-11-05', to: '2026-11-18' }, 'week');
    expect(weeks.map(({ state, range }) => [state, range.from, range.to])).toEqual([
      ['cut', '2026-11-05', '2026-11-08'],
      ['whole', '2026-11-09', '2026-11-15'],
      ['cut', '2026-11-16', '2026-11-18'],
    ]);
    const months = pointsFor({ from: '2026-09-01', to: today }, 'month');
    expect(months.map(({ state, title }) => [state, title])).toEqual([
      ['whole', 'September 2026'],
      ['whole', 'October 2026'],
      ['unfinished', expect.stringMatching(/^Nov 1.–.21, 2026$/)],
    ]);
  });

  it('leaves out what is still to come', () => {
    const points = pointsFor({ from: '2026-11-20', to: '2026-11-30' }, 'day');
    expect(points.map(({ range }) => range.from)).toEqual(['2026-11-20', '2026-11-21']);
  });

  it('leaves out what is of another range, whose series is shown until the next is there', () => {
    const data = seriesOf({ from: '2026-10-23', to: today }, 'day');
    const range = { from: '2026-11-08', to: '2026-11-09' };
    const points = pointsOf({ data, range, frequency: 'day', today, nowMs });
    expect(points.map((point) => point.range.from)).toEqual(['2026-11-08', '2026-11-09']);
    expect(
      pointsOf({ data, range: { from: '2025-01-01', to: '2025-01-31' }, frequency: 'day', today, nowMs }),
    ).toEqual([]);
  });

  it('puts the period before under it, bucket by bucket', () => {
    const range = { from: '2026-11-20', to: '2026-11-21' };
    const [first, second] = pointsOf({
      data: { '2026-11-20': 5, '2026-11-21': 6 },
      previous: { '2026-11-18': 3, '2026-11-19': 4 },
      range,
      compared: { from: '2026-11-18', to: '2026-11-19' },
      frequency: 'day',
      today,
      nowMs,
    });
    expect(first?.previous).toMatchObject({ value: 3, range: { from: '2026-11-18', to: '2026-11-18' } });
    expect(second?.previous?.value).toBe(4);
  });

  it('compares with no period in which nothing is known', () => {
    const [point] = pointsOf({
      data: { '2026-11-20': 5 },
      previous: { '2026-11-19': 0 },
      range: { from: '2026-11-20', to: '2026-11-20' },
      compared: { from: '2026-11-19', to: '2026-11-19' },
      frequency: 'day',
      today,
      nowMs,
    });
    expect(point?.previous).toBeUndefined();
  });
});

describe('hours', () => {
  const data = Object.fromEntries(
    Array.from({ length: 24 }, (_, hour) => [
      `2026-11-21T${String(hour).padStart(2, '0')}:00:00+01:00`,
      hour,
    ]),
  );
  const range = { from: today, to: today };
  const points = pointsOf({ data, range, frequency: 'hour', today, nowMs });

  it('end with the one under way', () => {
    expect(points.map(({ value }) => value)).toEqual(Array.from({ length: 14 }, (_, hour) => hour));
    expect(points.slice(-2).map(({ state }) => state)).toEqual(['whole', 'unfinished']);
    expect(points.every((point) => point.range.from === today && point.range.to === today)).toBe(true);
  });

  it('are called by the clock of their zone', () => {
    expect(points.at(-1)?.title).toMatch(/Nov.*(13:00|1:00)/);
    expect(timeTicks(points, 'hour', 5).map(({ index }) => index)).toEqual([0, 3, 6, 9, 12]);
  });
});

describe('timeTicks', () => {
  const labels = (range: DateRange, frequency: Frequency, count: number) =>
    timeTicks(pointsFor(range, frequency), frequency, count).map(({ label }) => label);

  it('marks days in even steps', () => {
    expect(labels({ from: '2026-11-15', to: today }, 'day', 8)).toHaveLength(7);
    expect(labels({ from: '2026-11-15', to: today }, 'day', 4)).toEqual([
      'Nov 15',
      'Nov 17',
      'Nov 19',
      'Nov 21',
    ]);
  });

  it('marks months where they begin, with the year where it begins', () => {
    expect(labels({ from: '2025-11-10', to: today }, 'day', 14)).toEqual([
      'Dec 2025',
      'Jan 2026',
      'Feb',
      'Mar',
      'Apr',
      'May',
      'Jun',
      'Jul',
      'Aug',
      'Sep',
      'Oct',
      'Nov',
    ]);
    expect(labels({ from: '2016-11-15', to: today }, 'day', 6)).toEqual([
      'Jan 2018',
      'Jan 2020',
      'Jan 2022',
      'Jan 2024',
      'Jan 2026',
    ]);
  });

  it('never has more marks than there is room for, and one at least', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3_660 }),
        fc.constantFrom('day', 'week', 'month'),
        fc.integer({ min: 1, max: 20 }),
        (days, frequency, count) => {
          const points = pointsFor({ from: addDays(today, 1 - days), to: today }, frequency);
          const ticks = timeTicks(points, frequency, count);
          expect(ticks.length).toBeLessThanOrEqual(count);
          expect(ticks.length).toBeGreaterThan(0);
          for (const { index } of ticks) expect(points[index]).toBeDefined();
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('valueTicks', () => {
  it.each([
    [0, 'integer', [0, 1]],
    [1, 'integer', [0, 1]],
    [3, 'integer', [0, 1, 2, 3]],
    [142, 'integer', [0, 50, 100, 150]],
    [7329, 'integer', [0, 2000, 4000, 6000, 8000]],
    [2.6, 'number', [0, 1, 2, 3]],
    [0.12, 'number', [0, 0.05, 0.1, 0.15]],
    [95, 'duration', [0, 30, 60, 90, 120]],
  ] as const)('%s (%s)', (highest, kind, ticks) => {
    expect(valueTicks(highest, kind, 5)).toEqual(ticks.map((tick) => expect.closeTo(tick, 9)));
  });

  it('has the highest value within, and few marks', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e15, noNaN: true }),
        fc.constantFrom('integer', 'number', 'duration'),
        (highest, kind) => {
          const ticks = valueTicks(highest, kind, 5);
          expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
          expect(ticks.length).toBeLessThanOrEqual(7);
        },
      ),
    );
  });
});

it('says in a sentence what a chart shows', () => {
  const range = { from: '2026-11-18', to: '2026-11-19' };
  const points = pointsOf({
    data: { '2026-11-18': 5, '2026-11-19': 9 },
    range,
    frequency: 'day',
    today,
    nowMs,
  });
  expect(summaryOf('Visits', points, String)).toBe(
    'Visits from Wed, Nov 18, 2026 to Thu, Nov 19, 2026. Highest 9 (Thu, Nov 19, 2026), lowest 5 (Wed, Nov 18, 2026).',
  );
  expect(summaryOf('Visits', [], String)).toBe('Visits: no data');
});
