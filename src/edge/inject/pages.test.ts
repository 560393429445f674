/** Pages through the real edge, from upstreams that say exactly what they are told to. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openPageEdge, page } from '../../../test/support/page-edge.ts';
import { withoutAnswerId } from '../../../test/support/raw-http.ts';
import type { PageOutcome } from './page-outcome.ts';
import { scriptTag } from './script-tag.ts';

const html = '<!doctype html><html><head><title>x</title></head><body>y</body></html>';
const injected = html.replace('</head>', `${scriptTag}</head>`);

describe('a page with a length', () => {
  it('gets the tag, its new length, and all else as it was', async () => {
    const { edge, ask } = await openPageEdge(
      page(html, [
        'Date: Thu, 01 Jan 1970 00:00:00 GMT',
        'Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT',
        'X-A: 1',
      ]),
    );
    const { received } = await ask();
    expect(withoutAnswerId(received)).toBe(
      'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n' +
        `Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT\r\nX-A: 1\r\nContent-Length: ${injected.length}\r\n` +
        `Connection: close\r\n\r\n${injected}`,
    );
    expect(edge.pages).toEqual(['injected']);
    expect(edge.records).toMatchObject([{ status: 200, bytesOut: received.length }]);
  });

  it('says nothing that is true of the upstream’s bytes only', async () => {
    const { ask } = await openPageEdge(
      page(html, [
        'ETag: "a"',
        'Content-MD5: x',
        'Digest: sha-256=x',
        'content-digest: sha-256=:x:',
        'Repr-Digest: sha-256=:x:',
        'Accept-Ranges: bytes',
        'Content-Language: de',
      ]),
    );
    const { fields, head } = await ask();
    expect(head).not.toMatch(/md5|digest/i);
    expect(Object.fromEntries(fields)).toMatchObject({
      etag: '"a-np1"',
      'accept-ranges': 'none',
      'content-language': 'de',
    });
  });

  it('gets the tag also when it comes byte by byte', async () => {
    const { edge, ask } = await openPageEdge((_, connection) => {
      const say = async (): Promise<void> => {
        for (const byte of page(html)) {
          connection.say(byte);
          await new Promise((resolve) => setImmediate(resolve));
        }
      };
      say().catch(() => {});
    });
    const { body, fields } = await ask();
    expect(body).toBe(injected);
    // The head came alone: nobody could know by then.
    expect(fields.get('transfer-encoding')).toBe('chunked');
    expect(edge.pages).toEqual(['injected']);
  });
});

describe('a page in chunks', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n';

  it('gets the tag wherever its chunks end, and trailers without digests', async () => {
    const chunks = html.replaceAll(/[^]/g, '1\r\n$&\r\n');
    const { edge, ask } = await openPageEdge(`${head}${chunks}0\r\nRepr-Digest: x\r\nX-T: 1\r\n\r\n`);
    const { body, received } = await ask();
    expect(body).toBe(injected);
    expect(received).toMatch(/\r\n0\r\nX-T: 1\r\n\r\n$/);
    expect(edge.records).toMatchObject([{ bytesOut: received.length }]);
  });

  it('has its trailers untouched when it is left alone', async () => {
    const { ask } = await openPageEdge(`${head}0\r\nRepr-Digest: x\r\n\r\n`);
    expect((await ask()).received).toMatch(/\r\n0\r\nRepr-Digest: x\r\n\r\n$/);
  });
});

it('a page until the end of the connection, for either version of HTTP', async () => {
  const { edge, ask } = await openPageEdge((_, connection) => {
    connection.end(`HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n${html}`);
  });
  expect((await ask()).body).toBe(injected);
  const old = await ask([], 'GET / HTTP/1.0\r\nX:');
  expect(old.body).toBe(injected);
  expect(old.fields.has('transfer-encoding')).toBe(false);
  expect(edge.pages).toEqual(['injected', 'injected']);
});

describe('left alone, byte for byte and field for field', () => {
  const fields = ['ETag: "a"', 'Accept-Ranges: bytes', 'Digest: x'];
  it.each<[PageOutcome, string, readonly string[], string?]>([
    ['present', `<head>${scriptTag}</head>`, []],
    ['csp', html, ["Content-Security-Policy: default-src 'none'"]],
    [
      'csp',
      html,
      ["Content-Security-Policy: script-src 'self'", "Content-Security-Policy: connect-src 'none'"],
    ],
    ['csp', '<head><meta http-equiv=content-security-policy content="script-src \'none\'"></head>', []],
    ['integrity_policy', html, ['Integrity-Policy: blocked-destinations=(script)']],
    ['base', '<base href="//elsewhere.example"><p>', []],
    ['charset', '\xff\xfe<\x00p\x00', []],
    ['charset', html, ['Content-Type: text/html; charset="UTF-16LE"']],
    ['charset', html, ['Content-Type: text/html;charset=iso-2022-jp']],
    ['amp', '<html amp><head></head>', []],
    ['empty', '', []],
    ['empty', ' \n', []],
    ['unfinished', '<head><title>x</head>', []],
    ['download', html, ['Content-Disposition: attachment; filename="x.html"']],
    ['download', html, ['Content-Disposition: filename=x.html']],
    ['no_transform', html, ['Cache-Control: public, No-Transform']],
    ['no_transform', html, [], 'Cache-Control: no-transform'],
    ['coding', html, ['Content-Encoding: zstd']],
    ['coding', html, ['Content-Encoding: gzip, gzip']],
    ['fragment', html, [], 'Sec-Fetch-Dest: empty'],
    ['fragment', html, [], 'Sec-Fetch-Dest: object\r\nSec-Fetch-Mode: navigate'],
    ['fragment', html, [], 'HX-Request: true'],
    ['fragment', html, [], 'turbo-frame: a'],
    ['fragment', html, [], 'X-PJAX: true'],
    ['fragment', html, [], 'X-Requested-With: XMLHttpRequest'],
    ['fragment', html, [], 'Accept: application/json'],
    ['fragment', html, [], 'Accept: text/x-component'],
  ])('%s', async (outcome, body, more, requestField) => {
    const said = page(body, ['Date: x', ...fields, ...more]);
    const { edge, ask } = await openPageEdge(said);
    const { received } = await ask(requestField === undefined ? [] : [requestField]);
    expect(withoutAnswerId(received)).toBe(said.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    expect(edge.pages).toEqual([outcome]);
    expect(edge.records).toMatchObject([{ bytesOut: received.length }]);
  });

  it.each([
    ['no page', page('{}', ['Content-Type: application/json'])],
    ['XHTML', page(html, ['Content-Type: application/xhtml+xml'])],
    ['no type', `HTTP/1.1 200 OK\r\nContent-Length: ${html.length}\r\n\r\n${html}`],
    ['a type that only begins so', page(html, ['Content-Type: text/html-x'])],
    ['two types', page(html, ['Content-Type: text/plain', 'Content-Type: text/html'])],
    ['another status', page(html, [], '404 Not Found')],
    ['201', page(html, [], '201 Created')],
    ['a range', page(html, ['Content-Range: bytes 0-9/99'], '206 Partial Content')],
    ['203', page(html, [], '203 Changed')],
  ])('%s is not even counted', async (_, said) => {
    const { edge, ask } = await openPageEdge(said);
    const { body } = await ask();
    expect(body).toBe(said.slice(said.indexOf('\r\n\r\n') + 4));
    expect(edge.pages).toEqual([]);
  });

  it('nor is anything of a domain whose pages are not to be changed', async () => {
    const { edge, upstream, ask } = await openPageEdge(page(html, ['ETag: "a"']));
    for (const mode of ['manual', 'off'] as const) {
      const domain = edge.table.domainOf('d.example');
      if (!domain) throw new Error('no domain');
      const { revision } = edge.table;
      const route = { ...domain.route, webAnalytics: mode };
      edge.table.apply({
        fromRevision: revision,
        toRevision: revision + 1,
        mark: '',
        hosts: [{ host: 'd.example', redirect: null, domain: route }],
      });
      const answered = await ask();
      expect([answered.body, answered.fields.get('etag')]).toEqual([html, '"a"']);
    }
    expect(edge.pages).toEqual([]);
    expect(upstream.connections.length).toBeGreaterThan(0);
  });
});

describe('who asks for a page', () => {
  it.each([
    'Sec-Fetch-Dest: document',
    'Sec-Fetch-Dest: iframe\r\nHX-Request: true',
    'sec-fetch-dest: frame',
    'Sec-Fetch-Dest: empty\r\nSec-Fetch-Mode: navigate',
    'Sec-Fetch-Dest: empty\r\nSec-Fetch-Mode: no-cors\r\nSec-Purpose: prefetch',
    'Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
    'Accept: */*',
    'Accept:',
    'X-Requested-With: com.example.browser',
    "Content-Security-Policy: default-src 'none'",
  ])('%s', async (field) => {
    const { edge, ask } = await openPageEdge(page(html));
    expect((await ask([field])).body).toBe(injected);
    expect(edge.pages).toEqual(['injected']);
  });

  it('by POST, too; by other methods nobody does', async () => {
    const { edge, ask } = await openPageEdge(page(html));
    expect((await ask(['Content-Length: 0'], 'POST /')).body).toBe(injected);
    expect((await ask([], 'PROPFIND /')).body).toBe(html);
    expect((await ask(['Content-Length: 0'], 'PUT /')).body).toBe(html);
    expect(edge.pages).toEqual(['injected', 'method', 'method']);
  });
});

