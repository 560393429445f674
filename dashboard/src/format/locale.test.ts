import { expect, test } from 'vitest';
import { englishOf } from './locale.ts';

test.each([
  [['en-US', 'en'], 'en-US'],
  [['de-DE', 'en-AU', 'en-US'], 'en-AU'],
  [['en'], 'en'],
  [['de-DE', 'de'], 'en-GB'],
  [['enm'], 'en-GB'],
  [[], 'en-GB'],
])('of readers of %j are written in %j', (languages, wanted) => {
  expect(englishOf(languages)).toBe(wanted);
});
