import type { RequestListener } from 'node:http';
import http2 from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TestAuthority } from '../../../test/support/certificates.ts';
import {
  answerOf,
  ask,
  connect,
  echo,
  literal,
  openHttp2Edge,
  RawHttp2,
  requestBlock,
} from '../../../test/support/http2-client.ts';
import { fieldBlock, requestFields, setting } from '../../../test/support/http2-frames.ts';
import { served } from '../../../test/support/secure-edge.ts';

const { NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_PROTOCOL_ERROR, NGHTTP2_REFUSED_STREAM } = http2.constants;
const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());
const certificate = served(authority.issue('DNS:d.example'));
const openEdge = (upstream?: RequestListener) => openHttp2Edge(certificate, upstream);

describe('the gate of HTTP/2', () => {
  it.each([
    ['a fragment', { ':path': '/a#b' }, 400],
    ['an unknown method', { ':method': 'BREW' }, 501],
    ['TRACE', { ':method': 'TRACE' }, 501],
    ['another scheme', { ':scheme': 'http' }, 400],
    ['a host other than the authority', { host: 'r.example' }, 400],
    ['an expectation nobody knows', { expect: 'miracles' }, 417],
    ['a target above 8 KiB', { ':path': `/${'x'.repeat(8192)}` }, 414],
    ['fields above 16 KiB', { 'x-big': 'x'.repeat(17 * 1024) }, 431],
    ['a host of another account', { ':authority': 'other.example' }, 421],
  ])('refuses %s', async (_, fields, status) => {
    const edge = await openEdge(echo);
    const session = await connect(edge);
    expect(await ask(session, fields)).toMatchObject({ status });
    // The connection is none the worse for it.
    expect(await ask(session, {})).toMatchObject({ status: 200 });
  });

  it('resets a stream whose fields are larger still', async () => {
    const edge = await openEdge(echo);
    const session = await connect(edge);
    await expect(ask(session, { 'x-big': 'x'.repeat(40 * 1024) })).rejects.toThrow();
  });

  it('has CONNECT refused, and does not offer more of it', async () => {
    const edge = await openEdge(echo);
    const session = await connect(edge);
    expect(session.remoteSettings.enableConnectProtocol).toBe(false);
    const stream = session.request({ ':method': 'CONNECT', ':authority': 'd.example:443' });
    expect(await answerOf(stream)).toMatchObject({ status: 501 });
  });

  it.each([
    ['connection: close', '636f6e6e656374696f6e', '636c6f7365'],
    ['transfer-encoding: chunked', '7472616e736665722d656e636f64696e67', '6368756e6b6564'],
    ['an upper-case name', '582d55707065', '61'],
    ['a second host', '3a617574686f72697479', '622e6578616d706c65'],
  ])('resets a stream with %s', async (_, name, value) => {
    const edge = await openEdge(echo);
    const raw = await RawHttp2.open(edge);
    raw.request(1, literal(name, value));
    const reset = await raw.next(3);
    expect(reset).toMatchObject({ type: 3, stream: 1, code: NGHTTP2_PROTOCOL_ERROR });
    expect(edge.records).toEqual([]);
  });

  it('keeps values with line breaks from the upstream', async () => {
    const seen: (string | string[] | undefined)[] = [];
    const edge = await openEdge((request, answer) => {
      seen.push(request.headers['x-a'], request.headers.b);
      answer.end();
    });
    const raw = await RawHttp2.open(edge);
    raw.request(1, literal('782d61', '610d0a623a2063'));
    await raw.next(1);
    expect(seen).toEqual([undefined, undefined]);
  });

  // Malformed, so a stream error (RFC 9113 sections 8.1.1 and 8.3.1).
  it('resets a stream whose authority has user info', async () => {
    const edge = await openEdge(echo);
    const session = await connect(edge);
    await expect(ask(session, { ':authority': 'me@d.example' })).rejects.toThrow(/PROTOCOL_ERROR/);
    expect(await ask(session, {})).toMatchObject({ status: 200 });
    expect(edge.records).toHaveLength(1);
  });

  it('resets streams whose path is none', async () => {
    const session = await connect(await openEdge(echo));
    for (const path of ['x', 'https://d.example/', '', '/ HTTP/1.1']) {
      await expect(ask(session, { ':path': path })).rejects.toThrow(/PROTOCOL_ERROR/);
    }
  });
});

