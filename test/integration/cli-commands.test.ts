/**
 * The command line as a shell sees it: exit codes, standard output and standard error. Source: docs/reference/cli.md.
 */

import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { hashToken } from '../../src/secrets/access-token-secret.ts';
import { createAccount, runCli } from '../support/command-line.ts';
import { freePorts } from '../support/free-port.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { tempDir } from '../support/temp-dir.ts';

const uuid = /^[0-9a-f-]{36}\n$/;
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/;

test('prints its help on standard output when there are no arguments', async () => {
  const dataDir = join(await tempDir(), 'data');
  const bare = await runCli([], { dataDir });
  expect(bare).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Usage: nameplate') });
  expect(await runCli(['--help'], { dataDir })).toEqual(bare);
  expect(await runCli(['--version'], { dataDir })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
  expect(existsSync(dataDir)).toBe(false);
});

test.each([
  [['bogus'], "unknown command 'bogus'"],
  [['redirect', 'list', '--bogus'], "unknown option '--bogus'"],
  [['redirect', 'create', '--source-host', 'a.example.com'], "required option '--destination-url <url>'"],
  [['redirect', 'import'], "missing required argument 'file'"],
  [['redirect', 'update', 'a.example.com'], 'nothing to change is given'],
  [['redirect', 'update', 'a.example.com', '--active', '--inactive'], 'cannot be used with option'],
  [['redirect', 'list', '--all', '--page', '2'], 'cannot be used with option'],
  [['redirect'], 'Usage: nameplate redirect'],
  [['token', 'create', '--scope', 'admin'], 'Allowed choices are read, write'],
  [['token', 'create', '--expires', 'soon'], '--expires "soon" is invalid; allowed: '],
  [['account', 'create', ' '], 'NAME " " is invalid'],
  [['account', 'limits', 'x', 'rules=few'], '"rules=few" is no limit; allowed: NAME=NUMBER'],
  [['account', 'limits', 'x', 'rules=1', 'rules=2'], '"rules=2" is no limit; allowed: NAME=NUMBER'],
])('answers the wrong use %j with exit code 2', async (args, message) => {
  const result = await runCli(args, { dataDir: join(await tempDir(), 'data') });
  expect(result).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
});

test.each([
  [['redirect', 'list'], {}, /^nameplate: there is no control store at "[^"]*control\.db"[^\n]*\n$/],
  [
    ['account', 'list'],
    { NAMEPLATE_API_PORT: 'x' },
    /^nameplate: NAMEPLATE_API_PORT is "x"; allowed: [^\n]*\n$/,
  ],
  [['serve'], { NAMEPLATE_API_PORT: 'x' }, /^nameplate: NAMEPLATE_API_PORT is "x"; allowed: [^\n]*\n$/],
  [
    ['account', 'list'],
    { NAMEPLATE_DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
    /^nameplate: the control store failed: [^\n]*ECONNREFUSED[^\n]*\n$/,
  ],
  [['redirect', 'import', '/nowhere/x.csv'], {}, /^nameplate: FILE "\/nowhere\/x\.csv": no such file\n$/],
])('answers the failure of %j %j with one line and exit code 1', async (args, env, line) => {
  const dataDir = join(await tempDir(), 'data');
  const result = await runCli(args, { dataDir, env });
  expect(result).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(line) });
  expect(existsSync(dataDir)).toBe(false);
});

test('shows and sets limits of an account, and puts them into the audit trail', async () => {
  const dataDir = join(await tempDir(), 'data');
  await runCli(['account', 'create', 'Operator'], { dataDir });
  const account = (await runCli(['account', 'create', 'Acme'], { dataDir })).stdout.trim();
  const limits = async (...changes: string[]) => {
    const result = await runCli(['account', 'limits', account, ...changes, '--json'], { dataDir });
    expect(result.stderr).toBe('');
    const rows: { name: string; allowed: number | null }[] = JSON.parse(result.stdout);
    return Object.fromEntries(rows.map(({ name, allowed }) => [name, allowed]));
  };
  expect(await limits('rules=5', 'hosts=none')).toMatchObject({
    rules: 5,
    hosts: null,
    access_tokens: 1_000,
  });
  expect(await limits('rules=default')).toMatchObject({ rules: 100_000, hosts: null });
  const { stdout } = await runCli(['audit', 'list', '--account', account, '--json'], { dataDir });
  expect(stdout).toContain('"limits"');
});

