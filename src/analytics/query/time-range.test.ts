import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { readRange, readZone, refuseManyBuckets, startOf, type TimeRange, timeLabels } from './time-range.ts';
import type { TimeDimension } from './vocabulary.ts';

const now = Date.parse('2026-11-22T23:30:00Z');
const iso = (ms: number): string => new Date(ms).toISOString().replace(':00.000Z', 'Z');

/** In Berlin it is the 23rd already. */
test.each([
  ['day', 'UTC', '2026-11-22T00:00Z', '2026-11-23T00:00Z'],
  ['day', 'Europe/Berlin', '2026-11-22T23:00Z', '2026-11-23T23:00Z'],
  ['7d', 'UTC', '2026-11-15T00:00Z', '2026-11-22T00:00Z'],
  ['7d', 'Europe/Berlin', '2026-11-15T23:00Z', '2026-11-22T23:00Z'],
  ['month', 'UTC', '2026-11-01T00:00Z', '2026-11-23T00:00Z'],
  ['6mo', 'UTC', '2026-05-01T00:00Z', '2026-11-01T00:00Z'],
  ['12mo', 'Europe/Berlin', '2025-10-31T23:00Z', '2026-10-31T23:00Z'],
  ['year', 'UTC', '2026-01-01T00:00Z', '2026-11-23T00:00Z'],
  ['all', 'UTC', '1970-01-01T00:00Z', '2026-11-23T00:00Z'],
])('%s in %s', (name, zone, since, until) => {
  const range = readRange(name, zone, now);
  expect([iso(range.since), iso(range.until)]).toEqual([since, until]);
});

test('a day has 23 or 25 hours when clocks change, and one begins at 1 when its midnight is skipped', () => {
  const hours = (date: string, zone: string) => timeLabels(readRange([date, date], zone, now), 'time:hour');
  expect(hours('2026-03-29', 'Europe/Berlin')).toHaveLength(23);
  const long = hours('2026-10-25', 'Europe/Berlin');
  expect(long).toHaveLength(25);
  expect(long.slice(2, 4)).toEqual(['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00']);
  expect(hours('2026-09-06', 'America/Santiago')[0]).toBe('2026-09-06T01:00:00-03:00');
});

test('hours begin at the full hour where clocks move by half an hour', () => {
  const labels = (date: string) =>
    timeLabels(readRange([date, date], 'Australia/Lord_Howe', now), 'time:hour').slice(0, 4);
  expect(labels('2024-04-07')).toEqual([
    '2024-04-07T00:00:00+11:00',
    '2024-04-07T01:00:00+11:00',
    '2024-04-07T01:00:00+10:30',
    '2024-04-07T02:00:00+10:30',
  ]);
  expect(labels('2024-10-06').slice(1)).toEqual([
    '2024-10-06T01:00:00+10:30',
    '2024-10-06T02:00:00+11:00',
    '2024-10-06T03:00:00+11:00',
  ]);
  expect(timeLabels(readRange(['1970-01-01', '1970-01-01'], 'America/St_Johns', now), 'time:hour')[0]).toBe(
    '1970-01-01T00:00:00-03:30',
  );
});

test('the label of a week is its Monday, of a month its first day, also before the range', () => {
  const range = readRange(['2026-11-04', '2026-12-01'], 'Asia/Kolkata', now);
  expect(timeLabels(range, 'time:week')).toEqual([
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ]);
  expect(timeLabels(range, 'time:month')).toEqual(['2026-11-01', '2026-12-01']);
  expect(timeLabels(range, 'time:day')).toHaveLength(28);
});

test('instants are taken as they are, the second one not included', () => {
  const range = readRange(['2026-11-01T00:00:00+01:00', '2026-11-01T12:00:00.500Z'], 'UTC', now);
  expect(range).toEqual({
    since: Date.parse('2026-10-31T23:00:00Z'),
    until: Date.parse('2026-11-01T12:00:00.500Z'),
    zone: 'UTC',
  });
});

test('a zone takes its canonical name', () => {
  expect(readZone('europe/berlin')).toBe('Europe/Berlin');
  expect(readZone(undefined)).toBe('UTC');
});

