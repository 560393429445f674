/** Content of requests that comes by HTTP/2 and goes to the upstream by HTTP/1.1. */
import { afterAll, describe, expect, it } from 'vitest';
import { TestAuthority } from '../../../test/support/certificates.ts';
import { answerOf, connect, RawHttp2, requestBlock } from '../../../test/support/http2-client.ts';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { openRawUpstream } from '../../../test/support/raw-upstream.ts';
import { openSecureEdge, served } from '../../../test/support/secure-edge.ts';

const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());
const certificate = served(authority.issue('DNS:d.example'));

describe('content that comes by HTTP/2', () => {
  it('in frames of one byte leaves in few chunks', async () => {
    const upstream = await openRawUpstream();
    const edge = await openSecureEdge({
      certificates: { 'd.example': [certificate] },
      domains: { 'd.example': domainAt({ port: upstream.port }) },
    });
    const client = await RawHttp2.open(edge);
    client.frame(1, 4, 1, requestBlock('POST'));
    const connection = await upstream.next();
    await connection.head();
    for (let i = 0; i < 300; i++) client.frame(0, i === 299 ? 1 : 0, 1, Buffer.from('a'));
    const body = await connection.body('0\r\n\r\n');
    expect(body.match(/a+/g)?.join('')).toBe('a'.repeat(300));
    expect(body.match(/a+/g)?.length).toBeLessThan(30);
    connection.say('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    expect(await client.next(0)).toMatchObject({ stream: 1 });
  });

  it('is given the minimum rate, too', async () => {
    const upstream = await openRawUpstream();
    const edge = await openSecureEdge({
      certificates: { 'd.example': [certificate] },
      domains: { 'd.example': domainAt({ port: upstream.port }) },
      // The grace period has to be sat out: no test can turn the clock of a connection here.
      bodyMinRate: 500,
    });
    const session = await connect(edge);
    const stream = session.request({ ':method': 'PUT', ':path': '/', ':authority': 'd.example' });
    const answer = answerOf(stream);
    const dribble = setInterval(() => stream.write('a'), 1_000);
    const connection = await upstream.next();
    await connection.head();
    const startedAt = performance.now();
    expect(await answer).toMatchObject({ status: 408 });
    clearInterval(dribble);
    expect(performance.now() - startedAt).toBeGreaterThan(19_000);
    expect(performance.now() - startedAt).toBeLessThan(45_000);
    await connection.gone();
    await expect.poll(() => edge.records).toMatchObject([{ status: 408, refusal: 'body_too_slow' }]);
  });
});
