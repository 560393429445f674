/**
 * Salts of visitor hashes on their way to the workers that take events. Source: docs/reference/visitors.md ("Salts"),
 * docs/reference/tracker.md ("On the edge").
 */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { decodePageviewRecord } from '../../src/analytics/ingest/pageview-codec.ts';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { VisitorSalt } from '../../src/core/salt-period.ts';
import { forkWorker } from '../../src/edge/child-process.ts';
import { startEdge } from '../../src/edge/edge.ts';
import { WorkerPool } from '../../src/edge/worker-pool.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { Upstreams } from '../../src/features/upstreams/upstream-store.ts';
import { customDomainResource } from '../../src/resources/custom-domain.ts';
import { upstreamResource } from '../../src/resources/upstream.ts';
import { newSecretKey } from '../../src/secrets/secret-key.ts';
import { bootstrap } from '../../src/service/first-token.ts';
import { edgeOptions } from '../support/composed-edge.ts';
import { statuses, talk } from '../support/raw-http.ts';
import { spooledLines } from '../support/spool-directory.ts';
import { tempDir } from '../support/temp-dir.ts';

const host = 'shop.example';
const day = 86_400_000;

function saltOf(byte: number): VisitorSalt {
  const now = systemClock.now();
  return { fromMs: now - day, toMs: now + day, key: Buffer.alloc(32, byte).toString('base64') };
}

function eventFor(path: string): string {
  const body = JSON.stringify({ u: `https://${host}${path}`, r: '', w: 800 });
  return (
    `POST /.nameplate/event HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: Mozilla/5.0 (X11; rv:128.0) Firefox/128.0\r\n` +
    `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`
  );
}

it('every worker hashes with the salts that were given last, one that came later too', async () => {
  const location = { kind: 'sqlite', path: join(await tempDir(), 'control.db') } as const;
  const secretKeys = { kind: 'given', keys: newSecretKey() } as const;
  const store = await ControlStore.open(location, systemClock, secretKeys);
  await store.secretKeys.prepare();
  onTestFinished(() => store[Symbol.asyncDispose]());
  const first = await bootstrap(store);
  const accountUuid = first?.accountUuid ?? '';
  const upstream = await new Upstreams(store).create(accountUuid, {
    ...upstreamResource.defaults,
    host: '127.0.0.1',
    port: 1,
    tls: false,
    authToken: 'token',
  });
  await new CustomDomains(store).create(accountUuid, upstream.uuid, {
    ...customDomainResource.defaults,
    host,
    webAnalytics: 'manual',
  });
  const spoolDirectory = await tempDir();
  const entry = fileURLToPath(new URL('../../dist/edge/worker.js', import.meta.url));
  const edge = await startEdge(
    new WorkerPool({ fork: () => forkWorker(entry), onReplaced: () => {} }),
    {
      worker: edgeOptions({ store: { path: location.path, secretKeys }, spoolDirectory }),
      socketDirectory: await tempDir(),
      visitorSalts: [],
      reachKeys: [],
    },
    store.routing,
    pino({ level: 'silent' }),
  );
  onTestFinished(() => edge.stop(0));
  const report = async (path: string) => statuses(await talk(edge.httpPort ?? 0, eventFor(path)))[0];

  expect(await report('/without')).toBe(503);
  edge.tell('salts', [saltOf(1)]);
  await expect.poll(() => report('/first')).toBe(202);
  edge.tell('salts', [saltOf(2)]);
  const [worker] = edge.workers();
  if (!worker) throw new Error('there is no worker');
  process.kill(worker.pid, 'SIGKILL');
  const workers = () => edge.workers().map(({ pid, state }) => pid !== worker.pid && state);
  await expect.poll(workers).toEqual(['live']);
  expect(await report('/second')).toBe(202);

  await edge.stop(1_000);
  const records = (await spooledLines(spoolDirectory)).map(decodePageviewRecord).filter((record) => record);
  const visitorsOf = (path: string) =>
    new Set(records.filter((r) => r?.path === path).map((r) => r?.visitor));
  expect(visitorsOf('/without').size).toBe(0);
  expect(visitorsOf('/first').size).toBe(1);
  expect(visitorsOf('/second').size).toBe(1);
  expect(visitorsOf('/first')).not.toEqual(visitorsOf('/second'));
});
