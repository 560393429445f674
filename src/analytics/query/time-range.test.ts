import { expect, test } from 'vitest';
import { readRange, readZone, timeLabels } from './time-range.ts';

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