/** The buckets as the calendar has them, one after the other. */
function calendarLabels(range: TimeRange, dimension: TimeDimension): string[] {
  const labels: string[] = [];
  if (dimension === 'time:hour' || dimension === 'time:minute') return [];
  const startOfBucket = (at: Temporal.ZonedDateTime): Temporal.ZonedDateTime => {
    const day = at.startOfDay();
    if (dimension === 'time:day') return day;
    return dimension === 'time:week'
      ? day.subtract({ days: day.dayOfWeek - 1 }).startOfDay()
      : day.with({ day: 1 }).startOfDay();
  };
  const lengthOf = { 'time:day': { days: 1 }, 'time:week': { days: 7 }, 'time:month': { months: 1 } };
  let at = Temporal.Instant.fromEpochMilliseconds(range.since).toZonedDateTimeISO(range.zone);
  at = startOfBucket(at);
  while (at.epochMilliseconds < range.until) {
    labels.push(at.toPlainDate().toString());
    at = at.add(lengthOf[dimension]).startOfDay();
  }
  return labels;
}

test('labels counted between changes of the clocks are those of the calendar, in every zone', () => {
  const zones = [...Intl.supportedValuesOf('timeZone')];
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 21_000 }),
      fc.integer({ min: 1, max: 400 }),
      fc.constantFrom<TimeDimension>('time:day', 'time:week', 'time:month'),
      (zone, day, days, dimension) => {
        const since = startOf(Temporal.PlainDate.from('1970-01-01').add({ days: day }), zone);
        const range = { since, until: since + days * 86_400_000, zone };
        expect(timeLabels(range, dimension)).toEqual(calendarLabels(range, dimension));
      },
    ),
    { numRuns: runs(200) },
  );
});

test.each([
  ['Pacific/Apia', '2011-12-25', '2012-01-05'],
  ['Pacific/Kwajalein', '1993-08-15', '1993-08-30'],
  ['Australia/Lord_Howe', '2024-04-01', '2024-04-12'],
  ['Europe/Berlin', '2026-10-20', '2026-10-28'],
  ['Pacific/Chatham', '2026-04-01', '2026-04-08'],
  ['Asia/Kathmandu', '1985-12-28', '1986-01-04'],
  ['Pacific/Chatham', '2024-09-27', '2024-10-01'],
  ['Asia/Pyongyang', '2018-05-03', '2018-05-06'],
  ['Africa/Monrovia', '1972-01-05', '1972-01-09'],
])('labels of %s from %s to %s are those of the calendar', (zone, from, to) => {
  const range = readRange([from, to], zone, now);
  for (const dimension of ['time:day', 'time:week', 'time:month'] as const)
    expect(timeLabels(range, dimension)).toEqual(calendarLabels(range, dimension));
  // Each half minute's hour and minute of the clock with the offset then.
  const each: Record<'time:hour' | 'time:minute', Set<string>> = {
    'time:hour': new Set(),
    'time:minute': new Set(),
  };
  const two = (value: number): string => String(value).padStart(2, '0');
  for (let ms = range.since; ms < range.until; ms += 30_000) {
    const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
    const hour = `${at.toPlainDate().toString()}T${two(at.hour)}`;
    each['time:hour'].add(`${hour}:00:00${at.offset}`);
    each['time:minute'].add(`${hour}:${two(at.minute)}:00${at.offset}`);
  }
  expect(timeLabels(range, 'time:hour')).toEqual([...each['time:hour']]);
  expect(timeLabels(range, 'time:minute')).toEqual([...each['time:minute']]);
});

test('10,000 labels are made at once, and a range with more is refused with how many it has', () => {
  const years = readRange(['2017-01-01', '2026-12-31'], 'Europe/Berlin', now);
  expect(() => refuseManyBuckets(years, 'time:hour', 'include')).toThrow(
    /^include needs 87648 buckets of time:hour; allowed: at most 10000/,
  );
  refuseManyBuckets(years, 'time:day', 'include');
  const year = readRange(['2026-01-01', '2026-12-31'], 'Europe/Berlin', now);
  refuseManyBuckets(year, 'time:hour', 'include');
  const labels = timeLabels(year, 'time:hour');
  expect(labels).toHaveLength(8_760);
  expect(new Set(labels).size).toBe(8_760);
});
