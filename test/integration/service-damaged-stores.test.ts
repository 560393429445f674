/** Stores that are damaged or gone: the service says so, and what to do. Source: docs/guides/operations.md ("Damaged stores"). */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase } from '../../src/control/database.ts';
import type { ControlLocation } from '../../src/control/location.ts';
import { runCli } from '../support/command-line.ts';
import { dataDirFor, onEachControlStore } from '../support/control-stores.ts';
import { createDomain, loopbackUpstreams, reportOf, startUpstream } from '../support/domains.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { createRedirect } from '../support/service-of-test.ts';
import { tempDir } from '../support/temp-dir.ts';

async function startWith(env: Readonly<Record<string, string>>): Promise<TestService> {
  const service = await TestService.startWith(env);
  onTestFinished(async () => void (await service.stop()));
  return service;
}

async function checksOf(service: TestService): Promise<[number, Record<string, string>]> {
  const { status, body } = await service.api('/readyz', { token: null });
  return [status, body.checks];
}

const metricsOf = async (service: TestService): Promise<string> => (await service.api('/metrics')).body;

/** Overwrites the leaves of a table. */
function damageTable(path: string, table: string): void {
  const database = new Database(path);
  database.pragma('wal_checkpoint(truncate)');
  const size = Number(database.pragma('page_size', { simple: true }));
  const pages = database
    .prepare<[string], number>("select pageno from dbstat where name = ? and pagetype = 'leaf'")
    .pluck()
    .all(table);
  database.close();
  const file = readFileSync(path);
  for (const page of pages) file.fill(0xff, (page - 1) * size, page * size);
  writeFileSync(path, file);
}

test('a control store with damage that a query meets', async () => {
  const env = await serviceEnvironment({ dataDir: await tempDir() });
  const dataDir = env.NAMEPLATE_DATA_DIR ?? '';
  const before = await startWith(env);
  for (let i = 0; i < 50; i++) expect((await createRedirect(before, `r${i}.example.com`)).status).toBe(201);
  await before.stop();
  damageTable(join(dataDir, 'control.db'), 'audit_events');

  const { code, stdout } = await runCli(['doctor', '--json'], { dataDir, env });
  expect(code).toBe(1);
  const { findings } = JSON.parse(stdout);
  expect(findings).toContainEqual({
    level: 'problem',
    check: 'control store',
    message: expect.stringMatching(/control\.db" is damaged \(.+\): restore it from a backup\.$/),
  });

  const service = await startWith(env);
  expect((await checksOf(service))[0]).toBe(200);
  const path = `/api/v1/accounts/${service.accountUuid}/audit_events`;
  expect((await service.api(path)).status).toBe(500);
  const [status, { control_store: problem }] = await checksOf(service);
  expect([status, problem]).toEqual([503, 'is damaged, restore it from a backup (SQLITE_CORRUPT)']);
  expect((await service.edge('r1.example.com')).status).toBe(301);
  await expect
    .poll(() => metricsOf(service), { interval: 500 })
    .toContain('nameplate_check_failing{check="control_store"} 1');
});

async function dropTables(location: ControlLocation): Promise<void> {
  await using database = await ControlDatabase.open(location, 1);
  await sql`drop schema public cascade`.execute(database.queries);
  await sql`create schema public`.execute(database.queries);
}

onEachControlStore('a control store that was lost', (newLocation) => {
  test('is not taken for a new one', async () => {
    const control = await newLocation('tables');
    const dataDir = await dataDirFor(control);
    const env = await serviceEnvironment({ dataDir, control });
    const before = await startWith(env);
    expect((await createRedirect(before, 'lost.example.com')).status).toBe(201);
    await before.stop();
    const file = join(dataDir, 'control.db');
    const removeAll = () => {
      for (const name of readdirSync(dataDir)) if (name.startsWith('control.db')) rmSync(join(dataDir, name));
    };
    const losses =
      control.kind === 'sqlite'
        ? [async () => removeAll(), async () => writeFileSync(file, '')]
        : [() => dropTables(control)];
    const reason =
      /(?:is missing or empty|is empty), but the service has served with it: restore it .*control-store-in-use/;
    for (const lose of losses) {
      await lose();
      const ended = await TestService.runToEnd(env);
      expect(ended).toMatchObject({ code: 1, stdout: '' });
      expect(ended.stderr).toMatch(reason);
      for (const command of [['migrate'], ['account', 'create', 'Other']])
        expect(await runCli(command, { dataDir, env })).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(reason),
        });
      const { code, stdout } = await runCli(['doctor', '--json'], { dataDir, env });
      expect([code, JSON.parse(stdout).findings]).toEqual([
        1,
        expect.arrayContaining([
          { level: 'problem', check: 'control store', message: expect.stringMatching(reason) },
        ]),
      ]);
    }
    rmSync(join(dataDir, 'control-store-in-use'));
    if (control.kind === 'postgres')
      expect(await runCli(['migrate'], { dataDir, env })).toMatchObject({ code: 0 });
    expect((await (await startWith(env)).edge('lost.example.com')).status).toBe(404);
  });
});

test('analytics with a damaged part that a report meets', async () => {
  const upstream = await startUpstream();
  onTestFinished(() => upstream.close());
  const env = await serviceEnvironment({ dataDir: await tempDir(), env: loopbackUpstreams });
  const before = await startWith(env);
  const domain = await createDomain(before, 'shop.example.com', upstream.port);
  for (let i = 0; i < 20; i++) expect((await before.edge('shop.example.com', `/${i}`)).status).toBe(200);
  const count = async (service: TestService) => (await reportOf(service, domain, 'request_count')).count;
  await expect.poll(() => count(before), { interval: 250 }).toBe(20);
  await before.stop();

  const directory = join(env.NAMEPLATE_DATA_DIR ?? '', 'analytics', 'data', 'default', 'requests');
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('/data.bin')) continue;
    const bytes = readFileSync(join(directory, name));
    writeFileSync(join(directory, name), bytes.fill(0x5a, Math.floor(bytes.length / 2)));
  }
  const { code, stdout } = await runCli(['doctor', '--json'], { dataDir: env.NAMEPLATE_DATA_DIR ?? '', env });
  expect([code, JSON.parse(stdout).findings]).toEqual([
    1,
    expect.arrayContaining([
      {
        level: 'problem',
        check: 'analytics store',
        message: expect.stringMatching(
          /has a damaged part of requests \(.+\), and reports that need it fail: restore it/,
        ),
      },
    ]),
  ]);

  const service = await startWith(env);
  const path = `/api/v1/analytics/custom_domains/${domain.uuid}/request_count`;
  expect((await service.api(path)).status).toBe(500);
  const [status, { analytics_store: problem }] = await checksOf(service);
  expect([status, problem]).toEqual([
    200,
    expect.stringMatching(/^a part is damaged, restore it from a backup \(\d+\)$/),
  ]);
  await expect.poll(() => metricsOf(service)).toContain('nameplate_analytics_broken_parts 1');
});
