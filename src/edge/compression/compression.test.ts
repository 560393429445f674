/** Answers that are compressed on their way, through the real edge. Source: docs/reference/proxy.md ("Compression"). */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import zlib from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TestAuthority } from '../../../test/support/certificates.ts';
import { ask as askHttp2, connect, openHttp2Edge } from '../../../test/support/http2-client.ts';
import { coded, decoded, page, type ReceivedPage, readAnswer } from '../../../test/support/page-edge.ts';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import {
  openRawEdge,
  RawClient,
  type RawEdge,
  talk,
  withoutAnswerId,
} from '../../../test/support/raw-http.ts';
import {
  openRawUpstream,
  type RawUpstream,
  type RawUpstreamConnection,
  request,
} from '../../../test/support/raw-upstream.ts';
import { runs } from '../../../test/support/runs.ts';
import { served } from '../../../test/support/secure-edge.ts';
import type { DomainRoute } from '../../core/route.ts';
import { scriptTag } from '../inject/script-tag.ts';
import { CompressingOutput, hasPlace } from './compressing-output.ts';

const filler = Array.from({ length: 100 }, (_, n) => `<p class="n${n}">paragraph ${n * 7919}</p>\n`).join('');
const html = `<!doctype html><html><head><title>x</title></head><body>${filler}</body></html>`;
const json = 'Content-Type: application/json';

type Open = {
  readonly edge: RawEdge;
  readonly upstream: RawUpstream;
  readonly ask: (fields?: readonly string[], start?: string) => Promise<ReceivedPage>;
};

async function open(
  answer: string | ((head: string, connection: RawUpstreamConnection) => void),
  domain: Partial<DomainRoute> = {},
  compression = true,
): Promise<Open> {
  const upstream = await openRawUpstream((connection) => {
    const goOn = async (): Promise<void> => {
      for (;;) {
        const head = await connection.head();
        if (typeof answer === 'string') connection.say(answer);
        else answer(head, connection);
      }
    };
    // Ends with the connection.
    goOn().catch(() => {});
  });
  const route = domainAt({ port: upstream.port, ...(compression && { compression: true }) }, domain);
  const edge = await openRawEdge({}, [], undefined, { domains: { 'd.example': route } });
  const ask = async (fields: readonly string[] = ['Accept-Encoding: br, gzip'], start = 'GET /') =>
    readAnswer(await talk(edge.port, request(start, [...fields, 'Connection: close'])));
  return { edge, upstream, ask };
}

