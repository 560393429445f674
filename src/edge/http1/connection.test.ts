import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openRawEdge, RawClient, statuses, talk } from '../../../test/support/raw-http.ts';
import { runs } from '../../../test/support/runs.ts';
import { systemClock } from '../../core/clock.ts';
import { Listener } from '../listener.ts';
import { plainAnswer } from './answer.ts';
import { headTimeoutMs, idleTimeoutMs } from './connection-context.ts';
import type { Exchange } from './exchange.ts';

const get = 'GET /x HTTP/1.1\r\nHost: a.example\r\n\r\n';
const last = 'GET /last HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n';
const post = (fields: string, body: string): string =>
  `POST /p HTTP/1.1\r\nHost: a.example\r\n${fields}\r\n\r\n${body}`;

/** Rows of the "Bad input – Edge": what is sent, the status it gets; the connection closes after it. */
const gate: [name: string, request: string, status: number][] = [
  ['no Host', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['several Hosts', 'GET / HTTP/1.1\r\nHost: a.example\r\nHost: a.example\r\n\r\n', 400],
  ['user info in Host', 'GET / HTTP/1.1\r\nHost: u@a.example\r\n\r\n', 400],
  ['path in Host', 'GET / HTTP/1.1\r\nHost: a.example/x\r\n\r\n', 400],
  ['comma in Host', 'GET / HTTP/1.1\r\nHost: a.example,b.example\r\n\r\n', 400],
  ['space in Host', 'GET / HTTP/1.1\r\nHost: a.example b.example\r\n\r\n', 400],
  ['bad port in Host', 'GET / HTTP/1.1\r\nHost: a.example:99999\r\n\r\n', 400],
  ['absolute form of another host', 'GET http://b.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n', 400],
  ['both framings', post('Content-Length: 1\r\nTransfer-Encoding: chunked', '0\r\n\r\n'), 400],
  ['empty transfer coding', post('Transfer-Encoding:', '0\r\n\r\n'), 400],
  ['unknown transfer coding', post('Transfer-Encoding: x', '0\r\n\r\n'), 400],
  ['non-canonical Content-Length', post('Content-Length: +1', 'x'), 400],
  ['field name outside the token set', 'GET / HTTP/1.1\r\nHost: a.example\r\na(b: c\r\n\r\n', 400],
  ['Host in trailers', post('Transfer-Encoding: chunked', '0\r\nHost: b\r\n\r\n'), 400],
  ['Content-Length in trailers', post('Transfer-Encoding: chunked', '0\r\nContent-Length: 1\r\n\r\n'), 400],
  [
    'Transfer-Encoding in trailers',
    post('Transfer-Encoding: chunked', '0\r\nTransfer-Encoding: x\r\n\r\n'),
    400,
  ],
  ['# in the target', 'GET /a#b HTTP/1.1\r\nHost: a.example\r\n\r\n', 400],
  ['control character in the target', 'GET /a\x01 HTTP/1.1\r\nHost: a.example\r\n\r\n', 400],
  ['bare LF', 'GET / HTTP/1.1\nHost: a.example\n\n', 400],
  ['bad chunk', post('Transfer-Encoding: chunked', 'z\r\n'), 400],
  ['fields above 16 KiB', `GET / HTTP/1.1\r\nHost: a.example\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`, 431],
  ['fields that never end', `GET / HTTP/1.1\r\nHost: a.example\r\nx: ${'y'.repeat(17_000)}`, 431],
  ['target above 8 KiB', `GET /${'y'.repeat(8192)} HTTP/1.1\r\nHost: a.example\r\n\r\n`, 414],
  ['target that never ends', `GET /${'y'.repeat(9000)}`, 414],
  ['CONNECT', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n', 501],
  ['TRACE', 'TRACE / HTTP/1.1\r\nHost: a.example\r\n\r\n', 501],
  ['HTTP/2 without TLS', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505],
  ['another expectation', 'GET / HTTP/1.1\r\nHost: a.example\r\nExpect: x\r\n\r\n', 417],
];

describe('the request gate', () => {
  it.each(gate)('%s', async (_, request, status) => {
    const { port, records } = await openRawEdge();
    const client = new RawClient(port).send(request + get);
    const answer = await client.until(/\r\n\r\n.*\n$/s);
    client.socket.end();
    await client.closed;
    expect(statuses(client.received)).toEqual([status]);
    expect(answer).toContain('\r\nConnection: close\r\n');
    expect(answer).toContain('\r\nCache-Control: no-store\r\n');
    expect(answer).toContain('\r\nContent-Type: text/plain; charset=utf-8\r\n');
    expect(answer).toMatch(/\r\nX-Request-Id: [0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}\r\n/);
    expect(answer).toMatch(/\r\nDate: [A-Z][a-z]{2}, .* GMT\r\n/);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ status, bytesOut: answer.length, clientAddress: '127.0.0.1' });
    expect(records[0]?.refusal).toBeDefined();
  });

  it('answers a refused HEAD without a body', async () => {
    const { port } = await openRawEdge();
    const answer = await talk(port, 'HEAD / HTTP/1.1\r\nHost: a b\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*\r\nContent-Length: [1-9][0-9]*\r\n[^]*\r\n\r\n$/);
  });
});

describe('a connection', () => {
  it('answers pipelined requests in order and counts their bytes', async () => {
    const { port, records } = await openRawEdge();
    const answer = await talk(
      port,
      get +
        post('Content-Length: 3', 'abc') +
        post('Transfer-Encoding: chunked', '1\r\nx\r\n0\r\nA: b\r\n\r\n') +
        last,
    );
    expect(statuses(answer)).toEqual([301, 301, 301, 301]);
    expect([...answer.matchAll(/Location: (\S+)/g)].map((match) => match[1])).toEqual([
      'https://dest.example/x',
      'https://dest.example/p',
      'https://dest.example/p',
      'https://dest.example/last',
    ]);
    expect(records.map((record) => record.bytesIn)).toEqual([
      get.length,
      post('Content-Length: 3', 'abc').length,
      post('Transfer-Encoding: chunked', '1\r\nx\r\n0\r\nA: b\r\n\r\n').length,
      last.length,
    ]);
    expect(records.reduce((sum, record) => sum + record.bytesOut, 0)).toBe(answer.length);
    for (const record of records) expect(record.durationMs).toBeGreaterThan(0);
  });

  it('answers 80,000 pipelined requests to a client that reads late', async () => {
    const { port, records } = await openRawEdge();
    const client = new RawClient(port);
    client.socket.pause();
    client.send(get.repeat(80_000) + last);
    await sleep(300);
    // The kernel's buffers are full, and the rest of the requests has not been read.
    expect(records.length).toBeLessThan(80_001);
    client.socket.resume();
    await client.closed;
    expect(statuses(client.received)).toHaveLength(80_001);
    expect(records).toHaveLength(80_001);
  });

  it('closes after HTTP/1.0 and Connection: close', async () => {
    const { port } = await openRawEdge();
    const old = await talk(port, 'GET / HTTP/1.0\r\nHost: a.example\r\nConnection: keep-alive\r\n\r\n');
    expect(statuses(old)).toEqual([301]);
    expect(old).toContain('\r\nConnection: close\r\n');
    expect(statuses(await talk(port, last + get))).toEqual([301]);
  });

  it('answers a client that has shut its side', async () => {
    const { port } = await openRawEdge();
    const client = new RawClient(port);
    client.socket.end(get + get);
    await client.closed;
    expect(statuses(client.received)).toEqual([301, 301]);
  });

  it('says nothing to a client that leaves in the middle of a request', async () => {
    const { port, records } = await openRawEdge();
    for (const part of ['GET /', post('Content-Length: 9', 'abc')]) {
      const client = new RawClient(port);
      client.socket.end(part);
      await client.closed;
      expect(client.received).toBe('');
    }
    expect(records).toEqual([]);
  });

  it('does not ask for a body nobody wants', async () => {
    const { port } = await openRawEdge();
    const answer = await talk(port, post('Content-Length: 9\r\nExpect: 100-continue', ''));
    expect(statuses(answer)).toEqual([301]);
    expect(answer).toContain('Connection: close');
  });

  it('answers at once when the body is larger than 1 MiB', async () => {
    const { port } = await openRawEdge();
    expect(statuses(await talk(port, post('Content-Length: 1048577', '')))).toEqual([301]);
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const answer = await talk(port, post('Transfer-Encoding: chunked', chunk.repeat(20)));
    expect(statuses(answer)).toEqual([301]);
    expect(answer).toContain('Connection: close');
  });

  it('lets the client read the refusal although it goes on sending', async () => {
    const { port } = await openRawEdge();
    const client = new RawClient(port).send('GET / HTTP/1.1\r\n\r\n');
    for (let i = 0; i < 20; i++) client.send('x'.repeat(50_000));
    await client.until(/\n$/);
    expect(statuses(client.received)).toEqual([400]);
    client.socket.end();
    await client.closed;
  });

  it('has no body for HEAD, and Content-Length 0 for a redirect', async () => {
    const { port } = await openRawEdge();
    const found = await talk(port, last.replace('GET', 'HEAD'));
    expect(found).toMatch(/^HTTP\/1\.1 301 [^]*\r\nContent-Length: 0\r\n[^]*\r\n\r\n$/);
    const missing = await talk(port, last.replace('GET', 'HEAD').replace('a.example', 'b.example'));
    expect(missing).toMatch(/^HTTP\/1\.1 404 [^]*\r\nContent-Length: [1-9]\d*\r\n[^]*\r\n\r\n$/);
  });

  it('reads nothing more while a handler takes its time', async () => {
    const waiting: (() => void)[] = [];
    using listener = await Listener.open({
      host: '127.0.0.1',
      port: 0,
      handler: {
        handle: (exchange: Exchange) => void waiting.push(() => exchange.answer(plainAnswer(200, 'now'))),
      },
      clock: systemClock,
      onConnection: () => {},
      onExchange: () => {},
    });
    const client = new RawClient(listener.port).send(get + get + last);
    for (let answered = 0; answered < 3; answered++) {
      await expect.poll(() => waiting.length).toBe(1);
      expect(statuses(client.received)).toHaveLength(answered);
      waiting.pop()?.();
      await expect.poll(() => statuses(client.received).length).toBe(answered + 1);
    }
    await client.closed;
  });
});

const later = (ms: number): number => performance.now() + ms + 100;

/** Time in which what was sent arrives, also where the machine has stood still. */
async function arrival(): Promise<void> {
  await sleep(20);
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
}

describe('deadlines', () => {
  it('answers 408 when the head takes longer than 10 s, counted from its first byte', async () => {
    const { port, connections, records } = await openRawEdge();
    const startTick = performance.now();
    const client = new RawClient(port).send('GET / HTTP/1.1\r\nHo');
    await sleep(300);
    client.send('st: a');
    await arrival();
    connections.sweep(startTick + headTimeoutMs - 1_000);
    connections.sweep(performance.now() + headTimeoutMs - 100);
    expect(statuses(await client.until(/\n$/))).toEqual([408]);
    client.socket.end();
    await client.closed;
    expect(records).toMatchObject([{ status: 408, refusal: 'head_timeout', bytesIn: 23 }]);
  });

  it.each([
    ['nothing', '', headTimeoutMs],
    ['an empty line', '\r\n', headTimeoutMs],
    ['nothing after an answer', get, idleTimeoutMs],
  ])('closes without a word after %s', async (_, bytes, ms) => {
    const { port, connections } = await openRawEdge();
    const startTick = performance.now();
    const client = new RawClient(port).send(bytes);
    await expect.poll(() => connections.size).toBe(1);
    if (bytes === get) await client.until(/\r\n\r\n$/);
    await arrival();
    const before = client.received;
    connections.sweep(startTick + ms - 1_000);
    expect(client.socket.readyState).toBe('open');
    connections.sweep(later(ms));
    await client.closed;
    expect(client.received).toBe(before);
  });

  it('answers 408 when the body stalls, and cuts off a client that does not read', async () => {
    const { port, connections } = await openRawEdge();
    const stalled = new RawClient(port).send(post('Content-Length: 5', 'ab'));
    await expect.poll(() => connections.size).toBe(1);
    await arrival();
    connections.sweep(later(60_000));
    expect(statuses(await stalled.until(/\n$/))).toEqual([408]);
    stalled.socket.destroy();

    const deaf = new RawClient(port);
    deaf.socket.pause();
    deaf.send(get.repeat(60_000));
    await sleep(300);
    connections.sweep(later(60_000));
    deaf.socket.resume();
    await deaf.closed;
    expect(statuses(deaf.received).length).toBeLessThan(60_000);
  });

  it('cuts off a client that stays after the last answer', async () => {
    const { port, connections } = await openRawEdge();
    const client = new RawClient(port);
    client.socket.allowHalfOpen = true;
    // Refused, so what else it sends cannot be known.
    client.send('GET / HTTP/1.1\r\n\r\n');
    await client.until(/\r\n\r\n.*\n$/s);
    await arrival();
    expect(connections.size).toBe(1);
    connections.sweep(later(2_000));
    await expect.poll(() => connections.size).toBe(0);
  });

  it.each([
    ['Connection: close', last, true],
    ['HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a.example\r\n\r\n', true],
    ['more behind it', last + get, false],
    ['a body', post('Content-Length: 1\r\nConnection: close', 'x'), false],
  ])('closes at once after a request that is the last one by its own word: %s', async (_, sent, isClosed) => {
    const { port, connections } = await openRawEdge();
    const client = new RawClient(port);
    client.socket.allowHalfOpen = true;
    client.send(sent);
    await client.until(/\r\n\r\n$/);
    if (isClosed) await expect.poll(() => connections.size).toBe(0);
    else {
      await arrival();
      expect(connections.size).toBe(1);
    }
    client.socket.destroy();
  });

  it('drains: idle connections at once, a request under way with Connection: close', async () => {
    const { port, connections } = await openRawEdge();
    const idle = new RawClient(port).send(get);
    await idle.until(/\r\n\r\n$/);
    const fresh = new RawClient(port);
    const busy = new RawClient(port).send('GET /busy HTTP/1.1\r\n');
    await expect.poll(() => connections.size).toBe(3);
    await arrival();
    const drained = connections.drain(5_000);
    await Promise.all([idle.closed, fresh.closed]);
    busy.send('Host: a.example\r\n\r\n');
    await busy.closed;
    await drained;
    expect(statuses(idle.received)).toEqual([301]);
    expect(busy.received).toContain('Connection: close');
  });

  it('retires: idle and new connections get one more answer, with Connection: close, until the time is over', async () => {
    const { port, connections } = await openRawEdge();
    const idle = new RawClient(port).send(get);
    await idle.until(/\r\n\r\n$/);
    const silent = new RawClient(port).send(get);
    await silent.until(/\r\n\r\n$/);
    const fresh = new RawClient(port);
    await expect.poll(() => connections.size).toBe(3);
    const startedTick = performance.now();
    const drained = connections.drain(5_000, 2_000);
    await sleep(100);
    idle.send(get);
    fresh.send(get);
    await Promise.all([idle.closed, fresh.closed]);
    expect(performance.now() - startedTick).toBeLessThan(1_900);
    expect(statuses(idle.received)).toEqual([301, 301]);
    expect(statuses(fresh.received)).toEqual([301]);
    for (const client of [idle, fresh]) expect(client.received).toMatch(/Connection: close\r\n/);
    await Promise.all([silent.closed, drained]);
    expect(performance.now() - startedTick).toBeGreaterThan(1_900);
    expect(silent.received).not.toContain('Connection: close');
  });
});

const withoutVarying = (text: string): string => text.replaceAll(/(X-Request-Id|Date): .*/g, '');

describe('a stream cut at any place', () => {
  const parts = [
    get,
    last,
    'GET /y HTTP/1.1\r\nHost: b.example\r\n\r\n',
    post('Content-Length: 3', 'abc'),
    post('Transfer-Encoding: chunked', '2\r\nab\r\n0\r\nx: y\r\n\r\n'),
    ...gate.slice(0, 20).map(([, request]) => request),
  ];

  it('gets the same answers', async () => {
    const { port } = await openRawEdge();
    const ask = async (...pieces: string[]): Promise<string> => {
      const client = new RawClient(port);
      for (const piece of pieces) {
        client.send(piece);
        if (pieces.length > 1) await sleep(1);
      }
      client.socket.end();
      await client.closed;
      return withoutVarying(client.received);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
        async (requests, cuts) => {
          const text = requests.join('');
          const ends = [...new Set([...cuts.map((cut) => cut % text.length), text.length])].toSorted(
            (a, b) => a - b,
          );
          const pieces = ends.map((end, i) => text.slice(ends[i - 1] ?? 0, end));
          expect(await ask(...pieces)).toBe(await ask(text));
        },
      ),
      { numRuns: runs(150) },
    );
  });
});
