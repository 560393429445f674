/** Source: RFC 9110 section 12.5.4. */
import { expect, test } from 'vitest';
import { readerOf } from './accept-language.ts';

test.each([
  [undefined, 'en', 'en'],
  ['', 'en', 'en'],
  ['de', 'de', 'de'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de', 'de-AT'],
  ['en-GB,en;q=0.9', 'en', 'en-GB'],
  ['da, en-GB;q=0.8, fr;q=0.7', 'en', 'en-GB'],
  ['en;q=0.3, nl;q=0.8', 'nl', 'nl'],
  ['fr;q=0, es;q=0.1', 'es', 'es'],
  ['it;q=0.5, pt-BR;q=0.5', 'it', 'it'],
  ['zh-Hant-TW, ja-JP;q=0.2', 'ja', 'ja-JP'],
  ['da', 'en', 'en'],
  ['*', 'en', 'en'],
  ['de;q=0.3, *;q=0.5', 'en', 'en'],
  ['en;q=0, *', 'de', 'de'],
  ['DE-de', 'de', 'de-DE'],
  ['de;q=1.5, fr;q=0.1', 'fr', 'fr'],
  ['de;level=1, fr;q=0.1', 'fr', 'fr'],
  ['de_DE', 'en', 'en'],
  ['de-x-"<b>, it', 'it', 'it'],
  [`${'x,'.repeat(100)}de`, 'en', 'en'],
  ['fr-FR-u-nu-arab', 'fr', 'fr-FR'],
])('of %j the language is %s with %s', (field, language, locale) => {
  expect(readerOf(field)).toEqual({ language, locale });
  expect(() => new Intl.DateTimeFormat(locale)).not.toThrow();
});
