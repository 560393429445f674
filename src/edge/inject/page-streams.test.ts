/** Long pages, slow ones, and those that never end. */
import { randomBytes } from 'node:crypto';
import zlib from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { memoryInUse } from '../../../test/support/garbage.ts';
import { decoded, openPageEdge, page } from '../../../test/support/page-edge.ts';
import { RawClient } from '../../../test/support/raw-http.ts';
import { request } from '../../../test/support/raw-upstream.ts';
import { settledAt } from '../../../test/support/settled.ts';
import { scriptTag } from './script-tag.ts';

const get = request('GET /', ['Connection: close']);
const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n';
const megabyte = 1024 * 1024;

/** Counts what a client gets, and keeps no more than a beginning. */
function countBytes(client: RawClient): () => number {
  let bytes = 0;
  client.socket.removeAllListeners('data');
  client.socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (client.received.length < 2_000) client.received += chunk.toString('latin1', 0, 2_000);
  });
  return () => bytes;
}

/** Counts the bytes of buffers in use. When the others are collected depends on the version of Node. */
function heldBytes(): number {
  return memoryInUse().arrayBuffers;
}

describe('a page', () => {
  it('of 100 MB without a head streams through', async () => {
    const size = 100 * megabyte;
    const held: number[] = [];
    const { edge } = await openPageEdge((_, connection) => {
      connection.say(`${head}Content-Length: ${size}\r\n\r\n<p>`);
      const piece = Buffer.alloc(megabyte, 'x');
      const more = (left: number): void => {
        const length = Math.min(left, piece.length);
        if (left % (10 * megabyte) < megabyte) held.push(heldBytes());
        if (length === 0 || connection.isClosed) return;
        connection.socket.write(piece.subarray(0, length), () => more(left - length));
      };
      more(size - 3);
    });
    const before = heldBytes();
    const client = new RawClient(edge.port);
    const bytes = countBytes(client);
    client.send(get);
    await client.closed;
    const [answerHead = ''] = client.received.split('\r\n\r\n');
    expect(bytes()).toBe(answerHead.length + 4 + size + scriptTag.length);
    expect(answerHead).toContain(`Content-Length: ${size + scriptTag.length}`);
    expect(client.received).toContain(`\r\n\r\n${scriptTag}<p>xxx`);
    expect(edge.records).toMatchObject([{ bytesOut: bytes() }]);
    expect(held).toHaveLength(11);
    expect(Math.max(...held) - before).toBeLessThan(32 * megabyte);
  });

  it('of 60 MB in a title is not held back', async () => {
    const { edge } = await openPageEdge((_, connection) => {
      connection.say(`${head}\r\n<title>`);
      connection.socket.end(Buffer.alloc(60 * megabyte, '<'));
    });
    const client = new RawClient(edge.port);
    const bytes = countBytes(client);
    client.send(get);
    await client.closed;
    expect(bytes()).toBeGreaterThan(60 * megabyte);
    expect(edge.pages).toEqual(['unfinished']);
  });

  it('that is made bit by bit arrives so', async () => {
    const { edge, upstream } = await openPageEdge(() => {});
    const client = new RawClient(edge.port).send(get);
    const connection = await upstream.next();
    await connection.until(() => connection.receivedBytes > 0);
    connection.say(`${head}Link: </x.css>; rel=preload\r\n\r\n`);
    await client.until(/rel=preload[^]*\r\n\r\n$/);
    connection.say('<!doctype html><html><head><title>x</title>');
    await client.until(/<\/title>\r\n$/);
    connection.say('</he');
    connection.say('ad><body');
    await client.until(/<\/script><\/head><body\r\n$|ad><body\r\n$/);
    expect(client.received.replaceAll(/\r\n[0-9a-f]+\r\n/g, '')).toContain(
      `</title>${scriptTag}</head><body`,
    );
    connection.say('>one');
    await client.until(/>one\r\n$/);
    connection.end();
    await client.closed;
    expect(client.received).toMatch(/\r\n0\r\n\r\n$/);
  });
});

