/** A control store that goes away under a running service, and comes back. Source: docs/guides/operations.md. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasPostgres, newDatabase } from '../support/databases.ts';
import { Passage } from '../support/passage.ts';
import { startPostgres } from '../support/postgres.ts';
import { TestService } from '../support/service.ts';
import type { ApiAnswer } from '../support/service-client.ts';
import { skipLoudly } from '../support/skips.ts';
import { watchStalls } from '../support/stalls.ts';
import { tempDir } from '../support/temp-dir.ts';

function expectUnavailable(answer: ApiAnswer): void {
  expect(answer).toMatchObject({ status: 503, body: { error_code: 'unavailable' } });
  expect(Object.keys(answer.body)).toEqual(['error', 'error_code']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.headers.get('x-request-id')).not.toBeNull();
}

const json = (source_host: string) => ({ json: { source_host, destination_url: 'https://dest.example' } });

/** A program that stops in the middle of a transaction; awake again, it finds it ended, and makes another one. */
const stopInTransaction = (url: string) => `
  const { writeSync } = await import('node:fs');
  const { sql } = await import('kysely');
  const { ControlDatabase } = await import(${JSON.stringify(sourceOf('control/database.ts'))});
  const { isStoreAway } = await import(${JSON.stringify(sourceOf('control/failures.ts'))});
  const database = await ControlDatabase.open({ kind: 'postgres', url: ${JSON.stringify(url)} });
  const lock = sql\`update revision_clock set value = value where id = 1\`;
  const error = await database
    .transaction(async (trx) => {
      await lock.execute(trx);
      writeSync(1, 'stopping');
      process.kill(process.pid, 'SIGSTOP');
      await lock.execute(trx);
    })
    .catch((error) => error);
  if (!isStoreAway(error)) throw new Error('not ended', { cause: error });
  await database.transaction((trx) => lock.execute(trx));
  await database[Symbol.asyncDispose]();`;

function sourceOf(path: string): string {
  return new URL(`../../src/${path}`, import.meta.url).href;
}

async function expectAwayAndBack(
  service: TestService,
  leave: () => Promise<void>,
  comeBack: () => Promise<void>,
) {
  const { body: redirect } = await service.api(service.redirects, json('before.example.com'));
  const item = `${service.redirects}/${redirect.uuid}`;
  const metrics = async (): Promise<string> => (await service.api('/metrics')).body;
  const certificateNumbers = /^nameplate_certificates\{state="valid"\} 0$/m;
  await expect.poll(metrics).toMatch(certificateNumbers);
  await leave();
  for (let round = 0; round < 3; round++) {
    expectUnavailable(await service.api(service.redirects));
    expectUnavailable(await service.api(item));
    expectUnavailable(await service.api(service.redirects, json('during.example.com')));
    expectUnavailable(await service.api(item, { method: 'PUT', json: { active: false } }));
    expectUnavailable(await service.api(item, { method: 'DELETE' }));
    expect((await service.edge('before.example.com')).status).toBe(301);
    expect(await service.isReady()).toBe(false);
    expect((await service.api('/healthz')).status).toBe(200);
    expect(await metrics()).toMatch(certificateNumbers);
  }
  // What was read last stays, and tells how old it is.
  const ageSeconds = async () =>
    Number(/^nameplate_certificates_age_seconds (.*)$/m.exec(await metrics())?.[1]);
  await expect.poll(ageSeconds).toBeGreaterThan(18);
  // A worker that starts now can't load its routes; the others keep serving.
  expect(service.workerPids()).toHaveLength(2);
  await comeBack();
  await expect.poll(() => service.isReady()).toBe(true);
  expect((await service.api(item)).body).toEqual(redirect);
  expect((await service.api(service.redirects, json('after.example.com'))).status).toBe(201);
  expect((await service.edge('after.example.com')).status).toBe(301);
  expect((await service.api(item, { method: 'PUT', json: { active: false } })).status).toBe(200);
  expect((await service.edge('before.example.com')).status).toBe(404);
}

