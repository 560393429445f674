/** What a worker tells, over a real store. Source: docs/reference/edge.md ("Workers"). */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { EdgeWorker } from '../../src/edge/edge-worker.ts';
import type { MessageFromWorker, WorkerOptions } from '../../src/edge/worker-protocol.ts';
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
async function startWorker(wanted: Partial<WorkerOptions> = {}, isAlone = false) {
  const path = join(await tempDir(), 'control.db');
  const store = await ControlStore.open({ kind: 'sqlite', path }, systemClock, testSecretKey);
  onTestFinished(() => store[Symbol.asyncDispose]());
  await store.secretKeys.prepare();
  const { uuid: accountUuid } = await store.accounts.create('Acme');
  const rule = { ...redirectResource.defaults, ...plainRule, sourceHost: 'go.example' };
  await store.redirects.create(accountUuid, rule);
  const place = { host: '127.0.0.1', port: 1, tls: false, authToken: 'token' };
  const upstream = await store.upstreams.create(accountUuid, { ...upstreamResource.defaults, ...place });
  const domain = { ...customDomainResource.defaults, host: 'shop.example' };
  await store.customDomains.create(accountUuid, upstream.uuid, domain);
  await store.visitorSalts.current(systemClock.now(), 'month');

  const told: MessageFromWorker[] = [];
  const exit = vi.fn<(code: number) => void>();
  const worker = new EdgeWorker({
    send: (message, written) => {
      told.push(message);
      written?.();
    },
    exit,
  });
  onTestFinished(() => worker.close());
  const spoolDirectory = await tempDir();
  const options = edgeOptions({ store: { path, secretKeys: testSecretKey }, spoolDirectory, ...wanted });
  await worker.receive({ type: 'start', options, ...(isAlone && { isAlone }) });
  if (!isAlone) await worker.receive({ type: 'listen' });
  const toldOf = <Type extends MessageFromWorker['type']>(type: Type) =>
    told.filter((message): message is Told<Type> => message.type === type);
  const ask = async (text: string): Promise<number | undefined> =>
    statuses(await talk(toldOf('listening')[0]?.httpPort ?? 0, text))[0];
  const get = (host: string) => ask(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return { worker, told, toldOf, exit, ask, get };
}

test('upstreams that fail are told ten times a second', async () => {
  const { get, toldOf } = await startWorker();
  const failures = () => toldOf('upstream_failed').length;
  for (let times = 0; times < 12; times += 1) expect(await get('shop.example')).toBe(502);
  expect(failures()).toBe(10);
  vi.advanceTimersByTime(1_000);
  expect(await get('shop.example')).toBe(502);
  expect(failures()).toBe(11);
  expect(toldOf('counters').map(({ counters }) => counters.upstreamFailures)).toEqual([{ refused: 12 }]);
});

test('the last counts of a worker that drains are of all that it answered', async () => {
  const { worker, told, exit, get } = await startWorker();
  expect(await get('go.example')).toBe(301);
  expect(await get('nothing.example')).toBe(404);
  await worker.receive({ type: 'drain', graceMs: 1_000, retireMs: 0 });
  expect(told.at(-1)).toMatchObject({ type: 'counters', counters: { requests: { '3xx': 1, '4xx': 1 } } });
  expect(exit).toHaveBeenCalledWith(0);
});

test('connections that were refused are told', async () => {
  const { ask, toldOf } = await startWorker({ trustedProxies: ['127.0.0.1'] });
  await ask('PROXY nonsense\r\n');
  expect(toldOf('turned_away')).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(toldOf('turned_away')).toMatchObject([{ turnedAway: { connections: 1, reason: 'proxy_header' } }]);
});

test('one that starts alone counts pageviews under the salts of its store', async () => {
  const { ask } = await startWorker({}, true);
  const body = JSON.stringify({ u: 'https://shop.example/', r: '', w: 800 });
  const agent = 'Mozilla/5.0 (X11; rv:128.0) Firefox/128.0';
  const head = `POST /.nameplate/event HTTP/1.1\r\nHost: shop.example\r\nUser-Agent: ${agent}\r\n`;
  expect(await ask(`${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`)).toBe(202);
});
