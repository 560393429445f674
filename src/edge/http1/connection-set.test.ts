import { once } from 'node:events';
import net from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ConnectionSet, type TendedConnection } from './connection-set.ts';

test('a request that arrives while thousands of idle connections are closed is read before its turn', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const accepted = once(server, 'connection');
  const client = net.connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  const [socket]: net.Socket[] = await accepted;
  onTestFinished(() => void client.destroy());
  let isRead = false;
  socket?.on('data', () => (isRead = true));

  using connections = new ConnectionSet();
  const wasRead: boolean[] = [];
  for (let number = 0; number < 2_000; number++) {
    const connection: TendedConnection = {
      deadlineTick: Number.POSITIVE_INFINITY,
      expire: () => {},
      retire: () => {},
      drain: () => {
        if (number === 0) client.write('GET');
        wasRead.push(isRead);
        connections.delete(connection);
      },
      destroy: () => {},
    };
    connections.add(connection);
  }
  await connections.drain(10_000, 1);
  expect(wasRead).toHaveLength(2_000);
  expect(wasRead.at(-1)).toBe(true);
});
