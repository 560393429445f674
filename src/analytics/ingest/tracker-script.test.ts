import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { TrackerScript } from './tracker-script.ts';

const source = Buffer.from('console.log("tracker");'.repeat(20));
const script = new TrackerScript(source);

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0,gzip;q=0.0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br; q=nonsense', 'identity'],
  ['deflate', 'identity'],
])('takes Accept-Encoding %s for %s', (acceptEncoding, coding) => {
  const { status, form } = script.answer(acceptEncoding, undefined, '');
  expect(status).toBe(200);
  const decode = { identity: (body: Buffer) => body, gzip: gunzipSync, br: brotliDecompressSync }[coding];
  expect(decode?.(form.body)).toEqual(source);
  expect(form.fields['Content-Encoding']).toBe(coding === 'identity' ? undefined : coding);
  expect(form.fields).toMatchObject({ Vary: 'Accept-Encoding', ETag: form.etag });
});

it('answers 304 to who has it, in that form', () => {
  const { etag } = script.answer('br', undefined, '').form;
  const { etag: plain } = script.answer(undefined, undefined, '').form;
  expect(plain).toBe(`"${script.version}"`);
  expect(etag).not.toBe(plain);
  expect(script.answer('br', etag, '').status).toBe(304);
  expect(script.answer('br', `W/${etag}`, '').status).toBe(304);
  expect(script.answer('br', `"x", ${etag}`, '').status).toBe(304);
  expect(script.answer('br', '*', '').status).toBe(304);
  expect(script.answer('br', plain, '').status).toBe(200);
  expect(script.answer('br', '', '').status).toBe(200);
});

it('may be kept for ever under its version only', () => {
  const cacheControl = (query: string) =>
    script.answer(undefined, undefined, query).form.fields['Cache-Control'];
  expect(cacheControl(`v=${script.version}`)).toBe('public, max-age=31536000, immutable');
  expect(cacheControl('')).toBe('public, max-age=86400, stale-while-revalidate=604800');
  expect(cacheControl('v=older')).toBe(cacheControl(''));
  expect(new TrackerScript(Buffer.from('other')).version).not.toBe(script.version);
});

it('says how to make a script that is missing', async () => {
  await expect(TrackerScript.load('/nowhere/script.js')).rejects.toThrow('npm run build');
});
