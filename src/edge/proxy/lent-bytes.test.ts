import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { RawClient } from '../../../test/support/raw-http.ts';
import { openProxyEdge, openRawUpstream, request } from '../../../test/support/raw-upstream.ts';

const bodyBytes = 16 * 1024 * 1024;

/** Bytes that differ everywhere, and from answer to answer. */
function patterned(bytes: number, seed: number): Buffer {
  const words = new Uint32Array(bytes / 4);
  let word = seed + 1;
  for (let i = 0; i < words.length; i++) {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
    words[i] = word;
  }
  return Buffer.from(words.buffer);
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe('bytes lent from one buffer for all upstreams', () => {
  it.each([
    ['with a length', (body: Buffer) => [`Content-Length: ${body.length}`, body] as const],
    [
      'chunked',
      (body: Buffer) => {
        const sizeLine = `${body.length.toString(16)}\r\n`;
        return [
          'Transfer-Encoding: chunked',
          Buffer.concat([Buffer.from(sizeLine), body, Buffer.from('\r\n0\r\n\r\n')]),
        ] as const;
      },
    ],
  ])('arrive whole at clients that read late, several at a time: %s', async (_, frame) => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    // More than the kernel takes: the rest waits in the edge while others are read into the same buffer.
    const bodies = [0, 1, 2, 3].map((seed) => patterned(bodyBytes, seed));
    const clients = bodies.map(() => {
      const client = new RawClient(edge.port).send(request('GET /', ['Connection: close']));
      const pieces: Buffer[] = [];
      client.socket.on('data', (piece: Buffer) => pieces.push(piece));
      client.socket.pause();
      return { client, pieces };
    });
    for (const body of bodies) {
      const connection = await upstream.next();
      await connection.head();
      const [field, bytes] = frame(body);
      connection.say(`HTTP/1.1 200 OK\r\nX-Body: ${digest(body)}\r\n${field}\r\n\r\n`);
      connection.socket.write(bytes);
    }
    await sleep(500);
    const received = await Promise.all(
      clients.map(async ({ client, pieces }) => {
        client.socket.resume();
        await client.closed;
        return Buffer.concat(pieces);
      }),
    );
    for (const answer of received) {
      const headEnd = answer.indexOf('\r\n\r\n') + 4;
      const head = answer.toString('latin1', 0, headEnd);
      const content = head.includes('chunked')
        ? unchunked(answer.subarray(headEnd))
        : answer.subarray(headEnd);
      expect(content).toHaveLength(bodyBytes);
      expect(head).toContain(digest(content));
    }
  });
});

function unchunked(coded: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = coded.indexOf('\r\n', at);
    const size = Number.parseInt(coded.toString('latin1', at, lineEnd), 16);
    if (size === 0) return Buffer.concat(pieces);
    pieces.push(coded.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
