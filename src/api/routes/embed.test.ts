/** Source: docs/guides/embedding.md. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startApi } from '../../../test/support/api-server.ts';
import { tempDir } from '../../../test/support/temp-dir.ts';

const script = 'customElements.define();'.repeat(40);

async function setUp() {
  const embedDirectory = join(await tempDir(), 'embed');
  await mkdir(embedDirectory);
  await writeFile(join(embedDirectory, 'embed.js'), script);
  await writeFile(join(embedDirectory, 'index.html'), '<!doctype html>');
  await writeFile(join(embedDirectory, 'example.css'), 'a{}');
  await writeFile(join(embedDirectory, 'example.js'), '1');
  return startApi({ embedDirectory });
}

test('the script can be read by pages of any origin, is kept for a day and then revalidated', async () => {
  const { ask } = await setUp();
  const { status, headers, bytes } = await ask('/embed.js', { headers: { 'accept-encoding': 'br' } });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': expect.stringMatching(/^public, max-age=86400/),
    etag: expect.any(String),
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(brotliDecompressSync(bytes).toString()).toBe(script);
  const again = { 'accept-encoding': 'br', 'if-none-match': headers.etag ?? '' };
  expect(await ask('/embed.js', { headers: again })).toMatchObject({ status: 304, text: '' });
  expect(await ask('/embed.js', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
});

test('the page of examples has a strict policy, and nobody frames it', async () => {
  const { ask } = await setUp();
  const page = await ask('/embed');
  expect(page).toMatchObject({ status: 200, text: '<!doctype html>' });
  const policy = page.headers['content-security-policy'];
  expect(policy).toMatch(
    /^default-src 'none'; script-src 'self'; .*frame-ancestors 'none'.*; frame-src 'self'$/,
  );
  expect(policy).not.toMatch(/unsafe|\*/);
  const headers = { 'if-none-match': page.headers.etag ?? '' };
  expect(await ask('/embed', { headers })).toMatchObject({ status: 304, text: '' });
  expect((await ask('/embed/example.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  expect(await ask('/embed/example.js')).toMatchObject({ status: 200, text: '1' });
  expect((await ask('/embed/index.html')).status).toBe(404);
});

test('without a build there is nothing', async () => {
  const { ask } = await startApi();
  for (const path of ['/embed', '/embed.js'])
    expect(await ask(path)).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
});