it('the answer to HEAD has the fields of the page, without a length', async () => {
  const { edge, ask } = await openPageEdge((head, connection) => {
    const isHead = head.startsWith('HEAD');
    connection.end(
      page(html, ['ETag: "a"', 'Accept-Ranges: bytes', 'Digest: x']).slice(
        0,
        isHead ? -html.length : undefined,
      ),
    );
  });
  const [asHead, asGet] = [await ask([], 'HEAD /'), await ask()];
  const lasting = ({ fields }: typeof asGet): string[] =>
    [...fields].filter(([name]) => !['date', 'content-length', 'x-request-id'].includes(name)).map(String);
  expect(lasting(asHead)).toEqual(lasting(asGet));
  expect(asHead.fields.has('content-length')).toBe(false);
  expect(asHead.body).toBe('');
  expect(edge.pages).toEqual(['injected']);
});

describe('a policy is judged by where the page is', () => {
  const policy = "Content-Security-Policy: default-src 'none'; script-src https: ; connect-src https:";
  it('for clients behind a trusted proxy as that proxy says', async () => {
    const { edge, ask } = await openPageEdge(page(html, [policy]), ['127.0.0.1']);
    expect((await ask(['X-Forwarded-Proto: https'])).body).toBe(injected);
    expect((await ask(['X-Forwarded-Proto: http'])).body).toBe(html);
    expect(edge.pages).toEqual(['injected', 'csp']);
  });

  it('never by one that only reports', async () => {
    const { ask } = await openPageEdge(
      page(html, ["Content-Security-Policy-Report-Only: default-src 'none'"]),
    );
    expect((await ask()).body).toBe(injected);
  });
});

