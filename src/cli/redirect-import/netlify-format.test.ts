import { expect, test } from 'vitest';
import { joinLocation, parseDestination, prepareLocation } from '../../core/redirect-location.ts';
import { netlifyFormat } from './netlify-format.ts';

const host = 'shop.example.com';

/** line → match_path, destination_url, redirect_type, preserve_path; the query is passed on where the destination has none. */
test.each([
  ['/old https://new.example/page', '/old', 'https://new.example/page', 'permanent', 'false'],
  ['/old https://new.example/page 301', '/old', 'https://new.example/page', 'permanent', 'false'],
  ['/old\thttps://new.example/page\t302', '/old', 'https://new.example/page', 'found', 'false'],
  ['/old https://new.example/page 301!', '/old', 'https://new.example/page', 'permanent', 'false'],
  ['  /old   https://new.example/  302!  # why', '/old', 'https://new.example/', 'found', 'false'],
  ['/* https://new.example/:splat', '*', 'https://new.example', 'permanent', 'true'],
  ['/* https://new.example/base/:splat 302', '*', 'https://new.example/base', 'found', 'true'],
  ['/* https://new.example:8443/:splat', '*', 'https://new.example:8443', 'permanent', 'true'],
  ['/* https://new.example/home', '*', 'https://new.example/home', 'permanent', 'false'],
  ['/docs/* https://new.example/docs/:splat', '/docs/*', 'https://new.example', 'permanent', 'true'],
  ['/docs/* https://new.example/x/docs/:splat', '/docs/*', 'https://new.example/x', 'permanent', 'true'],
  ['/docs/* https://new.example/all', '/docs/*', 'https://new.example/all', 'permanent', 'false'],
  [
    '/talk https://wiki.example/wiki/Talk:Main',
    '/talk',
    'https://wiki.example/wiki/Talk:Main',
    'permanent',
    'false',
  ],
  ['/q https://new.example/?a=1&b=2#f', '/q', 'https://new.example/?a=1&b=2#f', 'permanent', 'false'],
])('maps %j', (line, matchPath, destination, type, preservePath) => {
  const parsed = netlifyFormat(host).parse(line);
  expect(parsed.kind === 'redirect' && Object.fromEntries(parsed.body.attributes)).toEqual({
    source_host: host,
    match_path: matchPath,
    destination_url: destination,
    redirect_type: type,
    preserve_path: preservePath,
    preserve_query_string: String(!destination.includes('?')),
  });
});

test.each([
  ['https://a.example/x https://b.example/', 'a.example', '/x'],
  ['http://a.example/* https://b.example/:splat 301!', 'a.example', '*'],
  ['https://a.example https://b.example/', 'a.example', '/'],
  ['HTTPS://A.example/ https://b.example/', 'a.example', '/'],
])('takes the host of %j', (line, sourceHost, matchPath) => {
  const parsed = netlifyFormat(undefined).parse(line);
  expect(parsed).toMatchObject({ kind: 'redirect', host: sourceHost });
  expect(parsed.kind === 'redirect' && parsed.body.attributes.get('match_path')).toBe(matchPath);
});

test.each([
  ['/* /index.html 200', 'status 200 shows'],
  ['/api/* https://api.example/:splat 200', 'status 200 is a rewrite'],
  ['/api/* https://api.example/:splat 200!', 'status 200 is a rewrite'],
  ['/x https://e.example/404 404', 'status 404 shows a page'],
  ['/x 404', 'status 404 shows a page'],
  ['/x https://e.example/ 410', 'status 410 is none of'],
  ['/admin/* 200', 'status 200 is a rewrite'],
  ['/x https://e.example/ 307', 'status 307 is not one of 301 and 302'],
  ['/x https://e.example/ 308', 'status 308 is not one of 301 and 302'],
  ['/old /new 301', '"/new" is only a path'],
  ['/blog/:year/:slug https://e.example/:slug', 'its source has a placeholder (:year)'],
  ['/x https://e.example/:name', 'its destination has a placeholder (:name)'],
  ['/x https://e.example/?id=:id', 'its destination has a placeholder (:id)'],
  ['/store id=:id https://e.example/:id', 'it matches a query parameter (id)'],
  ['/x https://e.example/ 302 Country=de', 'it has a condition (Country)'],
  ['/x https://e.example/ Language=de', 'it has a condition (Language)'],
  ['/x https://e.example/ 302 more', 'it has "more" after its destination'],
  ['/x', 'it has no destination'],
  ['/x ftp', 'neither a path nor an http(s) URL'],
  ['x https://e.example/', 'neither a path nor an http(s) URL'],
  ['/x?y=1 https://e.example/', 'a query parameter is a word of its own'],
  ['http://e.example/* http://e.example/:splat', 'it leads to itself'],
  ['/\ufffd https://e.example/', 'it is not UTF-8 text'],
  ['https://a.example/x?y https://e.example/', 'has a query or a fragment'],
  ['/old/* https://e.example/:splat', ':splat is not the request path'],
  ['/* https://e.example//:splat', ':splat is not the request path'],
  ['/* https://e.example/?p=:splat', ':splat is not the request path'],
  ['/* https://e.example/:splat?x=1', ':splat is not the request path'],
  ['/* https://e.example/:splat/:splat', ':splat is not the request path'],
  ['/x https://e.example/:splat', ':splat is not the request path'],
])('refuses %j', (line, reason) => {
  expect(netlifyFormat(host).parse(line)).toMatchObject({
    kind: 'refused',
    reason: expect.stringContaining(reason),
  });
});

test('refuses a path that belongs to no host', () => {
  expect(netlifyFormat(undefined).parse('/x https://e.example/')).toMatchObject({
    kind: 'refused',
    reason: 'its source is only a path, and no host was given for such lines',
  });
});

test.each(['', '   ', '# comment', '  # /x https://e.example/'])('takes %j for a blank line', (line) => {
  expect(netlifyFormat(host).parse(line)).toEqual({ kind: 'blank' });
});

test.each([
  ['/*', 'https://new.example/:splat'],
  ['/*', 'https://new.example/base/:splat'],
  ['/docs/*', 'https://new.example/x/docs/:splat'],
])('sends a request through "%s %s" where Netlify sends it', (from, to) => {
  const parsed = netlifyFormat(host).parse(`${from} ${to}`);
  if (parsed.kind !== 'redirect') throw new Error('not mapped');
  const result = parseDestination(String(parsed.body.attributes.get('destination_url')));
  if (!result.ok) throw new Error(result.reason);
  const template = prepareLocation(result.destination, true, true);
  for (const splat of ['', 'a', 'a/b/', '%20x']) {
    const path = from.slice(0, -1) + splat;
    expect(joinLocation(template, path, '')).toBe(to.replace(':splat', splat));
  }
});
