import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import http2 from 'node:http2';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { TestAuthority } from '../../../test/support/certificates.ts';
import { answerOf, ask, connect, echo, openHttp2Edge } from '../../../test/support/http2-client.ts';
import { domainAt, domainUuid } from '../../../test/support/proxied-domain.ts';
import { openSecureEdge, served, shakeHands } from '../../../test/support/secure-edge.ts';
import { lacksCommand } from '../../../test/support/skips.ts';

const run = promisify(execFile);
const { NGHTTP2_CANCEL } = http2.constants;
const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());
const certificate = served(authority.issue('DNS:d.example'));
const openEdge = (upstream?: RequestListener) => openHttp2Edge(certificate, upstream);

describe('over HTTP/2', () => {
  it('redirects are answered as over HTTP/1.1', async () => {
    const edge = await openEdge();
    const session = await connect(edge);
    const answer = await ask(session, { ':path': '/a//b?c=%20' });
    expect(answer).toMatchObject({
      status: 301,
      headers: {
        location: 'https://dest.example/a//b?c=%20',
        'cache-control': 'private, max-age=90',
        'content-length': '0',
      },
      body: '',
    });
    expect(answer.headers.date).toBeDefined();
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    await expect.poll(() => edge.records).toMatchObject([{ status: 301, scheme: 'https' }]);
  });

  it('many requests share the connection', async () => {
    const edge = await openEdge(echo);
    const session = await connect(edge);
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, i) => ask(session, { ':path': `/${i}` })),
    );
    expect(answers.map(({ status, body }) => [status, JSON.parse(body).url])).toEqual(
      answers.map((_, i) => [200, `/${i}`]),
    );
    expect(edge.outcomes).toEqual(['full']);
  });

  it('the upstream sees the request as HTTP/1.1', async () => {
    const edge = await openEdge(echo);
    const session = await connect(edge);
    const { status, headers, body } = await ask(session, {
      ':path': '/p?q=1',
      ':authority': `d.example:${edge.port}`,
      cookie: ['a=1', 'b=2'],
      te: 'trailers',
      'x-thing': ['one', 'two'],
      'x-forwarded-proto': 'http',
    });
    expect([status, headers['x-seen']]).toEqual([200, 'yes']);
    expect(headers['x-request-id']).toBe(JSON.parse(body).headers['x-request-id']);
    expect(headers).not.toHaveProperty('connection');
    expect(JSON.parse(body)).toMatchObject({
      method: 'GET',
      url: '/p?q=1',
      headers: {
        cookie: 'a=1; b=2',
        te: 'trailers',
        connection: 'TE',
        'x-thing': 'one, two',
        'x-served-for': 'd.example',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': `d.example:${edge.port}`,
      },
      length: 0,
    });
    expect(body).not.toContain('transfer-encoding');
  });

  it.each([
    ['of known length', { 'content-length': '100000' }],
    ['of unknown length', {}],
  ])('content %s is passed on, and counted', async (_, fields) => {
    const edge = await openEdge(echo);
    const session = await connect(edge);
    const answer = await ask(session, { ':method': 'POST', ...fields }, Buffer.alloc(100_000, 'x'));
    expect(JSON.parse(answer.body)).toMatchObject({ method: 'POST', length: 100_000 });
    await expect
      .poll(() => edge.records)
      .toMatchObject([{ status: 200, domainUuid, peerAddress: '127.0.0.1' }]);
    expect(edge.records[0]?.bytesIn).toBeGreaterThan(100_000);
    expect(edge.records[0]?.bytesIn).toBeLessThan(100_500);
    expect(edge.records[0]?.durationMs).toBeGreaterThan(0);
  });

  it('content without a byte ends, even before the upstream is there to take it', async () => {
    const session = await connect(await openEdge(echo));
    const stream = session.request({ ':method': 'POST', ':path': '/', ':authority': 'd.example' });
    stream.end();
    expect(JSON.parse((await answerOf(stream)).body)).toMatchObject({ method: 'POST', length: 0 });
  });

  it('trailers go both ways', async () => {
    const edge = await openEdge((request, answer) => {
      request.resume();
      request.on('end', () => {
        answer.writeHead(200, { Trailer: 'X-Sum' });
        answer.write('hello');
        answer.addTrailers({ 'X-Sum': String(request.trailers['x-check']) });
        answer.end();
      });
    });
    const session = await connect(edge);
    const stream = session.request(
      { ':method': 'POST', ':path': '/', ':authority': 'd.example', te: 'trailers' },
      { waitForTrailers: true },
    );
    stream.on('wantTrailers', () => stream.sendTrailers({ 'x-check': 'abc', host: 'evil.example' }));
    stream.end('content');
    expect(await answerOf(stream)).toMatchObject({
      status: 200,
      body: 'hello',
      trailers: { 'x-sum': 'abc' },
    });
  });

  it('interim answers arrive before the final one', async () => {
    const edge = await openEdge((_, answer) => {
      answer.writeEarlyHints({ link: '</style.css>; rel=preload' });
      setTimeout(() => answer.end('done'), 20);
    });
    const session = await connect(edge);
    const stream = session.request({ ':path': '/', ':authority': 'd.example' });
    const hints = once(stream, 'headers');
    const answer = answerOf(stream);
    expect((await hints)[0]).toMatchObject({ ':status': 103, link: '</style.css>; rel=preload' });
    expect(await answer).toMatchObject({ status: 200, body: 'done' });
  });

  it('a client that waits for leave to send its content is given it', async () => {
    const edge = await openEdge(echo);
    const session = await connect(edge);
    const stream = session.request({
      ':method': 'POST',
      ':path': '/',
      ':authority': 'd.example',
      expect: '100-continue',
    });
    await once(stream, 'continue');
    stream.end('x'.repeat(10));
    expect(JSON.parse((await answerOf(stream)).body)).toMatchObject({ length: 10 });
  });

  it('HEAD, 204 and 304 have no content', async () => {
    const edge = await openEdge((request, answer) => {
      answer.statusCode = Number(request.url?.slice(1));
      answer.setHeader('Content-Length', '5');
      if (answer.statusCode === 204) answer.removeHeader('Content-Length');
      answer.end(request.method === 'HEAD' || answer.statusCode !== 200 ? undefined : 'hello');
    });
    const session = await connect(edge);
    const head = await ask(session, { ':method': 'HEAD', ':path': '/200' });
    expect([head.status, head.headers['content-length'], head.body]).toEqual([200, '5', '']);
    for (const status of [204, 304]) {
      expect(await ask(session, { ':path': `/${status}` })).toMatchObject({ status, body: '' });
    }
    expect(await ask(session, { ':path': '/200' })).toMatchObject({ status: 200, body: 'hello' });
  });

  it('fields that HTTP/2 does not know stay behind, repeated ones stay repeated', async () => {
    const edge = await openEdge((_, answer) => {
      answer.setHeader('Set-Cookie', ['a=1', 'b=2']);
      answer.setHeader('Keep-Alive', 'timeout=5');
      answer.setHeader('ETag', ['"1"', '"2"']);
      answer.setHeader('X-Latin', 'caf\xe9');
      answer.end(Buffer.from('x'));
    });
    const { headers } = await ask(await connect(edge), {});
    expect(headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect(headers).not.toHaveProperty('keep-alive');
    expect(headers.etag).toBe('"1"');
    expect(headers['x-latin']).toBe('caf\xe9');
  });

  it('a large answer waits for a slow reader', async () => {
    const size = 20 * 1024 * 1024;
    const content = randomBytes(size);
    let written = 0;
    const edge = await openEdge((_, answer) => {
      answer.setHeader('Content-Length', size);
      for (let at = 0; at < size; at += 64 * 1024) answer.write(content.subarray(at, at + 64 * 1024));
      answer.end();
      const timer = setInterval(() => {
        written = size - answer.writableLength;
      }, 10);
      answer.on('close', () => clearInterval(timer));
    });
    const session = await connect(edge);
    const stream = session.request({ ':path': '/', ':authority': 'd.example' });
    await once(stream, 'response');
    await new Promise((resolve) => setTimeout(resolve, 500));
    // The rest waits in the upstream, not here.
    expect(written).toBeLessThan(size - 4 * 1024 * 1024);
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(stream, 'end');
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
  });

  it('a large upload waits for a slow upstream', async () => {
    let resume = () => {};
    const edge = await openEdge((request, answer) => {
      request.pause();
      let length = 0;
      resume = () => {
        request.on('data', (chunk: Buffer) => {
          length += chunk.length;
        });
        request.on('end', () => answer.end(String(length)));
        request.resume();
      };
    });
    const session = await connect(edge);
    const stream = session.request({ ':method': 'PUT', ':path': '/', ':authority': 'd.example' });
    const size = 20 * 1024 * 1024;
    stream.end(Buffer.alloc(size));
    await new Promise((resolve) => setTimeout(resolve, 500));
    // What it may send is used up: the rest waits in the client, not here.
    expect(session.state.remoteWindowSize).toBeGreaterThan(512 * 1024);
    // One slow stream does not hold back the others.
    expect(await ask(session, { ':authority': 'r.example' })).toMatchObject({ status: 421 });
    resume();
    expect((await answerOf(stream)).body).toBe(String(size));
  });

  it('a client that cancels has the upstream cancelled', async () => {
    let gone = false;
    const edge = await openEdge((_, answer) => {
      answer.write('begun');
      answer.on('close', () => {
        gone = true;
      });
    });
    const session = await connect(edge);
    const stream = session.request({ ':path': '/', ':authority': 'd.example' });
    await once(stream, 'response');
    stream.close(NGHTTP2_CANCEL);
    await expect.poll(() => gone).toBe(true);
    await expect.poll(() => edge.records).toMatchObject([{ status: 200 }]);
  });

  it('an answer that is cut short is reset, and the connection lives on', async () => {
    const edge = await openEdge((request, answer) => {
      if (request.url === '/whole') answer.end('whole');
      else {
        answer.writeHead(200, request.url === '/half' ? { 'Content-Length': '100' } : {});
        answer.write('half');
        setTimeout(() => answer.destroy(), 20);
      }
    });
    const session = await connect(edge);
    await expect(ask(session, { ':path': '/half' })).rejects.toThrow(/PROTOCOL_ERROR|INTERNAL_ERROR/);
    await expect(ask(session, { ':path': '/half-of-unknown-length' })).rejects.toThrow(/INTERNAL_ERROR/);
    expect(await ask(session, { ':path': '/whole' })).toMatchObject({ status: 200, body: 'whole' });
  });

  it('an answer given before the content was read frees the client from sending it', async () => {
    const edge = await openEdge();
    const session = await connect(edge);
    const stream = session.request({ ':method': 'POST', ':path': '/', ':authority': 'd.example' });
    stream.write('x'.repeat(1000));
    expect(await answerOf(stream)).toMatchObject({ status: 301 });
    expect(await ask(session, {})).toMatchObject({ status: 301 });
  });

  it('an upstream that cannot be reached is 502', async () => {
    const edge = await openSecureEdge({
      certificates: { 'd.example': [certificate] },
      domains: { 'd.example': domainAt({ port: 1 }) },
    });
    expect(await ask(await connect(edge), {})).toMatchObject({ status: 502 });
  });
});