if (hasPostgres()) {
  test('PostgreSQL out of reach: 503, redirects go on, and all recovers', async () => {
    const url = new URL(await newDatabase('tables'));
    const passage = new Passage(url.hostname, Number(url.port));
    onTestFinished(() => passage.shut());
    url.port = String(await passage.open());
    const control = { kind: 'postgres', url: url.href } as const;
    const service = await TestService.start({ dataDir: await tempDir(), control, workers: 2 });
    onTestFinished(async () => {
      await service.stop();
    });
    await expectAwayAndBack(
      service,
      () => passage.shut(),
      async () => void (await passage.open()),
    );
  });

  test('a node that stops in the middle of a write holds up the writes of others for seconds, not for ever', async () => {
    const control = { kind: 'postgres', url: await newDatabase('tables') } as const;
    const service = await TestService.start({ dataDir: await tempDir(), control });
    onTestFinished(async () => void (await service.stop()));
    const frozen = spawn(process.execPath, ['--input-type=module', '-e', stopInTransaction(control.url)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void frozen.kill('SIGKILL'));
    const ended = once(frozen, 'exit');
    await once(frozen.stdout, 'data');
    const write = await service.api(service.redirects, json('during.example.com'));
    expect(write.status).toBe(201);
    frozen.kill('SIGCONT');
    expect(await ended).toEqual([0, null]);
  });

  test('PostgreSQL behind a path that goes silent: writes succeed soon after there is another path', async () => {
    const url = new URL(await newDatabase('tables'));
    const passage = new Passage(url.hostname, Number(url.port));
    onTestFinished(() => passage.shut());
    url.port = String(await passage.open());
    const control = { kind: 'postgres', url: url.href } as const;
    const service = await TestService.start({ dataDir: await tempDir(), control });
    onTestFinished(async () => {
      await service.stop();
    });
    const writes = (name: string) =>
      Promise.all(
        Array.from({ length: 12 }, (_, i) => service.api(service.redirects, json(`${name}${i}.example.com`))),
      );
    // As many at once as there are connections: all of them are open when the path goes silent.
    for (const { status } of await writes('before')) expect(status).toBe(201);
    passage.fallSilent();
    const inFlight = writes('during');
    await sleep(2_000);
    passage.recover();
    const recoveredAt = performance.now();
    const stalledMs = watchStalls();
    const tookMs = () => performance.now() - recoveredAt - stalledMs();
    const write = async () => (await service.api(service.redirects, json('after.example.com'))).status;
    while ((await write()) === 503);
    expect(tookMs()).toBeLessThan(7_000);
    for (const { status } of await writes('later')) expect(status).toBe(201);
    expect((await service.edge('later0.example.com')).status).toBe(301);
    for (const answer of await inFlight) if (answer.status !== 201) expectUnavailable(answer);
    expect(tookMs()).toBeLessThan(15_000);
    expect(await service.isReady()).toBe(true);
  });

  test('PostgreSQL shut down for good: 503, redirects go on, and SIGTERM still exits 0', async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const control = { kind: 'postgres', url: await server.createDatabase() } as const;
    const service = await TestService.start({ dataDir: await tempDir(), control });
    onTestFinished(() => service.kill());
    expect((await service.api(service.redirects, json('before.example.com'))).status).toBe(201);
    await server.stop();
    expectUnavailable(await service.api(service.redirects));
    expectUnavailable(await service.api(service.redirects, json('during.example.com')));
    expect((await service.edge('before.example.com')).status).toBe(301);
    expect(await service.stop()).toBe(0);
  });
} else {
  skipLoudly('PostgreSQL out of reach', 'no PostgreSQL binaries on this machine');
  describe.skip('PostgreSQL out of reach', () => {
    test('503, redirects go on, and all recovers', () => {});
  });
}

test('SQLite locked by another program: writes are 503, reads and redirects go on', async () => {
  const service = await TestService.start({ dataDir: await tempDir() });
  onTestFinished(async () => {
    await service.stop();
  });
  expect((await service.api(service.redirects, json('before.example.com'))).status).toBe(201);
  const path = service.control.kind === 'sqlite' ? service.control.path : '';
  const other = new Database(path);
  onTestFinished(() => void other.close());
  other.exec('begin immediate');
  const waiting = service.api(service.redirects, json('during.example.com'));
  expect((await service.api(service.redirects)).status).toBe(200);
  expect((await service.edge('before.example.com')).status).toBe(301);
  expectUnavailable(await waiting);
  other.exec('rollback');
  expect((await service.api(service.redirects, json('during.example.com'))).status).toBe(201);
});
