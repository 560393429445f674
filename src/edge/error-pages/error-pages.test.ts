/** Error pages and maintenance on the edge, over raw sockets and HTTP/2. Source: docs/reference/error-pages.md. */
import { afterAll, describe, expect, test } from 'vitest';
import { TestAuthority } from '../../../test/support/certificates.ts';
import { ask as askHttp2, connect } from '../../../test/support/http2-client.ts';
import { page, readAnswer } from '../../../test/support/page-edge.ts';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { openRawEdge, RawClient, statuses, talk } from '../../../test/support/raw-http.ts';
import { openRawUpstream, request } from '../../../test/support/raw-upstream.ts';
import { serveRules } from '../../../test/support/rules-on-edge.ts';
import { openSecureEdge, served } from '../../../test/support/secure-edge.ts';
import type { ErrorPageDigests, ErrorPageSource } from '../../core/error-page.ts';
import type { DomainRoute, UpstreamRoute } from '../../core/route.ts';

const authority = new TestAuthority();
afterAll(() => authority[Symbol.dispose]());

const browser = 'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
/** A page says whose it is: `<p>upstream 502 ü</p>`. */
const source: ErrorPageSource = {
  errorPageOf: async (owner, _uuid, status) => ({
    digest: `${owner}${status}`,
    html: `<p>${owner} ${status} ü</p>`,
  }),
};
const htmlOf = (owner: string, status: number) => `<p>${owner} ${status} \u00c3\u00bc</p>`;
const pagesOf = (owner: string, ...all: (404 | 502 | 503)[]): ErrorPageDigests =>
  Object.fromEntries(all.map((status) => [status, `${owner}${status}`]));
const own = (...all: (404 | 502 | 503)[]) => ({ errorPages: pagesOf('custom_domain', ...all) });
const ofUpstream = (...all: (404 | 502 | 503)[]) => ({ errorPages: pagesOf('upstream', ...all) });

type Setting = {
  readonly domain?: Partial<DomainRoute>;
  readonly upstream?: Partial<UpstreamRoute>;
  readonly pages?: ErrorPageSource;
  /** What the upstream answers each request; it refuses connections without one. */
  readonly answer?: string;
};

async function domainOf({ domain, upstream, answer }: Setting) {
  if (answer === undefined) return domainAt({ port: 1, ...upstream }, domain);
  const { port } = await openRawUpstream((connection) => {
    const goOn = async (): Promise<void> => {
      for (;;) {
        await connection.head();
        connection.say(answer);
      }
    };
    // Ends with the connection.
    goOn().catch(() => {});
  });
  return domainAt({ port, ...upstream }, domain);
}

async function open(setting: Setting) {
  const domains = { 'd.example': await domainOf(setting) };
  const edge = await openRawEdge({ 'd.example': { matchPath: '/old' } }, [], undefined, {
    domains,
    errorPages: setting.pages ?? source,
  });
  const ask = async (start = 'GET /a', fields: readonly string[] = [browser]) =>
    readAnswer(await talk(edge.port, request(start, [...fields, 'Connection: close'])));
  return { edge, ask };
}

