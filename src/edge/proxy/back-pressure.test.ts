import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryInUse } from '../../../test/support/garbage.ts';
import { RawClient, statuses } from '../../../test/support/raw-http.ts';
import { openProxyEdge, openRawUpstream, request } from '../../../test/support/raw-upstream.ts';
import { settledAt } from '../../../test/support/settled.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const mebibyte = 1024 * 1024;
/** Each look at memory collects garbage, which takes half a second where the process has loaded much. */
const bytesBetweenLooks = 10 * mebibyte;

/** An upstream of `node:http`. */
async function openHttpUpstream(listener: http.RequestListener): Promise<number> {
  const server = http.createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the server has no address');
  return address.port;
}

describe('back-pressure', () => {
  /** What is in use: how late garbage is collected depends on the machine, and on what ran before in this process. */
  const rss = (): number => {
    memoryInUse();
    return process.memoryUsage.rss();
  };

  it('100 MB go up, in little memory', async () => {
    const port = await openHttpUpstream((incoming, outgoing) => {
      let bytes = 0;
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      incoming.on('end', () => outgoing.end(String(bytes)));
    });
    const edge = await openProxyEdge(port);
    const size = 100 * mebibyte;
    const before = rss();
    let peak = before;
    const client = new RawClient(edge.port).send(request('PUT /', [`Content-Length: ${size}`]));
    const piece = Buffer.alloc(mebibyte, 'x');
    for (let sent = 0; sent < size; sent += piece.length) {
      if (!client.socket.write(piece)) await once(client.socket, 'drain');
      if (sent % bytesBetweenLooks === 0) peak = Math.max(peak, rss());
    }
    await client.until(/\r\n\r\n.*104857600/s);
    expect(statuses(client.received)).toEqual([200]);
    expect(edge.records[0]?.bytesIn).toBeGreaterThan(size);
    expect((peak - before) / mebibyte).toBeLessThan(80);
  });

  it('100 MB come down, in little memory', async () => {
    const size = 100 * mebibyte;
    const piece = Buffer.alloc(mebibyte, 'x');
    const port = await openHttpUpstream((_, outgoing) => {
      const send = async (): Promise<void> => {
        for (let sent = 0; sent < size; sent += piece.length) {
          if (!outgoing.write(piece)) await once(outgoing, 'drain');
        }
        outgoing.end();
      };
      void send();
    });
    const edge = await openProxyEdge(port);
    const before = rss();
    let peak = before;
    let bytes = 0;
    const socket = net.connect(edge.port, '127.0.0.1');
    socket.on('data', (chunk: Buffer) => {
      if (Math.floor((bytes + chunk.length) / bytesBetweenLooks) > Math.floor(bytes / bytesBetweenLooks))
        peak = Math.max(peak, rss());
      bytes += chunk.length;
    });
    socket.write(request('GET /', ['Connection: close']));
    await once(socket, 'close');
    expect(bytes).toBeGreaterThan(size);
    expect(edge.records).toMatchObject([{ status: 200, bytesOut: bytes }]);
    expect((peak - before) / mebibyte).toBeLessThan(80);
  });

  it('a slow upstream holds the client back', async () => {
    const upstream = await openRawUpstream(({ socket }) => socket.pause());
    const edge = await openProxyEdge(upstream.port);
    const size = 64 * mebibyte;
    const client = new RawClient(edge.port).send(request('PUT /', [`Content-Length: ${size}`]));
    client.socket.write(Buffer.alloc(size, 'x'));
    const held = await settledAt(() => client.socket.writableLength);
    // What the kernel's buffers of two connections take, and not more.
    expect(held).toBeGreaterThan(size - 24 * mebibyte);
    const connection = await upstream.next();
    connection.keeps = false;
    connection.socket.resume();
    await connection.until(() => connection.receivedBytes > size);
    connection.say(ok);
    await client.until(/ok$/);
    expect(edge.records[0]?.status).toBe(200);
  });

  it('an upstream that neither reads nor answers gets 504', async () => {
    const upstream = await openRawUpstream(({ socket }) => socket.pause());
    const edge = await openProxyEdge(upstream.port, { responseTimeoutMs: 300 });
    const client = new RawClient(edge.port).send(request('PUT /', [`Content-Length: ${64 * mebibyte}`]));
    client.socket.write(Buffer.alloc(64 * mebibyte, 'x'));
    await client.until(/\r\n\r\n.*\n.*\n$/s);
    expect(statuses(client.received)).toEqual([504]);
    expect(edge.failures).toMatchObject([{ failure: 'response_timeout' }]);
    await client.closed;
  });

  it('a slow client holds the upstream back', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(request('GET /'));
    client.socket.pause();
    const connection = await upstream.next();
    await connection.head();
    const size = 64 * mebibyte;
    connection.say(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
    connection.socket.write(Buffer.alloc(size, 'x'));
    const held = await settledAt(() => connection.socket.writableLength);
    expect(held).toBeGreaterThan(size - 24 * mebibyte);
    let bytes = 0;
    client.socket.removeAllListeners('data');
    client.socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    client.socket.resume();
    await expect.poll(() => bytes).toBeGreaterThan(size);
    expect(edge.records[0]?.status).toBe(200);
    // The connection is free for the next request, and reads again.
    client.socket.write(request('GET /2'));
    await connection.head();
  });

  it('a client that takes nothing for a minute is cut off, and its upstream with it', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(request('GET /'));
    client.socket.pause();
    const connection = await upstream.next();
    await connection.head();
    connection.say('HTTP/1.1 200 OK\r\n\r\n');
    connection.socket.write(Buffer.alloc(32 * mebibyte, 'x'));
    // Until the kernel takes no more, which may take a while on a busy machine.
    const aMinuteLater = (): number => {
      edge.connections.sweep(performance.now() + 61_000);
      return edge.connections.size;
    };
    await expect.poll(aMinuteLater).toBe(0);
    await expect.poll(() => edge.proxy.openConnections).toBe(0);
    expect(edge.records).toMatchObject([{ status: 200 }]);
  });
});
