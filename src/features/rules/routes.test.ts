/** The rules of hosts over HTTP. Source: docs/reference/rules.md ("Reading and replacing"). */

import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ApiCall, type ApiServer, startApi } from '../../../test/support/api-server.ts';
import { rulesIn, textOf } from '../../control/rules-text.ts';
import { AccessTokens } from '../access-tokens/access-token-store.ts';
import { Accounts } from '../accounts/account-store.ts';
import { HostRulesStore, maxRulesBytes } from './host-rules-store.ts';

const block = { active: true, then: { block: {} } };
const host = 'go.example.com';
let api: ApiServer;
let path: string;

beforeEach(async () => {
  api = await startApi();
  path = pathOf(host);
});

const pathOf = (name: string): string => `/api/v1/accounts/${api.accountUuid}/hosts/${name}/rules`;
const ask = (call: ApiCall = {}, at = path, token = api.token) =>
  api.ask(at, { ...call, headers: { authorization: `Bearer ${token}`, ...call.headers } });
const put = (rules: unknown, headers: Record<string, string> = {}, at = path) =>
  ask({ method: 'PUT', json: { rules }, headers }, at);
const storedRules = async () => {
  const stored = await new HostRulesStore(api.store).find(api.accountUuid, host);
  return stored ? rulesIn(stored.json) : [];
};
const refusal = (status: number, code: string, message?: RegExp) => ({
  status,
  body: { error_code: code, ...(message && { error: expect.stringMatching(message) }) },
});

/** Sends bytes with exactly these fields. */
function send(bytes: Buffer, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      port: api.port,
      path,
      method: 'PUT',
      headers: {
        authorization: `Bearer ${api.token}`,
        'content-type': 'application/json',
        'content-length': bytes.length,
        ...headers,
      },
    });
    request.on('error', reject).on('response', (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.end(bytes);
  });
}

test('a list is replaced as a whole, filled in, and read back', async () => {
  const empty = await ask();
  expect(empty).toMatchObject({ status: 200, body: { rules: [] }, headers: { etag: '"none"' } });
  const made = await put([{ if: { path: '/a' }, then: { redirect: { to: 'https://a.example' } } }, block]);
  const rules = [
    {
      active: true,
      if: { path: '/a' },
      then: { redirect: { to: 'https://a.example', status: 301, query: true } },
    },
    block,
  ];
  expect(made).toMatchObject({ status: 200, body: { rules, warnings: [] } });
  const read = await ask();
  expect(read).toMatchObject({ status: 200, headers: { etag: made.headers.etag } });
  expect(read.body).toEqual({ rules });
  // What was answered can be sent back.
  expect(await ask({ method: 'PUT', json: made.body })).toMatchObject({ status: 200, body: { rules } });
  expect(await put([])).toMatchObject({ status: 200, body: { rules: [] }, headers: { etag: '"none"' } });
});

test('an accepted list comes with warnings', async () => {
  const circle = { if: { path: '/a/*' }, then: { redirect: { to: `https://${host}/a/b/:splat` } } };
  expect((await put([circle, block, block])).body.warnings).toEqual([
    { rule: 0, warning: expect.stringMatching(/circle/) },
    { rule: 2, warning: expect.stringMatching(/never acts/) },
  ]);
});

test('a list that was stored before there was a bound is read with a warning, and may be sent back smaller', async () => {
  const rules = Array.from({ length: 20_000 }, () => ({
    active: true,
    if: { countries: ['DE'] },
    then: block.then,
  }));
  const { accountUuid } = api;
  await new HostRulesStore(api.store).replace({
    ...textOf(rules),
    accountUuid,
    host,
    isExpected: () => true,
    keptFrom: null,
  });
  const { body } = await ask();
  expect(body.rules).toHaveLength(rules.length);
  expect(body.warnings).toEqual([
    { rule: expect.any(Number), warning: expect.stringMatching(/^makes the list too expensive/) },
  ]);
  expect(await ask({ method: 'PUT', json: body })).toMatchObject(refusal(400, 'rules_too_expensive'));
  const affordable = body.rules.slice(0, body.warnings[0].rule);
  expect(await put(affordable)).toMatchObject({ status: 200 });
  expect((await ask()).body).toEqual({ rules: affordable });
});

test('circles through the host’s redirect and the account’s other hosts come with warnings, those through strangers do not', async () => {
  const json = {
    source_host: host,
    match_path: '/b',
    destination_url: `https://${host}/a`,
    preserve_path: false,
  };
  await ask({ method: 'POST', json }, `/api/v1/accounts/${api.accountUuid}/redirects`);
  const to = (location: string, from = '/a') => ({
    if: { path: from },
    then: { redirect: { to: location } },
  });
  const warned = async (rule: object) => (await put([rule])).body.warnings;
  const circle = [{ rule: 0, warning: expect.stringMatching(/^leads in a circle/) }];
  expect(await warned(to('/b'))).toEqual(circle);
  expect(await warned(to('/c'))).toEqual([]);
  await put([to(`https://${host}/a`, '/*')], {}, pathOf('other.example.com'));
  expect(await warned(to('https://OTHER.example.com/x'))).toEqual(circle);
  const stranger = await new Accounts(api.store).create('Another');
  const rules = [
    { active: true, then: { redirect: { to: `https://${host}/a`, status: 301 as const, query: true } } },
  ];
  const theirs = { ...textOf(rules), accountUuid: stranger.uuid, host: 'stranger.example.com' };
  await new HostRulesStore(api.store).replace({ ...theirs, isExpected: () => true, keptFrom: null });
  expect(await warned(to('https://stranger.example.com/x'))).toEqual([]);
});

