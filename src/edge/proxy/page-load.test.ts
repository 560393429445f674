/** Which answers are recorded as page loads, through the real edge. Source: docs/reference/page-loads.md ("What is recorded"). */
import { expect, it } from 'vitest';
import { page } from '../../../test/support/page-edge.ts';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { openRawEdge, talk } from '../../../test/support/raw-http.ts';
import { openRawUpstream, request } from '../../../test/support/raw-upstream.ts';
import { scriptTag } from '../inject/script-tag.ts';

const html = '<!doctype html><html><head><title>x</title></head><body>y</body></html>';
const tagged = html.replace('</head>', `${scriptTag}</head>`);

type Asked = {
  readonly web?: 'inject' | 'manual' | 'off';
  readonly start?: string;
  readonly fields?: readonly string[];
};

async function recorded(answer: string, { web = 'inject', start = 'GET /', fields = [] }: Asked) {
  const upstream = await openRawUpstream((connection) => {
    connection.head().then(
      () => connection.say(answer),
      () => {},
    );
  });
  const edge = await openRawEdge({ 'a.example': {} }, [], undefined, {
    domains: { 'd.example': domainAt({ port: upstream.port }, { webAnalytics: web }) },
  });
  await talk(edge.port, request(start, [...fields, 'Connection: close']));
  return edge.records.map(({ pageLoad }) => pageLoad);
}

it.each<[string, string, Asked, string]>([
  ['a page that gets the script', page(html), {}, 'measured'],
  ['a page that brings the script', page(tagged), {}, 'measured'],
  [
    'a page with scripts forbidden',
    page(html, ["Content-Security-Policy: script-src 'none'"]),
    {},
    'not_measured',
  ],
  ['an empty page', page(''), {}, 'not_measured'],
  ['a page of AMP', page('<!doctype html><html amp><head></head></html>'), {}, 'not_measured'],
  ['a fragment', page(html), { fields: ['HX-Request: true'] }, 'not_measured'],
  ['a page with manual', page(html), { web: 'manual' }, 'measured'],
  ['a page with off', page(html), { web: 'off' }, 'not_measured'],
  ['a page with Sec-GPC', page(html), { fields: ['Sec-GPC: 1'] }, 'not_measured'],
  ['a page with DNT', page(html), { fields: ['dnt:  1 '], web: 'manual' }, 'not_measured'],
  ['a page with DNT: 0', page(html), { fields: ['DNT: 0', 'Sec-GPC: 10'] }, 'measured'],
  ['a page of another type', page(html, ['Content-Type: text/plain']), {}, ''],
  ['a page of a longer type', page(html, ['Content-Type: text/htmlx']), { web: 'manual' }, ''],
  ['a page with 404', page(html, [], '404 Not Found'), {}, ''],
  ['a page by POST', page(html), { start: 'POST /', fields: ['Content-Length: 0'] }, ''],
  [
    'the head of a page',
    `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\n`,
    { start: 'HEAD /' },
    '',
  ],
])('records %s as it is', async (_, answer, asked, expected) => {
  expect(await recorded(answer, asked)).toEqual([expected]);
});

it('records an answer of the edge itself as none', async () => {
  expect(await recorded('nonsense\r\n\r\n', {})).toEqual(['']);
});