describe('the end of an HTTP/2 connection', () => {
  it('at draining: what is under way is finished, nothing new begun', async () => {
    let underWay: ServerResponse | undefined;
    const edge = await openEdge((_, answer) => {
      underWay = answer;
    });
    const session = await connect(edge);
    const answer = ask(session, {});
    const goaway = once(session, 'goaway');
    await expect.poll(() => underWay).toBeDefined();
    const drained = edge.listener.drain(60_000);
    await goaway;
    underWay?.end('finished');
    expect(await answer).toMatchObject({ status: 200, body: 'finished' });
    await drained;
    expect(edge.listener.openConnections).toBe(0);
  });

  it('at draining: an idle one ends soon', async () => {
    const edge = await openEdge();
    const session = await connect(edge);
    const closed = once(session, 'close');
    const begun = performance.now();
    await edge.listener.drain(60_000);
    await closed;
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

describe('clients of HTTP/2', () => {
  it.skipIf(lacksCommand('curl', 'HTTP/2 with curl'))('curl', async () => {
    const edge = await openEdge(echo);
    const { stdout } = await run('curl', [
      '-sk',
      '--http2',
      '--resolve',
      `d.example:${edge.port}:127.0.0.1`,
      '-d',
      'hello',
      '-w',
      '\n%{http_version} %{http_code}',
      `https://d.example:${edge.port}/curl`,
    ]);
    const [body = '', status] = stdout.split('\n');
    expect(status).toBe('2 200');
    expect(JSON.parse(body)).toMatchObject({ url: '/curl', method: 'POST', length: 5 });
  });

  it('HTTP/1.1 is spoken with those that ask for it', async () => {
    const edge = await openEdge(echo);
    const socket = await shakeHands(edge.port, 'd.example', { ALPNProtocols: ['http/1.1', 'h2'] });
    expect(socket.alpnProtocol).toBe('h2');
    expect((await shakeHands(edge.port, 'd.example', { ALPNProtocols: ['http/1.1'] })).alpnProtocol).toBe(
      'http/1.1',
    );
    const { ALPNProtocols: _, ...without } = { ALPNProtocols: [] };
    expect((await shakeHands(edge.port, 'd.example', { ...without, ALPNProtocols: [] })).alpnProtocol).toBe(
      false,
    );
  });
});
