import { once } from 'node:events';
import net from 'node:net';
import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { ApiListener } from './api-listener.ts';

test('localhost is served on each of its addresses, and a stop cuts off the connections of all', async () => {
  const app = fastify({ forceCloseConnections: 'idle' });
  app.get('/', () => ({ here: true }));
  app.get('/slow', () => new Promise(() => {}));
  const second = '127.0.0.2';
  const listener = new ApiListener(app, () => Promise.resolve(['127.0.0.1', '198.51.100.1', second]));
  await listener.open({ host: 'localhost', port: 0 }, false);
  onTestFinished(() => app.server.closeAllConnections());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
  const { port } = app.server.address() as net.AddressInfo;
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
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
  const { port } = holder.address() as net.AddressInfo;
  const listener = new ApiListener(fastify());
  await expect(listener.open({ host: '127.0.0.1', port }, false)).rejects.toThrow(
    `NAMEPLATE_API_PORT is ${port}, but another program already listens on port ${port} of 127.0.0.1`,
  );
  await listener.stop(0);
});
