/** A control store that goes away under a running service, and comes back. Source: contract section 2 (503). */
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import Database from 'libsql';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findPostgres, startPostgres } from '../support/postgres.ts';
import { type ApiAnswer, TestService } from '../support/service.ts';
import { skipLoudly } from '../support/skips.ts';
import { tempDir } from '../support/temp-dir.ts';

/** Stands between the service and PostgreSQL; while it is down every connection is refused, open ones are cut. */
class Passage {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  #port = 0;

  constructor(host: string, port: number) {
    this.#target = { host, port };
  }

  async open(): Promise<number> {
    this.#server = createServer((near) => {
      const far = connect(this.#target);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          this.#sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far).pipe(near);
    });
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (typeof address === 'object' && address) this.#port = address.port;
    return this.#port;
  }

  async shut(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = null;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

function expectUnavailable(answer: ApiAnswer): void {
  expect(answer).toMatchObject({ status: 503, body: { error_code: 'unavailable' } });
  expect(Object.keys(answer.body)).toEqual(['error', 'error_code']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(answer.headers.get('x-request-id')).not.toBeNull();
}

const json = (source_host: string) => ({ json: { source_host, destination_url: 'https://dest.example' } });

async function expectAwayAndBack(
  service: TestService,
  leave: () => Promise<void>,
  comeBack: () => Promise<void>,
) {
  const { body: redirect } = await service.api(service.redirects, json('before.example.com'));
  const item = `${service.redirects}/${redirect.uuid}`;
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
  }
  // A worker that starts now cannot load its routes; the others go on.
  expect(service.workerPids()).toHaveLength(2);
  await comeBack();
  await expect.poll(() => service.isReady(), { timeout: 20_000 }).toBe(true);
  expect((await service.api(item)).body).toEqual(redirect);
  expect((await service.api(service.redirects, json('after.example.com'))).status).toBe(201);
  expect((await service.edge('after.example.com')).status).toBe(301);
  expect((await service.api(item, { method: 'PUT', json: { active: false } })).status).toBe(200);
  expect((await service.edge('before.example.com')).status).toBe(404);
}

if (findPostgres()) {
  test('PostgreSQL out of reach: 503, redirects go on, and all recovers', { timeout: 90_000 }, async () => {
    const server = await startPostgres();
    onTestFinished(() => server.stop());
    const url = new URL(await server.createDatabase());
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

  test('PostgreSQL shut down for good: 503, redirects go on, and SIGTERM still exits 0', {
    timeout: 90_000,
  }, async () => {
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

test('SQLite locked by another program: writes are 503, reads and redirects go on', {
  timeout: 60_000,
}, async () => {
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
