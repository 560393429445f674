import { describe, expect, it } from 'vitest';
import { domainUuid } from '../../../test/support/proxied-domain.ts';
import { RawClient, statuses, talk } from '../../../test/support/raw-http.ts';
import { answering, openProxyEdge, openRawUpstream, request } from '../../../test/support/raw-upstream.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/** Sends one request and answers the head that the upstream got, line by line. */
async function forwarded(
  text: string,
  trustedProxies: readonly string[] = [],
  route: { readonly keepsHost?: true } = {},
): Promise<string[]> {
  const upstream = await openRawUpstream();
  const edge = await openProxyEdge(upstream.port, { trustedProxies, upstream: route });
  const client = new RawClient(edge.port).send(text);
  const connection = await upstream.next();
  const head = await connection.head();
  connection.say(ok);
  await client.until(/ok$/);
  client.socket.destroy();
  return head
    .slice(0, -4)
    .replace(/(?<=\r\nX-Request-Id: )[\da-f-]{36}(?=\r\n)/, '<uuid>')
    .split('\r\n');
}

const set = [
  'X-Served-For: d.example',
  'X-Forwarded-For: 127.0.0.1',
  'X-Forwarded-Proto: http',
  'X-Forwarded-Host: d.example',
  'X-Nameplate-Auth-Token: token-1',
  'X-Request-Id: <uuid>',
];
const via = 'Via: 1.1 nameplate';