test('creates accounts and asks which one is meant when there are several', async () => {
  const dataDir = join(await tempDir(), 'made', 'here');
  const created = await runCli(['account', 'create', 'Acme'], { dataDir });
  expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(uuid) });
  expect(await runCli(['token', 'create'], { dataDir })).toMatchObject({ code: 0 });

  const second = await runCli(['account', 'create', 'Bcme', '--json'], { dataDir });
  expect(JSON.parse(second.stdout)).toEqual({
    uuid: expect.any(String),
    name: 'Bcme',
    created_at: expect.stringMatching(timestamp),
    updated_at: expect.stringMatching(timestamp),
  });
  const list = await runCli(['account', 'list', '--json'], { dataDir });
  expect(JSON.parse(list.stdout)).toMatchObject([{ name: 'Acme' }, { name: 'Bcme' }]);

  const ambiguous = await runCli(['redirect', 'list'], { dataDir });
  expect(ambiguous).toMatchObject({ code: 1, stdout: '' });
  expect(ambiguous.stderr).toContain(
    `there are 2 accounts; choose one with --account: ${created.stdout.trim()} (Acme)`,
  );
  expect(await runCli(['redirect', 'list', '--account', created.stdout.trim()], { dataDir })).toMatchObject({
    code: 0,
  });
  expect(await runCli(['redirect', 'list', '--account', 'x'], { dataDir })).toMatchObject({
    code: 1,
    stderr: 'nameplate: there is no account "x"\n',
  });
});

test('prints the secret of a token alone on standard output, once', async () => {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  const created = await runCli(['token', 'create', '--name', 'ci', '--scope', 'read', '--expires', '30d'], {
    dataDir,
  });
  expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^np_[A-Za-z0-9_-]{43}\n$/) });
  const secret = created.stdout.trim();
  expect(created.stderr).not.toContain(secret);

  const store = await ControlStore.open({ kind: 'sqlite', path: join(dataDir, 'control.db') }, systemClock);
  const token = await new AccessTokens(store).findByHash(hashToken(secret));
  await store[Symbol.asyncDispose]();
  expect(token).toMatchObject({ name: 'ci', scope: 'read' });
  expect((token?.expiresAt ?? 0) - (token?.createdAt ?? 0)).toBeCloseTo(30 * 86_400_000, -5);

  const json = JSON.parse((await runCli(['token', 'create', '--json'], { dataDir })).stdout);
  expect(json).toMatchObject({ scope: 'write', expires_at: null, secret: expect.stringMatching(/^np_/) });
  const list = await runCli(['token', 'list', '--json'], { dataDir });
  expect(list.stdout).not.toMatch(/np_|secret/);
  expect(JSON.parse(list.stdout)).toHaveLength(2);

  expect(await runCli(['token', 'revoke', json.uuid, '--yes'], { dataDir })).toMatchObject({ code: 0 });
  expect(await runCli(['token', 'revoke', json.uuid, '--yes'], { dataDir })).toMatchObject({
    code: 1,
    stderr: `nameplate: there is no access token "${json.uuid}"\n`,
  });
});

test('creates, lists, updates and deletes redirects in the shapes of the API', async () => {
  const dataDir = await tempDir();
  const accountUuid = await createAccount(dataDir);
  const run = (...args: string[]) => runCli(['redirect', ...args], { dataDir });
  const created = JSON.parse(
    (
      await run(
        'create',
        '--source-host',
        'GO.Example.com.',
        '--destination-url',
        'https://www.example.com',
        '--no-preserve-path',
        '--inactive',
        '--note',
        'Flyer, spring',
        '--json',
      )
    ).stdout,
  );
  expect(created).toEqual({
    uuid: expect.any(String),
    source_host: 'go.example.com',
    match_path: '*',
    destination_url: 'https://www.example.com',
    redirect_type: 'permanent',
    preserve_path: false,
    preserve_query_string: true,
    active: false,
    created_at: expect.stringMatching(timestamp),
    updated_at: expect.stringMatching(timestamp),
    verdict: { state: 'setting_up', finding_uuid: null, cause: null },
    reachable: null,
    renewal: null,
    account_uuid: accountUuid,
    note: 'Flyer, spring',
  });
  for (const [note, count] of [
    ['flyer', 1],
    ['summer', 0],
  ] as const) {
    const listed = JSON.parse((await run('list', '--note', note, '--json')).stdout);
    expect(listed.pagination.count).toBe(count);
  }

  const byHost = JSON.parse(
    (await run('update', 'go.example.com', '--active', '--redirect-type', 'found', '--json')).stdout,
  );
  expect(byHost).toEqual({ ...created, active: true, redirect_type: 'found', updated_at: byHost.updated_at });
  const byUuid = JSON.parse(
    (await run('update', created.uuid, '--preserve-path', '--source-host', 'to.example.com', '--json'))
      .stdout,
  );
  expect(byUuid).toMatchObject({
    source_host: 'to.example.com',
    preserve_path: true,
    redirect_type: 'found',
  });

  const listed = JSON.parse((await run('list', '--source-host', 'TO.example.com', '--json')).stdout);
  expect(listed).toEqual({ data: [byUuid], pagination: { page: 1, count: 1 } });
  const table = await run('list');
  expect(table.stdout).toMatch(
    /^SOURCE HOST +PATH +DESTINATION +TYPE +APPENDS +STATE\nto\.example\.com +\* +https/,
  );
  expect(table.stderr).toBe('Page 1 of 1; 1 redirect in all.\n');

  expect(await run('delete', 'to.example.com', '--yes')).toMatchObject({
    code: 0,
    stdout: `Redirect ${created.uuid} of to.example.com was deleted.\n`,
  });
  expect(await run('delete', 'to.example.com')).toMatchObject({
    code: 1,
    stderr: 'nameplate: there is no redirect "to.example.com"\n',
  });
});

