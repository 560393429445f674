/**
 * Edge workers while the application process and the control store are away: replaced, and started.
 * Source: docs/reference/edge.md ("Without the application process").
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { replicaPathIn } from '../../src/control/replica-file.ts';
import { TestAuthority } from '../support/certificates.ts';
import { hasPostgres, newDatabase } from '../support/databases.ts';
import { createDomain, loopbackUpstreams, startUpstream } from '../support/domains.ts';
import { freePort } from '../support/free-port.ts';
import { hang, hangsOnSignal, hangTimeoutMs } from '../support/hang.ts';
import { OpenLoad } from '../support/open-load.ts';
import { listenersOn } from '../support/open-sockets.ts';
import { Passage } from '../support/passage.ts';
import { isAlive, serviceEnvironment, TestService } from '../support/service.ts';
import { skipLoudly } from '../support/skips.ts';
import { canMount, smallDisk } from '../support/small-disk.ts';
import { tempDir } from '../support/temp-dir.ts';

const shop = 'shop.example.com';
const go = 'go.example.com';
const patient = { timeout: 60_000, interval: 100 };

const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());

/** A service whose store, on PostgreSQL, can be put out of reach. */
async function startService(dataDir?: string, further: Readonly<Record<string, string>> = {}) {
  const upstream = await startUpstream(
    (request, answer) => void answer.end(`token ${String(request.headers['x-nameplate-auth-token'])}`),
  );
  onTestFinished(() => upstream.close());
  const url = new URL(await newDatabase('tables'));
  const passage = new Passage(url.hostname, Number(url.port));
  onTestFinished(() => passage.shut());
  url.port = String(await passage.open());
  const httpsPort = await freePort();
  const env = await serviceEnvironment({
    dataDir: dataDir ?? (await tempDir()),
    control: { kind: 'postgres', url: url.href },
    workers: 2,
    env: {
      ...loopbackUpstreams,
      NAMEPLATE_EDGE_HTTPS_PORT: String(httpsPort),
      NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net',
      NAMEPLATE_HTTPS_REDIRECT: 'false',
      ...further,
    },
  });
  const start = async () => {
    const started = await TestService.startWith(env);
    onTestFinished(async () => void (await started.stop()));
    return started;
  };
  const service = await start();
  const file = replicaPathIn(env.NAMEPLATE_DATA_DIR ?? '');
  return { service, env, passage, upstream, httpsPort, file, start };
}

async function createRedirect(service: TestService, source_host: string): Promise<void> {
  const json = { source_host, destination_url: 'https://dest.example' };
  expect((await service.api(service.redirects, { json })).status).toBe(201);
}

async function upload(service: TestService, host: string): Promise<string> {
  const { cert, key } = authority.issue(`DNS:${host}`);
  const path = `/api/v1/accounts/${service.accountUuid}/custom_certificates`;
  const { status, body } = await service.api(path, { json: { certificate: cert, private_key: key } });
  expect(status).toBe(201);
  return body.fingerprint;
}

/** The fingerprint that a host is served with, or why it isn't. */
function shownFor(port: number, servername: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = tls.connect({ port, host: '127.0.0.1', servername, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.fingerprint256 ?? '');
      socket.destroy();
    });
    socket.on('error', (error) => resolve(error.message));
  });
}

async function killApplication(service: TestService): Promise<void> {
  const { applicationPid } = service;
  process.kill(applicationPid, 'SIGKILL');
  await expect.poll(() => isAlive(applicationPid), patient).toBe(false);
}

/** Two workers that were not there before serve everything. */
async function expectReplaced(service: TestService, before: readonly number[]): Promise<void> {
  await expect
    .poll(() => service.workerPids().filter((pid) => !before.includes(pid)).length, patient)
    .toBe(2);
}

