import { createHash } from 'node:crypto';
import { mkdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startApi } from '../../../test/support/api-server.ts';
import { talk } from '../../../test/support/raw-http.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';
import { BuiltFiles } from '../built-files.ts';

const page = '<!doctype html><script type="module" src="/assets/index-a1.js"></script>';
const script = 'console.log("dashboard");'.repeat(40);

/** A build, with a secret beside it. */
async function build(): Promise<string> {
  const directory = await tempDir();
  const root = join(directory, 'dashboard');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(directory, 'secret.key'), 'secret');
  await writeFile(join(root, 'index.html'), page);
  await writeFile(join(root, 'favicon.svg'), '<svg/>');
  await writeFile(join(root, 'assets', 'index-a1.js'), script);
  await writeFile(join(root, 'assets', 'index-a1.js.br'), brotliCompressSync(script));
  await writeFile(join(root, 'assets', 'index-a1.js.gz'), gzipSync(script));
  await writeFile(join(root, 'assets', 'style-b2.css'), 'a{}');
  return root;
}

async function setUp() {
  return startApi({ dashboardDirectory: await build() });
}

test('answers pages of help at their addresses without .html, with what protects the dashboard, and errors elsewhere there', async () => {
  const root = await build();
  await mkdir(join(root, 'help', 'guides'), { recursive: true });
  await writeFile(join(root, 'help', 'guides', 'dashboard.html'), '<h1>The dashboard</h1>');
  await writeFile(join(root, 'help', 'help.css'), 'a{}');
  const { ask } = await startApi({ dashboardDirectory: root });
  const answer = await ask('/help/guides/dashboard');
  expect(answer).toMatchObject({ status: 200, text: '<h1>The dashboard</h1>' });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; /),
  });
  expect((await ask('/help/help.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  expect((await ask('/help')).headers['location']).toBe('/help/README');
  expect((await ask('/help/of/redirects')).headers['location']).toBe('/help/guides/dashboard-redirects');
  expect((await ask('/help/of//example.com')).headers['location']).toBe('/help/guides/dashboard');
  for (const path of ['/help/nowhere', '/help/../index', '/help/guides/dashboard.html'])
    expect((await ask(path)).status, path).toBe(404);
});

test.each([
  '/',
  '/docs',
  '/sign-in',
  '/overview',
  '/domains',
  '/domains/',
  '/domains/01890000-0000-7000-8000-000000000000/visitors?from=2026-01-01',
  '/redirects',
  '/redirects/new',
  '/certificates/x',
  '/upstreams',
  '/tokens',
  '/activity',
])('answers the page at %s', async (path) => {
  const { ask } = await setUp();
  const answer = await ask(path);
  expect(answer).toMatchObject({ status: 200, text: page });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
    'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; /),
  });
  expect(answer.headers['content-security-policy']).not.toMatch(/unsafe|\*/);
  expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

test('answers the page at every place of the navigation', async () => {
  const { ask } = await setUp();
  const places = await readFile(new URL('../../../dashboard/src/places.ts', import.meta.url), 'utf8');
  const paths = Array.from(places.matchAll(/ path: '([^']+)'/g), ([, path = '']) => path);
  expect(paths.length).toBeGreaterThan(10);
  for (const path of paths.flatMap((each) =>
    each.endsWith('/*') ? [each.slice(0, -2), `${each}a`] : [each],
  ))
    expect((await ask(path)).status, path).toBe(200);
});

test.each([
  '/index.html',
  '/nothing',
  '/sign-in/',
  '/tokens/x',
  '/settings',
  '/domainsx',
  '/assets',
  '/assets/',
  '/assets/none.js',
  '/assets/index-a1.js.br',
  '/secret.key',
  '/assets/../index.html',
  '/assets/../../secret.key',
  '/assets/..%2f..%2fsecret.key',
  '/assets/%2e%2e/%2e%2e/secret.key',
  '/assets/..%5c..%5csecret.key',
  '/assets/%252e%252e/secret.key',
  '/assets//etc/passwd',
  '/assets/%2fetc%2fpasswd',
  '/assets/index-a1.js%00.css',
  '/assets/__proto__',
  '//secret.key',
  '/domains/../../secret.key/../../api/v1x',
])('has nothing at %s but an error of the API, or the page', async (path) => {
  const { ask } = await setUp();
  const answer = await ask(path);
  expect(answer.text).not.toBe('secret');
  if (path.startsWith('/domains/')) return;
  expect(answer).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
});

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

test.each(['/does-not-exist', '/tokens/x', '/domainsx?a=1', '/apis'])(
  'a browser that opens %s gets the page, with 404',
  async (path) => {
    const { ask } = await setUp();
    const answer = await ask(path, { headers: { ...browser, 'if-none-match': '*' } });
    expect(answer).toMatchObject({ status: 404, text: page });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'/),
      vary: 'Accept',
    });
    expect(await ask(path, { method: 'HEAD', headers: browser })).toMatchObject({ status: 404, text: '' });
  },
);

