import http2 from 'node:http2';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { TestAuthority } from '../../../test/support/certificates.ts';
import { answerOf, ask, connect } from '../../../test/support/http2-client.ts';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import {
  answering,
  openRawUpstream,
  type RawUpstreamConnection,
} from '../../../test/support/raw-upstream.ts';
import { runs } from '../../../test/support/runs.ts';
import { openSecureEdge, type SecureEdge, served } from '../../../test/support/secure-edge.ts';

const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());
const certificate = served(authority.issue('DNS:d.example'));

/** An edge whose upstream is handed each connection. */
async function openEdge(onConnection: (connection: RawUpstreamConnection) => void): Promise<SecureEdge> {
  const upstream = await openRawUpstream(onConnection);
  return await openSecureEdge({
    certificates: { 'd.example': [certificate] },
    domains: { 'd.example': domainAt({ port: upstream.port }) },
  });
}

const crlf = (...lines: readonly string[]): string => lines.map((line) => `${line}\r\n`).join('');

describe('what an upstream answers, over HTTP/2', () => {
  it.each([600, 700, 999])('a status of %i becomes 502, and other streams continue', async (status) => {
    const edge = await openEdge(
      answering(
        crlf(`HTTP/1.1 ${status} Odd`, 'Content-Length: 2', '') + 'no',
        crlf('HTTP/1.1 200 OK', 'Content-Length: 3', '') + 'yes',
      ),
    );
    const session = await connect(edge);
    expect(await ask(session, {})).toMatchObject({ status: 502 });
    expect(await ask(session, {})).toMatchObject({ status: 200, body: 'yes' });
  });

  it('no field that Node knows makes it throw when it comes twice', async () => {
    const names = Object.entries(http2.constants)
      .filter(([key, value]) => key.startsWith('HTTP2_HEADER_') && /^[a-z]/.test(String(value)))
      .map(([, value]) => String(value))
      .filter((name) => !['content-length', 'transfer-encoding'].includes(name));
    const lines = names.flatMap((name) => [`${name}: 1`, `${name}: 2`]);
    const edge = await openEdge(
      answering(
        crlf('HTTP/1.1 103 Early Hints', ...lines, '') +
          crlf('HTTP/1.1 200 OK', ...lines, 'Transfer-Encoding: chunked', '') +
          crlf('1', 'x', '0', ...lines.filter((line) => !line.startsWith('host:')), ''),
      ),
    );
    const stream = (await connect(edge)).request({ ':path': '/', ':authority': 'd.example' });
    const hints: unknown[] = [];
    stream.on('headers', (fields) => hints.push(fields[':status']));
    expect(await answerOf(stream)).toMatchObject({ status: 200, body: 'x', trailers: { link: '1, 2' } });
    expect(hints).toEqual([103]);
  });

  it.each([
    ['content-encoding', ['gzip', 'br'], 'gzip, br'],
    ['content-language', ['de', 'en'], 'de, en'],
    ['content-type', ['text/plain', 'text/html'], 'text/html'],
    ['location', ['/a', '/b'], '/a'],
    ['age', ['1', '2'], '1'],
    ['etag', ['"a"', '"b"'], '"a"'],
    ['retry-after', ['1', '2'], '1'],
    ['x-content-type-options', ['nosniff', 'nosniff'], 'nosniff'],
  ])('several lines of %s become one', async (name, values, expected) => {
    const lines = values.map((value) => `${name}: ${value}`);
    const edge = await openEdge(answering(crlf('HTTP/1.1 200 OK', ...lines, 'Content-Length: 0', '')));
    const { headers } = await ask(await connect(edge), {});
    expect(headers[name]).toBe(expected);
  });

  it('205 has no content', async () => {
    const edge = await openEdge(
      answering(
        crlf('HTTP/1.1 205 Reset Content', 'Content-Length: 5', '') + 'hello',
        crlf('HTTP/1.1 205 Reset Content', 'Transfer-Encoding: chunked', '') + crlf('1', 'x', '0', ''),
      ),
    );
    const session = await connect(edge);
    for (let i = 0; i < 2; i++) expect(await ask(session, {})).toMatchObject({ status: 205, body: '' });
  });

  it('the largest head passes, and other streams continue', async () => {
    const lines = Array.from({ length: 10_000 }, (_, i) => `${i % 2 ? 'a' : 'b'}:${i % 10}`);
    const edge = await openEdge(answering(crlf('HTTP/1.1 200 OK', ...lines, 'Content-Length: 1', '') + 'x'));
    const session = await connect(edge, {
      maxHeaderListPairs: 20_000,
      settings: { maxHeaderListSize: 2 ** 20 },
    });
    for (let i = 0; i < 2; i++) expect(await ask(session, {})).toMatchObject({ status: 200, body: 'x' });
  });

  it('any head, interim answer and trailers: each exchange is answered, and a download continues', async () => {
    const answers = new Map<string, string>();
    let source: RawUpstreamConnection | undefined;
    const edge = await openEdge((connection) => {
      const answer = async (): Promise<void> => {
        const path = (await connection.head()).split(' ')[1] ?? '';
        if (path !== '/download') return connection.end(answers.get(path));
        source = connection.say(crlf('HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', ''));
      };
      answer().catch(() => {});
    });
    const session = await connect(edge);
    const download = answerOf(session.request({ ':path': '/download', ':authority': 'd.example' }));
    await expect.poll(() => source).toBeDefined();
    const known = Object.entries(http2.constants)
      .filter(([key]) => key.startsWith('HTTP2_HEADER_'))
      .map(([, value]) => String(value))
      .filter((name) => !/^:|^(?:content-length|transfer-encoding)$/.test(name));
    const name = fc.oneof(
      fc.stringMatching(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,12}$/),
      fc.constantFrom(...known, '__proto__', 'constructor', 'toString'),
    );
    const value = fc.stringMatching(/^(?:[!-~\x80-\xff]([ -~\t\x80-\xff]{0,30}[!-~\x80-\xff])?)?$/);
    const fields = fc.array(
      fc.tuple(name, value).map(([key, text]) => `${key}: ${text}`),
      { maxLength: 12 },
    );
    const interim = fc.tuple(fc.integer({ min: 102, max: 199 }), fields);
    let paths = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 200, max: 999 }),
        fields,
        fc.array(interim, { maxLength: 3 }),
        fields,
        fc.constantFrom('length', 'chunked', 'close'),
        async (status, said, interims, trailers, framing) => {
          const path = `/${paths++}`;
          const content = {
            length: 'Content-Length: 1',
            chunked: 'Transfer-Encoding: chunked',
            close: 'X: y',
          };
          answers.set(
            path,
            interims.map(([code, lines]) => crlf(`HTTP/1.1 ${code} Wait`, ...lines, '')).join('') +
              crlf(`HTTP/1.1 ${status} Said`, ...said, content[framing], '') +
              (framing === 'chunked'
                ? crlf('1', 'x', '0', ...trailers.filter((line) => !/^host:/i.test(line)), '')
                : 'x'),
          );
          source?.say(crlf('1', 'x'));
          const answer = await ask(session, { ':path': path });
          expect(answer.status).toBe(status > 599 ? 502 : status);
          if (status < 600) expect(answer.body).toBe([204, 205, 304].includes(status) ? '' : 'x');
        },
      ),
      { numRuns: runs(300) },
    );
    expect(session.destroyed).toBe(false);
    source?.say(crlf('0', ''));
    expect(await download).toMatchObject({ status: 200, body: 'x'.repeat(paths) });
  });
});
