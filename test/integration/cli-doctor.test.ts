/** `nameplate doctor` finds what is wrong and changes nothing. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase } from '../../src/control/database.ts';
import { findSchemaVersion, schemaVersion } from '../../src/control/migrate.ts';
import { textOf } from '../../src/control/rules-text.ts';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { rulesLimitBytes } from '../../src/edge/rules/rules-memory.ts';
import { HostRulesStore } from '../../src/features/rules/host-rules-store.ts';
import { makeCertificate } from '../support/certificate-maker.ts';
import { createAccount, runCli } from '../support/command-line.ts';
import { TestDnsServer } from '../support/dns-server.ts';
import { freePorts } from '../support/free-port.ts';
import { runProgram } from '../support/program.ts';
import { TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

type Report = { status: string; findings: { level: string; check: string; message: string }[] };

async function examine(dataDir: string, env: Record<string, string> = {}, run = runCli) {
  // No test asks the authority that is the default.
  const usual = { ...(await unusedPorts()), NAMEPLATE_EDGE_WORKERS: '1', NAMEPLATE_ACME: 'off' };
  const { code, stdout, stderr } = await run(['doctor', '--json'], { dataDir, env: { ...usual, ...env } });
  const report: Report = JSON.parse(stdout);
  return { code, stderr, report, of: (check: string) => report.findings.find((one) => one.check === check) };
}

/** Another program may have those that are the default. */
async function unusedPorts() {
  const [api, http, https] = await freePorts(3);
  return {
    NAMEPLATE_API_PORT: String(api),
    NAMEPLATE_EDGE_HTTP_PORT: String(http),
    NAMEPLATE_EDGE_HTTPS_PORT: String(https),
  };
}

test('finds nothing wrong with an empty machine and makes nothing', async () => {
  const dataDir = join(await tempDir(), 'data');
  const { code, stderr, report, of } = await examine(dataDir);
  expect({ code, stderr, status: report.status }).toEqual({ code: 0, stderr: '', status: 'warning' });
  const warnings = report.findings.filter(({ level }) => level !== 'ok').map(({ check }) => check);
  // The packages' data grows old by itself.
  expect(warnings.filter((check) => check !== 'age of data')).toEqual([
    'certificate authority',
    'edge address',
  ]);
  expect(of('control store')?.message).toContain('the first start makes it');
  expect(of('NAMEPLATE_RATE_LIMIT')?.message).toBe('not set (default: 6000)');
  expect(existsSync(dataDir)).toBe(false);
});

test('tries a ClickHouse server when asked, and nothing else', async () => {
  const [port] = await freePorts(1);
  const run = (env: Record<string, string>) =>
    runCli(['doctor', '--analytics'], {
      dataDir: '/nowhere/nameplate',
      env: { NAMEPLATE_ACME: 'off', ...env },
    });
  const embedded = await run({});
  expect(embedded.code).toBe(0);
  expect(embedded.stdout).toMatch(/^0 problems, 0 warnings, [0-9]+ checks fine/);
  const away = await run({ NAMEPLATE_CLICKHOUSE_URL: `http://a:secret@127.0.0.1:${port}/stats` });
  expect(away.code).toBe(1);
  expect(away.stdout).toMatch(/problem {2}analytics: answers {2}.*Check NAMEPLATE_CLICKHOUSE_URL/);
  expect(away.stdout).not.toContain('secret');
});

test('names the state of an installation for people', async () => {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  const env = { ...(await unusedPorts()), NAMEPLATE_EDGE_WORKERS: '1', NAMEPLATE_LOG_LEVEL: 'loud' };
  const { stdout } = await runCli(['doctor'], { dataDir, env });
  // The packages' data grows old by itself.
  const lines = stdout.split('\n').filter((line) => !line.includes('  age of data '));
  const levels = lines.map((line) => line.split(' ', 1)[0]);
  expect(levels).toEqual(['problem', 'warning', 'warning', '', '1', '']);
  const total = /\n\n1 problem, [23] warnings, (\d+) checks fine \(--verbose shows them\)\.\n$/.exec(
    stdout,
  )?.[1];
  const { stdout: all } = await runCli(['doctor', '--verbose'], { dataDir, env });
  expect(all).toMatch(/^problem {2}NAMEPLATE_LOG_LEVEL /);
  expect(all).toMatch(/\nok {7}control store +SQLite in .* answers, schema version \d+\.\n/);
  expect(all.match(/^ok /gm)).toHaveLength(Number(total));
});

