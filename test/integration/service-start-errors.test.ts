/**
 * Starts that must fail: one line on stderr, exit code 1, nothing left behind. Source: docs/reference/service.md
 * ("Starts that fail").
 */

import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase } from '../../src/control/database.ts';
import { schemaVersion } from '../../src/control/migrate.ts';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { dataDirFor, onEachControlStore } from '../support/control-stores.ts';
import { freePort } from '../support/free-port.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

/** Holds a port of 127.0.0.1 until the test is over. */
async function holdPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no address');
  return address.port;
}

/** Whether a port of 127.0.0.1 can be listened on, as it can when nothing is left behind. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}

async function expectOneLine(
  env: Readonly<Record<string, string>>,
  ...mentions: readonly string[]
): Promise<void> {
  const ended = await TestService.runToEnd(env);
  expect(ended).toMatchObject({ code: 1, signal: null });
  expect(ended.stderr).toMatch(/^[^\n]+\n$/);
  for (const text of mentions) expect(ended.stderr).toContain(text);
  expect(ended.stdout + ended.stderr).not.toMatch(/^\s+at |np_|is running/m);
}

test('the data directory is where nothing can be made', async () => {
  // Linux refuses to make anything there with "no such file", which made a recursive mkdir try for ever.
  if (!existsSync('/proc/self')) return;
  const env = await serviceEnvironment({ dataDir: '/proc/nameplate' });
  await expectOneLine(env, 'NAMEPLATE_DATA_DIR', '/proc/nameplate');
});

test('the port of the API is in use', async () => {
  const port = String(await holdPort());
  const env = await serviceEnvironment({ dataDir: await tempDir(), env: { NAMEPLATE_API_PORT: port } });
  await expectOneLine(env, 'NAMEPLATE_API_PORT', port);
  // The edge was up already and has to be taken down again.
  expect(await isFree(Number(env.NAMEPLATE_EDGE_HTTP_PORT))).toBe(true);
  // A start that failed has created no account: its token would have been shown to nobody.
  await using store = await ControlStore.open(
    { kind: 'sqlite', path: join(env.NAMEPLATE_DATA_DIR ?? '', 'control.db') },
    systemClock,
  );
  expect(await new Accounts(store).list()).toEqual([]);
});

test('the port of the edge is in use', async () => {
  const port = String(await holdPort());
  const env = await serviceEnvironment({
    dataDir: await tempDir(),
    workers: 3,
    env: { NAMEPLATE_EDGE_HTTP_PORT: port },
  });
  await expectOneLine(env, 'NAMEPLATE_EDGE_HTTP_PORT', port);
  expect(await isFree(Number(env.NAMEPLATE_API_PORT))).toBe(true);
});

test('an address is none of this machine', async () => {
  const dataDir = await tempDir();
  for (const name of ['NAMEPLATE_HOST', 'NAMEPLATE_EDGE_HOST']) {
    // TEST-NET-1, RFC 5737.
    await expectOneLine(
      await serviceEnvironment({ dataDir, env: { [name]: '192.0.2.1' } }),
      name,
      '192.0.2.1',
    );
  }
});

test('the data directory is a file', async () => {
  const dataDir = join(await tempDir(), 'file');
  await writeFile(dataDir, '');
  await expectOneLine(await serviceEnvironment({ dataDir }), 'NAMEPLATE_DATA_DIR', dataDir);
});

test('the data directory is below a file', async () => {
  const file = join(await tempDir(), 'file');
  await writeFile(file, '');
  const dataDir = join(file, 'data');
  await expectOneLine(await serviceEnvironment({ dataDir }), 'NAMEPLATE_DATA_DIR', dataDir);
});

test('control.db is not a database', async () => {
  const dataDir = await tempDir();
  const text = 'this is not a database, and longer than the header of one would be. '.repeat(50);
  await writeFile(join(dataDir, 'control.db'), text);
  await expectOneLine(await serviceEnvironment({ dataDir }), 'NAMEPLATE_DATA_DIR', dataDir, 'control.db');
});

test('PostgreSQL cannot be reached', async () => {
  const port = await freePort();
  const control = { kind: 'postgres', url: `postgres://u:hunter2@127.0.0.1:${port}/x` } as const;
  const env = await serviceEnvironment({ dataDir: await tempDir(), control });
  await expectOneLine(env, 'NAMEPLATE_DATABASE_URL', String(port));
  expect((await TestService.runToEnd(env)).stderr).not.toContain('hunter2');
});

onEachControlStore('a start error', (newLocation) => {
  test('the store was written by a newer program', async () => {
    const control = await newLocation('tables');
    const store = await ControlStore.open(control, systemClock);
    await store[Symbol.asyncDispose]();
    const database = await ControlDatabase.open(control);
    await sql`insert into schema_version (version) values (${schemaVersion + 1})`.execute(database.queries);
    await database[Symbol.asyncDispose]();
    const dataDir = await dataDirFor(control);
    const env = await serviceEnvironment({ dataDir, control });
    await expectOneLine(env, `version ${schemaVersion + 1}`, `knows ${schemaVersion}`);
  });
});
