/**
 * Upgrades that are refused or rolled back leave the running service as it was. Source: docs/guides/operations.md
 * ("Upgrading").
 */

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { schemaVersion } from '../../src/control/migrate.ts';
import { askControlSocket } from '../../src/service/control-client.ts';
import { createDomain, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { edgeLoad } from '../support/open-load.ts';
import {
  addMigration,
  copyProgram,
  diesWhenStarting,
  neverReady,
  speaksOtherProtocol,
  waitsForHalfAMinute,
} from '../support/other-program.ts';
import { isAlive, serviceEnvironment, TestService } from '../support/service.ts';
import { createRedirect, startService, whenReady } from '../support/service-of-test.ts';
import { tempDir } from '../support/temp-dir.ts';
import { upgrade } from '../support/upgrades.ts';

const host = 'go.example.com';
const shop = 'shop.example.com';

/** Asks for an upgrade at once, where the command would take time to start or would refuse itself. */
function askSocket(service: TestService, environment?: Readonly<Record<string, string>>) {
  const request = { request: 'upgrade', ...(environment && { environment }) } as const;
  return askControlSocket(service.env.NAMEPLATE_DATA_DIR ?? '', request, {});
}

/** A program that is no Nameplate. */
async function script(code: string): Promise<string> {
  const path = join(await tempDir(), 'program.cjs');
  await writeFile(path, code);
  return path;
}

/** Upgrades under load; the service has to be the same as before. */
async function expectFailureOf(
  service: TestService,
  reason: RegExp,
  ...args: readonly string[]
): Promise<void> {
  const before = [service.applicationPid, ...service.workerPids()];
  const load = edgeLoad(service, host, 10);
  const { code, stdout, stderr } = await upgrade(service, ...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(reason);
  expect(Object.keys(await load.stop())).toEqual(['301']);
  await expect.poll(() => [service.applicationPid, ...service.workerPids()]).toEqual(before);
  expect((await createRedirect(service, `r${Math.random()}.example.com`)).status).toBe(201);
  expect(await service.isReady()).toBe(true);
}

describe('what cannot be upgraded to', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start({ dataDir: await tempDir('file'), workers: 2 });
    await createRedirect(service, host);
  });
  afterAll(() => service.stop());

  const expectFailure = (reason: RegExp, ...args: readonly string[]) =>
    expectFailureOf(service, reason, ...args);

  const refused = 'nameplate: the upgrade was refused:';

  test('a path where nothing is', async () => {
    await expectFailure(
      new RegExp(`^${refused} there is no program at "/nowhere/bin.cjs"$`),
      '--program',
      '/nowhere/bin.cjs',
    );
  });

  test('a directory without a program', async () => {
    const directory = await tempDir();
    await expectFailure(new RegExp(`^${refused} "${directory}" has no program`), '--program', directory);
  });

  test.each([
    ['answers something else', 'console.log("hello")', 'exit code 0$'],
    [
      'ends at once',
      'console.error("no such command"); process.exit(4)',
      'exit code 4 and said "no such command"$',
    ],
    ['is not JavaScript', '#!/bin/sh\nexit 0', 'exit code 1 and said '],
  ])('a program that %s', async (_, code, how) => {
    const path = await script(code);
    await expectFailure(
      new RegExp(
        `^${refused} "${path}" is not a Nameplate that a running service can be upgraded to: it ended with ${how}`,
      ),
      '--program',
      path,
    );
  });

  test('another supervisor protocol', async () => {
    const program = await copyProgram('2.0.0', [speaksOtherProtocol]);
    await expectFailure(new RegExp(`^${refused} version 2.0.0 needs a restart`), '--program', program);
  });

  test('a migration that the running version cannot live beside', async () => {
    const program = await copyProgram('2.0.0', [addMigration(schemaVersion + 1, false)]);
    await expectFailure(
      new RegExp(
        `^${refused} the control store has schema version ${schemaVersion}, version 2.0.0 needs ${schemaVersion + 1}`,
      ),
      '--program',
      program,
    );
  });

  test('a configuration that it cannot read, and another data directory', async () => {
    const { env } = service;
    // A variable that this version doesn't know.
    const program = await copyProgram('2.0.0', [
      { find: /NAMEPLATE_EDGE_WORKERS/g, replace: 'NAMEPLATE_OTHERS' },
    ]);
    await expectFailure(new RegExp(`^${refused} NAMEPLATE_EDGE_WORKERS`), '--program', program);
    const other = await tempDir();
    const moved = await askSocket(service, { ...env, NAMEPLATE_DATA_DIR: other });
    expect(moved).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining('NAMEPLATE_DATA_DIR'),
    });
    const elsewhere = await upgrade({ env: { ...env, NAMEPLATE_DATA_DIR: other } });
    expect(elsewhere.code).toBe(1);
    expect(elsewhere.stderr).toBe(
      `nameplate: no service runs on NAMEPLATE_DATA_DIR "${other}"; start one with "./nameplate serve"\n`,
    );
  });

  test('a program that dies before it is ready', async () => {
    const program = await copyProgram('2.0.0', [diesWhenStarting]);
    await expectFailure(
      /^nameplate: version 2\.0\.0 was not put in place: its application process ended with exit code 3$/,
      '--program',
      program,
    );
  });

  test('a program that never is ready', async () => {
    const impatient = join(await copyProgram('1.0.0', [waitsForHalfAMinute]), 'dist/bin.cjs');
    const env = await serviceEnvironment({ dataDir: await tempDir(), workers: 2 });
    const own = await TestService.startWith(env, { program: impatient });
    onTestFinished(async () => void (await own.stop()));
    await createRedirect(own, host);
    const program = await copyProgram('2.0.0', [neverReady]);
    await expectFailureOf(
      own,
      /^nameplate: version 2\.0\.0 was not put in place: it was not ready after 30 s$/,
      '--program',
      program,
    );
  });

  test('a port that another program has', async () => {
    const holder = createTcpServer();
    holder.listen(0, '127.0.0.1');
    await once(holder, 'listening');
    onTestFinished(() => void holder.close());
    const address = holder.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { env } = service;
    const load = edgeLoad(service, host, 10);
    for (const name of ['NAMEPLATE_API_PORT', 'NAMEPLATE_EDGE_HTTPS_PORT']) {
      const ended = await upgrade({ env: { ...env, [name]: String(port) } }, '--new-environment');
      expect(ended.code).toBe(1);
      expect(ended.stderr).toMatch(new RegExp(`was not put in place: ${name} is ${port}`));
    }
    expect(Object.keys(await load.stop())).toEqual(['301']);
    expect(await service.isReady()).toBe(true);
  });
});

