/** Compressed pages through the real edge. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import zlib from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Coding, coded, codings, decoded, openPageEdge, page } from '../../../test/support/page-edge.ts';
import { RawClient, withoutAnswerId } from '../../../test/support/raw-http.ts';
import { openRawUpstream, request } from '../../../test/support/raw-upstream.ts';
import { runs } from '../../../test/support/runs.ts';
import { CodedPage } from './coded-page.ts';
import { judgeOf } from './head-elements.ts';
import { PageHead } from './page-head.ts';
import type { PageOutcome } from './page-outcome.ts';
import type { PageOutput } from './page-output.ts';
import { scriptTag } from './script-tag.ts';

const filler = Array.from({ length: 300 }, (_, i) => `<p class="n${i}">paragraph ${i * 7919}</p>\n`).join('');
const html = `<!doctype html><html><head><title>x</title></head><body>${filler}</body></html>`;
const injected = html.replace('</head>', `${scriptTag}</head>`);

const named = (coding: Coding): string =>
  `Content-Encoding: ${coding === 'raw deflate' ? 'deflate' : coding}`;

describe.each(codings)('a page in %s', (coding) => {
  it('in one piece comes back in it, with its length', async () => {
    const { edge, ask } = await openPageEdge(
      page(coded(html, coding), [named(coding), 'ETag: "a"', 'Vary: Accept-Encoding']),
    );
    const { body, fields, received } = await ask();
    expect(decoded(body, coding)).toBe(injected);
    expect(fields.get('content-length')).toBe(String(body.length));
    expect(fields.get('content-encoding')).toBe(named(coding).slice(18));
    expect(fields.get('etag')).toBe('W/"a-np1s"');
    expect(fields.get('vary')).toBe('Accept-Encoding');
    expect(body.length).toBeLessThan(html.length / 2);
    expect(edge.pages).toEqual(['injected']);
    expect(edge.records).toMatchObject([{ bytesOut: received.length }]);
  });

  it('that is left alone keeps every byte', async () => {
    for (const policy of ["Content-Security-Policy: default-src 'none'", 'X: y']) {
      const text = policy === 'X: y' ? html.replace('<title>', `${scriptTag}<title>`) : html;
      const said = page(coded(text, coding), ['Date: x', named(coding), 'ETag: "a"', policy]);
      const { edge, ask } = await openPageEdge(said);
      expect(withoutAnswerId((await ask()).received)).toBe(
        said.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
      );
      expect(edge.pages).toEqual([policy === 'X: y' ? 'present' : 'csp']);
    }
  });

  it('byte by byte', async () => {
    const bytes = coded('<head><title>x</title></head><p>y', coding);
    const { edge, ask } = await openPageEdge((_, connection) => {
      const say = async (): Promise<void> => {
        for (const byte of page(bytes, [named(coding)])) {
          connection.say(byte);
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      say().catch(() => {});
    });
    const { body, received } = await ask();
    expect(decoded(body, coding)).toBe(`<head><title>x</title>${scriptTag}</head><p>y`);
    expect(edge.pages).toEqual(['injected']);
    expect(edge.records).toMatchObject([{ bytesOut: received.length }]);
  });

  it('with nothing in it, or cut short though its length is right', async () => {
    const { edge, ask } = await openPageEdge(page(coded('', coding), [named(coding)]));
    expect(decoded((await ask()).body, coding)).toBe('');
    const bytes = coded(html, coding);
    const short = await openPageEdge(page(bytes.slice(0, -20), [named(coding)]));
    const text = decoded((await short.ask()).body, coding);
    expect(injected.startsWith(text)).toBe(true);
    expect(text.length).toBeGreaterThan(html.length / 2);
    expect([edge.pages, short.edge.pages]).toEqual([['empty'], ['injected']]);
  });
});

describe('content that is not what its field says', () => {
  it.each(['gzip', 'br'])('is passed on untouched: %s', async (coding) => {
    const said = page(html, ['Date: x', `Content-Encoding: ${coding}`, 'ETag: "a"']);
    const { edge, ask } = await openPageEdge(said);
    expect(withoutAnswerId((await ask()).received)).toBe(
      said.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    );
    expect(edge.pages).toEqual(['coding']);
  });

  it('and turns out so after the page has begun breaks the connection', async () => {
    const good = zlib.deflateRawSync(Buffer.concat([Buffer.from(html), randomBytes(400_000)]), {
      finishFlush: zlib.constants.Z_SYNC_FLUSH,
    });
    // A block of a type that does not exist.
    const bytes = `\x1f\x8b\x08${'\0'.repeat(7)}${good.toString('latin1')}\x06${'x'.repeat(99)}`;
    const { edge, ask } = await openPageEdge(page(bytes, ['Content-Encoding: gzip']));
    const problem = await ask().then(
      () => 'complete',
      (error: Error) => error.message,
    );
    expect(problem).toBe('the answer is cut short');
    expect(edge.failures).toMatchObject([{ failure: 'content_invalid' }]);
    expect(edge.pages).toEqual(['injected']);
    await expect.poll(() => edge.connections.size).toBe(0);
  });

  it('is read to its end; what follows is dropped', async () => {
    for (const coding of codings) {
      for (const rest of ['\n', '\0\0', 'x'.repeat(200_000), coded(html, coding)]) {
        const { edge, ask } = await openPageEdge(page(`${coded(html, coding)}${rest}`, [named(coding)]));
        expect(decoded((await ask()).body, coding)).toBe(injected);
        expect(edge.pages).toEqual(['injected']);
        expect(edge.failures).toEqual([]);
      }
    }
  });
});

it('gzip may have a name, a comment and more in its header, also byte by byte', async () => {
  const plain = coded(html, 'gzip');
  const bytes = `${plain.slice(0, 3)}\x1e${plain.slice(4, 10)}\x03\x00abcname\x00comment\x00\x12\x34${plain.slice(10)}`;
  for (const cuts of [[], Array.from({ length: 40 }, (_, i) => [i, 'wait'] as const)]) {
    const { out, outcome } = await through(Buffer.from(bytes, 'latin1'), 'gzip', cuts);
    expect(decoded(out.toString('latin1'), 'gzip')).toBe(injected);
    expect(outcome).toBe('injected');
  }
  const { ask } = await openPageEdge(page(plain, ['Content-Encoding: x-gzip']));
  expect((await ask()).fields.get('content-encoding')).toBe('x-gzip');
});

describe('a page that is made bit by bit', () => {
  it.each(['gzip', 'br', 'deflate'] as const)('arrives so in %s', async (coding) => {
    const upstream = await openRawUpstream();
    const { openRawEdge } = await import('../../../test/support/raw-http.ts');
    const { domainAt } = await import('../../../test/support/proxied-domain.ts');
    const edge = await openRawEdge({}, [], undefined, {
      domains: { 'd.example': domainAt({ port: upstream.port }, { webAnalytics: 'inject' }) },
    });
    const client = new RawClient(edge.port).send(request('GET /', ['Connection: close']));
    const connection = await upstream.next();
    await connection.head();
    connection.say(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${named(coding)}\r\n\r\n`);
    await client.until(/\r\n\r\n/);
    const encoder = { gzip: zlib.createGzip, br: zlib.createBrotliCompress, deflate: zlib.createDeflate }[
      coding
    ]();
    encoder.on('data', (chunk: Buffer) => connection.say(chunk.toString('latin1')));
    const decoder = { gzip: zlib.createGunzip, br: zlib.createBrotliDecompress, deflate: zlib.createInflate }[
      coding
    ]();
    let text = '';
    decoder.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    let read = client.received.indexOf('\r\n\r\n') + 4;
    const readChunks = (): void => {
      for (;;) {
        const lineEnd = client.received.indexOf('\r\n', read);
        const size = lineEnd < 0 ? 0 : Number.parseInt(client.received.slice(read, lineEnd), 16);
        if (size === 0 || client.received.length < lineEnd + 2 + size) return;
        decoder.write(Buffer.from(client.received.slice(lineEnd + 2, lineEnd + 2 + size), 'latin1'));
        read = lineEnd + 2 + size + 2;
      }
    };
    let [said, expected] = ['', ''];
    for (const piece of ['<head><title>x</title>', '</he', 'ad><body>', 'one', 'two', 'three']) {
      encoder.write(piece);
      encoder.flush();
      said += piece;
      expected = said.replace('</head>', `${scriptTag}</head>`);
      await expect
        .poll(() => {
          readChunks();
          return text;
        })
        .toBe(expected.endsWith('</he') ? expected.slice(0, -4) : expected);
    }
    encoder.end();
    await sleep(20);
    connection.end();
    await client.closed;
    expect(client.received).toMatch(/\r\n0\r\n\r\n$/);
    expect(edge.pages).toEqual(['injected']);
    decoder.destroy();
  });
});

const present = scriptTag.replace(' defer', '');

it('any page, cut anywhere, is the same as without compression', async () => {
  const part = fc.constantFrom(
    '<head>',
    '</head>',
    '<p>',
    '<script>',
    '</script>',
    'text ',
    '<body>',
    present,
    'x'.repeat(40_000),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 6 }),
      fc.constantFrom(...codings),
      fc.array(fc.tuple(fc.nat(3_000), fc.constantFrom('none', 'pause', 'wait')), { maxLength: 6 }),
      async (parts, coding, cuts) => {
        const text = parts.join('');
        const bytes = Buffer.from(coded(text, coding), 'latin1');
        const { out, fields, outcome } = await through(bytes, coding, cuts);
        const tagged = out.length === 0 ? '' : decoded(out.toString('latin1'), coding);
        expect(tagged.replace(scriptTag, '') === text).toBe(true);
        expect(tagged.length - text.length).toBe(outcome === 'injected' ? scriptTag.length : 0);
        if (fields.includes('"a"')) expect(out.equals(bytes)).toBe(true);
      },
    ),
    { numRuns: runs(150) },
  );
});

/** Passes a page through without sockets; between its pieces the upstream pauses, for as long as everything takes. */
async function through(
  bytes: Buffer,
  coding: Coding,
  cuts: readonly (readonly [number, string])[],
): Promise<{ out: Buffer; fields: string; outcome: PageOutcome | undefined }> {
  const out: Buffer[] = [];
  let fields = '';
  let outcome: PageOutcome | undefined;
  let finished: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    finished = resolve;
  });
  const output: PageOutput = {
    takesChunks: true,
    begin: (text) => {
      expect(fields).toBe('');
      fields = text;
    },
    write: (chunk, start, end) => {
      expect(fields).not.toBe('');
      out.push(chunk.subarray(start, end));
    },
    copy: (chunk, start, end) => out.push(Buffer.from(chunk.subarray(start, end))),
    flush: () => {},
    end: () => finished(),
    pendingBytes: 0,
    hasRoom: () => {},
    decided: (what) => {
      expect(outcome).toBeUndefined();
      outcome = what;
    },
    broken: () => expect.unreachable(),
  };
  const head = new PageHead(
    { fields: 'ETag: "a"\r\n', contentLength: bytes.length },
    'as_fields_say',
    true,
    judgeOf({ scheme: 'http', host: 'd.example', port: 0 }),
  );
  const tested = new CodedPage(head, coding === 'raw deflate' ? 'deflate' : coding, output);
  let at = 0;
  for (const [position, then] of cuts.toSorted(([a], [b]) => a - b)) {
    const to = Math.min(position, bytes.length);
    tested.content(bytes, at, to);
    at = to;
    if (then !== 'none') tested.pause();
    if (then === 'wait') await sleep(2);
  }
  tested.content(bytes, at, bytes.length);
  tested.end('');
  await done;
  return { out: Buffer.concat(out), fields, outcome };
}
