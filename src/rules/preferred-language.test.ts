import { expect, it } from 'vitest';
import { preferredLanguage } from './preferred-language.ts';

it.each([
  ['', ''],
  ['de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de-at'],
  ['en;q=0.8, fr;q=0.9, de;q=0.9', 'fr'],
  ['*, en;q=0.5', 'en'],
  ['en;q=0', ''],
  ['en;q=2, de;q=0.1', 'de'],
  ['en;level=1, de;q=0.1', 'de'],
  ['not a tag, de', 'de'],
  [`${','.repeat(10_000)}de`, ''],
])('%j: %j', (field, expected) => {
  expect(preferredLanguage(field)).toBe(expected);
});
