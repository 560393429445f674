/** The operator's socket. Source: docs/reference/operator-api.md. */
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ComposedService } from '../support/composed-service.ts';
import { tempDir } from '../support/temp-dir.ts';

const dataDir = await tempDir('file');
let service: ComposedService;
beforeAll(async () => {
  service = await ComposedService.start({ dataDir });
});
afterAll(() => service.stop());

type Call = { readonly method?: string; readonly json?: unknown; readonly headers?: Record<string, string> };

async function ask(path: string, { method, json, headers }: Call = {}) {
  const body = json === undefined ? undefined : JSON.stringify(json);
  const outgoing = request({
    socketPath: join(dataDir, 'api.sock'),
    path,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    agent: false,
  });
  outgoing.end(body);
  const [answer] = await once(outgoing, 'response');
  if (!(answer instanceof IncomingMessage)) throw new Error('no answer');
  const received = await text(answer);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: received === '' ? null : JSON.parse(received),
  };
}

test('only the service’s user can open it', () => {
  expect(statSync(join(dataDir, 'api.sock')).mode & 0o777).toBe(0o600);
});

test('every account is open, those that others can’t see too', async () => {
  const created = await ask('/api/v1/accounts', { json: { name: 'Second' } });
  expect(created).toMatchObject({ status: 201, body: { name: 'Second' } });
  const second: string = created.body.uuid;
  expect((await ask('/api/v1/accounts')).body).toHaveLength(2);
  const collection = `/api/v1/accounts/${second}/redirects`;
  const json = { source_host: 'go.second.example', destination_url: 'https://d.example' };
  const made = await ask(collection, { json, headers: { 'x-operator': 'ada' } });
  expect(made).toMatchObject({ status: 201, body: { account_uuid: second } });
  // It is served, as one that was created on TCP.
  expect((await service.edge('go.second.example')).status).toBe(301);
  expect((await service.api(collection)).status).toBe(404);
  const trail = await ask(`/api/v1/accounts/${second}/audit_events`);
  expect(trail.body.data[0]).toMatchObject({
    actor: { kind: 'command_line', uuid: null, name: 'ada' },
  });
  const unknown = '/api/v1/accounts/01890000-0000-7000-8000-000000000000/redirects';
  expect((await ask(unknown)).status).toBe(404);
});

test('X-Account names the account where the path has none', async () => {
  const refused = await ask('/api/v1/analytics/segments');
  expect(refused).toMatchObject({ status: 404, body: { error: expect.stringContaining('x-account') } });
  const headers = { 'x-account': service.accountUuid };
  expect((await ask('/api/v1/analytics/segments', { headers })).status).toBe(200);
  const wrong = { 'x-account': 'nobody' };
  expect((await ask('/api/v1/analytics/segments', { headers: wrong })).status).toBe(404);
});

test('limits are set here', async () => {
  const path = `/api/v1/accounts/${service.accountUuid}/limits`;
  const json = { rules: 7, hosts: null };
  const set = await ask(path, { method: 'PUT', json });
  expect(set.status).toBe(200);
  expect(set.body.data).toContainEqual({ name: 'rules', allowed: 7 });
  expect((await service.api(path)).body.data).toContainEqual({ name: 'rules', used: 0, allowed: 7 });
  for (const wrong of [{ rules: -1 }, { rules: 1.5 }, { rules: 'x' }, { hosts: true }]) {
    const refused = await ask(path, { method: 'PUT', json: wrong });
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'limit_invalid' } });
  }
  const back = await ask(path, { method: 'PUT', json: { rules: 'default' } });
  expect(back.body.data).toContainEqual({ name: 'rules', allowed: null });
  expect(await ask(path, { method: 'PUT', json: { colour: 1 } })).toMatchObject({
    status: 400,
    body: { error_code: 'parameter_unknown' },
  });
  expect(await ask('/api/v1/accounts', { json: {} })).toMatchObject({
    status: 400,
    body: { error_code: 'name_invalid' },
  });
});