test('finds every bad variable at once', async () => {
  const { code, report } = await examine(await tempDir(), {
    NAMEPLATE_API_PORT: 'x',
    NAMEPLATE_LOG_LEVEL: 'loud',
  });
  expect(code).toBe(1);
  const problems = report.findings.filter(({ level }) => level === 'problem').map(({ check }) => check);
  expect(problems).toEqual(expect.arrayContaining(['NAMEPLATE_API_PORT', 'NAMEPLATE_LOG_LEVEL']));
});

test('finds a port that another program has', async () => {
  const server = createServer((socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())));
  const address = server.address();
  const port = String(typeof address === 'object' ? address?.port : '');
  const { code, of } = await examine(await tempDir(), { NAMEPLATE_API_PORT: port });
  expect(code).toBe(1);
  expect(of(`port 127.0.0.1:${port}`)).toMatchObject({
    level: 'problem',
    message: 'Another program listens there: stop it, or set NAMEPLATE_API_PORT to another port.',
  });
});

test('finds a store that a newer program wrote and leaves an older one as it is', async () => {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  const database = await ControlDatabase.open({ kind: 'sqlite', path: join(dataDir, 'control.db') });
  await sql`insert into schema_version (version) values (${schemaVersion + 1})`.execute(database.queries);
  const newer = await examine(dataDir);
  expect(newer.code).toBe(1);
  expect(newer.of('control store')?.message).toContain(
    `schema version ${schemaVersion + 1}, this program knows`,
  );

  await sql`delete from schema_version where version >= ${schemaVersion}`.execute(database.queries);
  const left = await findSchemaVersion(database);
  const older = await examine(dataDir);
  expect(older.of('control store')).toMatchObject({
    level: 'ok',
    message: expect.stringContaining('the next start migrates it'),
  });
  expect(await findSchemaVersion(database)).toBe(left);
  await database[Symbol.asyncDispose]();
});

test('names hosts whose rules cost more than a request may take', async () => {
  const dataDir = await tempDir();
  const accountUuid = await createAccount(dataDir);
  await using store = await ControlStore.open(
    { kind: 'sqlite', path: join(dataDir, 'control.db') },
    systemClock,
  );
  const replace = (host: string, length: number) => {
    const rule = { active: true, if: { countries: ['DE'] }, then: { block: {} } };
    const rules = Array.from({ length }, () => rule);
    return new HostRulesStore(store).replace({
      ...textOf(rules),
      accountUuid,
      host,
      isExpected: () => true,
      keptFrom: null,
    });
  };
  await replace('fine.example.com', 1_000);
  expect((await examine(dataDir)).of('rules')).toMatchObject({ level: 'ok' });
  await replace('slow.example.com', 20_000);
  const { report, code } = await examine(dataDir);
  expect(code).toBe(0);
  expect(report.findings.filter(({ check }) => check === 'rules')).toEqual([
    {
      level: 'warning',
      check: 'rules',
      message: expect.stringMatching(/^The rules of "slow\.example\.com" /),
    },
  ]);
});

test('names hosts whose rules have no room in memory', async () => {
  const dataDir = await tempDir();
  const accountUuid = await createAccount(dataDir);
  const location = { kind: 'sqlite', path: join(dataDir, 'control.db') } as const;
  await using store = await ControlStore.open(location, systemClock);
  const rules = [{ active: true, then: { block: {} } }];
  for (const host of ['small.example.com', 'large.example.com'])
    await new HostRulesStore(store).replace({
      ...textOf(rules),
      accountUuid,
      host,
      isExpected: () => true,
      keptFrom: null,
    });
  await using database = await ControlDatabase.open(location);
  const messages = async (column: string, value: number) => {
    await sql`update host_rules set ${sql.ref(column)} = ${value} where host = 'large.example.com'`.execute(
      database.queries,
    );
    const { report } = await examine(dataDir);
    return report.findings.filter(({ check }) => check === 'rules').map(({ message }) => message);
  };
  const room = rulesLimitBytes();
  expect(await messages('size_bytes', Math.floor(room / 3.2 - 1_100))).toEqual([
    expect.stringMatching(/^All rules together take about /),
  ]);
  expect(await messages('size_bytes', Math.ceil(room / 3.2))).toEqual([
    expect.stringMatching(/^The rules of "large\.example\.com" .*answered with 503/),
  ]);
});

