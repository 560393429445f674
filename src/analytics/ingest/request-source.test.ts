import { expect, test } from 'vitest';
import { campaignSourceIn, referrerOrigin } from './request-source.ts';

test.each([
  ['', ''],
  ['https://www.google.com/', 'https://www.google.com'],
  ['https://www.google.com/search?q=private', 'https://www.google.com'],
  ['http://shop.example:8080', 'http://shop.example:8080'],
  ['android-app://com.google.android.gm/', 'android-app://com.google.android.gm'],
  ['https://user:secret@a.example/x', ''],
  ['https://a.example?secret', ''],
  ['https://a.example#secret', ''],
  ['about:blank', ''],
  ['/relative', ''],
  [`https://${'a'.repeat(5_000)}/`, `https://${'a'.repeat(262)}`],
])('of the referrer %j is kept %j', (referrer, expected) => {
  expect(referrerOrigin(referrer)).toBe(expected);
});

test.each([
  ['', ''],
  ['a=b', ''],
  ['utm_source=letter&utm_medium=email', 'letter'],
  ['a=b&UTM_Source=X', 'X'],
  ['ref=hn&utm_source=letter', 'hn'],
  ['utm_source=&ref=hn', 'hn'],
  ['xref=hn', ''],
  ['href=hn', ''],
  ['ref=a%20b+c', 'a%20b+c'],
  [`ref=${'x'.repeat(5_000)}`, 'x'.repeat(768)],
])('of the query %j is kept %j', (query, expected) => {
  expect(campaignSourceIn(query)).toBe(expected);
});
