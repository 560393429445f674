import { expect, test } from 'vitest';
import { parseTimeZone } from './time-zone.ts';

test.each([
  ['UTC', 'UTC'],
  ['utc', 'UTC'],
  ['europe/berlin', 'Europe/Berlin'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
])('%s is the time zone %s', (text, zone) => {
  expect(parseTimeZone(text)).toBe(zone);
});

test.each(['', '+02:00', 'Mars/Olympus', 'Europe/Berlin ', "UTC'"])('%j is not a time zone', (text) => {
  expect(parseTimeZone(text)).toBeUndefined();
});
