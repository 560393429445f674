import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { openRawEdge, RawClient } from '../../../test/support/raw-http.ts';
import { openProxyEdge, openRawUpstream, request } from '../../../test/support/raw-upstream.ts';
import { scriptTag } from '../inject/script-tag.ts';

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

type Framed = (body: Buffer) => readonly [field: string, bytes: Buffer];

const framings: readonly (readonly [name: string, frame: Framed])[] = [
  ['with a length', (body) => [`Content-Length: ${body.length}`, body]],
  [
    'chunked',
    (body) => {
      const sizeLine = `${body.length.toString(16)}\r\n`;
      return [
        'Transfer-Encoding: chunked',
        Buffer.concat([Buffer.from(sizeLine), body, Buffer.from('\r\n0\r\n\r\n')]),
      ];
    },
  ],
];

describe('bytes lent from one buffer for all upstreams arrive whole at clients that read late, several at a time', () => {
  it.each(framings)('%s', async (_, frame) => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const bodies = [0, 1, 2, 3].map((seed) => patterned(bodyBytes, seed));
    const answers = await askedTogether(edge.port, upstream, bodies, frame, 'application/octet-stream');
    for (const { head, content } of answers) {
      expect(content).toHaveLength(bodyBytes);
      expect(head).toContain(digest(content));
    }
  });

  it.each(framings)('in pages that get the script, %s', async (_, frame) => {
    const upstream = await openRawUpstream();
    const edge = await openRawEdge({}, [], undefined, {
      domains: { 'd.example': domainAt({ port: upstream.port }, { webAnalytics: 'inject' }) },
    });
    const bodies = [0, 1, 2, 3].map((seed) =>
      Buffer.concat([Buffer.from('<head></head>'), patterned(bodyBytes, seed)]),
    );
    const answers = await askedTogether(edge.port, upstream, bodies, frame, 'text/html');
    for (const { head, content } of answers) {
      expect(content.toString('latin1', 0, 13 + scriptTag.length)).toBe(`<head>${scriptTag}</head>`);
      const original = Buffer.concat([content.subarray(0, 6), content.subarray(6 + scriptTag.length)]);
      expect(original).toHaveLength(bodyBytes + 13);
      expect(head).toContain(digest(original));
    }
  });
});

/** Asks for each body with a client of its own; heads name the digest of what the upstream has sent. */
async function askedTogether(
  port: number,
  upstream: Awaited<ReturnType<typeof openRawUpstream>>,
  bodies: readonly Buffer[],
  frame: Framed,
  type: string,
): Promise<{ head: string; content: Buffer }[]> {
  // More than the kernel takes: the rest waits in the edge while others are read into the same buffer.
  const clients = bodies.map(() => {
    const client = new RawClient(port).send(request('GET /', ['Connection: close']));
    const pieces: Buffer[] = [];
    client.socket.on('data', (piece: Buffer) => pieces.push(piece));
    client.socket.pause();
    return { client, pieces };
  });
  for (const body of bodies) {
    const connection = await upstream.next();
    await connection.head();
    const [field, bytes] = frame(body);
    connection.say(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nX-Body: ${digest(body)}\r\n${field}\r\n\r\n`);
    connection.socket.write(bytes);
  }
  await sleep(500);
  return Promise.all(
    clients.map(async ({ client, pieces }) => {
      client.socket.resume();
      await client.closed;
      const answer = Buffer.concat(pieces);
      const headEnd = answer.indexOf('\r\n\r\n') + 4;
      const head = answer.toString('latin1', 0, headEnd);
      const content = answer.subarray(headEnd);
      return { head, content: head.includes('chunked') ? unchunked(content) : content };
    }),
  );
}

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
