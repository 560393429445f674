import { expect, test } from 'vitest';
import { readNetlifyRedirects } from './netlify-redirects.ts';
import type { FileContext } from './rule-file.ts';

const upstream = '0197f7a0-0000-7000-8000-000000000001';
const context: FileContext = {
  defaultHost: 'shop.example.com',
  findUpstream: ({ host, port, tls }) =>
    host === 'api.example.net' && port === 443 && tls ? upstream : undefined,
};

function read(...lines: string[]) {
  return readNetlifyRedirects(lines, context);
}

function redirect(path: string, to: string, status = 301, query = true, conditions: object = {}) {
  return { active: true, if: { path, ...conditions }, then: { redirect: { to, status, query } } };
}

test.each([
  ['/old /new', redirect('/old', '/new')],
  ['/old\t/new  302', redirect('/old', '/new', 302)],
  ['  /old /new 301!  # moved', redirect('/old', '/new')],
  ['/old /new 303', redirect('/old', '/new', 303)],
  ['/old /new 307', redirect('/old', '/new', 307)],
  ['/old /new 308!', redirect('/old', '/new', 308)],
  ['/old https://elsewhere.example', redirect('/old', 'https://elsewhere.example')],
  ['/news/* /stories/:splat', redirect('/news/*', '/stories/:splat')],
  ['/news/* /stories', redirect('/news/*', '/stories')],
  ['/news/*/ /stories/:splat/', redirect('/news/*/', '/stories/:splat/')],
  ['/news/*/ /news/:splat/ 200', { active: true, if: { path: '/news/*/' }, then: { pass: {} } }],
  ['/:year/:month/:slug /blog/:slug-:year', redirect('/:year/:month/:slug', '/blog/:slug-:year')],
  ['/shop id=:id /goods/:id', redirect('/shop', '/goods/:id', 301, false, { query: { id: ':id' } })],
  [
    '/shop id=7 tag=:tag /goods/:tag 302',
    redirect('/shop', '/goods/:tag', 302, false, { query: { id: '7', tag: ':tag' } }),
  ],
  ['/ from=/x /y', redirect('/', '/y', 301, false, { query: { from: '/x' } })],
  ['/ /de 302 Country=de,at', redirect('/', '/de', 302, true, { countries: ['DE', 'AT'] })],
  ['/ /de 302 country=de', redirect('/', '/de', 302, true, { countries: ['DE'] })],
  ['/ /de Language=de', redirect('/', '/de', 301, true, { languages: ['de'] })],
  [
    '/* /de/:splat 302! Language=de,de-CH Country=CH',
    redirect('/*', '/de/:splat', 302, true, { languages: ['de', 'de-CH'], countries: ['CH'] }),
  ],
  ['/goods/:id /shop?id=:id', redirect('/goods/:id', '/shop?id=:id', 301, false)],
  ['/help /#/help?x', redirect('/help', '/#/help?x')],
  ['/page /page2#part # a comment', redirect('/page', '/page2#part')],
  ['/caf\u00e9 /bar', redirect('/caf%C3%A9', '/bar')],
  ['/caf%c3%a9 /bar', redirect('/caf%c3%a9', '/bar')],
  ['/admin/* 200', { active: true, if: { path: '/admin/*' }, then: { pass: {} } }],
  ['/admin/* /admin/:splat 200!', { active: true, if: { path: '/admin/*' }, then: { pass: {} } }],
  [
    '/about /about 200 Country=de',
    { active: true, if: { path: '/about', countries: ['DE'] }, then: { pass: {} } },
  ],
])('reads %j', (line, rule) => {
  expect(read(line)).toEqual({
    rules: [{ line: 1, host: 'shop.example.com', rule }],
    problems: [],
    problemCount: 0,
  });
});

test.each([
  ['/api/* https://api.example.net/:splat 200', { strip_prefix: '/api' }],
  ['/api/* https://api.example.net:443/v2/:splat 200!', { strip_prefix: '/api', prefix: '/v2/' }],
  ['/api/* https://api.example.net/api/:splat 200', {}],
  ['/* https://api.example.net/:splat 200', {}],
  ['/* https://api.example.net/base/:splat 200', { prefix: '/base' }],
  ['/feed https://api.example.net/rss.xml 200', { strip_prefix: '/feed', prefix: '/rss.xml' }],
])('proxies %j to the upstream of the account', (line, paths) => {
  expect(read(line).problems).toEqual([]);
  expect(read(line).rules[0]?.rule).toMatchObject({
    then: { proxy: { upstream_uuid: upstream, host_header: 'upstream', ...paths } },
  });
});

