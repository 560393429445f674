/** The list of a host's requests, and `nameplate logs tail`. Source: docs/reference/request-list.md. */
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAccount, runCli } from '../support/command-line.ts';
import { startProgram } from '../support/program.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = 'go.example.com';
let service: TestService;
let path = '';
let dataDir = '';

beforeAll(async () => {
  dataDir = await tempDir('file');
  const log = { NAMEPLATE_ACCESS_LOG: join(dataDir, 'access.log'), NAMEPLATE_TRUSTED_PROXIES: '127.0.0.1' };
  service = await TestService.startWith({ ...(await serviceEnvironment({ dataDir, workers: 1 })), ...log });
  path = `/api/v1/accounts/${service.accountUuid}/hosts/${host}/requests`;
  const redirect = {
    source_host: host,
    match_path: '/old*',
    destination_url: 'https://www.example.org/new?x=1',
  };
  expect((await service.api(service.redirects, { json: redirect })).status).toBe(201);
  await service.edge(host, '/old?secret=1');
  await service.edge(host, '/missing');
  await vi.waitFor(async () => expect((await list()).body.data).toHaveLength(2), {
    timeout: 60_000,
    interval: 200,
  });
});
afterAll(() => service?.stop());

function list(parameters: Record<string, string> = {}) {
  return service.api(`${path}?${new URLSearchParams(parameters).toString()}`);
}

test('lists the newest requests of a host, as they were recorded', async () => {
  const { status, body } = await list();
  expect({ status, next: body.pagination.next }).toEqual({ status: 200, next: null });
  expect(body.data).toMatchObject([
    { path: '/missing', status: 404, host, method: 'GET', protocol: 'HTTP/1.1', rule: null },
    { path: '/old', status: 301, target: 'https://www.example.org/new/old', bytes_in: expect.any(Number) },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/secret|127\.0\.0\.1/);
});

test('goes on after a page, from a time, and with filters', async () => {
  const first = await list({ per_page: '1' });
  const second = await list({ per_page: '1', cursor: first.body.pagination.next });
  expect([first, second].map(({ body }) => body.data[0].path)).toEqual(['/missing', '/old']);
  const last = await list({ cursor: second.body.pagination.next });
  expect(last.body).toEqual({ data: [], pagination: { next: null } });
  const filtered = await list({ filters: '[["is","request:status",["301"]]]' });
  expect(filtered.body.data).toEqual([second.body.data[0]]);
  const late = await list({ since: '2999-01-01T00:00:00Z' });
  expect(late.body.data).toEqual([]);
});

test.each([
  [{ filters: '[["like","request:path",["/"]]]' }, 'query_invalid', 'filters[0][0] is "like"'],
  [{ filters: '[' }, 'query_invalid', 'filters is "["; allowed: a list of filters as JSON'],
  [{ cursor: 'x' }, 'cursor_invalid', 'cursor "x" is invalid'],
  [{ since: 'yesterday' }, 'since_invalid', 'since "yesterday" is invalid'],
  [{ per_page: '1001' }, 'per_page_invalid', 'per_page "1001" is invalid'],
  [{ path: '/' }, 'parameter_unknown', '"path" is not a query parameter'],
])('refuses %j', async (parameters, code, message) => {
  const { status, body } = await list(parameters);
  expect({ status, code: body.error_code }).toEqual({ status: 400, code });
  expect(body.error).toContain(message);
});

test('shows nothing of hosts that the account has nothing on', async () => {
  const other = await createAccount(dataDir, 'Other');
  const { stdout } = await runCli(['token', 'create', '--account', other, '--json'], { dataDir });
  const { secret: token } = JSON.parse(stdout);
  const theirs = path.replace(service.accountUuid, other);
  expect((await service.api(theirs, { token })).body.error_code).toBe('not_found');
  expect((await service.api(path, { token })).status).toBe(404);
  expect((await service.api(path.replace(host, 'free.example.com'))).status).toBe(404);
});

test('logs tail shows them with the newest last, and leaves no token behind', async () => {
  const tail = (...args: string[]) =>
    runCli(['logs', 'tail', host, '--account', service.accountUuid, '--no-follow', ...args], {
      dataDir,
      env: service.env,
    });
  const { code, stdout, stderr } = await tail();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [first = '', second = '', ...others] = stdout.trimEnd().split('\n');
  expect(others).toEqual([]);
  expect(first).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}  301 .* GET  \/old  -> https:\/\/www\.example\.org\/new\/old/,
  );
  expect(second).toMatch(/  404 .* GET  \/missing/);
  const filtered = await tail('--json', '--filter', 'is request:status 404');
  expect(JSON.parse(filtered.stdout)).toMatchObject({ path: '/missing' });
  expect((await tail('--lines', '1')).stdout).toBe(`${second}\n`);
  expect(await tail('--lines', 'all')).toMatchObject({ code: 2 });
  expect(await tail('--filter', 'like request:path /')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('filters[0][0] is "like"'),
  });
  const tokens = await runCli(['token', 'list', '--account', service.accountUuid], { dataDir });
  expect(tokens.stdout).not.toContain('nameplate query');
});

