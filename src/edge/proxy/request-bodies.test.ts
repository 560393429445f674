import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { RawClient, statuses, talk } from '../../../test/support/raw-http.ts';
import { answering, openProxyEdge, openRawUpstream, request } from '../../../test/support/raw-upstream.ts';
import { settledAt } from '../../../test/support/settled.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

describe('content of a request', () => {
  it('arrives with its length', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const text = request('POST /', ['Content-Length: 6'], 'abc');
    const client = new RawClient(edge.port).send(text);
    const connection = await upstream.next();
    expect(await connection.head()).toContain('\r\nContent-Length: 6\r\n');
    expect(await connection.body('abc')).toBe('abc');
    client.send('def');
    expect(await connection.body('def')).toBe('def');
    connection.say(ok);
    await client.until(/ok$/);
    expect(edge.records).toMatchObject([{ status: 200, bytesIn: text.length + 3 }]);
    expect(edge.proxy.openConnections).toBe(1);
  });

  it('arrives chunk by chunk, without extensions, with its trailers but none that forge or frame', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(
      request('PUT /', ['Transfer-Encoding: chunked', 'Trailer: X-T']),
    );
    const connection = await upstream.next();
    const head = await connection.head();
    expect(head).toContain('\r\nTransfer-Encoding: chunked\r\n');
    expect(head).not.toContain('Content-Length');
    client.send('3;a="b"\r\nabc\r\n');
    expect(await connection.body('\r\n')).toBe('3\r\nabc\r\n');
    client.send(
      '0;x\r\nX-T: 1\r\nX-Nameplate-Auth-Token: forged\r\nx_served_for: forged\r\nX-Forwarded-For: 1.1.1.1\r\n' +
        'Connection: close\r\nForwarded: for=1\r\nKeep-Alive: x\r\nTrailer: y\r\nX-U: 2\r\n\r\n',
    );
    expect(await connection.body('\r\n\r\n')).toBe('0\r\nX-T: 1\r\nX-U: 2\r\n\r\n');
    connection.say(ok);
    await client.until(/ok$/);
    expect(edge.proxy.openConnections).toBe(1);
  });

  it('in many small chunks leaves as one, as soon as no more of it has come', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(request('PUT /', ['Transfer-Encoding: chunked']));
    const connection = await upstream.next();
    await connection.head();
    client.send('1\r\na\r\n'.repeat(300));
    expect(await connection.body('\r\n')).toBe(`12c\r\n${'a'.repeat(300)}\r\n`);
    client.send(`1\r\nb\r\n1388\r\n${'c'.repeat(5_000)}\r\n1\r\nd\r\n0\r\n\r\n`);
    expect(await connection.body('0\r\n\r\n')).toBe(`1389\r\nb${'c'.repeat(5_000)}\r\n1\r\nd\r\n0\r\n\r\n`);
    connection.say(ok);
    await client.until(/ok$/);
    expect(statuses(client.received)).toEqual([200]);
  });

  it('that is malformed gets 400 and never ends for the upstream', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const received = talk(
      edge.port,
      request('POST /', ['Transfer-Encoding: chunked'], '3\r\nabcX\r\n0\r\n\r\n'),
    );
    const connection = await upstream.next();
    await connection.gone();
    expect(connection.received).not.toContain('0\r\n\r\n');
    expect(statuses(await received)).toEqual([400]);
    expect(edge.records).toMatchObject([{ status: 400, refusal: 'chunk_invalid' }]);
    expect(edge.failures).toEqual([]);
    await expect.poll(() => edge.proxy.openConnections).toBe(0);
  });

  it('that stops arriving gets 408', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const startTick = performance.now();
    const client = new RawClient(edge.port).send(request('POST /', ['Content-Length: 6'], 'abc'));
    const connection = await upstream.next();
    await connection.until(() => connection.received.endsWith('abc'));
    edge.connections.sweep(startTick + 59_000);
    expect(client.received).toBe('');
    edge.connections.sweep(performance.now() + 61_000);
    await client.closed;
    expect(statuses(client.received)).toEqual([408]);
    await connection.gone();
  });

  it('that arrives too slowly gets 408, and its upstream connection is free', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port, { bodyMinRate: 500 });
    const startTick = performance.now();
    const client = new RawClient(edge.port).send(request('POST /', ['Content-Length: 9999'], 'abc'));
    const connection = await upstream.next();
    await connection.until(() => connection.received.endsWith('abc'));
    edge.connections.sweep(startTick + 19_000);
    client.send('d');
    await connection.until(() => connection.received.endsWith('d'));
    expect(client.received).toBe('');
    edge.connections.sweep(performance.now() + 21_000);
    await client.closed;
    expect(statuses(client.received)).toEqual([408]);
    expect(edge.records).toMatchObject([{ status: 408, refusal: 'body_too_slow' }]);
    await connection.gone();
    await expect.poll(() => edge.proxy.openConnections).toBe(0);
  });

  it('that arrives too slowly ends the connection when the answer has begun', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port, { bodyMinRate: 500 });
    const client = new RawClient(edge.port).send(request('POST /', ['Content-Length: 9999'], 'abc'));
    const connection = await upstream.next();
    await connection.until(() => connection.received.endsWith('abc'));
    connection.say('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\nabc');
    await client.until(/abc$/);
    edge.connections.sweep(performance.now() + 21_000);
    await client.closed;
    expect(statuses(client.received)).toEqual([200]);
    await connection.gone();
  });

  it('is not late while the upstream does not take it', async () => {
    const upstream = await openRawUpstream((connection) => {
      connection.keeps = false;
      connection.socket.pause();
    });
    const edge = await openProxyEdge(upstream.port, { bodyMinRate: 500 });
    const sizeBytes = 32 * 1024 * 1024;
    const client = new RawClient(edge.port).send(request('POST /', [`Content-Length: ${sizeBytes}`]));
    for (let i = 0; i < 32; i++) client.send('x'.repeat(1024 * 1024));
    const connection = await upstream.next();
    // The client's side is stuck when nothing more leaves it.
    expect(await settledAt(() => client.socket.writableLength)).toBeGreaterThan(0);
    edge.connections.sweep(performance.now() + 600_000);
    expect(client.received).toBe('');
    connection.socket.resume();
    await connection.until(() => connection.receivedBytes > sizeBytes);
    connection.say(ok);
    await client.until(/ok$/);
    expect(statuses(client.received)).toEqual([200]);
  });

  it('may be answered before it has ended; then both connections are given up', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(request('POST /', ['Content-Length: 600'], 'abc'));
    const connection = await upstream.next();
    await connection.until(() => connection.received.endsWith('abc'));
    connection.say('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno');
    await client.until(/no$/);
    client.send('defgh');
    await connection.gone();
    await client.closed;
    expect(statuses(client.received)).toEqual([413]);
    expect(edge.records).toMatchObject([{ status: 413 }]);
    await expect.poll(() => edge.connections.size).toBe(0);
  });

  it('and its answer may stream at the same time', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(request('POST /', ['Transfer-Encoding: chunked']));
    const connection = await upstream.next();
    await connection.head();
    connection.say('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (const word of ['one', 'two', 'six']) {
      client.send(`3\r\n${word}\r\n`);
      connection.say(await connection.body('\r\n'));
      await client.until(new RegExp(`3\r\n${word}\r\n$`));
    }
    client.send('0\r\n\r\n');
    connection.say(await connection.body('0\r\n\r\n'));
    await client.until(/0\r\n\r\n$/);
    client.send(request('GET /'));
    await connection.head();
    connection.say(ok);
    await client.until(/ok$/);
    expect(upstream.connections).toHaveLength(1);
  });
});