test.each([
  ['GET', '/api/v9/accounts', browser],
  ['GET', '/api?a=1', browser],
  ['GET', '/assets/none.js', browser],
  ['GET', '/docs/none', browser],
  ['POST', '/does-not-exist', browser],
  ['GET', '/does-not-exist', { accept: '*/*' }],
  ['GET', '/does-not-exist', { accept: 'application/json' }],
  ['GET', '/does-not-exist', {}],
])('%s %s with %j gets an error of the API', async (method, path, headers) => {
  const { ask } = await setUp();
  const answer = await ask(path, { method, headers });
  expect(answer).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
});

test('sends files for ever, in the smallest form that the client takes', async () => {
  const { ask } = await setUp();
  const etags = new Set<string | undefined>();
  for (const [acceptEncoding, coding, decode] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    [undefined, undefined, (bytes: Buffer) => bytes],
  ] as const) {
    const headers = acceptEncoding === undefined ? {} : { 'accept-encoding': acceptEncoding };
    const answer = await ask('/assets/index-a1.js', { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'content-length': String(answer.bytes.length),
    });
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(decode(answer.bytes).toString()).toBe(script);
    etags.add(answer.headers.etag);
  }
  expect(etags.size).toBe(3);
  const style = await ask('/assets/style-b2.css', { headers: { 'accept-encoding': 'br' } });
  expect(style).toMatchObject({ status: 200, text: 'a{}' });
  expect(style.headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8' });
  expect(style.headers['content-encoding']).toBeUndefined();
  expect(style.headers.vary).toBeUndefined();
});

test('a file beside the page has its own name and is asked for again', async () => {
  const { ask } = await setUp();
  expect(await ask('/favicon.svg?v=1')).toMatchObject({
    status: 200,
    text: '<svg/>',
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'no-cache', etag: expect.any(String) },
  });
});

test('answers 304 to who has it in that form, and HEAD without a body', async () => {
  const { ask } = await setUp();
  const path = '/assets/index-a1.js';
  const full = await ask(path, { headers: { 'accept-encoding': 'br' } });
  const { etag = '', 'content-length': length } = full.headers;
  for (const ifNoneMatch of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const answer = await ask(path, { headers: { 'accept-encoding': 'br', 'if-none-match': ifNoneMatch } });
    expect(answer).toMatchObject({ status: 304, text: '' });
    expect(answer.headers).toMatchObject({ etag, vary: 'Accept-Encoding' });
    expect(answer.headers['content-type']).toBeUndefined();
  }
  for (const headers of [{ 'if-none-match': etag }, { 'accept-encoding': 'br', 'if-none-match': '"x"' }])
    expect((await ask(path, { headers })).status).toBe(200);
  const head = await ask(path, { method: 'HEAD', headers: { 'accept-encoding': 'br' } });
  expect(head).toMatchObject({ status: 200, text: '' });
  expect(head.headers).toMatchObject({ etag, 'content-length': length, 'content-encoding': 'br' });
  expect((await ask('/', { method: 'HEAD' })).headers['content-length']).toBe(String(page.length));
});

test('a range is answered with the whole file, which RFC 9110 allows', async () => {
  const { ask } = await setUp();
  const answer = await ask('/assets/index-a1.js', { headers: { range: 'bytes=0-3' } });
  expect(answer).toMatchObject({ status: 200, text: script });
  expect(answer.headers['content-range']).toBeUndefined();
});

test('takes no other methods', async () => {
  const { ask } = await setUp();
  for (const [path, method] of [
    ['/', 'POST'],
    ['/domains/x', 'DELETE'],
    ['/assets/index-a1.js', 'PUT'],
  ] as const)
    expect(await ask(path, { method })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
});

test('a request line that is no path gets nothing either', async () => {
  const { port } = await setUp();
  for (const target of ['../secret.key', '/assets/..\\..\\secret.key', 'secret.key']) {
    const text = await talk(port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(text).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(text).not.toMatch(/\r\n\r\nsecret/);
  }
});

test('an ETag changes with the contents, whatever the time and size of the file', async () => {
  const root = await build();
  const path = join(root, 'index.html');
  const etagAfter = async (text: string) => {
    await writeFile(path, text);
    await utimes(path, 499_162_500, 499_162_500);
    const files = await BuiltFiles.load(root);
    return files?.answer('index.html', undefined, undefined)?.fields.ETag;
  };
  const before = await etagAfter(page);
  expect(before).toBe(`"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`);
  expect(await etagAfter(page.replace('a1', 'b2'))).not.toBe(before);
  expect(await etagAfter(page)).toBe(before);
});

test('follows no link out of the build', async () => {
  const root = await build();
  await symlink(join(root, '..', 'secret.key'), join(root, 'assets', 'link.js'));
  const files = await BuiltFiles.load(root);
  expect(files?.answer('assets/link.js', undefined, undefined)).toBeUndefined();
});

test('without a build the reference is there, and the views are not', async () => {
  const { ask } = await startApi();
  expect(await ask('/')).toMatchObject({ status: 302, headers: { location: '/docs' } });
  expect(await ask('/docs')).toMatchObject({ status: 302, headers: { location: '/openapi.json' } });
  expect(await ask('/domains', { headers: browser })).toMatchObject({
    status: 404,
    body: { error_code: 'not_found' },
  });
  expect(await BuiltFiles.load(await tempDir())).toBeUndefined();
});
