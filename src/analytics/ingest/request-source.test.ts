import { expect, test } from 'vitest';
import { campaignSourceIn, referrerOrigin, referrerPath } from './request-source.ts';

test.each([
  ['', ''],
  ['https://www.google.com/', 'https://www.google.com'],
  ['https://www.google.com/search?q=private', 'https://www.google.com'],
  ['http://shop.example:8080', 'http://shop.example:8080'],
  ['android-app://com.google.android.gm/', 'android-app://com.google.android.gm'],
  ['https://user:secret@a.example/x', 'https://a.example'],
  ['https://a.example?secret', 'https://a.example'],
  ['https://a.example?secret@b.example/c', 'https://a.example'],
  ['https://a.example#secret', 'https://a.example'],
  ['https://@/secret', ''],
  ['about:blank', ''],
  ['/relative', ''],
  [`https://${'a'.repeat(5_000)}/`, `https://${'a'.repeat(262)}`],
])('of the referrer %j is kept %j', (referrer, expected) => {
  expect(referrerOrigin(referrer)).toBe(expected);
});

test.each([
  ['', ''],
  ['https://a.example', ''],
  ['https://a.example/', ''],
  ['https://a.example/b', '/b'],
  ['https://a.example//b/?secret#secret', '//b/'],
  ['https://a.example/b#secret?secret', '/b'],
  ['https://user:secret@a.example:8443/@b', '/@b'],
  ['https://a.example?secret=/secret', ''],
  ['https://a.example#/secret', ''],
  ['https://a.example\\b\\c?secret', '/b/c'],
  ['HTTPS://A.example/B%C3%A9', '/B%C3%A9'],
  ['android-app://com.example.app/https/a.example', '/https/a.example'],
  ['https:///a.example/b', ''],
  ['about:blank', ''],
  ['javascript:a//b/c', ''],
  ['/relative/path', ''],
  ['https://a.example/\ud800', '/\ufffd'],
  [`https://a.example/${'b'.repeat(8_192)}`, `/${'b'.repeat(1_518)}`],
  [`https://${'a'.repeat(65_536)}/b`, ''],
])('of the path of the referrer %j is kept %j', (referrer, expected) => {
  expect(referrerPath(referrer)).toBe(expected);
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