describe('100-continue', () => {
  const expecting = request('POST /', ['Content-Length: 3', 'Expect: 100-continue']);

  it('is passed on to the upstream, and its answer to the client', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(expecting);
    const connection = await upstream.next();
    expect(await connection.head()).toContain('\r\nExpect: 100-continue\r\n');
    await sleep(30);
    expect(client.received).toBe('');
    connection.say('HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\n');
    expect(await client.until(/\r\n\r\n$/)).toBe('HTTP/1.1 100 Continue\r\nX-A: b\r\n\r\n');
    client.send('abc');
    expect(await connection.body('abc')).toBe('abc');
    connection.say(`HTTP/1.1 100 Continue\r\n\r\n${ok}`);
    await client.until(/ok$/);
    expect(statuses(client.received)).toEqual([100, 200]);
    expect(edge.records).toMatchObject([{ status: 200, bytesOut: client.received.length }]);
    expect(edge.proxy.openConnections).toBe(1);
  });

  it('comes from here when the upstream says nothing for a second', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const start = performance.now();
    const client = new RawClient(edge.port).send(expecting);
    await client.until(/\r\n\r\n$/);
    expect(client.received).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(performance.now() - start).toBeGreaterThan(990);
    expect(performance.now() - start).toBeLessThan(15_000);
    client.send('abc');
    const connection = await upstream.next();
    await connection.body('abc');
    connection.say(ok);
    await client.until(/ok$/);
    expect(statuses(client.received)).toEqual([100, 200]);
  });

  it.each([417, 413])('is refused with %i before the content', async (status) => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(expecting);
    const connection = await upstream.next();
    await connection.head();
    connection.say(`HTTP/1.1 ${status} No\r\nContent-Length: 2\r\n\r\nno`);
    await connection.gone();
    await client.closed;
    expect(statuses(client.received)).toEqual([status]);
    expect(client.received).toContain('\r\nConnection: close\r\n');
    expect(edge.failures).toEqual([]);
  });

  it('needs none when the client sends its content without waiting', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(`${expecting}abc${request('GET /2')}`);
    const connection = await upstream.next();
    await connection.head();
    connection.say('HTTP/1.1 100 Continue\r\n\r\n');
    await connection.body('abc');
    connection.say(ok);
    await connection.head();
    connection.say(ok);
    await client.until(/ok[^]*ok$/);
    expect(statuses(client.received)).toEqual([100, 200, 200]);
  });
});

describe('pipelined requests', () => {
  it('are answered in order, by whomever', async () => {
    const upstream = await openRawUpstream(answering(ok));
    const edge = await openProxyEdge(upstream.port);
    const redirect = 'GET /r HTTP/1.1\r\nHost: a.example\r\n\r\n';
    const client = new RawClient(edge.port).send(
      redirect +
        request('GET /1') +
        request('GET /2') +
        redirect +
        request('POST /3', ['Content-Length: 0']) +
        redirect +
        request('GET /4', ['Connection: close']) +
        redirect,
    );
    await client.closed;
    expect(statuses(client.received)).toEqual([301, 200, 200, 301, 200, 301, 200]);
    expect(upstream.connections).toHaveLength(1);
    expect(edge.records.map(({ status }) => status)).toEqual([301, 200, 200, 301, 200, 301, 200]);
    expect(edge.records.reduce((sum, { bytesOut }) => sum + bytesOut, 0)).toBe(client.received.length);
    await expect.poll(() => edge.connections.size).toBe(0);
  });
});
