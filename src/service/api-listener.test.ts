import { once } from 'node:events';
import { Agent, request } from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { endConnectionsAtStop } from '../api/connection-ends.ts';
import { ApiListener, type RetireLimits } from './api-listener.ts';

function portOf(server: net.Server): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
  return (server.address() as net.AddressInfo).port;
}

test('localhost is served on each of its addresses, and a stop cuts off the connections of all', async () => {
  const app = fastify({ forceCloseConnections: 'idle' });
  app.get('/', () => ({ here: true }));
  app.get('/slow', () => new Promise(() => {}));
  const second = '127.0.0.2';
  const listener = new ApiListener(app, () => Promise.resolve(['127.0.0.1', '198.51.100.1', second]));
  await listener.open({ host: 'localhost', port: 0 }, false);
  onTestFinished(() => app.server.closeAllConnections());
  const port = portOf(app.server);
  for (const host of ['127.0.0.1', second]) expect((await fetch(`http://${host}:${port}/`)).status).toBe(200);

  const read = once(app.server, 'request');
  const slow = net.connect(port, second);
  slow.on('error', () => {}).resume();
  slow.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await read;
  await Promise.all([listener.stop(50), once(slow, 'close')]);
  for (const host of ['127.0.0.1', second])
    await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow('fetch failed');
});

test('a port that is taken is named', async () => {
  const holder = net.createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  onTestFinished(() => void holder.close());
  const port = portOf(holder);
  const listener = new ApiListener(fastify());
  await expect(listener.open({ host: '127.0.0.1', port }, false)).rejects.toThrow(
    `NAMEPLATE_API_PORT is ${port}, but another program already listens on port ${port} of 127.0.0.1`,
  );
  await listener.stop(0);
});

describe('while clients move to a successor', () => {
  const host = '127.0.0.1';

  /** A listener, and a client with as many idle connections as it once had requests at the same time. */
  async function withClient(connections: number) {
    const app = fastify({ forceCloseConnections: 'idle' });
    let isRetiring = false;
    endConnectionsAtStop(app, () => isRetiring);
    let askedAtOnce = 0;
    let answerAll = (): void => {};
    const haveAllAsked = new Promise<void>((resolve) => (answerAll = resolve));
    app.get('/', async () => {
      if (++askedAtOnce === connections) answerAll();
      await haveAllAsked;
      return 'here';
    });
    const listener = new ApiListener(app);
    await listener.open({ host, port: 0 }, false);
    onTestFinished(() => app.server.closeAllConnections());
    const port = portOf(app.server);
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const ask = () =>
      new Promise<string>((resolve) => {
        const asked = request({ host, port, agent }, (answer) => {
          answer.resume().on('end', () => resolve(`${answer.statusCode} ${asked.reusedSocket}`));
        });
        asked.on('error', ({ message }) => resolve(message)).end();
      });
    await Promise.all(Array.from({ length: connections }, ask));
    const retire = async (limits: RetireLimits) => {
      isRetiring = true;
      await listener.retire(limits);
      await listener.stop(0);
    };
    return { ask, retire };
  }

  test('each idle connection answers once more, and none is closed as it is taken', async () => {
    const { ask, retire } = await withClient(30);
    const retired = retire({ minMs: 50, quietMs: 6_000, maxMs: 60_000 });
    for (let asked = 0; asked < 30; asked++) {
      expect(await ask()).toBe('200 true');
      await sleep(10);
    }
    expect(await ask()).toContain('ECONNREFUSED');
    await retired;
  });

  test('they have a limit', async () => {
    const { ask, retire } = await withClient(2);
    const retired = retire({ minMs: 10, quietMs: 3_600_000, maxMs: 1_000 });
    expect(await ask()).toBe('200 true');
    await retired;
    expect(await ask()).not.toMatch(/^200/);
  });
});
