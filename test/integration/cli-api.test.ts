/** Commands as clients of the API, each of the three ways. Source: docs/reference/operator-api.md ("Commands"). */
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiSocket } from '../../src/service/api-socket.ts';
import { ControlSocket } from '../../src/service/control-socket.ts';
import { createAccount, runCli } from '../support/command-line.ts';
import { ComposedService } from '../support/composed-service.ts';
import { runProgram } from '../support/program.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

const dataDir = await tempDir('file');
const elsewhere = await tempDir('file');
let service: ComposedService;
let port = '';
beforeAll(async () => {
  service = await ComposedService.start({ dataDir });
  port = new URL(service.apiOrigin).port;
});
afterAll(() => service.stop());

const create = (host: string) => {
  const options = ['--source-host', host, '--destination-url', 'https://d.example', '--json'];
  return ['redirect', 'create', ...options];
};

test('from another machine: with a URL, and a token from a file or the environment', async () => {
  const tokenFile = join(elsewhere, 'token');
  await writeFile(tokenFile, `${service.token}\n`);
  await chmod(tokenFile, 0o600);
  const url = ['--url', `http://localhost:${port}/`];
  const run = (args: readonly string[], env = {}, stdin = '') =>
    runCli(args, { dataDir: elsewhere, env, stdin });
  const made = await run([...create('far.example.com'), ...url, '--token-file', tokenFile]);
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(made.stdout)).toMatchObject({ source_host: 'far.example.com' });
  expect((await service.edge('far.example.com')).status).toBe(301);
  const env = { NAMEPLATE_URL: `http://localhost:${port}`, NAMEPLATE_TOKEN: service.token };
  expect((await run(['redirect', 'list'], env)).stdout).toContain('far.example.com');
  const changed = await run(['redirect', 'update', 'far.example.com', '--note', 'x', '--json'], env);
  expect(JSON.parse(changed.stdout)).toMatchObject({ note: 'x' });
  // The token's own name is in the audit trail, and its scope holds.
  const trail = await service.api(`/api/v1/accounts/${service.accountUuid}/audit_events`);
  expect(trail.body.data[0].actor).toMatchObject({ kind: 'token' });
  const document = 'redirects: [{ source_host: planned.example.com, destination_url: https://d.example }]';
  expect(await run(['plan', '-'], env, document)).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(`\nReview and approve it at ${env.NAMEPLATE_URL}/plans/`),
  });
  const gone = await run(['redirect', 'delete', 'far.example.com', '--yes'], env);
  expect(gone).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Redirect .* was deleted\.\n$/) });

  expect(await run(['redirect', 'list', ...url])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('an access token is missing; set NAMEPLATE_TOKEN'),
  });
  const wrong = await run(['redirect', 'list'], { ...env, NAMEPLATE_TOKEN: `np_${'x'.repeat(43)}` });
  expect(wrong).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('token is unknown or was revoked'),
  });
  expect(wrong.stderr).not.toContain('xxxx');
  expect(await run(['redirect', 'list'], { ...env, NAMEPLATE_URL: 'ftp://x' })).toMatchObject({
    code: 1,
    stderr: 'nameplate: NAMEPLATE_URL "ftp://x" is invalid; allowed: an http or https URL\n',
  });
  expect(await run(['redirect', 'list'], { ...env, NAMEPLATE_URL: 'http://127.0.0.1:1' })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^nameplate: Nameplate doesn't answer at 127\.0\.0\.1:1 \(.*ECONNREFUSED/),
  });
  expect((await run(['account', 'list', '--json'], env)).stdout).toContain(service.accountUuid);
  const before = ['--url', env.NAMEPLATE_URL, 'webhook', 'list', '--json'];
  expect(await run(before, { NAMEPLATE_TOKEN: service.token })).toMatchObject({ code: 0, stderr: '' });
  // A command on the store, or for the operator, must not quietly work on this machine instead.
  for (const args of [
    ['user', 'set-password', 'a@example.com'],
    ['account', 'create', 'Third'],
    ['backup', 'file'],
    ['migrate'],
    ['upgrade'],
    ['doctor'],
    ['data', 'update'],
  ])
    expect(await run(args, env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('without --url and NAMEPLATE_URL'),
    });
});

test('on the machine of a running service: over its socket, as the operator', async () => {
  const made = await runCli(create('near.example.com'), { dataDir });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  // Live before the command ends, which a change of the store alone is not.
  expect((await service.edge('near.example.com')).status).toBe(301);
  const trail = await service.api(`/api/v1/accounts/${service.accountUuid}/audit_events`);
  expect(trail.body.data[0].actor).toMatchObject({ kind: 'command_line', uuid: null });
  const refused = await runCli(create('near.example.com'), { dataDir });
  expect(refused).toMatchObject({
    code: 1,
    stderr: 'nameplate: source_host "near.example.com" is already used by another redirect\n',
  });
  const table = await runCli(['redirect', 'list', '--all', '--sort', 'source_host'], { dataDir });
  expect(table.stdout).toMatch(/^SOURCE HOST .*\nnear\.example\.com /);
});