test('rules replay counts what the rules of a file would have done with them', async () => {
  const replay = (stdin: string, ...args: string[]) =>
    runCli(['rules', 'replay', host, '-', '--account', service.accountUuid, ...args], {
      dataDir,
      env: service.env,
      stdin,
    });
  const csv = 'path,to,languages\n/missing,https://www.example.org/found,\n/other,/a,de\n';
  const { code, stdout, stderr } = await replay(csv);
  expect(stdout.split('\n').map((line) => line.trimEnd())).toEqual([
    'Over the last 7 days this would have changed 1 of 2 requests.',
    '',
    'PATH      BEFORE         AFTER',
    '/missing  unmatched 404  301 https://www.example.org/found',
    '',
  ]);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'No request for 1 rule.\nrule 2: languages is not recorded\n',
  });
  const json = await replay(csv, '--json', '--from', '2020-01-01', '--to', '2020-01-02');
  expect(JSON.parse(json.stdout)).toMatchObject({ requests: 0, changed: 0 });
  expect(await replay('path,to\n/a,b.example\n')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^line 2: then\.redirect\.to is "b\.example".*\n.*nothing was replayed/),
  });
});

test('logs tail follows until it is interrupted', async () => {
  const args = ['logs', 'tail', host, '--account', service.accountUuid, '--lines', '1', '--json'];
  const child = startProgram(args, { dataDir, env: service.env });
  const ended = once(child, 'exit');
  let shown = '';
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  await expect.poll(() => shown).toContain('"/missing"');
  await service.edge(host, '/later');
  await expect.poll(() => shown).toContain('"/later"');
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  const paths = shown
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).path);
  expect(paths).toEqual(['/missing', '/later']);
});

test('logs tail --id shows one request, by the id of its answer or that of a trusted proxy', async () => {
  const find = (...args: string[]) =>
    runCli(['logs', 'tail', '--account', service.accountUuid, ...args], { dataDir, env: service.env });
  const headers = { 'x-request-id': 'Root=1-"abc' };
  await service.edge(host, '/other', { headers });
  const named = { 'x-request-id': 'Root=1-abc' };
  const answer = await service.edge(host, '/named', { headers: named });
  const id = String(answer.headers['x-request-id']);
  await vi.waitFor(async () => expect((await list()).body.data[0]).toMatchObject({ path: '/named' }), {
    timeout: 60_000,
  });
  const byAnswer = await find('--id', id.toUpperCase());
  expect(byAnswer).toMatchObject({ code: 0, stdout: expect.stringMatching(/  404 .* GET  \/named/) });
  const byProxy = await find('--id', 'Root=1-abc', '--json');
  expect(JSON.parse(byProxy.stdout)).toMatchObject({ path: '/named', request_id: id });
  expect(await find('--id', 'Root=1-abcd')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no request "Root=1-abcd" is in the access log'),
  });
  expect(await find('--id', id.replace(/..$/, '00'))).toMatchObject({ code: 1 });
  expect(await find()).toMatchObject({ code: 2, stderr: expect.stringContaining('HOST or --id is missing') });
});
