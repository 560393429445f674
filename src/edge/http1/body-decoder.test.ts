import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.ts';
import { type BodyDecoder, ChunkedDecoder, type ContentSink, LengthDecoder } from './body-decoder.ts';
import type { RefusalReason } from './refusal.ts';

type Outcome = { content: string; isDone: boolean; refusal: RefusalReason | undefined; readBytes: number };

function decode(
  make: (sink: ContentSink) => BodyDecoder,
  bytes: string,
  cuts: readonly number[] = [],
): Outcome {
  let content = '';
  const decoder = make((chunk, start, end) => {
    content += chunk.toString('latin1', start, end);
  });
  let readBytes = 0;
  const ends = [...new Set([...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].toSorted(
    (a, b) => a - b,
  );
  let from = 0;
  for (const to of ends) {
    if (!decoder.isDone && !decoder.refusal)
      readBytes += decoder.feed(Buffer.from(bytes.slice(from, to), 'latin1'), 0);
    from = to;
  }
  return { content, isDone: decoder.isDone, refusal: decoder.refusal, readBytes };
}

const chunked = (bytes: string, cuts: readonly number[] = []): Outcome =>
  decode((sink) => new ChunkedDecoder(sink), bytes, cuts);

describe('Content-Length', () => {
  it('stops where the body ends', () => {
    expect(decode((sink) => new LengthDecoder(3, sink), 'abcGET')).toEqual({
      content: 'abc',
      isDone: true,
      refusal: undefined,
      readBytes: 3,
    });
    expect(decode((sink) => new LengthDecoder(3, sink), 'ab')).toMatchObject({ isDone: false, readBytes: 2 });
  });
});

const good: [name: string, bytes: string, content: string][] = [
  ['no content', '0\r\n\r\n', ''],
  ['chunks', '3\r\nabc\r\n0A\r\n0123456789\r\n0\r\n\r\n', 'abc0123456789'],
  ['content that looks like framing', '7\r\n0\r\n\r\n\r\n\r\n0\r\n\r\n', '0\r\n\r\n\r\n'],
  ['extensions', '1;a;b=c;d="e;\\"\r"'.replace('\r', '\t') + '\r\nx\r\n0;z\r\n\r\n', 'x'],
  ['trailers', '0\r\nX-Sum: 1\r\nY:\r\n\r\n', ''],
  ['thirteen digits', '0000000000001\r\nx\r\n0000000000000\r\n\r\n', 'x'],
];

const bad: [name: string, bytes: string, reason: RefusalReason][] = [
  ...[
    '',
    '+1',
    '-1',
    ' 1',
    '1 ',
    '\t1',
    '0x1',
    'g',
    '1 ;a',
    '1; a',
    '1;',
    '1;a=',
    '1;a b',
    '1;a="b',
    '1;a="b"c',
    '1;a=b=c',
    '1;a\x01',
    '1;;a',
    '00000000000001',
    'ffffffffffffff',
    '1_0',
  ].map((size): [string, string, RefusalReason] => [
    `size ${JSON.stringify(size)}`,
    `${size}\r\nx\r\n0\r\n\r\n`,
    'chunk_invalid',
  ]),
  ['LF after the size', '1\nx\r\n0\r\n\r\n', 'chunk_invalid'],
  ['CR without LF after the size', '1\rx\r\n0\r\n\r\n', 'chunk_invalid'],
  ['LF in an extension', '1;a\nx\r\n0\r\n\r\n', 'chunk_invalid'],
  ['content longer than said', '1\r\nxy\r\n0\r\n\r\n', 'chunk_invalid'],
  ['LF after content', '1\r\nx\n0\r\n\r\n', 'chunk_invalid'],
  ['endless extensions', `1;${'a'.repeat(5000)}`, 'chunk_invalid'],
  ['endless extensions over chunks', `1;${'a'.repeat(100)}\r\nx\r\n`.repeat(60), 'chunk_invalid'],
  ['Host in trailers', '0\r\nHost: a\r\n\r\n', 'trailer_forbidden'],
  ['Content-Length in trailers', '0\r\ncontent-length: 1\r\n\r\n', 'trailer_forbidden'],
  ['Transfer-Encoding in trailers', '0\r\nTRANSFER-ENCODING: chunked\r\n\r\n', 'trailer_forbidden'],
  ['a bad trailer name', '0\r\na b: c\r\n\r\n', 'trailer_invalid'],
  ['a folded trailer', '0\r\na: c\r\n d\r\n\r\n', 'trailer_invalid'],
  ['bare LF in trailers', '0\r\na: c\n\r\n', 'trailer_invalid'],
  ['bare LF at the end', '0\r\n\n', 'trailer_invalid'],
  ['trailers above 16 KiB', `0\r\na: ${'b'.repeat(17_000)}`, 'trailer_invalid'],
];

describe('chunked', () => {
  it.each(good)('%s', (_, bytes, content) => {
    expect(chunked(`${bytes}GET`)).toEqual({
      content,
      isDone: true,
      refusal: undefined,
      readBytes: bytes.length,
    });
  });

  it.each(bad)('refuses %s', (_, bytes, reason) => {
    expect(chunked(bytes)).toMatchObject({ isDone: false, refusal: reason });
  });

  it.each([...good, ...bad])('gives the same byte by byte: %s', (_, bytes) => {
    expect(
      chunked(
        bytes,
        Array.from(bytes, (__, i) => i),
      ),
    ).toEqual(chunked(bytes));
  });
});

describe('beside node:http', () => {
  let body: string | undefined;
  const server = http.createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    request.on('error', () => {});
    request.on('end', () => {
      body = text;
      response.writeHead(204, { connection: 'close' }).end();
    });
  });
  server.on('clientError', (_, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  afterAll(() => server.close());

  async function nodeReads(bytes: string): Promise<string | undefined> {
    if (!server.listening) await once(server, 'listening');
    const address = server.address();
    if (typeof address !== 'object' || !address) throw new Error('no address');
    body = undefined;
    const socket = net.connect(address.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.resume();
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${bytes}`, 'latin1');
    await once(socket, 'close');
    return body;
  }

  const piece = fc.oneof(
    fc
      .string({ unit: 'binary-ascii', minLength: 1, maxLength: 20 })
      .map((text) => `${text.length.toString(16)}\r\n${text}\r\n`),
    fc.constantFrom(
      '1;a\r\nx\r\n',
      '1;a=b;c="d"\r\nx\r\n',
      '01\r\nx\r\n',
      '1 \r\nx\r\n',
      '2\r\nx\r\n',
      '1\r\nx\n',
    ),
    fc.tuple(fc.string({ unit: 'binary-ascii', maxLength: 4 })).map(([text]) => `1;${text}\r\nx\r\n`),
  );
  const trailer = fc.oneof(
    fc.constantFrom('X: y\r\n', 'Host: a\r\n', 'x : y\r\n'),
    fc.string({ unit: 'binary-ascii', maxLength: 4 }).map((text) => `x${text}:y\r\n`),
  );
  const stream = fc
    .tuple(fc.array(piece, { maxLength: 4 }), fc.array(trailer, { maxLength: 2 }))
    .map(([pieces, trailers]) => `${pieces.join('')}0\r\n${trailers.join('')}\r\n`);

  it('accepts nothing that node refuses, and reads the same content, however it is cut', async () => {
    let both = 0;
    await fc.assert(
      fc.asyncProperty(stream, fc.array(fc.nat(), { maxLength: 5 }), async (bytes, cuts) => {
        const ours = chunked(bytes);
        expect(chunked(bytes, cuts)).toEqual(ours);
        if (!ours.isDone || ours.readBytes !== bytes.length) return;
        expect(await nodeReads(bytes)).toBe(ours.content);
        both++;
      }),
      { numRuns: runs(1000) },
    );
    expect(both).toBeGreaterThan(50);
  });
});
