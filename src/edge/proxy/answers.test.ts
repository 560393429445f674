import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RawEdge } from '../../../test/support/raw-http.ts';
import { RawClient, statuses, talk, withoutAnswerId } from '../../../test/support/raw-http.ts';
import { answering, openProxyEdge, openRawUpstream, request } from '../../../test/support/raw-upstream.ts';
import { runs } from '../../../test/support/runs.ts';
import { type ResponseHead, ResponseHeadParser } from './response-head.ts';

const get = request('GET /', ['Connection: close']);
const fields = 'Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n';

/** What a client gets when the upstream says `text` and, after it, nothing more. */
async function answered(
  text: string,
  ask: string = get,
): Promise<{ received: string; edge: RawEdge; connections: number }> {
  const upstream = await openRawUpstream((connection) => {
    connection.head().then(
      () => connection.end(text),
      () => {},
    );
  });
  const edge = await openProxyEdge(upstream.port);
  const received = await talk(edge.port, ask);
  await expect.poll(() => edge.proxy.openConnections).toBe(0);
  return { received, edge, connections: upstream.connections.length };
}

const withoutBody = (status: string, more = ''): string => `HTTP/1.1 ${status}\r\n${fields}${more}\r\n`;

describe('the id of an answer', () => {
  const ours = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}$/;
  const idsOf = (received: string): Record<string, string | undefined> => ({
    own: /\r\nX-Request-Id: (.*)\r\n/i.exec(received)?.[1],
    beside: /\r\nX-Nameplate-Request-Id: (.*)\r\n/i.exec(received)?.[1],
  });

  it.each([
    ['no id', '', { own: expect.stringMatching(ours), beside: undefined }],
    ['an id', 'x-Request-ID: theirs\r\n', { own: 'theirs', beside: expect.stringMatching(ours) }],
    [
      'an id that ends here',
      'X-Request-Id: theirs\r\nConnection: X-Request-Id\r\n',
      { own: expect.stringMatching(ours), beside: undefined },
    ],
    [
      'one that only we may set',
      'X-Nameplate-Request-Id: forged\r\n',
      { own: expect.stringMatching(ours), beside: undefined },
    ],
    [
      'both',
      'X-Nameplate-Request-Id: forged\r\nX-Request-Id: theirs\r\n',
      { own: 'theirs', beside: expect.stringMatching(ours) },
    ],
  ])('of an upstream that sends %s', async (_, more, ids) => {
    const { received, edge } = await answered(withoutBody('200 OK', `${more}Content-Length: 0\r\n`));
    expect(idsOf(received)).toEqual(ids);
    expect(received).not.toContain('forged');
    expect(received).toContain(edge.records[0]?.answerId);
    expect(edge.records).toMatchObject([{ status: 200, bytesOut: received.length }]);
  });
});

describe('the record of a proxied request', () => {
  it.each([
    ['nothing', '', { cache: '', cacheAgeSeconds: 0, upstreamLocation: '' }],
    ['an age', 'Age: 3600\r\n', { cache: 'hit', cacheAgeSeconds: 3_600 }],
    ['an age that is none', 'Age: -1\r\n', { cache: '', cacheAgeSeconds: 0 }],
    ['ages without end', `Age: ${'9'.repeat(40)}\r\n`, { cache: '', cacheAgeSeconds: 0 }],
    ['what its CDN did', 'X-Cache: Miss from cloudfront\r\n', { cache: 'miss', cacheAgeSeconds: 0 }],
    ['what two did', 'CF-Cache-Status: HIT\r\nX-Cache: MISS\r\n', { cache: 'hit', cacheAgeSeconds: 0 }],
    ['what another one did', 'CF-Cache-Status: HIT\r\nAge: 7\r\n', { cache: 'hit', cacheAgeSeconds: 7 }],
    [
      'what all caches did',
      'Cache-Status: Origin; hit\r\nX-Cache: MISS\r\nCache-Status: Edge; fwd=uri-miss\r\n',
      { cache: 'hit' },
    ],
    ['a Location that leads nowhere', 'Location: /a\r\n', { upstreamLocation: '' }],
  ])('has what caches did, of an upstream that says %s', async (_, more, recorded) => {
    const { received, edge } = await answered(withoutBody('200 OK', `${more}Content-Length: 0\r\n`));
    expect(received).toContain(more);
    expect(edge.records).toMatchObject([recorded]);
  });

  it('has where the upstream redirects to', async () => {
    const { edge } = await answered(
      withoutBody('302 Found', 'Location: /login?next=secret\r\nContent-Length: 0\r\n'),
    );
    expect(edge.records).toMatchObject([
      {
        location: '',
        upstreamLocation: '/login?next=secret',
        upstream: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      },
    ]);
  });
});

