import { expect, test } from 'vitest';
import { readCloudflareList } from './cloudflare-list.ts';

function rule(path: string, to: string, status = 301, query = false) {
  return { active: true, if: { path }, then: { redirect: { to, status, query } } };
}

test.each([
  ['example.com/contact,https://example.net/us', rule('/contact', 'https://example.net/us')],
  ['https://example.com/a,https://example.net/b,302', rule('/a', 'https://example.net/b', 302)],
  ['example.com,https://example.net/,308,,,,', rule('/', 'https://example.net/', 308)],
  ['example.com/a,https://example.net/b,,TRUE', rule('/a', 'https://example.net/b', 301, true)],
  [
    'example.com/a,https://example.net/b,307,true,FALSE,false,',
    rule('/a', 'https://example.net/b', 307, true),
  ],
  ['example.com/a,https://example.net/b,,,,TRUE', rule('/a/*', 'https://example.net/b')],
  ['example.com/a/,https://example.net/b/,,,,TRUE,TRUE', rule('/a/*', 'https://example.net/b/:splat')],
  ['example.com,https://example.net,,,,TRUE,TRUE', rule('/*', 'https://example.net/:splat')],
  ['example.com/a,https://example.net/b,,,,,TRUE', rule('/a', 'https://example.net/b')],
  ['http://example.com/,https://example.com/,,,,TRUE,TRUE', rule('/*', 'https://example.com/:splat')],
  ['example.com/a,https://example.com/a', rule('/a', 'https://example.com/a')],
  ['example.com/a/,https://example.com/a', rule('/a/', 'https://example.com/a')],
  ['"example.com/a,b","https://example.net/c,d"', rule('/a,b', 'https://example.net/c,d')],
  ['example.com/caf\u00e9,https://example.net/', rule('/caf%C3%A9', 'https://example.net/')],
])('reads %j', (line, expected) => {
  expect(readCloudflareList([line])).toEqual({
    rules: [{ line: 1, host: 'example.com', rule: expected }],
    problems: [],
    problemCount: 0,
  });
});

test('a path itself leads to the target as it is, what is below it to what is below that', () => {
  const { rules } = readCloudflareList([
    'example.com/a,https://example.net/b?x=1#y,,,,true,true',
    'example.com/a/c,https://example.net/d/,302,TRUE,,TRUE,TRUE',
    'example.com/a,https://example.net/exact',
    'example.com,https://example.net/b,,,,TRUE,TRUE',
  ]);
  expect(rules).toEqual([
    { line: 3, host: 'example.com', rule: rule('/a', 'https://example.net/exact') },
    { line: 1, host: 'example.com', rule: rule('/a', 'https://example.net/b?x=1#y') },
    { line: 4, host: 'example.com', rule: rule('/', 'https://example.net/b') },
    { line: 2, host: 'example.com', rule: rule('/a/c/*', 'https://example.net/d/:splat', 302, true) },
    { line: 1, host: 'example.com', rule: rule('/a/*', 'https://example.net/b/:splat?x=1#y') },
    { line: 4, host: 'example.com', rule: rule('/*', 'https://example.net/b/:splat') },
  ]);
});

test('puts the most specific path first, as the list is not in order', () => {
  const { rules } = readCloudflareList([
    'example.com/a,https://example.net/1,,,,TRUE',
    'example.com/a/b,https://example.net/2,,,,TRUE',
    'example.com/,https://example.net/3,,,,TRUE',
    'example.com/a/b/c,https://example.net/4',
    'example.com/x,https://example.net/5',
  ]);
  expect(rules.map(({ line }) => line)).toEqual([4, 5, 2, 1, 3]);
});

test.each([
  ['example.com/a', 'it has no source or no target'],
  [',https://example.net/', 'it has no source or no target'],
  ['source_url,target_url', 'its host "source_url" cannot be used'],
  ['example.com/a,https://example.net/b,303', 'its status is "303"; allowed: 301, 302, 307, 308 or empty'],
  ['example.com/a,https://example.net/b,,yes', 'its preserve_query_string is "yes"'],
  ['example.com/a,https://example.net/b,,,TRUE', 'it includes subdomains'],
  ['example.com/a,https://example.net/b,,,,,,x', 'it has 8 cells'],
  ['example.com/a?b,https://example.net/b', 'has a query or a fragment'],
  ['example.com:8080/a,https://example.net/b', 'its host "example.com:8080" cannot be used'],
  ['user@example.com/a,https://example.net/b', 'cannot be used'],
  ['example.com/a*,https://example.net/b', 'ends with a "*"'],
  ['example.com/:a,https://example.net/b', 'has ":"'],
  ['example.com/a,https://example.net/Talk:Main', 'its destination has ":Main"'],
  ['https://example.com/,https://example.com/,,,,TRUE,TRUE', 'it leads to itself'],
  ['http://example.com/a,http://Example.com/a', 'it leads to itself'],
  ['http://example.com,http://example.com', 'it leads to itself'],
  ['example.com/a,"https://example.net/b', 'a quote that is not closed'],
])('refuses %j', (line, reason) => {
  expect(readCloudflareList(['', line])).toEqual({
    rules: [],
    problems: [{ line: 2, reason: expect.stringContaining(reason) }],
    problemCount: 1,
  });
});