describe('a long list', () => {
  const to = (from: string, location: string) => ({
    if: { path: from },
    then: { redirect: { to: location } },
  });
  const longList = (length: number) =>
    Array.from({ length }, (_, index) => to(`/old/page-${index}`, `https://new.example/${index}`));

  test('is refused, warned of and answered as a short one is', async () => {
    const rules = longList(5_000);
    const json = JSON.stringify({ rules });
    expect(json.length).toBeGreaterThan(256 * 1024);
    const putText = (body: string) =>
      ask({ method: 'PUT', body, headers: { 'content-type': 'application/json' } });
    expect(await putText(json.slice(1))).toMatchObject(
      refusal(400, 'body_invalid', /^the body is not well-formed JSON$/),
    );
    expect(await putText(json.replace('{', '{"rule":1,'))).toMatchObject(
      refusal(400, 'parameter_unknown', /rule/),
    );
    expect(await put([...rules, { then: {} }])).toMatchObject(
      refusal(400, 'rules_invalid', /^rules\[5000\]\.then /),
    );
    const redirect = {
      source_host: host,
      match_path: '/b',
      destination_url: `https://${host}/a`,
      preserve_path: false,
    };
    await ask({ method: 'POST', json: redirect }, `/api/v1/accounts/${api.accountUuid}/redirects`);
    const users = (user: object) => ({
      if: { path: '/staff/*' },
      then: { basic_auth: { realm: 'Staff', users: [{ name: 'ann', ...user }] } },
    });
    const made = await put([to('/a', '/b'), ...rules, users({ password: 'secret' })]);
    expect(made).toMatchObject({ status: 200 });
    expect(made.body.warnings).toEqual([{ rule: 0, warning: expect.stringMatching(/^leads in a circle/) }]);
    expect(await put([...rules, users({})])).toMatchObject({ status: 200 });
    expect(JSON.stringify((await storedRules()).at(-1))).toContain('password_hash');
    expect(
      await put([
        ...rules,
        { ...users({}), then: { basic_auth: { realm: 'Staff', users: [{ name: 'bob' }] } } },
      ]),
    ).toMatchObject(refusal(400, 'rules_invalid', /password/));
  });
});

test('hosts are brought into their stored form', async () => {
  await put([block], {}, pathOf(encodeURIComponent('Bücher.Example.')));
  expect((await ask({}, pathOf('xn--bcher-kva.example'))).body.rules).toHaveLength(1);
  expect(await put([block], {}, pathOf('localhost'))).toMatchObject(
    refusal(400, 'host_invalid', /localhost/),
  );
  expect(await ask({}, pathOf('a_b.example'))).toMatchObject(refusal(400, 'host_invalid'));
  const longest = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
  expect(await put([block], {}, pathOf(longest))).toMatchObject({ status: 200 });
});

test.each([
  ['no rules', {}, 'rules_invalid', /^rules is missing/],
  ['no list', { rules: {} }, 'rules_invalid', /^rules is/],
  ['no action', { rules: [block, { then: {} }] }, 'rules_invalid', /^rules\[1\]\.then /],
  ['an unknown attribute', { rules: [], more: 1 }, 'parameter_unknown', /more/],
  [
    'a hash',
    {
      rules: [{ then: { basic_auth: { realm: 'x', users: [{ name: 'a', password_hash: 'scrypt$' }] } } }],
    },
    'rules_invalid',
    /^rules\[0\]\.then\.basic_auth\.users\[0\] has the unknown attribute/,
  ],
  [
    'an upstream of nobody',
    { rules: [{ then: { proxy: { upstream_uuid: '01890000-0000-7000-8000-000000000000' } } }] },
    'rules_invalid',
    /^rules\[0\]\.then\.proxy\.upstream_uuid is "01890000/,
  ],
])('a body with %s is refused, and nothing changes', async (_what, json, code, message) => {
  const before = await put([block]);
  expect(await ask({ method: 'PUT', json })).toMatchObject(refusal(400, code, message));
  expect((await ask()).headers.etag).toBe(before.headers.etag);
});