describe('an upstream that can’t be reached', () => {
  test.each([
    ['the domain’s own', { domain: own(502), upstream: ofUpstream(502) }, htmlOf('custom_domain', 502)],
    ['the upstream’s', { domain: own(404, 503), upstream: ofUpstream(502) }, htmlOf('upstream', 502)],
  ])('is answered with 502 and %s page', async (_, setting, body) => {
    const { edge, ask } = await open(setting);
    const answer = await ask();
    expect(answer.head).toMatch(/^HTTP\/1\.1 502 Bad Gateway\r\n/);
    expect(answer.body).toBe(body);
    expect(answer.fields.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.fields.get('content-length')).toBe(String(body.length));
    expect(answer.fields.get('cache-control')).toBe('no-store');
    expect(answer.fields.get('x-request-id')).toBe(edge.failures[0]?.requestId);
    expect(edge.records).toMatchObject([{ status: 502, failure: 'refused' }]);
    // It is kept by now.
    expect((await ask()).body).toBe(body);
  });

  test('is answered in plain text where there is no page for it, or none can be read', async () => {
    const plain = /^The server behind this address could not be reached/;
    expect((await (await open({ domain: own(404, 503) })).ask()).body).toMatch(plain);
    const pages = { errorPageOf: async () => Promise.reject(new Error('the file is away')) };
    const { ask } = await open({ domain: own(502), pages });
    const answer = await ask();
    expect(answer.body).toMatch(plain);
    expect(answer.fields.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  test('HEAD gets the fields of the page, and clients that don’t ask for HTML get the page too', async () => {
    const { edge, ask } = await open({ domain: own(502) });
    const length = String(htmlOf('custom_domain', 502).length);
    const head = await ask('HEAD /a');
    expect([head.fields.get('content-length'), head.body]).toEqual([length, '']);
    expect((await ask('POST /a', ['Accept: application/json', 'Content-Length: 0'])).body).toBe(
      htmlOf('custom_domain', 502),
    );
    // Requests on one connection are answered in their order, while the page of the first is being read.
    const pipelined = `${request('GET /a')}${request('HEAD /b')}${request('GET /old')}${request('GET /c', ['Connection: close'])}`;
    expect(statuses(await talk(edge.port, pipelined))).toEqual([502, 502, 301, 502]);
  });

  test('a token that can’t be read is answered with the page for 502', async () => {
    const { ask } = await open({ domain: own(502), upstream: { authToken: null } });
    expect((await ask()).body).toBe(htmlOf('custom_domain', 502));
  });

  test('a client that leaves while the page is being read leaves nothing behind', async () => {
    let release = (): void => {};
    const asked = new Promise<void>((resolve) => {
      release = resolve;
    });
    const pages: ErrorPageSource = {
      async errorPageOf(...about) {
        await asked;
        return await source.errorPageOf(...about);
      },
    };
    const { edge, ask } = await open({ domain: own(502), pages });
    const client = new RawClient(edge.port).send(request('GET /a'));
    await expect.poll(() => edge.failures.length).toBe(1);
    client.socket.destroy();
    await expect.poll(() => edge.connections.size).toBe(0);
    release();
    expect((await ask()).body).toBe(htmlOf('custom_domain', 502));
  });
});

test('an upstream that is late is answered with 504 and the page for 502', async () => {
  const upstream = await openRawUpstream();
  const domains = { 'd.example': domainAt({ port: upstream.port }, own(502)) };
  const edge = await openRawEdge({}, [], undefined, {
    domains,
    errorPages: source,
    responseTimeoutMs: 1,
  });
  const answer = readAnswer(await talk(edge.port, request('GET /', ['Connection: close'])));
  expect(answer.head).toMatch(/^HTTP\/1\.1 504 /);
  expect(answer.body).toBe(htmlOf('custom_domain', 502));
});

test('an upstream with no connection to spare is answered with 503, its page and Retry-After', async () => {
  const upstream = await openRawUpstream();
  const domains = { 'd.example': domainAt({ port: upstream.port }, own(503)) };
  const edge = await openRawEdge({}, [], undefined, {
    domains,
    errorPages: source,
    maxConnections: 1,
    connectTimeoutMs: 1_000,
  });
  new RawClient(edge.port).send(request('GET /'));
  await upstream.next();
  const answer = readAnswer(await talk(edge.port, request('GET /', ['Connection: close'])));
  expect(answer.head).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer.fields.get('retry-after')).toBe('1');
  expect(answer.body).toBe(htmlOf('custom_domain', 503));
});

describe('an upstream that has no such page', () => {
  const notFound = page('nothing', ['Set-Cookie: secret=1', 'ETag: "a"', 'X-Of: upstream'], '404 Not Found');

  test.each([['GET /a'], ['HEAD /a']])(
    '%s of a browser gets 404 and our page, without the upstream’s fields',
    async (start) => {
      const { edge, ask } = await open({
        domain: own(404),
        answer: start === 'HEAD /a' ? 'HTTP/1.1 404 Not Found\r\nContent-Length: 7\r\n\r\n' : notFound,
      });
      const answer = await ask(start);
      const body = htmlOf('custom_domain', 404);
      expect(answer.head).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
      expect(answer.body).toBe(start === 'HEAD /a' ? '' : body);
      expect(answer.fields.get('content-length')).toBe(String(body.length));
      expect(answer.fields.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.fields.get('cache-control')).toBe('no-store');
      for (const name of ['set-cookie', 'etag', 'x-of']) expect(answer.fields.has(name)).toBe(false);
      expect(edge.records).toMatchObject([{ status: 404, failure: '' }]);
    },
  );

  test.each([
    ['a program', 'GET /a', ['Accept: */*']],
    ['one that says nothing', 'GET /a', []],
    ['one that would rather have JSON', 'GET /a', ['Accept: application/json, text/html;q=0.9']],
    ['an image', 'GET /a.png', ['Accept: image/avif,image/webp,*/*;q=0.8']],
    ['a form', 'POST /a', [browser, 'Content-Length: 0']],
  ])('%s gets the upstream’s answer', async (_, start, fields) => {
    const { ask } = await open({ domain: own(404), answer: notFound });
    const answer = await ask(start, fields);
    expect(answer.body).toBe('nothing');
    expect(answer.fields.get('x-of')).toBe('upstream');
  });

  test('other answers of the upstream are passed on, its own 502 and 503 included', async () => {
    for (const status of ['200 OK', '410 Gone', '502 Bad Gateway', '503 Service Unavailable']) {
      const { ask } = await open({ domain: own(404, 502, 503), answer: page('of the upstream', [], status) });
      expect((await ask()).body).toBe('of the upstream');
    }
  });

  test('the connection to the upstream, and the client’s, are used again', async () => {
    const chunked =
      'HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nxyz\r\n0\r\nX-T: 1\r\n\r\n';
    const { edge } = await open({ domain: own(404), answer: chunked });
    const pair = `${request('GET /a', [browser])}${request('GET /b', [browser, 'Connection: close'])}`;
    const received = await talk(edge.port, pair);
    expect(statuses(received)).toEqual([404, 404]);
    expect(received.split(htmlOf('custom_domain', 404))).toHaveLength(3);
    expect(received).not.toContain('xyz');
    expect(edge.proxy.openConnections).toBe(1);
  });

  test('pages that get the script still get it', async () => {
    const html = '<html><head></head></html>';
    const { ask } = await open({ domain: { ...own(404), webAnalytics: 'inject' }, answer: page(html) });
    expect((await ask()).body).toContain('/.nameplate/script.js');
  });

  test('a page that can’t be read becomes a sentence', async () => {
    const pages = { errorPageOf: async () => Promise.reject(new Error('the file is away')) };
    const { ask } = await open({ domain: own(404), answer: notFound, pages });
    expect(await ask()).toMatchObject({ body: 'There is nothing at this address.\n' });
  });
});

describe('maintenance', () => {
  test.each([
    ['of the domain', { domain: { maintenance: true, ...own(503) }, upstream: {} }, 'custom_domain'],
    ['of the upstream', { domain: {}, upstream: { maintenance: true, ...ofUpstream(503) } }, 'upstream'],
    [
      'of the upstream, with the domain’s page',
      { domain: own(503), upstream: { maintenance: true } },
      'custom_domain',
    ],
  ])('%s is 503 with the page and Retry-After', async (_, setting, owner) => {
    const { edge, ask } = await open({ ...setting, answer: page('of the upstream') });
    const answer = await ask();
    expect(answer.head).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(answer.fields.get('retry-after')).toBe('120');
    expect(answer.fields.get('cache-control')).toBe('no-store');
    expect(answer.body).toBe(htmlOf(owner, 503));
    expect(edge.records).toMatchObject([{ status: 503, failure: 'maintenance' }]);
    expect(edge.failures).toEqual([]);
    expect(edge.proxy.openConnections).toBe(0);
  });

  test('is plain text without a page, and the host’s redirect answers as before', async () => {
    const { ask } = await open({ domain: { maintenance: true } });
    const answer = await ask('POST /a', ['Content-Length: 0']);
    expect(answer.body).toBe('This site is under maintenance.\n');
    expect(answer.fields.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.fields.get('retry-after')).toBe('120');
    expect((await ask('GET /old')).head).toMatch(/^HTTP\/1\.1 301 /);
  });

  test('leaves challenges of certificate authorities to the upstream, which may have a client of its own', async () => {
    const { ask } = await open({ domain: { maintenance: true }, answer: page('of the upstream') });
    expect((await ask('GET /.well-known/acme-challenge/x')).body).toBe('of the upstream');
    expect((await ask('GET /.well-known/acme-challenge')).head).toMatch(/^HTTP\/1\.1 503 /);
  });
});

describe('a request that a rule proxies', () => {
  const uuid = '01900000-0000-7000-8000-00000000000b';
  const proxy = { then: { proxy: { upstream_uuid: uuid, host_header: 'upstream' } } };

  /** A host with rules, whose own upstream is another one. */
  async function openRules(
    domain: DomainRoute | null,
    upstream: Partial<UpstreamRoute>,
    rule: object = proxy,
  ) {
    const edge = await openRawEdge({}, [], undefined, { errorPages: source });
    const upstreams = [{ ...domainAt({}).upstream, uuid, ...upstream }];
    await serveRules(edge.table, 'd.example', [rule], { domain, upstreams });
    return async () => readAnswer(await talk(edge.port, request('GET /a', [browser, 'Connection: close'])));
  }

  test.each([
    ['the domain’s page', domainAt(ofUpstream(502), own(502)), 'custom_domain'],
    ['the page of the rule’s upstream', domainAt({ errorPages: { 502: 'of another upstream' } }), 'upstream'],
    ['that page on a host without a domain', null, 'upstream'],
  ])('gets %s', async (_, domain, owner) => {
    const answer = await (await openRules(domain, ofUpstream(502)))();
    expect(answer.head).toMatch(/^HTTP\/1\.1 502 /);
    expect(answer.body).toBe(htmlOf(owner, 502));
  });

  test.each([
    ['the domain’s', domainAt({}, { maintenance: true, ...own(503) }), {}, htmlOf('custom_domain', 503)],
    [
      'the rule’s upstream’s',
      domainAt({}),
      { maintenance: true, ...ofUpstream(503) },
      htmlOf('upstream', 503),
    ],
  ])('is refused during %s maintenance', async (_, domain, upstream, body) => {
    const answer = await (await openRules(domain, upstream))();
    expect(answer.head).toMatch(/^HTTP\/1\.1 503 /);
    expect(answer.body).toBe(body);
  });

  test('is let through during the maintenance of the domain’s upstream, which it doesn’t go to', async () => {
    const answer = await (await openRules(domainAt({ maintenance: true }), {}))();
    expect(answer.head).toMatch(/^HTTP\/1\.1 502 /);
  });

  test('to an upstream that is not known gets the domain’s page', async () => {
    const unknown = { then: { proxy: { upstream_uuid: 'another', host_header: 'upstream' } } };
    const answer = await (await openRules(domainAt({}, own(502)), {}, unknown))();
    expect(answer.body).toBe(htmlOf('custom_domain', 502));
  });
});

test('pages come over HTTP/2 as well, with HEAD and with others on the connection', async () => {
  const certificates = { 'd.example': [served(authority.issue('DNS:d.example'))] };
  const domains = { 'd.example': await domainOf({ domain: own(502) }) };
  const edge = await openSecureEdge({ certificates, domains, errorPages: source });
  const session = await connect(edge);
  const answers = await Promise.all([
    askHttp2(session, {}),
    askHttp2(session, { ':method': 'HEAD' }),
    askHttp2(session, {}),
  ]);
  const length = htmlOf('custom_domain', 502).length;
  for (const answer of answers) {
    expect(answer.status).toBe(502);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-length']).toBe(String(length));
  }
  const body = htmlOf('custom_domain', 502);
  expect(answers.map((answer) => answer.body)).toEqual([body, '', body]);
});

test('a 404 over HTTP/2 gets the page', async () => {
  const certificates = { 'd.example': [served(authority.issue('DNS:d.example'))] };
  const answer = page('nothing', [], '404 Not Found');
  const domains = { 'd.example': await domainOf({ domain: own(404), answer }) };
  const edge = await openSecureEdge({ certificates, domains, errorPages: source });
  const session = await connect(edge);
  const got = await askHttp2(session, { accept: 'text/html' });
  expect(got).toMatchObject({ status: 404, body: htmlOf('custom_domain', 404) });
});