describe.each(['identity', 'gzip', 'br'] as const)('a page in %s', (coding) => {
  const content = Buffer.concat([Buffer.from('<head></head>'), randomBytes(megabyte)]);
  const encoders = { identity: (bytes: Buffer) => bytes, gzip: zlib.gzipSync, br: zlib.brotliCompressSync };
  const field = coding === 'identity' ? '' : `Content-Encoding: ${coding}\r\n`;

  it('is held back while the client takes nothing, and complete when it does', async () => {
    const whole = Buffer.concat([Buffer.from('<head></head>'), randomBytes(16 * megabyte)]);
    const coded =
      coding === 'br'
        ? zlib.brotliCompressSync(whole, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } })
        : encoders[coding](whole);
    const { edge, upstream } = await openPageEdge((_, connection) => {
      connection.say(`${head}${field}Content-Length: ${coded.length}\r\n\r\n`);
      connection.socket.write(coded);
    });
    const client = new RawClient(edge.port);
    client.socket.pause();
    const received: Buffer[] = [];
    client.socket.removeAllListeners('data');
    client.socket.on('data', (chunk: Buffer) => received.push(chunk));
    client.socket.pause();
    client.send(get);
    const connection = await upstream.next();
    expect(await settledAt(() => connection.socket.writableLength)).toBeGreaterThan(megabyte);
    client.socket.resume();
    await client.closed;
    const text = Buffer.concat(received).toString('latin1');
    const body = unchunked(text.slice(text.indexOf('\r\n\r\n') + 4), /chunked/.test(text.slice(0, 500)));
    const plain = coding === 'identity' ? body : decoded(body, coding);
    const expected = whole.toString('latin1').replace('</head>', `${scriptTag}</head>`);
    expect(plain === expected).toBe(true);
    expect(edge.records).toMatchObject([{ bytesOut: text.length }]);
  });

  it('takes its upstream with it when the client goes', async () => {
    const { edge, upstream } = await openPageEdge((_, connection) => {
      connection.say(`${head}${field}\r\n`);
      connection.socket.write(encoders[coding](content).subarray(0, -100));
    });
    const client = new RawClient(edge.port).send(get);
    const connection = await upstream.next();
    await client.until(/chunked[^]*\r\n\r\n[^]{1000}/);
    client.socket.resetAndDestroy();
    await connection.gone();
    await expect.poll(() => edge.connections.size + edge.proxy.openConnections).toBe(0);
    expect(edge.failures).toEqual([]);
    expect(edge.records).toMatchObject([{ status: 200 }]);
    expect(edge.pages).toEqual(['injected']);
  });

  it('that is cut short by its upstream breaks the client’s connection', async () => {
    const { edge } = await openPageEdge((_, connection) => {
      connection.say(`${head}${field}Content-Length: ${2 * content.length}\r\n\r\n`);
      connection.socket.end(encoders[coding](content).subarray(0, -100));
    });
    const client = new RawClient(edge.port).send(get);
    await client.closed;
    expect(client.received).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(edge.failures).toMatchObject([{ failure: 'died_midway' }]);
    expect(edge.records).toMatchObject([{ status: 200 }]);
  });

  it('goes on being served after others, on the same connections', async () => {
    const small = encoders[coding](Buffer.from('<head></head><p>small')).toString('latin1');
    const { edge, upstream } = await openPageEdge(page(small, field === '' ? [] : [field.trim()]));
    const client = new RawClient(edge.port);
    for (let i = 1; i <= 20; i++) {
      client.send(request('GET /'));
      await expect.poll(() => edge.records.length).toBe(i);
    }
    expect(edge.pages).toHaveLength(20);
    expect(upstream.connections).toHaveLength(1);
    expect(new Set(edge.records.map(({ bytesOut }) => bytesOut)).size).toBe(1);
  });
});

function unchunked(text: string, isChunked: boolean): string {
  if (!isChunked) return text;
  const pieces: string[] = [];
  for (let at = 0; ; ) {
    const lineEnd = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    if (size === 0) return pieces.join('');
    pieces.push(text.slice(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
