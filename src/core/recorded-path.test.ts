import { expect, test } from 'vitest';
import { recordedLocation } from './recorded-path.ts';

test.each([
  ['', ''],
  ['/login?next=secret#part', '/login'],
  ['https://user:secret@shop.example/a', 'https://shop.example/a'],
  ['//secret@shop.example/@b', '//shop.example/@b'],
  ['https:\\\\a@b:secret@shop.example\\c@d', 'https:\\\\shop.example\\c@d'],
  ['https://secret@shop.example?x=@y', 'https://shop.example'],
  ['/people/@name', '/people/@name'],
])('of the Location %s is recorded %s', (location, recorded) => {
  expect(recordedLocation(location)).toBe(recorded);
});

test('a long Location is cut', () => {
  expect(recordedLocation(`/${'a'.repeat(60_000)}`)).toHaveLength(8 * 1024);
});