test('users are listed, made members and deleted here', async () => {
  const members = `/api/v1/accounts/${service.accountUuid}/members`;
  const ada = { email: 'ada@example.com', name: 'Ada', password: 'an otter in a lagoon' };
  const viewer = await ask(members, { json: { ...ada, role: 'viewer' } });
  expect(viewer).toMatchObject({ status: 400, body: { error_code: 'role_invalid' } });
  const made = await ask(members, { json: { ...ada, role: 'owner' } });
  expect(made).toMatchObject({ status: 201, body: { email: ada.email } });
  expect(JSON.stringify(made.body)).not.toContain('otter');
  const second = (await ask('/api/v1/accounts', { json: { name: 'Others' } })).body.uuid;
  const json = { user_uuid: made.body.uuid, role: 'owner' };
  expect((await ask(`/api/v1/accounts/${second}/members`, { json })).status).toBe(201);
  expect((await ask('/api/v1/users?email=ADA@example.com')).body).toMatchObject([
    {
      uuid: made.body.uuid,
      memberships: [{ account_uuid: service.accountUuid }, { account_uuid: second, role: 'owner' }],
    },
  ]);
  expect(await ask('/api/v1/users?email=bob@example.com')).toMatchObject({ status: 200, body: [] });
  // The last owner of an account stays.
  const user = `/api/v1/users/${made.body.uuid}`;
  expect((await ask(user, { method: 'DELETE' })).body.error_code).toBe('last_owner');
  const bob = { email: 'bob@example.com', name: 'Bob', password: 'a heron on a raft', role: 'viewer' };
  const { uuid } = (await ask(members, { json: bob })).body;
  expect(await ask(`/api/v1/users/${uuid}`, { method: 'DELETE' })).toMatchObject({ status: 200 });
  expect((await ask(`/api/v1/users/${uuid}`, { method: 'DELETE' })).status).toBe(404);
});

test('automatic certificates are listed and ordered here', async () => {
  const list = `/api/v1/accounts/${service.accountUuid}/automatic_certificates`;
  expect(await ask(list)).toMatchObject({ status: 200, body: { data: [], pagination: { count: 0 } } });
  const refused = await ask('/api/v1/automatic_certificates', { json: { host: 'a.example.com' } });
  expect(refused).toMatchObject({ status: 400, body: { error_code: 'host_invalid' } });
});

test('on TCP none of its own routes exists', async () => {
  const operations = (document: { paths: Record<string, object> }) =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
  const onTcp = new Set(operations((await service.api('/openapi.json')).body));
  const own = operations((await ask('/openapi.json')).body).filter((each) => !onTcp.has(each));
  expect(own.toSorted()).toEqual([
    'DELETE /api/v1/users/{user_uuid}',
    'GET /api/v1/users',
    'POST /api/v1/accounts',
    'POST /api/v1/accounts/{account_uuid}/imported_certificates',
    'POST /api/v1/accounts/{account_uuid}/members',
    'POST /api/v1/automatic_certificates',
    'PUT /api/v1/accounts/{account_uuid}/limits',
  ]);
  for (const operation of own) {
    const [method = '', path = ''] = operation.split(' ');
    const named = path
      .replaceAll('{account_uuid}', service.accountUuid)
      .replace(/\{\w+\}/, service.accountUuid);
    const answer = await service.api(named, { method, ...(method !== 'GET' && { json: {} }) });
    const hasOther = [...onTcp].some((each) => each.endsWith(` ${path}`));
    expect([operation, answer.status]).toEqual([operation, hasOther ? 405 : 404]);
    expect(answer.headers.get('allow') !== null).toBe(hasOther);
  }
});

test('on TCP its routes don’t exist, whatever a request says about itself', async () => {
  const headers = { 'x-operator': 'root', 'x-account': service.accountUuid };
  const json = { name: 'Third' };
  const accounts = await service.api('/api/v1/accounts', { json, headers });
  expect([accounts.status, accounts.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const limits = `/api/v1/accounts/${service.accountUuid}/limits`;
  const set = await service.api(limits, { method: 'PUT', json: { rules: 1 }, headers });
  expect([set.status, set.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect((await service.api('/api/v1/accounts', { headers, token: null })).status).toBe(401);
});