test.each([
  [
    ['--source-host', 'localhost', '--destination-url', 'https://d.example'],
    'source_host "localhost" is invalid: ',
  ],
  [
    ['--source-host', 'a.example.com', '--destination-url', 'd.example'],
    'destination_url "d.example" is invalid: ',
  ],
  [
    ['--source-host', 'a.example.com', '--destination-url', 'https://a.example.com/x'],
    'leads back to source_host "a.example.com"',
  ],
  [
    ['--source-host', 'a.example.com', '--destination-url', 'https://d.example', '--match-path', '/a b'],
    'match_path "/a b" is invalid',
  ],
  [
    ['--source-host', 'a.example.com', '--destination-url', 'https://d.example', '--redirect-type', '301'],
    'redirect_type "301" is invalid; allowed: permanent or found',
  ],
])('refuses what the API refuses, in its words: %j', async (args, message) => {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  const result = await runCli(['redirect', 'create', ...args], { dataDir });
  expect(result).toMatchObject({ code: 1, stdout: '' });
  expect(result.stderr.startsWith('nameplate: ')).toBe(true);
  expect(result.stderr).toContain(message);
});

test('lists page by page or all, sorted', async () => {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  const rows = Array.from(
    { length: 1_050 },
    (_, n) => `h${String(n).padStart(4, '0')}.example.com,https://d.example\n`,
  );
  await runCli(['redirect', 'import', '-'], {
    dataDir,
    stdin: `source_host,destination_url\n${rows.join('')}`,
  });
  const page = JSON.parse(
    (
      await runCli(
        ['redirect', 'list', '--sort', '-source_host', '--page', '2', '--per-page', '3', '--json'],
        { dataDir },
      )
    ).stdout,
  );
  expect(page.pagination).toEqual({ page: 2, count: 1_050 });
  expect(page.data.map((one: { source_host: string }) => one.source_host)).toEqual([
    'h1046.example.com',
    'h1045.example.com',
    'h1044.example.com',
  ]);
  const all = JSON.parse(
    (await runCli(['redirect', 'list', '--all', '--sort', 'source_host', '--json'], { dataDir })).stdout,
  );
  expect(new Set(all.data.map((one: { source_host: string }) => one.source_host)).size).toBe(1_050);
  expect(all.pagination).toEqual({ page: 1, count: 1_050 });
  expect(
    (await runCli(['redirect', 'list', '--all'], { dataDir })).stdout.trimEnd().split('\n'),
  ).toHaveLength(1_051);
  expect(await runCli(['redirect', 'list', '--per-page', '0'], { dataDir })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('per_page "0" is invalid'),
  });
});

test('ends quietly when the reader of its output has seen enough', async () => {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  const rows = Array.from({ length: 5_000 }, (_, n) => `h${n}.example.com,https://d.example\n`);
  await runCli(['redirect', 'import', '-'], {
    dataDir,
    stdin: `source_host,destination_url\n${rows.join('')}`,
  });
  const child = startProgram(['redirect', 'export'], { dataDir });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdout.once('data', () => child.stdout.destroy());
  const [code] = await once(child, 'exit');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('serve names a port that another program has, in one line', async () => {
  const dataDir = await tempDir();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())));
  const address = server.address();
  const taken = String(typeof address === 'object' ? address?.port : '');
  const [one, two] = (await freePorts(2)).map(String);
  for (const [variable, ports] of [
    ['NAMEPLATE_API_PORT', { NAMEPLATE_API_PORT: taken, NAMEPLATE_EDGE_HTTP_PORT: one ?? '' }],
    ['NAMEPLATE_EDGE_HTTP_PORT', { NAMEPLATE_API_PORT: two ?? '', NAMEPLATE_EDGE_HTTP_PORT: taken }],
  ] as const) {
    const env = {
      ...ports,
      NAMEPLATE_EDGE_HTTPS_PORT: '0',
      NAMEPLATE_EDGE_WORKERS: '1',
      NAMEPLATE_LOG_LEVEL: 'silent',
    };
    const { code, stderr } = await runProgram(['serve'], { dataDir, env });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^nameplate: [^\\n]*${variable}[^\\n]*\\n$`));
  }
});

test('serve names a data directory that cannot be made, in one line', async () => {
  const directory = await tempDir();
  writeFileSync(join(directory, 'file'), '');
  const { code, stderr } = await runProgram(['serve'], { dataDir: join(directory, 'file', 'data') });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^nameplate: NAMEPLATE_DATA_DIR [^\n]*\n$/),
  });
});
