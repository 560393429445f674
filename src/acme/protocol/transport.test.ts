import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newAccountKeyPem, readAccountKey } from '../../certificates/account-key.ts';
import { AcmeTransport } from './transport.ts';

const key = readAccountKey(newAccountKeyPem());
const signer = { key, accountUrl: 'https://ca.example/acct/1' };
const never = new AbortController().signal;
const badNonce = {
  type: 'urn:ietf:params:acme:error:badNonce',
  detail: 'JWS has an invalid anti-replay nonce',
};

/** An authority whose resource `/r` is answered by the listener; nonces are counted up. */
async function authority(answerTo: RequestListener, deadlineMs = 2_000) {
  let given = 0;
  const nonces: string[] = [];
  const server = http.createServer((request, answer) => {
    answer.setHeader('replay-nonce', `nonce-${++given}`);
    if (request.url === '/dir') {
      const origin = `http://${request.headers.host}`;
      answer.end(JSON.stringify({ newNonce: `${origin}/nonce`, newOrder: `${origin}/r` }));
    } else if (request.url === '/nonce') answer.end();
    else {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        nonces.push(JSON.parse(Buffer.from(JSON.parse(body).protected, 'base64url').toString()).nonce);
        answerTo(request, answer);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  const transport = new AcmeTransport({ directoryUrl: `${origin}/dir`, userAgent: 'test/1', deadlineMs });
  return {
    transport,
    nonces,
    url: `${origin}/r`,
    post: () => transport.post(`${origin}/r`, signer, {}, never),
  };
}

describe('a request to an authority', () => {
  it('uses the nonce of the answer before, each once', async () => {
    const { post, nonces } = await authority((_, answer) => answer.end('{}'));
    await post();
    await post();
    await Promise.all([post(), post()]);
    expect(new Set(nonces).size).toBe(4);
  });

  it('is repeated when its nonce is refused, with the nonce of the refusal, but not for ever', async () => {
    let refusals = 3;
    const { post, nonces } = await authority((_, answer) => {
      answer.statusCode = refusals-- > 0 ? 400 : 200;
      answer.end(JSON.stringify(answer.statusCode === 400 ? badNonce : { status: 'ready' }));
    });
    expect((await post()).json.text('status')).toBe('ready');
    expect(new Set(nonces).size).toBe(4);
    refusals = Number.POSITIVE_INFINITY;
    await expect(post()).rejects.toMatchObject({ type: 'badNonce', isOfServer: true });
    expect(nonces.length).toBeLessThan(20);
  });

  it('that is limited says for how long', async () => {
    const problem = { type: 'urn:ietf:params:acme:error:rateLimited', detail: 'too many\ncertificates' };
    const { post } = await authority((_, answer) => {
      answer.writeHead(429, { 'retry-after': '120', 'content-type': 'application/problem+json' });
      answer.end(JSON.stringify(problem));
    });
    await expect(post()).rejects.toMatchObject({
      type: 'rateLimited',
      message: 'too many certificates',
      retryAfterMs: 120_000,
      isOfServer: false,
    });
  });

  it('tells all problems of an order, and keeps what others wrote short', async () => {
    const subproblems = [{ detail: 'CAA record forbids' }, { detail: 'x'.repeat(2_000) }];
    const { post } = await authority((_, answer) => {
      answer.statusCode = 403;
      answer.end(JSON.stringify({ type: 'urn:ietf:params:acme:error:caa', detail: 'no', subproblems }));
    });
    const error: unknown = await post().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      type: 'caa',
      message: expect.stringMatching(/^no; CAA record forbids; x+…$/),
    });
    expect(String(error).length).toBeLessThan(700);
  });

  it.each([
    ['an error without a problem document', 503, '<html>', 'unavailable'],
    ['a limit without one', 429, 'slow down', 'rateLimited'],
    ['a redirect', 302, '', 'unreachable'],
    ['what is too long', 200, 'x'.repeat(1_100_000), 'unexpected'],
    ['a refusal without one', 404, '', 'unexpected'],
  ])('that gets %s fails', async (_, status, body, type) => {
    const { post } = await authority((_request, answer) => {
      answer.writeHead(status, status === 302 ? { location: '/dir' } : {});
      answer.end(body);
    });
    await expect(post()).rejects.toMatchObject({ type });
  });

  it('that gets no answer in time is given up, also in the middle of one', async () => {
    const silent = await authority(() => {}, 200);
    await expect(silent.post()).rejects.toMatchObject({ type: 'timeout', isOfServer: true });
    const slow = await authority((_, answer) => {
      answer.writeHead(200);
      answer.write('{');
    }, 200);
    await expect(slow.post()).rejects.toMatchObject({ type: 'timeout' });
  });

  it('is cut off by its signal', async () => {
    const { transport, url } = await authority(() => {});
    const cutOff = new AbortController();
    setTimeout(() => cutOff.abort(), 50);
    await expect(transport.post(url, signer, {}, cutOff.signal)).rejects.toThrow();
  });

  it('to an authority that is not there names it', async () => {
    const transport = new AcmeTransport({ directoryUrl: 'http://127.0.0.1:1/dir', userAgent: 'test/1' });
    await expect(transport.directory(never)).rejects.toMatchObject({
      type: 'unreachable',
      message: expect.stringContaining('127.0.0.1:1'),
    });
  });

  it('wants a directory where it looks for one', async () => {
    const { url } = await authority((_, answer) => answer.end('{}'));
    const transport = new AcmeTransport({ directoryUrl: url.replace('/r', '/nonce'), userAgent: 'test/1' });
    await expect(transport.directory(never)).rejects.toThrow('no ACME directory');
  });
});