it('pages of one connection, one after the other and pipelined', async () => {
  const { edge, ask } = await openPageEdge(page(html));
  const next = 'GET /2 HTTP/1.1\r\nHost: d.example\r\n\r\n';
  const { received } = await ask([], `GET /1 HTTP/1.1\r\nHost: d.example\r\n\r\n${next}GET /3`);
  expect(received.split(injected)).toHaveLength(4);
  expect(edge.pages).toEqual(['injected', 'injected', 'injected']);
});

it.each([
  [{ engagement: true }, ['engagement'], '-np1e'],
  [{ webVitals: true }, ['vitals'], '-np1v'],
  [{ engagement: true, webVitals: true }, ['engagement', 'vitals'], '-np1ev'],
] as const)(
  'a page of a domain with %j gets its scripts, plain and compressed',
  async (route, names, mark) => {
    const tags = names.map((name) => `<script defer src="/.nameplate/${name}.js"></script>`);
    const changed = html.replace('</head>', `${scriptTag}${tags.join('')}</head>`);
    const { ask } = await openPageEdge(page(html, ['ETag: "a"']), [], route);
    const answer = await ask();
    expect(answer.body).toBe(changed);
    expect(answer.fields.get('content-length')).toBe(String(changed.length));
    expect(answer.fields.get('etag')).toBe(`"a${mark}"`);
    const coded = gzipSync(html).toString('latin1');
    const gzipped = await openPageEdge(page(coded, ['Content-Encoding: gzip']), [], route);
    expect(gunzipSync(Buffer.from((await gzipped.ask()).body, 'latin1')).toString()).toBe(changed);
  },
);