describe.skipIf(!hasPostgres())('with PostgreSQL and the application process away', () => {
  test('workers are replaced, and serve all they did and hosts that were never requested', async () => {
    const { service, passage, upstream, httpsPort } = await startService();
    await createDomain(service, shop, upstream.port);
    await createRedirect(service, go);
    const fingerprints = [await upload(service, shop), await upload(service, go)];
    const { body: proxied } = await service.edge(shop);
    const load = new OpenLoad({ port: service.edgePort, everyMs: 20, headers: { host: go } });
    await passage.shut();
    await killApplication(service);
    const before = service.workerPids();
    let underWay = 0;
    for (const pid of before) {
      underWay += load.underWay;
      process.kill(pid, 'SIGKILL');
      // The other one serves until there is another.
      await expect.poll(() => isAlive(pid), patient).toBe(false);
      expect((await service.edge('none.example.com')).status).toBe(404);
      await expect.poll(() => listenersOn(service.edgePort, service.workerPids()).length, patient).toBe(2);
    }
    await expectReplaced(service, before);
    for (let i = 0; i < 8; i++) {
      expect((await service.edge(go)).status).toBe(301);
      expect(await service.edge(shop)).toMatchObject({ status: 200, body: proxied });
      expect([await shownFor(httpsPort, shop), await shownFor(httpsPort, go)]).toEqual(fingerprints);
    }
    const replaced = service.workerPids();
    await passage.open();
    await expect.poll(() => service.isReady(), patient).toBe(true);
    expect(service.workerPids()).toEqual(replaced);
    await createRedirect(service, 'later.example.com');
    for (let i = 0; i < 8; i++) expect((await service.edge('later.example.com')).status).toBe(301);
    const { 301: answered = 0, ...others } = await load.stop();
    expect(answered).toBeGreaterThan(50);
    // What a killed worker had under way.
    expect(Object.values(others).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(underWay);
  });

  test('a worker that dies beside a healthy application process is replaced', async () => {
    const { service, passage } = await startService();
    await createRedirect(service, go);
    await passage.shut();
    const before = service.workerPids();
    const [first = 0, ...others] = before;
    for (const killed of [[first], [...others]]) {
      for (const pid of killed) process.kill(pid, 'SIGKILL');
      await expect.poll(() => listenersOn(service.edgePort, service.workerPids()).length, patient).toBe(2);
    }
    await expectReplaced(service, before);
    for (let i = 0; i < 8; i++) expect((await service.edge(go)).status).toBe(301);
    await passage.open();
    await expect.poll(() => service.isReady(), patient).toBe(true);
    await createRedirect(service, 'later.example.com');
    for (let i = 0; i < 8; i++) expect((await service.edge('later.example.com')).status).toBe(301);
  });

  test('one that hangs is replaced', async () => {
    const { service, passage } = await startService(undefined, await hangsOnSignal());
    await passage.shut();
    await killApplication(service);
    const [victim = 0] = service.workerPids();
    await hang(service, victim);
    await expect.poll(() => isAlive(victim), { timeout: hangTimeoutMs }).toBe(false);
    await expect.poll(() => service.workerPids().length, patient).toBe(2);
    // Its logger is loaded when there is something to log.
    await expect.poll(() => service.output, patient).toContain('hung: silent for 5 s of its CPU time');
  });

  test('the service starts, says so, and is complete when the store is back', async () => {
    const { service, env, passage, upstream, httpsPort, start, file } = await startService();
    await createDomain(service, shop, upstream.port);
    await createRedirect(service, go);
    const fingerprint = await upload(service, shop);
    const { body: proxied } = await service.edge(shop);
    expect(await service.stop()).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(join(env.NAMEPLATE_DATA_DIR ?? '', 'edge-3.db'), 'of an older program');

    await passage.shut();
    const starting = start();
    const answered = async () => (await service.edge(go).catch(() => undefined))?.status;
    await expect.poll(answered, patient).toBe(301);
    expect(await service.edge(shop)).toMatchObject({ status: 200, body: proxied });
    expect(await shownFor(httpsPort, shop)).toBe(fingerprint);
    await passage.open();
    const again = await starting;
    expect(again.output).toMatch(/the edge serves what its replica has/);
    await createRedirect(again, 'later.example.com');
    expect((await again.edge('later.example.com')).status).toBe(301);
    expect(readdirSync(env.NAMEPLATE_DATA_DIR ?? '')).not.toContain('edge-3.db');
    expect(await again.stop()).toBe(0);

    // A file that can't be used: the start fails as it does without one.
    await passage.shut();
    writeFileSync(file, readFileSync(file).subarray(0, 20_000));
    const ended = await TestService.runToEnd(env);
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.stderr).toContain('NAMEPLATE_DATABASE_URL: the control store cannot be opened');
  });

  test.skipIf(!canMount)(
    'a full disk under the replica: writes are live, and it is written again',
    async () => {
      const disk = await smallDisk(64);
      const { service, upstream, httpsPort, file } = await startService(disk.path);
      await createDomain(service, shop, upstream.port);
      await disk.fill();
      let created = 0;
      const log = () => service.output;
      while (!log().includes('the replica cannot be written')) {
        created += 1;
        await createRedirect(service, `full${created}.example.com`);
        if (created > 2_000) throw new Error('the disk is not full');
      }
      expect((await service.edge(`full${created}.example.com`)).status).toBe(301);
      const fingerprint = await upload(service, shop);
      expect(await shownFor(httpsPort, shop)).toBe(fingerprint);
      await disk.clear();
      await expect.poll(log, patient).toContain('the replica is up to date again');
      expect(log().match(/the replica cannot be written/g)).toHaveLength(1);
      expect(existsSync(file)).toBe(true);
    },
  );
});

if (!hasPostgres()) skipLoudly('the edge without PostgreSQL', 'no PostgreSQL binaries on this machine');

test('on SQLite, workers that die while there is no application process are replaced', async () => {
  const service = await TestService.start({ dataDir: await tempDir(), workers: 2 });
  onTestFinished(async () => void (await service.stop()));
  await createRedirect(service, go);
  const { applicationPid } = service;
  process.kill(applicationPid, 'SIGSTOP');
  const before = service.workerPids();
  for (const pid of before) process.kill(pid, 'SIGKILL');
  const answered = async () => (await service.edge(go).catch(() => undefined))?.status;
  await expect.poll(answered, patient).toBe(301);
  process.kill(applicationPid, 'SIGCONT');
  await expect.poll(() => service.isReady(), patient).toBe(true);
  expect(service.applicationPid).toBe(applicationPid);
  for (let i = 0; i < 8; i++) expect((await service.edge(go)).status).toBe(301);
});