describe.each(['br', 'gzip'] as const)('in %s', (coding) => {
  const accept = `Accept-Encoding: ${coding}`;

  it('a short answer comes with its length', async () => {
    const { edge, ask } = await open(
      page(html, ['ETag: "a"', 'Accept-Ranges: bytes', 'Vary: Origin', 'Content-MD5: x']),
    );
    const { body, fields, received } = await ask([accept]);
    expect(decoded(body, coding)).toBe(html);
    expect(Object.fromEntries(fields)).toMatchObject({
      'content-encoding': coding,
      'content-length': String(body.length),
      etag: 'W/"a"',
      vary: 'Origin, Accept-Encoding',
      'accept-ranges': 'none',
    });
    expect(fields.has('content-md5')).toBe(false);
    expect(body.length).toBeLessThan(html.length / 2);
    expect(edge.records).toMatchObject([{ bytesOut: received.length }]);
  });

  it('what comes bit by bit arrives bit by bit', async () => {
    const { edge, upstream } = await open(() => {});
    const client = new RawClient(edge.port).send(request('GET /', [accept]));
    const connection = await upstream.next();
    await connection.until(() => connection.receivedBytes > 0);
    connection.say('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n');
    const decoder = coding === 'br' ? zlib.createBrotliDecompress() : zlib.createGunzip();
    let text = '';
    decoder.on('data', (piece: Buffer) => (text += piece.toString()));
    let fed = 0;
    const feed = (): void => {
      const headEnd = client.received.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const all = wholeChunks(client.received.slice(headEnd + 4));
      decoder.write(Buffer.from(all.slice(fed), 'latin1'));
      fed = all.length;
    };
    let said = '';
    for (let n = 0; n < 3; n++) {
      const piece = `part ${n} `;
      said += piece;
      connection.say(`${piece.length.toString(16)}\r\n${piece}\r\n`);
      await expect
        .poll(() => {
          feed();
          return text;
        })
        .toBe(said);
    }
    connection.say('0\r\n\r\n');
    await client.until(/\r\n0\r\n\r\n$/);
    expect(readAnswer(client.received).fields.get('content-encoding')).toBe(coding);
  });

  it('any cut of any content is the same content', async () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(cuts, fc.boolean(), async (sizes, isChunked) => {
        const pieces = sizes.map((size, n) => String(n).repeat(size).slice(0, size));
        const content = pieces.join('');
        const { ask } = await open((_, connection) => {
          const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${content.length}`;
          connection.say(`HTTP/1.1 200 OK\r\n${json}\r\n${framing}\r\n\r\n`);
          const say = async (): Promise<void> => {
            for (const piece of pieces) {
              connection.say(isChunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece);
              await new Promise((resolve) => setImmediate(resolve));
            }
            if (isChunked) connection.say('0\r\n\r\n');
          };
          say().catch(() => {});
        });
        const { body, fields } = await ask([accept]);
        expect(fields.has('content-encoding') ? decoded(body, coding) : body).toBe(content);
        expect(fields.has('content-encoding')).toBe(isChunked || content.length >= 1_024);
      }),
      { numRuns: runs(10) },
    );
  });
});

/** The content of the chunks that are complete. */
function wholeChunks(text: string): string {
  let content = '';
  for (let at = 0; ; ) {
    const lineEnd = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    if (lineEnd < 0 || !(size > 0) || text.length < lineEnd + 4 + size) return content;
    content += text.slice(lineEnd + 2, lineEnd + 2 + size);
    at = lineEnd + 4 + size;
  }
}

describe('left alone', () => {
  it.each<[string, readonly string[], string?, (readonly string[])?]>([
    ['an image', ['Content-Type: image/png']],
    ['no type', ['Content-Type: ']],
    ['two types', ['Content-Type: text/plain, text/html']],
    ['an event stream', ['Content-Type: text/event-stream']],
    ['what is compressed', [json, 'Content-Encoding: zstd']],
    ['no-transform', [json, 'Cache-Control: public, No-Transform']],
    ['no-transform in the request', [json], '200 OK', ['Accept-Encoding: br', 'Cache-Control: no-transform']],
    ['an error', [json], '404 Not Found'],
  ])('%s', async (_name, fields, status = '200 OK', asked = ['Accept-Encoding: br']) => {
    const said = page(html, ['Date: x', ...fields], status);
    const { ask } = await open(said);
    expect(withoutAnswerId((await ask(asked)).received)).toBe(
      said.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    );
  });

  it('less than a kilobyte, and everything without the switch', async () => {
    for (const [content, compression] of [
      ['x'.repeat(1_023), true],
      [html, false],
    ] as const) {
      const said = page(content, ['Date: x', 'ETag: "a"']);
      const { ask } = await open(said, {}, compression);
      expect(withoutAnswerId((await ask()).received)).toBe(
        said.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
      );
    }
  });

  it.each<[string, readonly string[], string]>([
    ['without Accept-Encoding', [], '200 OK'],
    ['with only other codings', ['Accept-Encoding: zstd, deflate, br;q=0'], '200 OK'],
    ['a range', ['Accept-Encoding: br', 'Range: bytes=0-99'], '206 Partial Content'],
  ])('%s, but for Vary', async (_name, asked, status) => {
    const { ask } = await open(page(html, ['ETag: "a"', 'Accept-Ranges: bytes'], status));
    const { body, fields } = await ask(asked);
    expect(body).toBe(html);
    expect(Object.fromEntries(fields)).toMatchObject({
      etag: '"a"',
      vary: 'Accept-Encoding',
      'accept-ranges': 'bytes',
      'content-length': String(html.length),
    });
  });
});

it('HEAD has the fields of GET without the length, and no content', async () => {
  const head = page(html, ['ETag: "a"']).slice(0, -html.length);
  const { ask } = await open(head);
  const { body, fields } = await ask(['Accept-Encoding: gzip'], 'HEAD /');
  expect(body).toBe('');
  expect(Object.fromEntries(fields)).toMatchObject({
    'content-encoding': 'gzip',
    etag: 'W/"a"',
    vary: 'Accept-Encoding',
  });
  expect(fields.has('content-length')).toBe(false);
});

it.each([
  ['W/"a"', 'W/"a"'],
  ['"x", W/"a"', 'W/"a"'],
  ['"a"', '"a"'],
])('a 304 to If-None-Match %s is about %s', async (ifNoneMatch, tag) => {
  const { ask } = await open('HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n');
  const { fields } = await ask(['Accept-Encoding: br', `If-None-Match: ${ifNoneMatch}`]);
  expect(Object.fromEntries(fields)).toMatchObject({ etag: tag, vary: 'Accept-Encoding' });
});

it('HTTP/1.0 clients get it until the connection ends', async () => {
  const { edge } = await open((_, connection) => connection.end(`HTTP/1.1 200 OK\r\n${json}\r\n\r\n${html}`));
  const received = await talk(
    edge.port,
    'GET / HTTP/1.0\r\nHost: d.example\r\nAccept-Encoding: gzip\r\n\r\n',
  );
  const { body, fields } = readAnswer(received);
  expect(fields.has('transfer-encoding')).toBe(false);
  expect(decoded(body, 'gzip')).toBe(html);
});

it('an answer that is cut short has no proper end', async () => {
  const { edge, ask } = await open((_, connection) =>
    connection.end(`HTTP/1.1 200 OK\r\n${json}\r\nContent-Length: 100000\r\n\r\n${html}`),
  );
  await expect(ask(['Accept-Encoding: gzip'])).rejects.toThrow();
  expect(edge.failures).toMatchObject([{ failure: 'died_midway' }]);
});

it('trailers about the content are dropped, others passed on', async () => {
  const { edge } = await open(
    `HTTP/1.1 200 OK\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-A: b\r\nContent-Digest: x\r\n\r\n`,
  );
  const fields = ['Accept-Encoding: gzip', 'TE: trailers', 'Connection: close, TE'];
  const received = await talk(edge.port, request('GET /', fields));
  expect(received).not.toContain('Content-Digest');
});

describe('with injection', () => {
  const inject = { webAnalytics: 'inject' } as const;
  const injected = html.replace('</head>', `${scriptTag}</head>`);

  it('a page gets the script, and is then compressed once', async () => {
    const { edge, ask } = await open(page(html, ['ETag: "a"']), inject);
    const { body, fields } = await ask(['Accept-Encoding: br']);
    expect(decoded(body, 'br')).toBe(injected);
    expect(fields.get('etag')).toBe('W/"a-np1"');
    expect(edge.pages).toEqual(['injected']);
    const again = await open('HTTP/1.1 304 Not Modified\r\nETag: "a"\r\n\r\n', inject);
    const { fields: kept } = await again.ask(['Accept-Encoding: br', 'If-None-Match: W/"a-np1"']);
    expect(kept.get('etag')).toBe('W/"a-np1"');
  });

  it('a page that comes compressed stays in its coding', async () => {
    const { ask } = await open(page(coded(html, 'gzip'), ['Content-Encoding: gzip']), inject);
    const { body, fields } = await ask();
    expect(fields.get('content-encoding')).toBe('gzip');
    expect(decoded(body, 'gzip')).toBe(injected);
  });

  it('a page that is left alone is compressed all the same', async () => {
    const { ask } = await open(page(html, ["Content-Security-Policy: default-src 'none'"]), inject);
    expect(decoded((await ask()).body, 'br')).toBe(html);
  });
});

describe('memory', () => {
  it('a client that takes nothing holds the upstream back, and the compressor ends with it', async () => {
    // Hard to compress.
    const piece = randomBytes(65_536);
    let said = 0;
    const { edge, upstream } = await open((_, connection) => {
      connection.say(`HTTP/1.1 200 OK\r\n${json}\r\n\r\n`);
      const say = async (): Promise<void> => {
        while (said < 64 * 1024 * 1024) {
          const isTaken = connection.socket.write(piece);
          said += piece.length;
          if (!isTaken) await once(connection.socket, 'drain');
        }
      };
      say().catch(() => {});
    });
    const client = new RawClient(edge.port);
    client.socket.pause();
    client.send(request('GET /', ['Accept-Encoding: gzip']));
    const connection = await upstream.next();
    let last = -1;
    await expect
      .poll(
        () => {
          const isStill = said === last && said > 0;
          last = said;
          return isStill;
        },
        { interval: 500 },
      )
      .toBe(true);
    expect(said).toBeLessThan(32 * 1024 * 1024);
    client.socket.destroy();
    await connection.gone();
    await expect.poll(() => edge.proxy.openConnections).toBe(0);
  });

  it('further answers are not compressed while too many are', () => {
    const outputs: CompressingOutput[] = [];
    const begun: string[] = [];
    const sink = {
      takesChunks: true,
      pendingBytes: 0,
      begin: (fields: string) => begun.push(fields),
      write: () => {},
      copy: () => {},
      flush: () => {},
      end: () => {},
      hasRoom: () => {},
      decided: () => {},
      broken: () => {},
    };
    for (let n = 0; n < 258; n++) {
      const output = new CompressingOutput(sink, () => 'gzip');
      output.begin('', 'chunked');
      output.flush();
      outputs.push(output);
    }
    expect(begun.filter((fields) => fields.includes('gzip')).length).toBeLessThanOrEqual(256);
    expect(begun.at(-1)).toBe('Vary: Accept-Encoding\r\n');
    expect(hasPlace()).toBe(false);
    for (const output of outputs) output.destroy();
    expect(hasPlace()).toBe(true);
  });
});

it('over HTTP/2, short answers and streamed ones', async () => {
  using authority = new TestAuthority();
  const certificate = served(authority.issue('DNS:d.example'));
  const edge = await openHttp2Edge(
    certificate,
    ({ url }, answer) => {
      answer.setHeader('Content-Type', 'text/html');
      answer.setHeader('Vary', 'Origin');
      if (url === '/whole') answer.setHeader('Content-Length', html.length);
      else answer.write('<!-- begins -->');
      answer.end(html);
    },
    { compression: true },
  );
  const session = await connect(edge);
  for (const [path, content] of [
    ['/whole', html],
    ['/parts', `<!-- begins -->${html}`],
  ] as const) {
    const { body, headers } = await askHttp2(session, { ':path': path, 'accept-encoding': 'gzip' });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Origin, Accept-Encoding' });
    expect(decoded(body, 'gzip')).toBe(content);
  }
});