test('a second upgrade is refused while one is under way, and every one while the service stops', async () => {
  // Answers when the test has seen what it wants, so that the service takes its time to stop.
  const asked: ServerResponse[] = [];
  const upstream = await startUpstream((_, answer) => void asked.push(answer));
  onTestFinished(() => upstream.close());
  const service = await startService({ env: loopbackUpstreams });
  await createDomain(service, shop, upstream.port);
  const first = upgrade(service);
  await expect.poll(() => service.applicationPids().length, { interval: 10 }).toBe(2);
  expect(await askSocket(service)).toMatchObject({
    outcome: 'refused',
    message: 'another upgrade is under way',
  });
  expect((await first).code).toBe(0);
  const late = service.edge(shop);
  await expect.poll(() => asked.length).toBe(1);
  const stopped = service.stop();
  await expect.poll(() => service.output).toContain('stopping; requests in flight');
  expect(await askSocket(service)).toMatchObject({ outcome: 'refused', message: 'the service is stopping' });
  asked[0]?.end('late');
  expect((await late).status).toBe(200);
  expect(await stopped).toBe(0);
});

test('the application process of either generation may be killed in the middle', async () => {
  const service = await startService({ env: loopbackUpstreams });
  await createRedirect(service, host);
  const load = edgeLoad(service, host, 10);

  // The new one, before it is ready.
  const before = service.applicationPid;
  const rolledBack = upgrade(service);
  await expect.poll(() => service.applicationPids().length, { interval: 10 }).toBe(2);
  for (const pid of service.applicationPids()) if (pid !== before) process.kill(pid, 'SIGKILL');
  expect((await rolledBack).stderr).toContain(
    'was not put in place: its application process ended with signal SIGKILL',
  );
  expect(service.applicationPids()).toEqual([before]);

  // The old one, before the new one is ready: the old generation starts another, and hands over then or later.
  const oldKilled = upgrade(service);
  await expect.poll(() => service.applicationPids().length, { interval: 10 }).toBe(2);
  process.kill(before, 'SIGKILL');
  expect((await oldKilled).code).toBe(0);
  expect(isAlive(before)).toBe(false);
  await whenReady(service);

  // The new one, while the old one drains.
  const last = service.applicationPid;
  const handovers = () => service.output.match(/handing over/g)?.length ?? 0;
  // The one before may have handed over, or not.
  const handoversBefore = handovers();
  const upgraded = upgrade(service);
  await expect.poll(handovers, { interval: 10 }).toBe(handoversBefore + 1);
  for (const pid of service.applicationPids()) if (pid !== last) process.kill(pid, 'SIGKILL');
  expect((await upgraded).code).toBe(0);
  await whenReady(service);
  expect((await createRedirect(service, 'later.example.com')).status).toBe(201);
  for (let i = 0; i < 8; i++) expect((await service.edge('later.example.com')).status).toBe(301);
  expect(Object.keys(await load.stop())).toEqual(['301']);
  expect(service.workerPids()).toHaveLength(2);
});