describe('a client of HTTP/2 that asks for too much', () => {
  it('gets no more than 100 streams at a time', async () => {
    const edge = await openEdge(() => {});
    const session = await connect(edge);
    expect(session.remoteSettings.maxConcurrentStreams).toBe(100);
    const raw = await RawHttp2.open(edge);
    for (let i = 0; i < 101; i++) raw.request(2 * i + 1);
    expect(await raw.next(3)).toMatchObject({ stream: 201, code: NGHTTP2_REFUSED_STREAM });
  });

  it('is cut off when it resets streams as fast as it opens them', async () => {
    let asked = 0;
    const edge = await openEdge(() => {
      asked++;
    });
    const raw = await RawHttp2.open(edge);
    for (let i = 0; i < 20_000 && !raw.isClosed; i++) {
      raw.request(2 * i + 1);
      raw.reset(2 * i + 1);
      if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await raw.closed;
    expect(asked).toBeLessThan(1500);
    await expect.poll(() => edge.listener.openConnections).toBe(0);
  });

  it.each([
    ['PING', 6, Buffer.alloc(8)],
    ['SETTINGS', 4, Buffer.alloc(0)],
  ])('is cut off when it sends %s without end', async (_, type, payload) => {
    const edge = await openEdge(echo);
    const raw = await RawHttp2.open(edge);
    for (let i = 0; i < 20_000 && !raw.isClosed; i++) {
      raw.frame(type, 0, 0, payload);
      if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await raw.closed;
    // It may be cut off before it has read why.
    expect([undefined, NGHTTP2_ENHANCE_YOUR_CALM]).toContain(raw.goaway);
    await expect.poll(() => edge.listener.openConnections).toBe(0);
  });

  it('is cut off when its fields never end', async () => {
    const edge = await openEdge(echo);
    const raw = await RawHttp2.open(edge);
    raw.frame(1, 0, 1, requestBlock());
    for (let i = 0; i < 2_000 && !raw.isClosed; i++) {
      raw.frame(9, 0, 1, literal('782d61', '62'.repeat(60)));
      if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await raw.closed;
    await expect.poll(() => edge.listener.openConnections).toBe(0);
  });

  it('is cut off when it sends empty frames', async () => {
    const edge = await openEdge(() => {});
    const raw = await RawHttp2.open(edge);
    raw.frame(1, 4, 1, requestBlock('POST'));
    for (let i = 0; i < 5_000 && !raw.isClosed; i++) {
      raw.frame(0, 0, 1, Buffer.alloc(0));
      if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await raw.closed;
  });

  it('is cut off when it has streams reset as fast as it opens them', async () => {
    let asked = 0;
    const edge = await openEdge(() => {
      asked++;
    });
    const raw = await RawHttp2.open(edge);
    const tooLong = fieldBlock(...requestFields('POST', '/'), ['content-length', '1']);
    for (let i = 0; i < 20_000 && !raw.isClosed; i++) {
      raw.frame(1, 4, 2 * i + 1, tooLong);
      raw.frame(0, 0, 2 * i + 1, Buffer.from('xx'));
      if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await raw.closed;
    expect(asked).toBeLessThan(1500);
    await expect.poll(() => edge.listener.openConnections).toBe(0);
  });

  it('is cut off when it acknowledges PINGs that nobody sent', async () => {
    const edge = await openEdge(echo);
    const raw = await RawHttp2.open(edge);
    for (let i = 0; i < 20_000 && !raw.isClosed; i++) {
      raw.frame(6, 1, 0, Buffer.alloc(8));
      if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await raw.closed;
    await expect.poll(() => edge.listener.openConnections).toBe(0);
  });

  it('loses its download when it never opens the window', async () => {
    let isHeld = false;
    const edge = await openEdge((_, answer) => {
      isHeld = true;
      answer.on('close', () => {
        isHeld = false;
      });
      answer.write('a little');
    });
    const raw = await RawHttp2.open(edge);
    raw.frame(4, 0, 0, setting(4, 0));
    raw.request(1);
    await raw.next(1);
    await sleep(50);
    const now = vi.spyOn(performance, 'now');
    const real = performance.timeOrigin;
    now.mockImplementation(() => Date.now() - real + 61_000);
    onTestFinished(() => now.mockRestore());
    expect(await raw.next(3)).toMatchObject({ stream: 1, code: http2.constants.NGHTTP2_CANCEL });
    await expect.poll(() => isHeld).toBe(false);
  });
});
