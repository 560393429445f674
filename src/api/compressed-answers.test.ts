/** Answers in another coding, and their tags. Source: docs/reference/api.md ("Compression", "Entity tags"). */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startApi } from '../../test/support/api-server.ts';

test('a long answer comes in the coding that the client takes, with a tag of its own, and is the same', async () => {
  const api = await startApi();
  const path = `/api/v1/accounts/${api.accountUuid}/access_tokens?sort=created_at`;
  const authorization = `Bearer ${api.token}`;
  for (let count = 0; count < 9; count += 1) await api.newToken('read');
  const get = (coding: string, more = {}) =>
    api.ask(path, { headers: { authorization, 'accept-encoding': coding, ...more } });
  const plain = await api.ask(path, { headers: { authorization } });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.headers['vary']).toBe('Accept-Encoding');
  const [br, gzip] = [await get('gzip, br'), await get('gzip')];
  expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(brotliDecompressSync(br.bytes).toString()).toBe(plain.text);
  expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text);
  expect(br.bytes.length).toBeLessThan(plain.bytes.length / 2);
  const tags = [plain, br, gzip].map(({ headers }) => String(headers['etag']));
  expect(new Set(tags).size).toBe(3);

  const again = await get('gzip, br', { 'if-none-match': tags[1] });
  expect([again.status, again.bytes.length, again.headers['etag']]).toEqual([304, 0, tags[1]]);
  expect(again.headers['vary']).toBe('Accept-Encoding');
  expect((await get('gzip', { 'if-none-match': tags[1] })).status).toBe(200);
  const head = await api.ask(path, { method: 'HEAD', headers: { authorization, 'accept-encoding': 'br' } });
  expect([head.headers['etag'], head.headers['content-length']]).toEqual([
    tags[1],
    br.headers['content-length'],
  ]);
});

test('the tag of a compressed answer holds an update', async () => {
  const api = await startApi();
  const authorization = `Bearer ${api.token}`;
  const post = { method: 'POST', headers: { authorization, 'content-type': 'application/json' } };
  const redirects = `/api/v1/accounts/${api.accountUuid}/redirects`;
  const json = {
    source_host: 'go.example.com',
    destination_url: `https://e.test/${'long/'.repeat(300)}`,
    note: 'one',
  };
  const created = await api.ask(redirects, { ...post, json });
  expect(created.headers['content-encoding']).toBeUndefined();
  const path = `${redirects}/${created.body.uuid}`;
  const { headers } = await api.ask(path, { headers: { authorization, 'accept-encoding': 'gzip' } });
  expect([headers['content-encoding'], headers['etag']]).toEqual(['gzip', expect.stringMatching(/-gzip"$/)]);
  const put = { method: 'PUT', headers: { ...post.headers, 'if-match': headers['etag'] } };
  expect((await api.ask(path, { ...put, json: { note: 'two' } })).status).toBe(200);
  expect((await api.ask(path, { ...put, json: { note: 'three' } })).status).toBe(412);
});

test('the reference is compressed too, and a client that has it is told so', async () => {
  const api = await startApi();
  const { headers, bytes } = await api.ask('/openapi.json', { headers: { 'accept-encoding': 'br' } });
  expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
  expect(bytes.length).toBeLessThan(200_000);
  const conditional = { 'accept-encoding': 'br', 'if-none-match': String(headers['etag']) };
  expect((await api.ask('/openapi.json', { headers: conditional })).status).toBe(304);
});

test('versions of rules are compressed and tagged like other lists', async () => {
  const api = await startApi();
  const authorization = `Bearer ${api.token}`;
  const path = `/api/v1/accounts/${api.accountUuid}/hosts/go.example.com/rules`;
  const rules = Array.from({ length: 50 }, (_, place) => ({
    if: { path: `/${place}` },
    then: { respond: { status: 404 } },
  }));
  const put = { method: 'PUT', headers: { authorization, 'content-type': 'application/json' } };
  expect((await api.ask(path, { ...put, json: { rules } })).status).toBe(200);
  const headers = { authorization, 'accept-encoding': 'br' };
  const versions = await api.ask(`${path}/versions`, { headers });
  expect(versions.headers).toMatchObject({
    'content-encoding': 'br',
    etag: expect.stringMatching(/-br"$/),
    vary: 'Accept-Encoding',
  });
  expect(JSON.parse(brotliDecompressSync(versions.bytes).toString()).data[0].attributes.rules).toHaveLength(
    50,
  );
});