test('If-Match keeps a writer from overwriting what it has not seen', async () => {
  const { etag = '' } = (await put([block])).headers;
  expect(await put([block], { 'if-match': '"none"' })).toMatchObject(
    refusal(412, 'precondition_failed', /go\.example\.com.*ETag is/),
  );
  for (const wrong of [`W/${etag}`, etag.slice(1, -1), '""', 'x'])
    expect(await put([], { 'if-match': wrong })).toMatchObject(refusal(412, 'precondition_failed'));
  const second = await put([block, block], { 'if-match': `"other", ${etag}` });
  expect(second.status).toBe(200);
  expect(await put([], { 'if-match': etag })).toMatchObject(refusal(412, 'precondition_failed'));
  expect(await put([], { 'if-match': '*' })).toMatchObject({ status: 200 });
  expect(await put([block], { 'if-match': '"none"' })).toMatchObject({ status: 200 });
});

test('another account learns nothing of a host, and cannot take it', async () => {
  await put([block]);
  const { uuid } = await new Accounts(api.store).create('Other');
  const { secret } = await new AccessTokens(api.store).create({
    accountUuid: uuid,
    name: 'other',
    scope: 'write',
    expiresAt: null,
  });
  const own = `/api/v1/accounts/${uuid}/hosts/${host}/rules`;
  expect(await ask({}, own, secret)).toMatchObject(refusal(404, 'not_found', /go\.example\.com/));
  for (const headers of [{}, { 'if-match': '"none"' }])
    expect(await ask({ method: 'PUT', json: { rules: [] }, headers }, own, secret)).toMatchObject(
      refusal(400, 'host_taken'),
    );
  expect(await ask({}, path, secret)).toMatchObject(refusal(404, 'not_found', /no account/));
  expect(await ask({ method: 'PUT', json: { rules: [] } }, path, secret)).toMatchObject({ status: 404 });
  expect((await ask()).body.rules).toHaveLength(1);
});

test('a token that may only read is refused before the body is read', async () => {
  const { secret } = await api.newToken('read');
  expect(await ask({}, path, secret)).toMatchObject({ status: 200 });
  expect(
    await ask({ method: 'PUT', body: 'no JSON', headers: { 'content-type': 'x/y' } }, path, secret),
  ).toMatchObject(refusal(403, 'forbidden'));
});

test('only JSON is taken, with gzip as the only coding', async () => {
  const json = Buffer.from(JSON.stringify({ rules: [block] }));
  expect(await send(json, { 'content-type': 'application/x-www-form-urlencoded' })).toMatchObject({
    status: 415,
    body: expect.stringContaining('application/json'),
  });
  expect(await send(json, { 'content-encoding': 'br' })).toMatchObject({ status: 415 });
  expect(await send(gzipSync(json), { 'content-encoding': 'GZIP' })).toMatchObject({ status: 200 });
  expect(await send(json, { 'content-encoding': 'gzip' })).toMatchObject({
    status: 400,
    body: expect.stringContaining('body_invalid'),
  });
  expect(await send(gzipSync(json).subarray(0, 30), { 'content-encoding': 'gzip' })).toMatchObject({
    status: 400,
  });
});

test('a body is at most 32 MiB, as it is sent and as it unpacks', async () => {
  const tooLarge = { status: 413, body: expect.stringContaining(`larger than ${maxRulesBytes} bytes`) };
  const spaces = Buffer.alloc(maxRulesBytes + 1, ' ');
  expect(await send(gzipSync(spaces), { 'content-encoding': 'gzip' })).toMatchObject(tooLarge);
  expect(await send(spaces, {})).toMatchObject(tooLarge);
  // Larger than the body of any other route.
  const rules = Array.from({ length: 20_000 }, (_, index) => ({
    active: true,
    if: { path: `/old-address-number-${index}` },
    then: { block: {} },
  }));
  const large = await put(rules);
  expect(large.status).toBe(200);
  expect((await ask()).body.rules).toEqual(rules);
});

test('passwords are hashed, never shown, and kept where none is sent', async () => {
  const rule = (users: unknown) => ({ then: { basic_auth: { realm: 'Staff', users } } });
  const made = await put([rule([{ name: 'ann', password: 'correct horse' }])]);
  expect(made.text + (await ask()).text).not.toMatch(/correct horse|scrypt|password/);
  const hashOf = async () =>
    JSON.stringify(await storedRules()).match(/"password_hash":"(scrypt[^"]+)"/)?.[1];
  const hash = await hashOf();
  expect(hash).toBeDefined();
  expect((await put([block, rule([{ name: 'ann' }])])).status).toBe(200);
  expect(await hashOf()).toBe(hash);
  expect(await put([rule([{ name: 'bob' }])])).toMatchObject(
    refusal(400, 'rules_invalid', /users\[0\]\.password is missing/),
  );
  expect(await put([rule([{ name: 'ann', password: 'another' }])])).toMatchObject({ status: 200 });
  expect(await hashOf()).not.toBe(hash);
  const many = Array.from({ length: 51 }, (_, index) => ({ name: `u${index}`, password: 'p' }));
  expect(await put([rule(many)])).toMatchObject(refusal(400, 'rules_invalid', /a password too many/));
  expect(api.log.join('\n')).not.toMatch(/correct horse|scrypt/);
});