test.each([
  ['http://blog.example.com/* https://www.example.com/blog/:splat 301!', 'blog.example.com', '/*'],
  ['HTTPS://Blog.Example.com/a https://www.example.com/', 'blog.example.com', '/a'],
  ['https://blog.example.com https://www.example.com/', 'blog.example.com', '/'],
])('takes the host of %j', (line, host, path) => {
  expect(read(line).rules).toMatchObject([{ host, rule: { if: { path } } }]);
});

test.each([
  ['/*  /index.html 200', 'status 200 shows "/index.html" in place of the path'],
  ['/missing/* /404.html 404', 'status 404 shows a page'],
  ['/gone /gone.html 410', 'status 410 is none of'],
  ['/api/* https://unknown.example/:splat 200', 'no upstream with that address is known'],
  ['/api/* http://api.example.net/:splat 200', '(host api.example.net, port 80, clear text)'],
  ['/api/* https://api.example.net/fixed 200', 'ends with "/:splat"'],
  ['/api/:id https://api.example.net/:id 200', 'a proxy cannot carry over placeholders'],
  ['/api/* https://api.example.net/:splat?key=1 200', 'its destination has a query'],
  ['/members/* /members/:splat 200 Role=admin', 'it has a condition on roles'],
  ['/* /legacy/:splat 200 Cookie=is_legacy', 'it has a condition on cookies'],
  ['/api/* https://api.example.net/:splat 200 Sign=KEY', 'it signs requests'],
  ['/ /x 302 Browser=old', 'its condition "Browser" is none of Country and Language'],
  ['/ /x 302 Country=', 'its condition Country has no value'],
  ['/faq/ /faq 301', 'it leads to itself: a "/" at the end'],
  ['/faq /faq/ 301!', 'it leads to itself'],
  ['/docs/*/ /docs/:splat 301!', 'it leads to itself'],
  ['/docs/* /docs/:splat 301!', 'it leads to itself'],
  ['/ / Country=de', 'it leads to itself'],
  ['/old', 'it has no destination'],
  ['/old 301', 'it has no destination'],
  ['/a 301 /b 301', 'its status 301 stands before its destination; write "/a /b 301"'],
  ['/a 302! https://b.example/', 'write "/a https://b.example/ 302!"'],
  ['/old id=:id', 'it has no destination: "id=:id" is neither a path nor an http(s) URL'],
  ['/old new.html', 'it has no destination: "new.html" is neither'],
  ['old /new', 'its source "old" is neither a path nor an http(s) URL'],
  ['/old?a=1 /new', 'a query parameter is a word of its own'],
  ['/old#part /new', 'has a fragment ("#"), which browsers do not send'],
  ['/old print /new', 'it has "print" before its destination'],
  ['/old a=1 a=2 /new', 'it names a query parameter twice'],
  ['/old /new soon', 'it has "soon" after its destination'],
  ['http://host_name/ /new', 'its host "host_name" cannot be used'],
  ['http://a.example:8080/ /new', 'its host "a.example:8080" cannot be used'],
  ['http://a.example/x?y=1 /new', 'has a query or a fragment'],
  ['http://a.example/* http://A.example/:splat 301!', 'it leads to itself'],
  ['http://a.example/x/ https://a.example/x', 'it leads to itself: a "/" at the end'],
  ['/old\ufffd /new', 'it is not UTF-8 text'],
])('refuses %j', (line, reason) => {
  expect(read('', '# comment', line)).toEqual({
    rules: [],
    problems: [{ line: 3, reason: expect.stringContaining(reason) }],
    problemCount: 1,
  });
});

test('wants a host for lines that have only a path', () => {
  expect(
    readNetlifyRedirects(['/a /b', 'https://c.example/ /d'], { ...context, defaultHost: undefined }),
  ).toMatchObject({ rules: [{ line: 2, host: 'c.example' }], problems: [{ line: 1 }] });
});

test('lists the first thousand problems and counts the others', () => {
  const { problems, problemCount } = readNetlifyRedirects(Array<string>(5_000).fill('/old'), context);
  expect({ listed: problems.length, last: problems.at(-1)?.line, problemCount }).toEqual({
    listed: 1_000,
    last: 1_000,
    problemCount: 5_000,
  });
});