test('a service that stops takes its socket with it, and one that has taken its place keeps its own', async () => {
  const directory = await tempDir('file');
  const socket = join(directory, 'api.sock');
  const open = () =>
    ApiSocket.open(
      directory,
      () => Promise.reject(new Error('not asked')),
      () => {},
    );
  const first = await open();
  const second = await open();
  await first.stop(0);
  expect(existsSync(socket)).toBe(true);
  await second.stop(0);
  expect(existsSync(socket)).toBe(false);
});

test('where no service runs: in its own process', async () => {
  const own = await tempDir();
  const accountUuid = await createAccount(own);
  const made = await runCli(create('alone.example.com'), { dataDir: own });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(made.stdout)).toMatchObject({ account_uuid: accountUuid });
  await createAccount(own, 'Second');
  expect(await runCli(['redirect', 'list'], { dataDir: own })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('there are 2 accounts; choose one with --account: '),
  });
  const listed = await runCli(['redirect', 'list', '--account', accountUuid], { dataDir: own });
  expect(listed.stdout).toContain('alone.example.com');
});

const csv = (hosts: readonly string[], to: string) =>
  ['source_host,destination_url', ...hosts.map((host) => `${host},https://${to}`), ''].join('\n');

test('an import is live when it ends, here and from another machine, and leaves the events that single changes do', async () => {
  const hosts = ['one.import.example', 'two.import.example'];
  const near = await runCli(['redirect', 'import', '-'], { dataDir, stdin: csv(hosts, 'd.example') });
  expect(near).toEqual({ code: 0, stdout: '2 created, 0 updated, 0 refused\n', stderr: '' });
  expect((await service.edge('two.import.example')).headers.location).toBe('https://d.example/');
  const env = { NAMEPLATE_URL: `http://localhost:${port}`, NAMEPLATE_TOKEN: service.token };
  const far = { dataDir: elsewhere, env };
  const stdin = csv([...hosts, 'three.import.example'], 'e.example');
  expect(await runCli(['redirect', 'import', '-', '--update'], { ...far, stdin })).toEqual({
    code: 0,
    stdout: '1 created, 2 updated, 0 refused\n',
    stderr: '',
  });
  for (const host of [...hosts, 'three.import.example'])
    expect((await service.edge(host)).headers.location).toBe('https://e.example/');
  const trail = await service.api(`/api/v1/accounts/${service.accountUuid}/audit_events?per_page=5`);
  const events = trail.body.data.map(
    (each: { action: string; actor: { kind: string } }) => `${each.action} ${each.actor.kind}`,
  );
  expect(events.toSorted()).toEqual([
    'created command_line',
    'created command_line',
    'created token',
    'updated token',
    'updated token',
  ]);

  const rules = (to: string) => `path,to\n/a,https://${to}/\n`;
  const importRules = ['rules', 'import', '-', '--host', 'one.import.example', '--yes'];
  expect(await runCli(importRules, { dataDir, stdin: rules('r.example') })).toMatchObject({ code: 0 });
  expect((await service.edge('one.import.example', '/a')).headers.location).toBe('https://r.example/');
  expect(await runCli(importRules, { ...far, stdin: rules('s.example') })).toMatchObject({ code: 0 });
  expect((await service.edge('one.import.example', '/a')).headers.location).toBe('https://s.example/');
});

test('another user of the machine is refused, and never opens the store', async () => {
  if (process.getuid?.() !== 0)
    return skipLoudly('commands of another user', 'only root can be another user');
  const nobody = { uid: 65_534, gid: 65_534 };
  const run = (directory: string) => runProgram(['redirect', 'list'], { dataDir: directory, as: nobody });
  const refused = {
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /api\.sock" is another user's: run the command as the service's user, or use --url\n$/,
    ),
  };
  // Whether the directory can be searched, and whether a service runs.
  await chmod(dataDir, 0o755);
  expect(await run(dataDir)).toEqual(refused);
  await chmod(dataDir, 0o700);
  expect(await run(dataDir)).toEqual(refused);
  const own = await tempDir();
  await createAccount(own);
  await chmod(own, 0o700);
  expect(await run(own)).toEqual(refused);
});

test('where the service runs and its API is away: waits for it, and says so', async () => {
  const own = await tempDir('file');
  await using _supervisor = await ControlSocket.open(own);
  const listed = runCli(['redirect', 'list'], { dataDir: own });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const started = await ComposedService.start({ dataDir: own });
  expect(await listed).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^The service is starting; waiting for its API\.\nPage 1 of 1/),
  });
  await started.stop();
});

test('where a service without the API runs: in its own process', async () => {
  const own = await tempDir();
  await createAccount(own);
  await using _edge = await ControlSocket.open(own, false);
  expect(await runCli(create('edge.example.com'), { dataDir: own })).toMatchObject({ code: 0, stderr: '' });
});
