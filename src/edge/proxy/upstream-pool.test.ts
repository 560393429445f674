import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { RawClient, statuses, talk } from '../../../test/support/raw-http.ts';
import {
  answering,
  openProxyEdge,
  openRawUpstream,
  type RawUpstreamConnection,
  request,
} from '../../../test/support/raw-upstream.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const get = request('GET /', ['Connection: close']);
const post = request('POST /', ['Content-Length: 2', 'Connection: close'], 'ab');

/** Answers the first request of each connection; at the second, does as told. */
function onSecond(
  second: (connection: RawUpstreamConnection) => void,
): (connection: RawUpstreamConnection) => void {
  return (connection) => {
    const goOn = async (): Promise<void> => {
      await connection.head();
      connection.say(ok);
      await connection.head();
      second(connection);
    };
    goOn().catch(() => {});
  };
}

describe('connections to an upstream', () => {
  it('are used again, by whatever client', async () => {
    const upstream = await openRawUpstream(answering(ok));
    const edge = await openProxyEdge(upstream.port);
    for (let i = 0; i < 5; i++) expect(statuses(await talk(edge.port, get))).toEqual([200]);
    expect(upstream.connections).toHaveLength(1);
    expect(edge.proxy.openConnections).toBe(1);
    const received = await Promise.all([talk(edge.port, get), talk(edge.port, get)]);
    expect(received.flatMap(statuses)).toEqual([200, 200]);
    expect(upstream.connections.length).toBeLessThanOrEqual(2);
  });

  it('are not shared between upstreams', async () => {
    const upstream = await openRawUpstream(answering(ok));
    const edge = await openProxyEdge(upstream.port, {
      domains: {
        'd.example': domainAt({ port: upstream.port }),
        'e.example': domainAt({ port: upstream.port, uuid: 'u2', authToken: 'token-2' }),
      },
    });
    expect(statuses(await talk(edge.port, get))).toEqual([200]);
    expect(statuses(await talk(edge.port, get.replace('d.', 'e.')))).toEqual([200]);
    expect(upstream.connections).toHaveLength(2);
  });

  it.each([
    ['Connection: close', 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok'],
    ['Connection: x, Close', 'HTTP/1.1 200 OK\r\nConnection: x, Close\r\nContent-Length: 2\r\n\r\nok'],
    ['HTTP/1.0', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok'],
    ['Keep-Alive: timeout=1', 'HTTP/1.1 200 OK\r\nKeep-Alive: timeout=1\r\nContent-Length: 2\r\n\r\nok'],
    [
      'Keep-Alive: timeout=0',
      'HTTP/1.1 200 OK\r\nKeep-Alive: max=5, timeout=0\r\nContent-Length: 2\r\n\r\nok',
    ],
  ])('are not used again after %s', async (_, answer) => {
    const upstream = await openRawUpstream(answering(answer));
    const edge = await openProxyEdge(upstream.port);
    for (let i = 0; i < 2; i++) expect(statuses(await talk(edge.port, get))).toEqual([200]);
    expect(upstream.connections).toHaveLength(2);
    await upstream.connections[0]?.gone();
  });

  it('are used again after HTTP/1.0 with keep-alive', async () => {
    const upstream = await openRawUpstream(
      answering('HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok'),
    );
    const edge = await openProxyEdge(upstream.port);
    for (let i = 0; i < 2; i++) expect(statuses(await talk(edge.port, get))).toEqual([200]);
    expect(upstream.connections).toHaveLength(1);
  });

  it('are left before the upstream leaves them', async () => {
    const upstream = await openRawUpstream(
      answering('HTTP/1.1 200 OK\r\nKeep-Alive: timeout=2\r\nContent-Length: 2\r\n\r\nok'),
    );
    const edge = await openProxyEdge(upstream.port);
    await talk(edge.port, get);
    await talk(edge.port, get);
    expect(upstream.connections).toHaveLength(1);
    await expect.poll(() => upstream.connections[0]?.hasEnded).toBe(true);
    await expect.poll(() => edge.proxy.openConnections).toBe(0);
    await talk(edge.port, get);
    expect(upstream.connections).toHaveLength(2);
  });

  it('that the upstream closes when idle are forgotten', async () => {
    const upstream = await openRawUpstream(answering(ok));
    const edge = await openProxyEdge(upstream.port);
    await talk(edge.port, get);
    upstream.connections[0]?.end();
    await expect.poll(() => edge.proxy.openConnections).toBe(0);
    expect(statuses(await talk(edge.port, post))).toEqual([200]);
  });
});

describe('an upstream that has all the connections it may have', () => {
  const few = { maxConnections: 2, connectTimeoutMs: 50_000 };

  it('gets the requests beyond when an answer is complete, the first first', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port, few);
    const clients = [];
    for (const path of ['/a', '/b', '/c', '/d']) {
      clients.push(new RawClient(edge.port).send(get.replace('/', path)));
      // One after the other, so that they stand in line in this order.
      if (clients.length <= few.maxConnections) await upstream.next();
      else await sleep(50);
    }
    const [first, second] = upstream.connections;
    if (!first || !second) throw new Error('there are no connections');
    for (const connection of [first, second]) await connection.head();
    expect(edge.proxy.openConnections).toBe(2);
    first.say(ok);
    expect(await first.head()).toContain('GET /c ');
    second.say(ok);
    expect(await second.head()).toContain('GET /d ');
    for (const connection of [first, second]) connection.say(ok);
    for (const client of clients) {
      await client.closed;
      expect(statuses(client.received)).toEqual([200]);
    }
    expect(upstream.connections).toHaveLength(2);
    expect(edge.failures).toEqual([]);
  });

  it('gets the next one on a new connection when one has ended', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port, { ...few, maxConnections: 1 });
    const first = new RawClient(edge.port).send(get);
    const connection = await upstream.next();
    await connection.head();
    const second = new RawClient(edge.port).send(get);
    await sleep(50);
    connection.say('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok');
    await first.closed;
    const other = await upstream.next();
    await other.head();
    other.say(ok);
    await second.closed;
    expect(statuses(second.received)).toEqual([200]);
  });

  it('makes the others wait as long as for a connection, then they get 503', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port, { maxConnections: 1, connectTimeoutMs: 1_000 });
    const first = new RawClient(edge.port).send(get);
    const connection = await upstream.next();
    await connection.head();
    const received = await talk(edge.port, get);
    expect(statuses(received)).toEqual([503]);
    expect(received).toContain('\r\nRetry-After: 1\r\n');
    expect(edge.failures).toMatchObject([{ failure: 'busy', upstreamUuid: 'u1' }]);
    connection.say(ok);
    await first.closed;
    expect(statuses(first.received)).toEqual([200]);
    expect(upstream.connections).toHaveLength(1);
  });

  it('does not hear of clients that have left the line', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port, { ...few, maxConnections: 1 });
    const first = new RawClient(edge.port).send(get);
    const connection = await upstream.next();
    await connection.head();
    const gone = new RawClient(edge.port).send(get.replace('/', '/gone'));
    await sleep(50);
    gone.socket.destroy();
    await gone.closed;
    await sleep(50);
    const last = new RawClient(edge.port).send(get.replace('/', '/last'));
    await sleep(50);
    connection.say(ok);
    expect(await connection.head()).toContain('GET /last ');
    connection.say(ok);
    await Promise.all([first.closed, last.closed]);
    expect(statuses(last.received)).toEqual([200]);
  });

  it('has room for another try when its only connection dies', async () => {
    const upstream = await openRawUpstream(onSecond((connection) => connection.end()));
    const edge = await openProxyEdge(upstream.port, { ...few, maxConnections: 1 });
    await talk(edge.port, get);
    expect(statuses(await talk(edge.port, get))).toEqual([200]);
    expect(upstream.connections).toHaveLength(2);
  });

  it('does not keep requests for another upstream waiting', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port, {
      ...few,
      maxConnections: 1,
      domains: {
        'd.example': domainAt({ port: upstream.port }),
        'e.example': domainAt({ port: upstream.port, uuid: 'u2', authToken: 'token-2' }),
      },
    });
    const first = new RawClient(edge.port).send(get);
    await upstream.next();
    const other = new RawClient(edge.port).send(get.replace('d.', 'e.'));
    const connection = await upstream.next();
    await connection.head();
    connection.say(ok);
    await other.closed;
    expect(statuses(other.received)).toEqual([200]);
    first.socket.destroy();
  });
});

