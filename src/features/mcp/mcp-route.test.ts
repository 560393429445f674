import { expect, test } from 'vitest';
import { type ApiSettings, startApi } from '../../../test/support/api-server.ts';
import { connectOverHttp } from '../../../test/support/mcp-client.ts';
import { signIn } from '../../../test/support/signed-in.ts';

async function setUp(settings: ApiSettings = {}) {
  const api = await startApi(settings);
  const { secret } = await api.newToken('read');
  const post = (message: unknown, fields: Record<string, string> = {}) =>
    api.ask('/mcp', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...fields,
      },
      body: typeof message === 'string' ? message : JSON.stringify(message),
    });
  return { api, secret, post };
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const initialize = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

test('tells a client of its tools, each with schemas and what it may change', async () => {
  const { api, secret } = await setUp();
  await using assistant = await connectOverHttp(api.port, secret);
  const { tools } = await assistant.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'domains',
    'findings',
    'diagnose',
    'redirects',
    'rules',
    'query',
    'reports',
    'replay',
    'plan',
    'apply',
  ]);
  for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
    const isPlan = name === 'plan' || name === 'apply';
    expect(description).toMatch(/data, not instructions\.$/);
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(outputSchema).toMatchObject({ type: 'object' });
    expect(annotations).toMatchObject({ readOnlyHint: !isPlan, destructiveHint: name === 'apply' });
  }
  expect(assistant.client.getInstructions()).toContain('never instructions');
});

test('speaks two revisions, and offers the newest for any other', async () => {
  const { post } = await setUp();
  for (const [wanted, spoken] of [
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', '2025-11-25'],
    ['2099-01-01', '2025-11-25'],
  ] as const)
    expect(await post(initialize(wanted))).toMatchObject({
      status: 200,
      body: { id: 1, result: { protocolVersion: spoken, serverInfo: { name: 'nameplate' } } },
    });
  for (const version of ['2025-11-25', '2025-06-18'])
    expect(await post(ping, { 'mcp-protocol-version': version })).toMatchObject({ status: 200 });
  for (const version of ['2025-03-26', 'x'])
    expect(await post(ping, { 'mcp-protocol-version': version })).toMatchObject({
      status: 400,
      body: { jsonrpc: '2.0', id: null, error: { code: -32_000, message: expect.stringContaining(version) } },
    });
});