describe('an answer that is passed on', () => {
  it('in many small chunks arrives in few, and all of its bytes are counted', async () => {
    const chunks = `${'1\r\na\r\n'.repeat(300)}0\r\n\r\n`;
    const { received, edge } = await answered(
      withoutBody('200 OK', 'Transfer-Encoding: chunked\r\n') + chunks,
    );
    expect(received.slice(received.indexOf('\r\n\r\n') + 4)).toBe(`12c\r\n${'a'.repeat(300)}\r\n0\r\n\r\n`);
    expect(edge.records).toMatchObject([{ bytesOut: received.length }]);
  });

  it.each([
    ['Content-Length', withoutBody('200 OK', 'Content-Length: 3\r\n'), 'abc', 'abc'],
    [
      'chunked',
      withoutBody('200 OK', 'Transfer-Encoding: Chunked\r\n'),
      '3;x=y\r\nabc\r\n0\r\n\r\n',
      '3\r\nabc\r\n0\r\n\r\n',
    ],
    ['the end of the connection', withoutBody('200 OK'), 'abc', '3\r\nabc\r\n0\r\n\r\n'],
    ['HTTP/1.0', withoutBody('200 OK').replace('1.1', '1.0'), 'abc', '3\r\nabc\r\n0\r\n\r\n'],
    ['no content', withoutBody('200 OK', 'Content-Length: 0\r\n'), '', ''],
    [
      'a range',
      withoutBody('206 Partial Content', 'Content-Range: bytes 0-2/9\r\nContent-Length: 3\r\n'),
      'abc',
      'abc',
    ],
    ['a status nobody knows', withoutBody('599 What\t\xe9ver', 'Content-Length: 1\r\n'), 'x', 'x'],
    ['204', withoutBody('204 No Content'), '', ''],
    ['304', withoutBody('304 Not Modified', 'Content-Length: 77\r\nETag: "a"\r\n'), '', ''],
    ['a redirect', withoutBody('302 Found', 'Location: http://127.0.0.1/x\r\nContent-Length: 0\r\n'), '', ''],
  ])('framed by %s', async (_, head, body, expected) => {
    const { received, edge, connections } = await answered(head + body);
    const coding = expected.endsWith('0\r\n\r\n') ? 'Transfer-Encoding: chunked\r\n' : '';
    const passed = head.replace('HTTP/1.0', 'HTTP/1.1').replace(/Transfer-Encoding.*\r\n/, '');
    expect(withoutAnswerId(received)).toBe(
      `${passed.slice(0, -2)}${coding}Connection: close\r\n\r\n${expected}`,
    );
    expect(edge.records).toMatchObject([{ status: Number(head.slice(9, 12)), bytesOut: received.length }]);
    expect(edge.failures).toEqual([]);
    expect(connections).toBe(1);
  });

  it('has no content and keeps its fields for HEAD', async () => {
    for (const framing of ['Content-Length: 5\r\n', 'Transfer-Encoding: chunked\r\n', '']) {
      const { received } = await answered(
        withoutBody('200 OK', framing),
        request('HEAD /', ['Connection: close']),
      );
      const kept = framing.startsWith('C') ? framing : '';
      expect(withoutAnswerId(received)).toBe(`HTTP/1.1 200 OK\r\n${fields}${kept}Connection: close\r\n\r\n`);
    }
  });

  it.each([
    ['both framings', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', ''],
    ['the same length twice', 'Content-Length: 5\r\nContent-Length: 5\r\n', 'Content-Length: 5\r\n'],
    ['two lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n', ''],
    ['a list of lengths', 'Content-Length: 5, 5\r\n', ''],
    ['a length that is none', 'Content-Length: x\r\n', ''],
    ['an unknown coding', 'Transfer-Encoding: gzip, chunked\r\n', ''],
    ['chunked twice', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', ''],
  ])('ends with its head where it has no content, whatever its fields say: %s', async (_, framing, kept) => {
    const head = `HTTP/1.1 200 OK\r\n${fields}`;
    const { received } = await answered(`${head}${framing}\r\n`, request('HEAD /', ['Connection: close']));
    expect(withoutAnswerId(received)).toBe(`${head}${kept}Connection: close\r\n\r\n`);
    const unchanged = await answered(withoutBody('304 Not Modified', framing));
    expect(withoutAnswerId(unchanged.received)).toBe(
      `HTTP/1.1 304 Not Modified\r\n${fields}${kept}Connection: close\r\n\r\n`,
    );
    const interim = `HTTP/1.1 103 Early Hints\r\n${framing}\r\n`;
    const empty = await answered(`${interim}${withoutBody('204 No Content', framing)}`);
    expect(withoutAnswerId(empty.received)).toBe(
      `HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n${fields}Connection: close\r\n\r\n`,
    );
  });

  it('loses white space before the colons of its fields and trailers', async () => {
    const { received } = await answered(
      `HTTP/1.1 103 Early Hints\r\nLink : </a>\r\n\r\nHTTP/1.1 200 OK\r\n${fields}X-A \t : b : c\r\nX-Secret : 1\r\n` +
        'Connection\t: X-Secret\r\nTransfer-Encoding : chunked\r\n\r\n1\r\na\r\n0\r\nX-T : 1 : 2\r\nKeep-Alive : x\r\n\r\n',
    );
    expect(withoutAnswerId(received)).toBe(
      `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n${fields}X-A: b : c\r\nTransfer-Encoding: chunked\r\n` +
        'Connection: close\r\n\r\n1\r\na\r\n0\r\nX-T: 1 : 2\r\n\r\n',
    );
    const { received: short } = await answered(`HTTP/1.1 200 OK\r\n${fields}Content-Length : 2\r\n\r\nok`);
    expect(withoutAnswerId(short)).toBe(
      `HTTP/1.1 200 OK\r\n${fields}Content-Length: 2\r\nConnection: close\r\n\r\nok`,
    );
  });

  it('loses what concerns the upstream’s connection only', async () => {
    const { received } = await answered(
      `HTTP/1.1 200 OK\r\n${fields}Connection: keep-alive, X-Secret,content-length\r\nX-Secret: 1\r\nConnection: x-b\r\n` +
        'X-B: 2\r\nKeep-Alive: timeout=5\r\nProxy-Authenticate: Basic\r\nProxy-Connection: x\r\nTE: x\r\n' +
        'Upgrade: h2,h2c\r\nSet-Cookie: a\r\nset-cookie: b\xe9\r\nContent-Length: 0\r\n\r\n',
    );
    expect(withoutAnswerId(received)).toBe(
      `HTTP/1.1 200 OK\r\n${fields}Set-Cookie: a\r\nset-cookie: b\xe9\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );
  });

  it('gets a Date when it has none, and an empty reason when that is left out', async () => {
    const { received } = await answered('HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n');
    expect(withoutAnswerId(received)).toMatch(
      /^HTTP\/1\.1 200 \r\nContent-Length: 0\r\nDate: [A-Z].* GMT\r\nConnection: close\r\n\r\n$/,
    );
  });

  it('never says that 204 or an interim answer has content', async () => {
    const { received } = await answered(
      `HTTP/1.1 103 Early Hints\r\nContent-Length: 9\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n${fields}Content-Length: 5\r\n\r\nhello`,
    );
    expect(withoutAnswerId(received)).toBe(
      `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n${fields}Connection: close\r\n\r\n`,
    );
  });

  it('has its trailers, without those that have no place there', async () => {
    const { received } = await answered(
      withoutBody('200 OK', 'Transfer-Encoding: chunked\r\nTrailer: X-T\r\n') +
        '1\r\na\r\n0\r\nX-T: 1\r\nConnection: close\r\nTrailer: b\r\nKeep-Alive: x\r\nX-U: 2\r\n\r\n',
    );
    expect(received).toMatch(/1\r\na\r\n0\r\nX-T: 1\r\nX-U: 2\r\n\r\n$/);
  });

  it('keeps Upgrade in 426', async () => {
    const { received } = await answered(
      withoutBody(
        '426 Upgrade Required',
        'Upgrade: h2c, websocket\r\nConnection: upgrade\r\nContent-Length: 0\r\n',
      ),
    );
    expect(received).toContain('\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n');
  });

  it('may have a head of nearly 64 KiB', async () => {
    const { received } = await answered(
      withoutBody('200 OK', `X-Long: ${'y'.repeat(65_000)}\r\nContent-Length: 0\r\n`),
    );
    expect(statuses(received)).toEqual([200]);
    expect(received.length).toBeGreaterThan(65_000);
  });

  it('is the same when it arrives byte by byte', async () => {
    const text =
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n' +
      `HTTP/1.1 200 OK\r\n${fields}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n`;
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(get);
    const connection = await upstream.next();
    await connection.head();
    for (const byte of text) {
      connection.say(byte);
      await sleep(0);
    }
    await client.closed;
    const chunks = client.received.split('\r\n\r\n');
    expect(chunks[0]).toBe('HTTP/1.1 103 Early Hints\r\nLink: </a>');
    expect(chunks[1]).toContain('HTTP/1.1 200 OK');
    expect(client.received.slice(client.received.indexOf('close\r\n\r\n') + 9)).toBe(
      '1\r\na\r\n1\r\nb\r\n1\r\nc\r\n0\r\nX-T: 1\r\n\r\n',
    );
  });
});

describe('an answer that is none', () => {
  const ok = 'HTTP/1.1 200 OK\r\n';
  it.each([
    ['garbage', 'SSH-2.0-OpenSSH_9.2\r\n', 'head_invalid'],
    ['garbage before the head', '\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', 'head_invalid'],
    ['HTTP/0.9', '<html>', 'head_invalid'],
    ['HTTP/2', 'HTTP/2 200 OK\r\n\r\n', 'head_invalid'],
    ['HTTP/1.2', 'HTTP/1.2 200 OK\r\n\r\n', 'head_invalid'],
    ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n', 'head_invalid'],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n', 'head_invalid'],
    ['a status above 599', 'HTTP/1.1 600 OK\r\n\r\n', 'status_invalid'],
    ['the highest status', 'HTTP/1.1 999 OK\r\nContent-Length: 0\r\n\r\n', 'status_invalid'],
    ['a status below 100', 'HTTP/1.1 099 OK\r\n\r\n', 'head_invalid'],
    ['a control character in the reason', 'HTTP/1.1 200 O\x00K\r\n\r\n', 'head_invalid'],
    ['a bare CR in the reason', 'HTTP/1.1 200 O\rX: y\r\n\r\n', 'head_invalid'],
    ['lines that end in LF', 'HTTP/1.1 200 OK\nContent-Length: 0\n\n', 'head_invalid'],
    ['one line that ends in LF', `${ok}A: b\nContent-Length: 0\r\n\r\n`, 'head_invalid'],
    ['a field without a colon', `${ok}abc\r\n\r\n`, 'head_invalid'],
    ['a field without a name', `${ok}: abc\r\n\r\n`, 'head_invalid'],
    ['space in a name', `${ok}X A: v\r\nContent-Length: 3\r\n\r\nabc`, 'head_invalid'],
    ['space in place of a name', `${ok} : v\r\nContent-Length: 3\r\n\r\nabc`, 'head_invalid'],
    ['space after a name without a colon', `${ok}X \r\nContent-Length: 3\r\n\r\nabc`, 'head_invalid'],
    [
      'two lengths, one of them after a space',
      `${ok}Content-Length : 3\r\nContent-Length: 3\r\n\r\nabc`,
      'framing_ambiguous',
    ],
    ['the same length twice', `${ok}Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc`, 'framing_ambiguous'],
    ['a folded field', `${ok}A: b\r\n c\r\n\r\n`, 'head_invalid'],
    ['NUL in a value', `${ok}A: b\x00\r\n\r\n`, 'head_invalid'],
    ['a bare CR in a value', `${ok}A: b\rSet-Cookie: x\r\n\r\n`, 'head_invalid'],
    ['fields above 64 KiB', `${ok}A: ${'y'.repeat(66_000)}\r\n\r\n`, 'head_too_large'],
    ['fields that never end', `${ok}A: ${'y'.repeat(200_000)}`, 'head_too_large'],
    [
      'both framings',
      `${ok}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'framing_ambiguous',
    ],
    [
      'both framings the other way round',
      `${ok}Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n`,
      'framing_ambiguous',
    ],
    ['two lengths', `${ok}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc`, 'framing_ambiguous'],
    ['a list of lengths', `${ok}Content-Length: 3, 3\r\n\r\nabc`, 'framing_ambiguous'],
    ['a negative length', `${ok}Content-Length: -1\r\n\r\n`, 'framing_ambiguous'],
    ['a length above 2^53', `${ok}Content-Length: 9999999999999999\r\n\r\n`, 'framing_ambiguous'],
    ['an empty length', `${ok}Content-Length:\r\n\r\n`, 'framing_ambiguous'],
    [
      'chunked in HTTP/1.0',
      `HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'framing_ambiguous',
    ],
    [
      'an unknown coding',
      `${ok}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
      'transfer_coding_unknown',
    ],
    [
      'chunked twice',
      `${ok}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'transfer_coding_unknown',
    ],
    ['an empty coding', `${ok}Transfer-Encoding:\r\n\r\nabc`, 'transfer_coding_unknown'],
    [
      '101 that nobody asked for',
      'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
      'switch_unasked',
    ],
    ['interim answers without end', 'HTTP/1.1 102 Processing\r\n\r\n'.repeat(100), 'too_many_interim'],
    ['nothing after an interim answer', 'HTTP/1.1 103 Early Hints\r\n\r\n', 'died_midway'],
    ['part of a head', `${ok}Content-Le`, 'died_midway'],
  ])('%s: 502', async (_, text, failure) => {
    const { received, edge, connections } = await answered(text);
    const all = statuses(received);
    expect(all.at(-1)).toBe(502);
    expect(all.slice(0, -1).every((status) => status < 200)).toBe(true);
    const id = /\r\nX-Request-Id: (\S+)\r\n/.exec(received)?.[1];
    expect(received).toContain(`Request id: ${id}\n`);
    expect(edge.failures).toMatchObject([{ failure, requestId: id, host: 'd.example', upstreamUuid: 'u1' }]);
    expect(edge.records).toMatchObject([{ status: 502, bytesOut: received.length }]);
    expect(connections).toBe(1);
    expect(received).not.toContain('127.0.0.1');
  });
});

describe('an answer cut short', () => {
  const begin = 'HTTP/1.1 200 OK\r\n';
  it.each([
    ['by its length', `${begin}Content-Length: 9\r\n\r\nabc`, 'died_midway'],
    ['in its chunks', `${begin}Transfer-Encoding: chunked\r\n\r\n9\r\nabc`, 'died_midway'],
    ['before the last chunk', `${begin}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`, 'died_midway'],
    ['in its trailers', `${begin}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX: y\r\n`, 'died_midway'],
    ['by a bad chunk', `${begin}Transfer-Encoding: chunked\r\n\r\n3\r\nabcde`, 'content_invalid'],
    ['by a bad size', `${begin}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n-1\r\n`, 'content_invalid'],
    [
      'by a forbidden trailer',
      `${begin}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nContent-Length: 0\r\n\r\n`,
      'content_invalid',
    ],
  ])('%s breaks the client’s connection', async (_, text, failure) => {
    const { received, edge } = await answered(text, request('GET /') + request('GET /next'));
    expect(received).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(received).not.toMatch(/0\r\n\r\n$/);
    expect(edge.failures).toMatchObject([{ failure }]);
    expect(edge.records).toMatchObject([{ status: 200 }]);
    expect(edge.connections.size).toBe(0);
  });

  it('resets the connection of an HTTP/1.0 client, which knows the end by it', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port);
    const errors: string[] = [];
    client.socket.on('error', (error: NodeJS.ErrnoException) => errors.push(error.code ?? ''));
    client.send('GET / HTTP/1.0\r\nHost: d.example\r\n\r\n');
    const connection = await upstream.next();
    await connection.head();
    connection.say(`${begin}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`);
    await client.until(/abc$/);
    connection.end();
    await client.closed;
    expect(errors).toEqual(['ECONNRESET']);
  });
});

describe('more than the answer', () => {
  it('is dropped with its connection and never given to another request', async () => {
    const forged = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged';
    const answers = [
      `HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok${forged}`,
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n${forged}`,
      `HTTP/1.1 204 No Content\r\n\r\n${forged}`,
      `HTTP/1.1 304 Not Modified\r\n\r\n${forged}`,
    ];
    for (const first of answers) {
      const upstream = await openRawUpstream(answering(first));
      const edge = await openProxyEdge(upstream.port);
      const client = new RawClient(edge.port).send(request('GET /1') + request('GET /2') + get);
      await client.closed;
      expect(statuses(client.received)).toHaveLength(3);
      expect(client.received).not.toContain('forged');
      expect(upstream.connections).toHaveLength(3);
    }
  });

  it('closes a connection that is idle', async () => {
    const upstream = await openRawUpstream(answering('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(request('GET /1'));
    await client.until(/ok$/);
    expect(edge.proxy.openConnections).toBe(1);
    upstream.connections[0]?.say('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged');
    await upstream.connections[0]?.gone();
    client.send(get);
    await client.closed;
    expect(statuses(client.received)).toEqual([200, 200]);
    expect(client.received).not.toContain('forged');
  });

  it('may come late after HEAD and 204 with a length: their connections are not used again', async () => {
    const forged = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged';
    for (const [ask, answer] of [
      [request('HEAD /'), `HTTP/1.1 200 OK\r\nContent-Length: ${forged.length}\r\n\r\n`],
      [request('GET /'), `HTTP/1.1 204 No Content\r\nContent-Length: ${forged.length}\r\n\r\n`],
      [request('GET /'), 'HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ] as const) {
      const upstream = await openRawUpstream();
      const edge = await openProxyEdge(upstream.port);
      const client = new RawClient(edge.port).send(ask + get);
      const first = await upstream.next();
      await first.head();
      first.say(answer);
      const second = await upstream.next();
      await second.head();
      first.say(forged);
      second.say('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
      await client.closed;
      expect(client.received).toMatch(/ok$/);
      expect(client.received).not.toContain('forged');
    }
  });
});

describe('the head parser', () => {
  it('gives the same result however a head is cut', () => {
    const coding = 'Transfer-Encoding: chunked\r\n';
    const piece = fc.constantFrom(
      'HTTP/1.1 200 OK\r\n',
      'HTTP/1.0 404\r\n',
      'HTTP/1.1 103 x\r\n',
      'A: b\r\n',
      'Content-Length: 3\r\n',
      'Content-Length \t: 3\r\n',
      'A : b\r\n',
      'Connection: close\r\n',
      coding,
      'Keep-Alive: timeout=5\r\n',
      'Upgrade: websocket\r\n',
      '\r\n',
      '\n',
      '\r',
      ' x: y\r\n',
      'z',
      'date: x\r\n',
    );
    const outcome = (
      pieces: readonly string[],
      isToHead: boolean,
    ): [ResponseHead | string, number] | string => {
      const parser = new ResponseHeadParser();
      let before = 0;
      for (const text of pieces) {
        const result = parser.parse(text, 0, isToHead);
        if (typeof result === 'string') return result;
        if (result) return [result, before + parser.end];
        before += text.length;
      }
      return 'incomplete';
    };
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 6 }),
        fc.boolean(),
        (pieces, cuts, isToHead) => {
          const text = `HTTP/1.1 200 OK\r\n${pieces.join('')}`;
          const ends = [...new Set([...cuts.map((cut) => cut % text.length), text.length])].toSorted(
            (a, b) => a - b,
          );
          const parts = ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end)).filter((part) => part !== '');
          expect(outcome(parts, isToHead)).toEqual(outcome([text], isToHead));
        },
      ),
      { numRuns: runs(500), examples: [[[coding, coding, '\n', 'A: b\r\n', '\r\n'], [75], false]] },
    );
  });
});
