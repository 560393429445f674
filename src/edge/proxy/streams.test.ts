/** Server-sent events, and what happens when a side leaves in the middle of something. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { RawClient, type RawEdge, statuses } from '../../../test/support/raw-http.ts';
import {
  openProxyEdge,
  openRawUpstream,
  type RawUpstream,
  type RawUpstreamConnection,
  request,
} from '../../../test/support/raw-upstream.ts';

describe('server-sent events', () => {
  it.each([
    [
      'chunked',
      'Transfer-Encoding: chunked\r\n',
      (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`,
    ],
    ['until the connection ends', '', (text: string) => text],
  ])('arrive one by one, %s', async (_, field, coded) => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(request('GET /', ['Accept: text/event-stream']));
    const connection = await upstream.next();
    await connection.head();
    connection.say(`HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n${field}\r\n`);
    await client.until(/\r\n\r\n$/);
    const took: number[] = [];
    for (let i = 0; i < 20; i++) {
      const start = performance.now();
      connection.say(coded(`data: ${i}\n\n`));
      await client.until(new RegExp(`data: ${i}\n\n`));
      took.push(performance.now() - start);
    }
    // Most of them: now and then a busy machine has something else to do.
    expect(took.toSorted((a, b) => a - b)[10]).toBeLessThan(200);
    await sleep(20);
    edge.connections.sweep(performance.now() + 24 * 3_600_000);
    connection.say(coded('data: late\n\n'));
    await client.until(/late/);
    client.socket.destroy();
    await connection.gone();
    await expect.poll(() => edge.connections.size + edge.proxy.openConnections).toBe(0);
    expect(edge.records).toMatchObject([{ status: 200 }]);
  });
});

type Scene = {
  readonly upstream: RawUpstream;
  readonly edge: RawEdge;
  readonly client: RawClient;
  readonly connection: RawUpstreamConnection;
};

async function openScene(text: string): Promise<Scene> {
  const upstream = await openRawUpstream();
  const edge = await openProxyEdge(upstream.port);
  const client = new RawClient(edge.port).send(text);
  return { upstream, edge, client, connection: await upstream.next() };
}

const stages: [string, () => Promise<Scene>, number[]][] = [
  [
    'uploading',
    async () => {
      const scene = await openScene(request('POST /', ['Content-Length: 100'], 'abc'));
      await scene.connection.until(() => scene.connection.received.endsWith('abc'));
      return scene;
    },
    [],
  ],
  [
    'waiting for 100-continue',
    async () => {
      const scene = await openScene(request('POST /', ['Content-Length: 100', 'Expect: 100-continue']));
      await scene.connection.head();
      return scene;
    },
    [],
  ],
  [
    'waiting for the answer',
    async () => {
      const scene = await openScene(request('GET /'));
      await scene.connection.head();
      return scene;
    },
    [],
  ],
  [
    'after an interim answer',
    async () => {
      const scene = await openScene(request('GET /'));
      await scene.connection.head();
      scene.connection.say('HTTP/1.1 103 Early Hints\r\n\r\n');
      await scene.client.until(/\r\n\r\n$/);
      return scene;
    },
    [],
  ],
  [
    'streaming without end',
    async () => {
      const scene = await openScene(request('GET /'));
      await scene.connection.head();
      scene.connection.say('HTTP/1.1 200 OK\r\n\r\n');
      const pour = async (): Promise<void> => {
        while (!scene.connection.hasEnded) {
          scene.connection.say('x'.repeat(10_000));
          await sleep(1);
        }
      };
      void pour();
      await scene.client.until(/x{3}/);
      return scene;
    },
    [200],
  ],
];

describe('a client that leaves', () => {
  describe.each([
    ['by FIN', (client: RawClient) => client.socket.end()],
    ['by closing', (client: RawClient) => client.socket.destroy()],
    ['by RST', (client: RawClient) => client.socket.resetAndDestroy()],
  ])('%s', (_way, leave) => {
    it.each(stages)('%s, takes its upstream connection with it', async (_stage, open, recorded) => {
      const { edge, client, connection, upstream } = await open();
      leave(client);
      const start = performance.now();
      await connection.gone();
      // Not with one of the deadlines.
      expect(performance.now() - start).toBeLessThan(8_000);
      await expect.poll(() => edge.connections.size + edge.proxy.openConnections).toBe(0);
      await sleep(10);
      expect(upstream.connections).toHaveLength(1);
      expect(edge.failures).toEqual([]);
      expect(edge.records.map(({ status }) => status)).toEqual(recorded);
    });

    it('connecting, ends the attempt', async () => {
      const upstream = await openRawUpstream();
      // The handshake never ends.
      const edge = await openProxyEdge(upstream.port, { upstream: { tls: true } });
      const client = new RawClient(edge.port).send(request('GET /'));
      const connection = await upstream.next();
      await connection.until(() => connection.receivedBytes > 0);
      leave(client);
      await connection.gone();
      await expect.poll(() => edge.connections.size).toBe(0);
      expect(edge.failures).toEqual([]);
      expect(edge.records).toEqual([]);
    });
  });
});

describe('draining', () => {
  it('lets a proxied answer end, and says that it is the last', async () => {
    const { edge, client, connection } = await openScene(request('GET /'));
    await connection.head();
    const drained = edge.connections.drain(5_000);
    connection.say('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n');
    await client.until(/\r\n\r\n$/);
    connection.say('ok');
    await client.closed;
    await drained;
    expect(statuses(client.received)).toEqual([200]);
    expect(client.received).toContain('\r\nConnection: close\r\n');
    expect(edge.records).toMatchObject([{ status: 200 }]);
  });

  it('cuts off what does not end', async () => {
    const { edge, client, connection } = await openScene(request('GET /'));
    await connection.head();
    connection.say('HTTP/1.1 200 OK\r\n\r\nabc');
    await client.until(/abc/);
    await edge.connections.drain(50);
    await Promise.all([client.closed, connection.gone()]);
    expect(edge.records).toMatchObject([{ status: 200 }]);
  });
});
