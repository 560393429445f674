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