test('finds a broken store, an unreachable server and a file in the place of the directory', async () => {
  const dataDir = await tempDir();
  writeFileSync(join(dataDir, 'control.db'), 'this is no database '.repeat(500));
  const broken = await examine(dataDir);
  expect(broken.code).toBe(1);
  expect(broken.of('control store')).toMatchObject({
    level: 'problem',
    message: expect.stringContaining('restore it from a backup'),
  });

  const away = await examine(dataDir, { NAMEPLATE_DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x' });
  expect(away.of('control store')?.message).toContain('check that the server runs');
  expect(JSON.stringify(away.report)).not.toContain('hunter2');

  const file = await examine(join(dataDir, 'control.db'));
  expect(file.of('data directory')?.message).toContain('is not a directory');
});

test('finds a secret key that others may read', async () => {
  const dataDir = await tempDir();
  const path = join(dataDir, 'secret.key');
  writeFileSync(path, 'x');
  chmodSync(path, 0o644);
  expect((await examine(dataDir)).of('secret key')).toMatchObject({
    level: 'problem',
    message: expect.stringContaining(`chmod 600 ${path}`),
  });
  chmodSync(path, 0o600);
  expect((await examine(dataDir)).of('secret key')).toMatchObject({ level: 'ok' });
});

test('tells of client certificates that upstreams will refuse soon', async () => {
  const dataDir = await tempDir();
  await createAccount(dataDir);
  const show = async (host: string, days: number): Promise<void> => {
    const file = join(dataDir, host);
    const { pem, keyPem } = makeCertificate({ notAfter: new Date(Date.now() + days * 86_400_000) });
    writeFileSync(`${file}.pem`, pem);
    writeFileSync(`${file}.key`, keyPem);
    const files = ['--tls-client-certificate-file', `${file}.pem`, '--tls-client-key-file', `${file}.key`];
    expect(await runCli(['upstream', 'create', '--host', host, ...files], { dataDir })).toMatchObject({
      code: 0,
    });
  };
  expect((await examine(dataDir)).of('client certificates')).toBeUndefined();
  await show('later.example', 15);
  expect((await examine(dataDir)).of('client certificates')).toMatchObject({
    level: 'ok',
    message: '1 in use, 0 of them within 14 days of expiry, 0 expired.',
  });
  await show('soon.example', 13);
  const certificates = async () =>
    (await examine(dataDir)).report.findings.filter(({ check }) => check === 'client certificates');
  expect(await certificates()).toMatchObject([
    {
      level: 'warning',
      message: '2 in use, 1 of them within 14 days of expiry, 0 expired.',
    },
    {
      level: 'warning',
      message: expect.stringMatching(
        /^The one for soon\.example expires at 20.*nameplate upstream update [0-9a-f-]{36}"\.$/,
      ),
    },
  ]);
  // Only valid ones are accepted.
  await using database = await ControlDatabase.open({ kind: 'sqlite', path: join(dataDir, 'control.db') });
  const { pem } = makeCertificate({ notAfter: new Date(Date.now() - 1_000) });
  await database.transaction((trx) =>
    trx
      .updateTable('upstreams')
      .set({ tls_client_certificate: pem })
      .where('host', '=', 'later.example')
      .execute(),
  );
  expect(await certificates()).toMatchObject([
    {
      level: 'warning',
      message: '2 in use, 1 of them within 14 days of expiry, 1 expired.',
    },
    { level: 'problem', message: expect.stringMatching(/^The one for later\.example expired at 20/) },
    { level: 'warning', message: expect.stringMatching(/^The one for soon\.example /) },
  ]);
  // More than it reads or shows at once.
  await database.transaction(async (trx) => {
    const soon = trx.selectFrom('upstreams').selectAll().where('host', '=', 'soon.example');
    const row = await soon.executeTakeFirstOrThrow();
    const copies = Array.from({ length: 450 }, () => ({ ...row, uuid: randomUUID() }));
    for (const copy of copies) await trx.insertInto('upstreams').values(copy).execute();
  });
  const [all, ...shown] = await certificates();
  expect(all?.message).toBe('452 in use, 451 of them within 14 days of expiry, 1 expired.');
  expect(shown).toHaveLength(20);
});

test('warns of more edge workers than CPUs', async () => {
  const { code, of } = await examine(await tempDir(), { NAMEPLATE_EDGE_WORKERS: '1024' });
  expect({ code, level: of('edge workers')?.level }).toEqual({ code: 0, level: 'warning' });
});

test('looks at the stores, the spool and the location database of an installation', async () => {
  const dataDir = await tempDir();
  expect((await runCli(['demo', '--days', '1'], { dataDir })).code).toBe(0);
  const idle = await examine(dataDir);
  expect(idle.code).toBe(0);
  expect(idle.of('analytics store')?.message).toMatch(
    /^chDB in .*, version [\d.]+, answers, schema version \d+\.$/,
  );
  expect(idle.of('spool')?.message).toContain('is not there yet');
  expect(idle.of('location database')).toMatchObject({ level: 'ok' });
});

test('says who has the stores while a service runs', async () => {
  const dataDir = await tempDir();
  const service = await TestService.start({ dataDir });
  onTestFinished(async () => {
    await service.stop();
  });
  // The engine writes to the process's standard error itself.
  const { code, stderr, of } = await examine(dataDir, {}, runProgram);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(of('analytics store')).toMatchObject({
    level: 'ok',
    message: expect.stringContaining(`is in use by process ${service.applicationPid}, the running service`),
  });
  expect(of('spool')).toMatchObject({
    level: 'ok',
    message: expect.stringContaining('0 segments wait, a running service ships it'),
  });
});

test('finds a spool that nobody ships, what was refused, and a server that is away', async () => {
  const dataDir = await tempDir();
  const spool = join(dataDir, 'spool');
  mkdirSync(join(spool, 'refused'), { recursive: true });
  writeFileSync(join(spool, 'refused', 'x.ndjson'), '');
  const name = 'requests.0192f1c0-0000-7000-8000-000000000001.00000001.ndjson';
  writeFileSync(join(spool, name), Buffer.alloc(17 * 1024 * 1024));
  const { code, report } = await examine(dataDir, {
    NAMEPLATE_EDGE_ADDRESSES: '192.0.2.1',
    NAMEPLATE_SPOOL_BUDGET: '16',
    NAMEPLATE_CLICKHOUSE_URL: 'http://me:hunter2@127.0.0.1:1/x',
    NAMEPLATE_GEOIP_DATABASE: join(spool, name),
  });
  expect(code).toBe(1);
  // The packages' data grows old by itself.
  const found = report.findings.filter(({ level, check }) => level !== 'ok' && check !== 'age of data');
  expect(found).toMatchObject([
    {
      level: 'problem',
      check: 'analytics store',
      message: expect.stringContaining('ClickHouse cannot be used'),
    },
    { level: 'problem', check: 'spool', message: expect.stringContaining('start the service') },
    { level: 'warning', check: 'spool', message: expect.stringContaining('1 segments in') },
    {
      level: 'problem',
      check: 'location database',
      message: expect.stringContaining('NAMEPLATE_GEOIP_DATABASE'),
    },
  ]);
  expect(JSON.stringify(report)).not.toContain('hunter2');
});

test('asks the DNS servers, and where the edge is', async () => {
  await using server = await TestDnsServer.start(['edge.example.net A 192.0.2.1']);
  const dataDir = await tempDir();
  const look = async (env: Record<string, string>) => {
    const { of } = await examine(dataDir, { NAMEPLATE_DNS_SERVERS: server.address, ...env });
    return [of('DNS servers')?.level, of('edge address')?.level, of('edge address')?.message];
  };
  expect(await look({ NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net' })).toEqual([
    'ok',
    'ok',
    'Domains are to point at edge.example.net, which is at 192.0.2.1.',
  ]);
  expect(
    await look({ NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net', NAMEPLATE_EDGE_ADDRESSES: '192.0.2.2' }),
  ).toEqual(['ok', 'warning', expect.stringContaining('also names 192.0.2.2')]);
  expect(await look({ NAMEPLATE_EDGE_HOSTNAME: 'none.example.net' })).toEqual([
    'ok',
    'problem',
    expect.stringContaining('has no address'),
  ]);
  const away = await examine(dataDir, { NAMEPLATE_DNS_SERVERS: '127.0.0.1:1' });
  expect(away.of('DNS servers')).toMatchObject({
    level: 'problem',
    message: expect.stringContaining('127.0.0.1:1'),
  });
});