describe('a forwarded request', () => {
  it('has the Host of the visitor where the upstream keeps it', async () => {
    const lines = await forwarded('GET / HTTP/1.1\r\nHost: D.Example:8080\r\n\r\n', [], { keepsHost: true });
    expect(lines[1]).toBe('Host: d.example:8080');
    expect(lines).toContain('X-Forwarded-Host: d.example:8080');
  });

  it('has the upstream as Host and the documented fields', async () => {
    expect(await forwarded(request('GET /a/b?c=d', ['Accept: */*', 'Cookie: a=b']))).toEqual([
      'GET /a/b?c=d HTTP/1.1',
      'Host: 127.0.0.1',
      'Accept: */*',
      'Cookie: a=b',
      ...set,
      via,
    ]);
  });

  it('names the port and the case of the host asked for as they should be', async () => {
    const lines = await forwarded('GET / HTTP/1.1\r\nHost: D.Example:8080\r\n\r\n');
    expect(lines).toContain('X-Forwarded-Host: d.example:8080');
    expect(lines).toContain('X-Served-For: d.example');
  });

  it.each([
    'X-Served-For',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded-Host',
    'X-Nameplate-Auth-Token',
    'X-Request-Id',
    'X-Forwarded-Port',
    'X-Forwarded-Client-Cert',
    'X-Forwarded',
    'Forwarded',
    'X-Real-IP',
    'X-Client-IP',
    'True-Client-IP',
    'CF-Connecting-IP',
    'Fastly-Client-IP',
    'X-Azure-ClientIP',
    'X-Azure-SocketIP',
    'X-Original-URL',
    'X-Host',
    'X-Sucuri-ClientIP',
    'Ali-CDN-Real-IP',
    'CDN-Src-IP',
    'Incap-Client-IP',
    'Client-IP',
    'Client-Cert',
    'SSL-Client-Verify',
    'WL-Proxy-Client-IP',
    'CloudFront-Viewer-Address',
    'Proxy',
    'Keep-Alive',
    'Proxy-Connection',
    'Proxy-Authorization',
    'TE',
    'Upgrade',
    'HTTP2-Settings',
  ])('never has the sender’s %s, whatever its spelling', async (name) => {
    const spellings = [
      name,
      name.toUpperCase(),
      name.replaceAll('-', '_'),
      name.replace('-', '_').toLowerCase(),
    ];
    const lines = await forwarded(
      request('GET /', ['A: 1', ...spellings.map((spelling) => `${spelling}: forged`), 'B: 2']),
    );
    expect(lines).toEqual(['GET / HTTP/1.1', 'Host: 127.0.0.1', 'A: 1', 'B: 2', ...set, via]);
  });

  it('goes by what trusted proxies say, and adds to it', async () => {
    const lines = await forwarded(
      request('GET /', [
        'X-Forwarded-For: 203.0.113.9',
        'X-Forwarded-For: 10.1.1.1',
        'X-Forwarded-Proto: https',
        'X-Forwarded-Host: outer.example',
        'X-Forwarded-Port: 443',
        'X_Forwarded_For: 1.1.1.1',
        'Fastly-Client-IP: 203.0.113.9',
        'Proxy: http://evil.example',
        'X-Served-For: forged',
        'Via: 1.1 outer',
      ]),
      ['127.0.0.1'],
    );
    expect(lines).toEqual([
      'GET / HTTP/1.1',
      'Host: 127.0.0.1',
      'X-Forwarded-Port: 443',
      'Fastly-Client-IP: 203.0.113.9',
      'Via: 1.1 outer',
      'X-Served-For: d.example',
      'X-Forwarded-For: 203.0.113.9, 10.1.1.1, 127.0.0.1',
      'X-Forwarded-Proto: https',
      'X-Forwarded-Host: outer.example',
      'X-Nameplate-Auth-Token: token-1',
      'X-Request-Id: <uuid>',
      via,
    ]);
  });

  it('loses what Connection names, but not what frames and routes it', async () => {
    const fields = [
      'Connection: keep-alive, X-Secret ,X-Other,content-length, host',
      'connection: x-third, x-served-for',
      'X-Secret: 1',
      'x-other: 2',
      'X-THIRD: 3',
      'X-Kept: 4',
    ];
    expect(await forwarded(request('GET /', fields))).toEqual([
      'GET / HTTP/1.1',
      'Host: 127.0.0.1',
      'X-Kept: 4',
      ...set,
      via,
    ]);
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(
      request('POST /', ['Content-Length: 3', 'Connection: content-length'], 'abc'),
    );
    const connection = await upstream.next();
    expect(await connection.head()).toContain('\r\nContent-Length: 3\r\n');
    expect(await connection.body('abc')).toBe('abc');
    client.socket.destroy();
  });

  it.each(['Content_Length', 'Transfer_Encoding', 'Content.Length', 'transfer~encoding', 'X.Forwarded-For'])(
    'has no %s, which some programs read as the field with hyphens',
    async (name) => {
      const lines = await forwarded(request('GET /', ['A: 1', `${name}: 5`, 'B: 2']));
      expect(lines).toEqual(['GET / HTTP/1.1', 'Host: 127.0.0.1', 'A: 1', 'B: 2', ...set, via]);
    },
  );

  it.each(['Content-Length: 2', 'content-length:2', 'CONTENT-LENGTH: \t 2 \t'])(
    'has one canonical length for %j',
    async (field) => {
      const lines = await forwarded(request('POST /', [field, 'A: 1'], 'ab'));
      expect(lines.filter((line) => /content.length/i.test(line))).toEqual(['Content-Length: 2']);
    },
  );

  it('keeps a length of 0, and makes up none', async () => {
    expect(await forwarded(request('POST /', ['Content-Length: 0']))).toContain('Content-Length: 0');
    expect((await forwarded(request('POST /'))).join()).not.toMatch(/length/i);
  });

  it('keeps TE: trailers, and only that', async () => {
    const lines = await forwarded(request('GET /', ['TE: gzip, trailers;q=1, trailers', 'Connection: TE']));
    expect(lines.slice(-2)).toEqual(['Connection: TE', 'TE: trailers']);
    const others = await forwarded(request('GET /', ['TE: gzip', 'Connection: te']));
    expect(others.at(-1)).toBe(via);
    const unnamed = await forwarded(request('GET /', ['TE: trailers', 'Connection: x-te']));
    expect(unnamed.at(-1)).toBe(via);
  });

  it.each([
    ['GET http://d.example/a?b', 'GET /a?b'],
    ['GET http://D.EXAMPLE:80/a', 'GET /a'],
    ['GET http://d.example', 'GET /'],
    ['GET http://d.example?q', 'GET /?q'],
    ['GET http://d.example/?', 'GET /?'],
    ['GET /?', 'GET /?'],
    ['GET //x//./../y?a=b?c&&=', 'GET //x//./../y?a=b?c&&='],
    ['GET /%2e%2E/%00%zz/"<>\\^`{|}', 'GET /%2e%2E/%00%zz/"<>\\^`{|}'],
    ['GET /\xc3\xa4\x80?\xff=%ff', 'GET /%C3%A4%80?%FF=%ff'],
    ['GET http://d.example/\xe4', 'GET /%E4'],
  ])('has the target as it was sent, bytes above ASCII percent-encoded: %s', async (start, expected) => {
    const [line] = await forwarded(request(start));
    expect(line).toBe(`${expected} HTTP/1.1`);
  });

  it('keeps bytes, order, case and repetition of fields', async () => {
    const fields = [
      'X-a: \xe9\xff "\\',
      'x-A:',
      'X-A: 1 , 2',
      'cookie: a',
      'Cookie: b',
      `X-Long: ${'y'.repeat(12_000)}`,
    ];
    const lines = await forwarded(request('GET /', fields));
    expect(lines.slice(2, -7)).toEqual(['X-a: \xe9\xff "\\', 'x-A:', ...fields.slice(2)]);
  });

  it('is of HTTP/1.1 also for a client of HTTP/1.0, without its expectation', async () => {
    const upstream = await openRawUpstream();
    const edge = await openProxyEdge(upstream.port);
    const client = new RawClient(edge.port).send(
      'POST / HTTP/1.0\r\nHost: d.example\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nab',
    );
    const connection = await upstream.next();
    const head = await connection.head();
    expect(head).toMatch(/^POST \/ HTTP\/1\.1\r\n/);
    expect(head).not.toMatch(/Expect/i);
    expect(head).toContain('\r\nVia: 1.0 nameplate\r\n');
    expect(await connection.body('ab')).toBe('ab');
    connection
      .say('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n')
      .say('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\nX-T: 1\r\n\r\n');
    await client.closed;
    expect(statuses(client.received)).toEqual([200]);
    expect(client.received).toMatch(/\r\nConnection: close\r\n\r\nabcde$/);
    expect(client.received).not.toContain('Transfer-Encoding');
  });

  it('is answered 508 when it has come through here too often', async () => {
    const upstream = await openRawUpstream(answering(ok));
    const edge = await openProxyEdge(upstream.port);
    const ask = async (passes: number): Promise<number[]> =>
      statuses(
        await talk(
          edge.port,
          request('GET /', [`Via: 1.1 other, ${'1.1 nameplate, '.repeat(passes)}`, 'Connection: close']),
        ),
      );
    expect(await ask(4)).toEqual([200]);
    expect(await ask(5)).toEqual([508]);
  });

  it('is recorded once, with its domain and all bytes of both sides', async () => {
    const upstream = await openRawUpstream(answering(ok));
    const edge = await openProxyEdge(upstream.port, { trustedProxies: ['127.0.0.1'] });
    const text = request('GET /r', ['X-Forwarded-For: 203.0.113.9', 'Connection: close']);
    const answer = await talk(edge.port, text);
    expect(edge.records).toHaveLength(1);
    expect(edge.records[0]).toMatchObject({
      domainUuid,
      clientAddress: '203.0.113.9',
      peerAddress: '127.0.0.1',
      status: 200,
      bytesIn: text.length,
      bytesOut: answer.length,
    });
  });
});