describe('a connection that dies before the answer', () => {
  it.each([
    ['closed', (connection: RawUpstreamConnection) => connection.end()],
    ['reset', (connection: RawUpstreamConnection) => connection.reset()],
  ])('%s: GET is tried once more', async (_, second) => {
    const upstream = await openRawUpstream(onSecond(second));
    const edge = await openProxyEdge(upstream.port);
    await talk(edge.port, get);
    expect(statuses(await talk(edge.port, get))).toEqual([200]);
    expect(upstream.connections).toHaveLength(2);
    expect(edge.failures).toEqual([]);
    expect(edge.records).toHaveLength(2);
  });

  it.each([
    ['POST without content', request('POST /', ['Content-Length: 0', 'Connection: close'])],
    ['POST', post],
    ['PATCH', post.replace('POST', 'PATCH')],
    ['PUT with content, which is gone by then', post.replace('POST', 'PUT')],
    ['an upgrade', request('GET /', ['Connection: upgrade, close', 'Upgrade: websocket'])],
  ])('%s is not tried again: 502', async (_, text) => {
    const upstream = await openRawUpstream(onSecond((connection) => connection.end()));
    const edge = await openProxyEdge(upstream.port);
    await talk(edge.port, get);
    expect(statuses(await talk(edge.port, text))).toEqual([502]);
    expect(upstream.connections).toHaveLength(1);
    expect(edge.failures).toMatchObject([{ failure: 'died_unanswered' }]);
  });

  it('is tried once only', async () => {
    const upstream = await openRawUpstream((connection) => {
      connection.head().then(
        () => connection.reset(),
        () => {},
      );
    });
    const edge = await openProxyEdge(upstream.port);
    expect(statuses(await talk(edge.port, get))).toEqual([502]);
    expect(upstream.connections).toHaveLength(2);
    expect(edge.failures).toMatchObject([{ failure: 'died_unanswered' }]);
    expect(edge.records).toMatchObject([{ status: 502 }]);
  });

  it('after one byte of it is the end', async () => {
    const upstream = await openRawUpstream((connection) => {
      connection.head().then(
        () => connection.end('H'),
        () => {},
      );
    });
    const edge = await openProxyEdge(upstream.port);
    expect(statuses(await talk(edge.port, get))).toEqual([502]);
    expect(upstream.connections).toHaveLength(1);
  });

  it('is not tried again for a client that has left', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(request('GET /'));
    const connection = await upstream.next();
    await connection.head();
    client.socket.destroy();
    await connection.gone();
    await sleep(30);
    expect(upstream.connections).toHaveLength(1);
    expect(edge.failures).toEqual([]);
    expect(edge.records).toEqual([]);
  });
});