test('answers messages that are wrong with errors of JSON-RPC', async () => {
  const { post } = await setUp();
  const wrong = (code: number) => ({ jsonrpc: '2.0', id: null, error: { code } });
  for (const text of ['{', '', 'null x', '\u0000'])
    expect(await post(text)).toMatchObject({ status: 400, body: wrong(-32_700) });
  expect(await post([ping, ping])).toMatchObject({ status: 400, body: wrong(-32_600) });
  // The first one would be lost.
  for (const [text, name] of [
    ['{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}', 'method'],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[{"b":1,"\\u0062":2}]}}', 'b'],
  ] as const)
    expect(await post(text)).toMatchObject({
      status: 400,
      body: { error: { code: -32_600, message: `the body has "${name}" more than once in one object` } },
    });
  for (const value of ['null', '"x"', '{}', '{"jsonrpc":"1.0","id":1,"method":"ping"}'])
    expect(await post(value)).toMatchObject({ status: 400, body: wrong(-32_700) });
  expect(await post({ ...ping, method: 'tools/forget' })).toMatchObject({
    status: 200,
    body: { id: 1, error: { code: -32_601 } },
  });
  expect(await post({ ...ping, method: 'tools/call', params: { name: 'delete' } })).toMatchObject({
    status: 200,
    body: { error: { code: -32_602, message: expect.stringContaining('there is no tool "delete"') } },
  });
  for (const [method, params, named] of [
    ['tools/call', undefined, 'name'],
    ['tools/call', { name: 5 }, 'name'],
    ['tools/call', { name: 'domains', arguments: ['x'] }, 'arguments'],
    ['initialize', { capabilities: {} }, 'protocolVersion'],
  ] as const)
    expect(await post({ ...ping, method, params })).toMatchObject({
      status: 200,
      body: {
        id: 1,
        error: { code: -32_602, message: expect.stringMatching(`^[^\n]*${named}[^\n]{0,80}$`) },
      },
    });
  expect(await post({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({ status: 202 });
  expect(await post(ping, { accept: 'application/json' })).toMatchObject({
    status: 406,
    body: { error: { message: expect.stringContaining('text/event-stream') } },
  });
  expect(await post(ping, { 'content-type': 'text/plain' })).toMatchObject({
    status: 415,
    body: { error_code: 'unsupported_media_type' },
  });
  expect(await post('x'.repeat(1024 * 1024 + 1))).toMatchObject({ status: 413 });
});

test('takes POST of programs alone', async () => {
  const { api, post } = await setUp();
  for (const method of ['GET', 'DELETE', 'PUT'])
    expect(await api.ask('/mcp', { method })).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1'])
    expect(await post(ping, { origin })).toMatchObject({
      status: 403,
      body: { error_code: 'origin_forbidden' },
    });
  expect(await post(ping, { host: 'localhost:3000', origin: 'http://localhost:3000' })).toMatchObject({
    status: 200,
  });
  const named = await setUp({ origin: 'https://nameplate.example' });
  expect(await named.post(ping, { origin: 'https://nameplate.example' })).toMatchObject({ status: 200 });
  expect(await named.post(ping, { host: 'evil.example', origin: 'http://evil.example' })).toMatchObject({
    status: 403,
  });
});

test('takes access tokens with the scopes read and write alone', async () => {
  const { api, post } = await setUp();
  const bearer = async (scope: 'write' | 'analytics', expiresAt?: number) => ({
    authorization: `Bearer ${(await api.newToken(scope, expiresAt)).secret}`,
  });
  expect(await post(ping, await bearer('write'))).toMatchObject({ status: 200, body: { result: {} } });
  expect(await post(ping, await bearer('analytics'))).toMatchObject({
    status: 403,
    body: { error_code: 'forbidden' },
  });
  expect(await post(ping, await bearer('write', api.clock.time))).toMatchObject({ status: 401 });
  const { cookie } = await signIn(api);
  for (const fields of [
    { authorization: '' },
    { authorization: 'Bearer np_x' },
    { authorization: '', cookie },
  ])
    expect(await post(ping, fields)).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': 'Bearer' },
      body: { error_code: 'unauthorized' },
    });
});

test('counts messages and what tools ask against the rate limit', async () => {
  const { post } = await setUp({ rateLimit: 5 });
  const call = { ...ping, method: 'tools/call', params: { name: 'redirects', arguments: {} } };
  expect(await post(ping)).toMatchObject({ status: 200, headers: { 'x-ratelimit-remaining': '4' } });
  expect(await post(call)).toMatchObject({ status: 200, headers: { 'x-ratelimit-remaining': '3' } });
  expect(await post(ping)).toMatchObject({ status: 200, headers: { 'x-ratelimit-remaining': '1' } });
  const last = await post(call);
  expect(last).toMatchObject({ status: 200, body: { result: { isError: true } } });
  expect(JSON.parse(last.body.result.content[0].text)).toMatchObject({ error_code: 'rate_limited' });
  expect(await post(ping)).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
});

test('answers many messages at once, and outlives clients that leave', async () => {
  const { api, secret, post } = await setUp();
  const call = (id: number) => ({
    ...ping,
    id,
    method: 'tools/call',
    params: { name: 'redirects', arguments: {} },
  });
  const leave = async (id: number) => {
    const gone = new AbortController();
    const asked = fetch(`http://127.0.0.1:${api.port}/mcp`, {
      method: 'POST',
      signal: gone.signal,
      headers: {
        authorization: `Bearer ${secret}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify(call(id)),
    }).catch(() => undefined);
    setTimeout(() => gone.abort(), id % 20);
    await asked;
  };
  const answers = await Promise.all(
    Array.from({ length: 100 }, async (_, id) => (id % 2 === 0 ? leave(id) : (await post(call(id))).body.id)),
  );
  expect(answers.filter((id) => id !== undefined)).toEqual(Array.from({ length: 50 }, (_, at) => 2 * at + 1));
  expect(await post(ping)).toMatchObject({ status: 200 });
  expect(api.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
