import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { RawClient, statuses, withoutAnswerId } from '../../../test/support/raw-http.ts';
import {
  openProxyEdge,
  openRawUpstream,
  type RawUpstreamConnection,
  request,
} from '../../../test/support/raw-upstream.ts';

const ask = request('GET /chat', [
  'Connection: keep-alive, Upgrade, X-Hop',
  'Upgrade: websocket',
  'X-Hop: 1',
  'Sec-WebSocket-Key: x',
]);
const switching =
  'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade, x-hop\r\nUpgrade: websocket\r\nX-Hop: 1\r\n' +
  'Keep-Alive: x\r\nContent-Length: 5\r\nSec-WebSocket-Accept: y\r\n\r\n';

/** A tunnel through an edge, ready for both sides to write. */
async function openTunnel() {
  const upstream = await openRawUpstream();
  const edge = await openProxyEdge(upstream.port);
  const client = new RawClient(edge.port).send(ask);
  const connection: RawUpstreamConnection = await upstream.next();
  const head = await connection.head();
  connection.say(switching);
  await client.until(/\r\n\r\n$/);
  const answer = client.received;
  client.received = '';
  return { edge, client, connection, head, answer };
}

describe('a switch of protocols', () => {
  it('passes on what belongs to it, both ways, and nothing else of the connection', async () => {
    const { head, answer } = await openTunnel();
    expect(head).toMatch(/\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n$/);
    expect(head).toContain('\r\nSec-WebSocket-Key: x\r\n');
    expect(head).not.toContain('X-Hop');
    expect(head.match(/Connection:/g)).toHaveLength(1);
    expect(withoutAnswerId(answer)).toBe(
      'HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: y\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
  });

  it('carries what either side sent too early', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(`${ask}early`);
    const connection = await upstream.next();
    await connection.head();
    await sleep(20);
    expect(connection.received).toBe('');
    connection.say(`${switching}hello`);
    expect(await connection.body('early')).toBe('early');
    await client.until(/hello$/);
  });

  it.each([
    ['h2c', ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']],
    ['a version of h2c', ['Connection: upgrade', 'Upgrade: H2C/1']],
    ['TLS', ['Connection: upgrade', 'Upgrade: TLS/1.2, HTTP/1.1']],
    ['Upgrade that Connection does not name', ['Connection: keep-alive, no-upgrade', 'Upgrade: websocket']],
    ['an upgrade with content', ['Connection: upgrade', 'Upgrade: websocket', 'Content-Length: 2']],
    ['an upgrade with chunks', ['Connection: upgrade', 'Upgrade: websocket', 'Transfer-Encoding: chunked']],
    ['an empty Upgrade', ['Connection: upgrade', 'Upgrade:']],
  ])('is not asked for: %s', async (_, fields) => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const content = fields.at(-1)?.startsWith('Content-Length')
      ? 'ab'
      : fields.at(-1)?.startsWith('Transfer')
        ? '0\r\n\r\n'
        : '';
    const client = new RawClient(edge.port).send(request('GET /', fields, content));
    const connection = await upstream.next();
    const head = await connection.head();
    expect(head).not.toMatch(/\r\n(?:Upgrade|HTTP2-Settings|Connection):/i);
    connection.say(switching);
    await client.until(/ 502 [^]*\r\n\r\n/);
    expect(statuses(client.received)).toEqual([502]);
    expect(edge.failures).toMatchObject([{ failure: 'switch_unasked' }]);
  });

  it('leaves h2c out of several protocols, and accepts none but those asked for', async () => {
    for (const [chosen, expected] of [
      ['websocket', 101],
      ['WebSocket', 101],
      ['h2c', 502],
      ['websocket, h2c', 502],
      ['', 502],
    ] as const) {
      const upstream = await openRawUpstream();
      const edge = await openProxyEdge(upstream.port);
      const client = new RawClient(edge.port).send(
        request('GET /', ['Connection: upgrade', 'Upgrade: h2c , websocket', 'Upgrade: custom/1.0']),
      );
      const connection = await upstream.next();
      expect(await connection.head()).toContain('\r\nUpgrade: websocket, custom/1.0\r\n');
      connection.say(switching.replace('Upgrade: websocket', `Upgrade: ${chosen}`));
      await client.until(/\r\n\r\n/);
      expect(statuses(client.received)).toEqual([expected]);
    }
  });

  it.each([
    [
      '401',
      'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\nContent-Length: 2\r\n\r\nno',
      'WWW-Authenticate: Basic',
    ],
    [
      '426',
      'HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 2\r\n\r\nno',
      'Connection: Upgrade\r\nUpgrade: websocket',
    ],
    ['200', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno', 'Content-Length: 2'],
  ])('that is refused with %s is an exchange like others', async (status, answer, line) => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(ask);
    const connection = await upstream.next();
    await connection.head();
    connection.say(answer);
    await client.until(/no$/);
    expect(client.received).toContain(`\r\n${line}\r\n`);
    client.send(request('GET /next'));
    await connection.head();
    connection.say('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    await client.until(/ok$/);
    expect(statuses(client.received)).toEqual([Number(status), 200]);
    expect(upstream.connections).toHaveLength(1);
  });
});

describe('a tunnel', () => {
  it('ends when the upstream ends, after all it said', async () => {
    const { edge, client, connection } = await openTunnel();
    const text = 'x'.repeat(3_000_000);
    connection.end(text);
    await client.closed;
    expect(client.received === text).toBe(true);
    await expect.poll(() => edge.connections.size + edge.proxy.openConnections).toBe(0);
    expect(edge.records).toMatchObject([{ status: 101 }]);
    expect(edge.records[0]?.bytesOut).toBeGreaterThan(text.length);
    expect(edge.failures).toEqual([]);
  });

  it('is half-closed by the client, after all it said, and goes on the other way', async () => {
    const { edge, client, connection } = await openTunnel();
    client.socket.allowHalfOpen = true;
    connection.socket.pause();
    const text = 'y'.repeat(9_000_000);
    client.socket.end(text);
    await sleep(100);
    connection.socket.resume();
    await connection.until(() => connection.hasEnded);
    expect(connection.received === text).toBe(true);
    connection.say('still');
    await client.until(/still$/);
    connection.end('bye');
    await client.closed;
    expect(client.received).toBe('stillbye');
    await expect.poll(() => edge.connections.size + edge.proxy.openConnections).toBe(0);
    expect(edge.records).toHaveLength(1);
    expect(edge.records[0]?.bytesIn).toBe(ask.length + text.length);
  });

  it('ends when the client has ended its side and nothing comes for 60 s', async () => {
    const { edge, client, connection } = await openTunnel();
    const endTick = performance.now();
    client.socket.allowHalfOpen = true;
    client.socket.end();
    await connection.until(() => connection.hasEnded);
    edge.connections.sweep(endTick + 59_000);
    connection.say('still');
    await client.until(/still$/);
    await sleep(20);
    edge.connections.sweep(performance.now() + 61_000);
    await connection.gone();
    await expect.poll(() => edge.connections.size + edge.proxy.openConnections).toBe(0);
  });

  it.each([
    ['client', (client: RawClient) => client.socket.resetAndDestroy()],
    ['upstream', (_: RawClient, connection: RawUpstreamConnection) => connection.reset()],
  ])('ends when the %s vanishes', async (_, vanish) => {
    const { edge, client, connection } = await openTunnel();
    client.send('a');
    await connection.body('a');
    vanish(client, connection);
    await Promise.all([connection.gone(), client.closed]);
    await expect.poll(() => edge.connections.size + edge.proxy.openConnections).toBe(0);
    expect(edge.records).toMatchObject([{ status: 101 }]);
    expect(edge.failures).toEqual([]);
  });

  it('stays open however long nobody says anything', async () => {
    const { edge, client, connection } = await openTunnel();
    await sleep(20);
    edge.connections.sweep(performance.now() + 24 * 3_600_000);
    await sleep(300);
    client.send('a');
    await connection.body('a');
    connection.say('b');
    await client.until(/b$/);
    expect(edge.connections.size).toBe(1);
  });

  it('holds back whoever is faster than the other takes', async () => {
    const { client, connection } = await openTunnel();
    const size = 48 * 1024 * 1024;
    connection.socket.pause();
    client.socket.pause();
    client.socket.write(Buffer.alloc(size, 'x'));
    connection.socket.write(Buffer.alloc(size, 'y'));
    await sleep(300);
    expect(client.socket.writableLength).toBeGreaterThan(size / 2);
    expect(connection.socket.writableLength).toBeGreaterThan(size / 2);
    connection.keeps = false;
    connection.receivedBytes = 0;
    client.socket.removeAllListeners('data');
    let bytes = 0;
    client.socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    connection.socket.resume();
    client.socket.resume();
    await expect.poll(() => [bytes, connection.receivedBytes]).toEqual([size, size]);
  });
});

describe('WebSocket', () => {
  async function openEcho(): Promise<WebSocket> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    server.on('connection', (socket) => {
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }));
      socket.on('ping', () => socket.send('pinged'));
    });
    onTestFinished(async () => {
      for (const socket of server.clients) socket.terminate();
      server.close();
      await once(server, 'close');
    });
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('no address');
    const edge = await openProxyEdge(address.port);
    const client = new WebSocket(`ws://127.0.0.1:${edge.port}/`, { headers: { host: 'd.example' } });
    onTestFinished(() => client.terminate());
    await once(client, 'open');
    return client;
  }

  it('echoes text, big frames and many of them, pings, and close codes', async () => {
    const client = await openEcho();
    client.send('hällo');
    const [text] = await once(client, 'message');
    expect(String(text)).toBe('hällo');
    const big = randomBytes(5_000_000);
    client.send(big);
    const [echoed] = await once(client, 'message');
    expect(big.equals(echoed)).toBe(true);
    const got: string[] = [];
    client.on('message', (data: Buffer) => got.push(data.toString()));
    const sent = Array.from({ length: 2_000 }, (_, i) => `message ${i}`);
    for (const message of sent) client.send(message);
    await expect.poll(() => got.length).toBe(sent.length);
    expect(got).toEqual(sent);
    const pong = once(client, 'pong');
    client.ping('p');
    expect(String((await pong)[0])).toBe('p');
    client.close(4321, 'enough');
    const [code, reason] = await once(client, 'close');
    expect([code, String(reason)]).toEqual([4321, 'enough']);
  });
});
