/** What a worker tells the application process, over a real store. Source: docs/reference/edge.md ("Workers"). */

import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Deferred } from '../../src/core/deferred.ts';
import { EdgeWorker } from '../../src/edge/edge-worker.ts';
import { Feed } from '../../src/edge/feed.ts';
import type { WorkerOptions } from '../../src/edge/worker-options.ts';
import type { Hello, MessageFromWorker } from '../../src/edge/worker-protocol.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { CustomDomains } from '../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../src/features/redirects/redirect-store.ts';
import { Upstreams } from '../../src/features/upstreams/upstream-store.ts';
import { customDomainResource } from '../../src/resources/custom-domain.ts';
import { redirectResource } from '../../src/resources/redirect.ts';
import { upstreamResource } from '../../src/resources/upstream.ts';
import { edgeOptions, plainRule } from '../support/composed-edge.ts';
import { statuses, talk } from '../support/raw-http.ts';
import { tempDir } from '../support/temp-dir.ts';
import { testSecretKey } from '../support/test-secret-key.ts';

// What a worker does each second, the tests say.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

type Told<Type extends MessageFromWorker['type']> = Extract<MessageFromWorker, { readonly type: Type }>;

/** A worker that serves a redirect at go.example, and shop.example, whose upstream refuses connections. */
async function startWorker(wanted: Partial<WorkerOptions> = {}) {
  const path = join(await tempDir(), 'control.db');
  const store = await ControlStore.open({ kind: 'sqlite', path }, systemClock, testSecretKey);
  onTestFinished(() => store[Symbol.asyncDispose]());
  await store.secretKeys.prepare();
  const { uuid: accountUuid } = await new Accounts(store).create('Acme');
  const rule = { ...redirectResource.defaults, ...plainRule, sourceHost: 'go.example' };
  await new Redirects(store).create(accountUuid, rule);
  const place = { host: '127.0.0.1', port: 1, tls: false, authToken: 'token' };
  const upstream = await new Upstreams(store).create(accountUuid, { ...upstreamResource.defaults, ...place });
  const domain = { ...customDomainResource.defaults, host: 'shop.example' };
  await new CustomDomains(store).create(accountUuid, upstream.uuid, domain);
  await store.visitorSalts.current(systemClock.now(), 'month');

  // Before the worker: hooks run in reverse, and a worker that isn't closed yet writes there.
  const spoolDirectory = await tempDir();
  const told: MessageFromWorker[] = [];
  const exit = vi.fn<(code: number) => void>();
  const worker = new EdgeWorker({ send: (_, written) => written?.(), exit });
  onTestFinished(() => worker.close());
  const hello = new Deferred<Hello>();
  const feed = await Feed.open(await tempDir(), (said, connection) => {
    connection.open({ received: (message) => void told.push(message), closed: () => {} });
    hello.resolve(said);
  });
  onTestFinished(() => feed[Symbol.asyncDispose]());
  const options = edgeOptions({ store: { path, secretKeys: testSecretKey }, spoolDirectory, ...wanted });
  await worker.receive({ type: 'application', socket: feed.path, worker: 7 });
  await worker.receive({ type: 'start', options });
  expect(await hello.promise).toMatchObject({ worker: 7, isListening: false, httpPort: null });
  await worker.receive({ type: 'listen' });
  const toldOf = <Type extends MessageFromWorker['type']>(type: Type) =>
    told.filter((message): message is Told<Type> => message.type === type);
  await expect.poll(() => toldOf('listening')).toHaveLength(1);
  const logged = (text: string) => toldOf('log').filter((line) => line.text === `edge: ${text}`);
  const ask = async (text: string): Promise<number | undefined> =>
    statuses(await talk(toldOf('listening')[0]?.httpPort ?? 0, text))[0];
  const get = (host: string) => ask(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return { worker, told, toldOf, logged, exit, ask, get };
}

test('upstreams that fail are told ten times a second', async () => {
  const { get, toldOf, logged } = await startWorker();
  const failures = () => logged('an upstream did not answer').length;
  for (let times = 0; times < 12; times += 1) expect(await get('shop.example')).toBe(502);
  await expect.poll(failures).toBe(10);
  vi.advanceTimersByTime(1_000);
  expect(await get('shop.example')).toBe(502);
  await expect.poll(failures).toBe(11);
  expect(toldOf('counters').map(({ counters }) => counters.upstreamFailures)).toEqual([{ refused: 12 }]);
});

test('the last counts of a worker that drains are of all that it answered', async () => {
  const { worker, told, exit, get } = await startWorker();
  expect(await get('go.example')).toBe(301);
  expect(await get('nothing.example')).toBe(404);
  await worker.receive({ type: 'drain', graceMs: 1_000, retireMs: 0 });
  await expect
    .poll(() => told.at(-1))
    .toMatchObject({ type: 'counters', counters: { requests: { '3xx': 1, '4xx': 1 } } });
  expect(exit).toHaveBeenCalledWith(0);
});

test('connections that were refused are told', async () => {
  const { ask, logged } = await startWorker({ trustedProxies: ['127.0.0.1'] });
  await ask('PROXY nonsense\r\n');
  const refused = () => logged('connections were refused').map(({ details }) => details);
  expect(refused()).toEqual([]);
  vi.advanceTimersByTime(1_000);
  await expect.poll(refused).toMatchObject([{ connections: 1, reason: 'proxy_header' }]);
});

test('one that was told no salts counts pageviews under those of its store', async () => {
  const { ask } = await startWorker();
  const body = JSON.stringify({ u: 'https://shop.example/', r: '', w: 800 });
  const agent = 'Mozilla/5.0 (X11; rv:128.0) Firefox/128.0';
  const head = `POST /.nameplate/event HTTP/1.1\r\nHost: shop.example\r\nUser-Agent: ${agent}\r\n`;
  expect(await ask(`${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`)).toBe(202);
});

test('what health checks found is told every ten seconds', async () => {
  const { toldOf } = await startWorker();
  vi.advanceTimersByTime(9_000);
  await expect.poll(() => toldOf('counters')).toHaveLength(9);
  expect(toldOf('upstreams')).toEqual([]);
  vi.advanceTimersByTime(11_000);
  await expect
    .poll(() => toldOf('upstreams'))
    .toEqual(Array.from({ length: 2 }, () => ({ type: 'upstreams', down: [], up: [] })));
});
