/** Rules on the edge, over raw sockets. Source: docs/reference/rules.md. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { domainAt } from '../../../test/support/proxied-domain.ts';
import { openRawEdge, type RawEdge, talk } from '../../../test/support/raw-http.ts';
import { rulesSource, storedRules } from '../../../test/support/rules-on-edge.ts';
import type { RedirectRule } from '../../core/redirect-route.ts';
import type { DomainRoute, UpstreamRoute } from '../../core/route.ts';
import { readRules } from '../../rules/read-rules.ts';
import { hashPassword } from '../../secrets/password-hash.ts';
import { RulesMemory, rulesBytes } from './rules-memory.ts';

const host = 'go.example';
const upstreamUuid = '01900000-0000-7000-8000-00000000000a';
const clock = { time: Date.UTC(2026, 10, 24, 12), now: () => clock.time };
const block = { then: { block: {} } };
const respond = (body: string, more: object = {}) => ({ then: { respond: { body, ...more } } });

type Served = {
  readonly redirect?: RedirectRule | null;
  readonly domain?: DomainRoute | null;
  readonly upstreams?: readonly UpstreamRoute[];
};

/** An edge with rules on `go.example` and others; trusts the test's own address to name clients. */
async function open(
  lists: Readonly<Record<string, readonly object[]>>,
  served: Served = {},
  further: { readonly rulesMemory?: RulesMemory } = {},
) {
  const edge = await openRawEdge({ 'plain.example': {} }, ['127.0.0.1'], undefined, { clock, ...further });
  edge.edge.visitors.setSalts([
    { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, key: Buffer.alloc(32, 7).toString('base64') },
  ]);
  const stored = Object.entries(lists).map(([name, list], index) => {
    const read = readRules(list);
    if (!read.ok) throw new Error(read.reason);
    const uuid = `01900000-0000-7000-8000-00000000000${index}`;
    return storedRules(name, uuid, 1, read.rules);
  });
  const change = {
    fromRevision: edge.table.revision,
    toRevision: edge.table.revision + 1,
    mark: '',
    hosts: stored.map(({ host: name, uuid }) => ({
      host: name,
      redirect: name === host ? (served.redirect ?? null) : null,
      domain: name === host ? (served.domain ?? null) : null,
      rules: { uuid, version: 1, upstreams: served.upstreams ?? [] },
    })),
  };
  const source = rulesSource(stored);
  edge.table.apply(
    change,
    await edge.table.readRules(change, source, (error) => {
      throw error;
    }),
  );
  return edge;
}

/** Sends a request and returns the whole response. */
function ask(edge: RawEdge, target: string, fields: readonly string[] = [], method = 'GET', on = host) {
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${on}`, ...fields, 'Connection: close', '', ''];
  return talk(edge.port, lines.join('\r\n'));
}

const statusOf = (response: string) => Number(response.slice(9, 12));
const fieldOf = (response: string, name: string) => new RegExp(`^${name}: (.*)\r$`, 'im').exec(response)?.[1];

/** An upstream that answers with the head it got. */
async function openUpstream(): Promise<UpstreamRoute> {
  const server = http.createServer((request, response) => {
    response.setHeader('X-Of-Upstream', 'yes');
    response.end(JSON.stringify({ url: request.url, headers: request.headers }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has such an address
  const { port } = server.address() as AddressInfo;
  return {
    uuid: upstreamUuid,
    host: '127.0.0.1',
    port,
    tls: false,
    accountUuid: 'a1',
    authToken: 'the-token',
    maintenance: false,
  };
}

const passed = (response: string) => {
  const body: { url: string; headers: Record<string, string> } = JSON.parse(
    response.slice(response.indexOf('{'), response.lastIndexOf('}') + 1),
  );
  return body;
};

test.each([
  [301, 'private, max-age=90'],
  [302, 'private, no-store'],
  [303, 'private, no-store'],
  [307, 'private, no-store'],
  [308, 'private, no-store'],
])('redirect answers %i, with any method', async (status, cache) => {
  const edge = await open({
    [host]: [
      {
        name: 'Blog',
        if: { path: '/blog/:year/*' },
        then: { redirect: { to: 'https://b.example/:year/:splat', status } },
      },
    ],
  });
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
    const response = await ask(edge, '/blog/2026/a/b?c=d', [], method);
    expect([statusOf(response), fieldOf(response, 'Location'), fieldOf(response, 'Cache-Control')]).toEqual([
      status,
      'https://b.example/2026/a/b?c=d',
      cache,
    ]);
  }
  expect(edge.records[0]).toMatchObject({ rule: 'Blog', location: 'https://b.example/2026/a/b?c=d' });
  expect(edge.records[0]?.siteUuid).toMatch(/^01900000/);
});

test('the first rule that holds answers, then the redirect of the host, then nothing', async () => {
  const redirect = {
    uuid: upstreamUuid,
    matchPath: '/r*',
    destinationUrl: 'https://r.example',
    redirectType: 'found',
    preservePath: true,
    preserveQueryString: true,
  } as const;
  const rules = [
    { active: false, ...block },
    { if: { path: '/a' }, ...respond('first') },
    { if: { path: '/a' }, ...respond('second') },
    { if: { path: '/r1' }, then: { pass: {} } },
    { if: { path: '/r1' }, ...block },
    { if: { path: '/r2' }, ...block },
  ];
  const edge = await open({ [host]: rules }, { redirect });
  expect(await ask(edge, '/a')).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nfirst$/);
  expect(fieldOf(await ask(edge, '/r1'), 'Location')).toBe('https://r.example/r1');
  expect(statusOf(await ask(edge, '/r2'))).toBe(403);
  expect(statusOf(await ask(edge, '/b'))).toBe(404);
  expect(edge.records.map(({ rule, redirectUuid, failure }) => [rule, redirectUuid, failure])).toEqual([
    ['#2', upstreamUuid, ''],
    ['', upstreamUuid, ''],
    ['#6', upstreamUuid, 'blocked'],
    ['', '', 'unmatched'],
  ]);
});

test('a host without rules is answered as before', async () => {
  const edge = await open({ 'other.example': [block] });
  const before = await ask(edge, '/x?y', [], 'GET', 'plain.example');
  expect(before).toMatch(/^HTTP\/1\.1 301 Moved Permanently\r\nLocation: https:\/\/dest\.example\/x\?y\r\n/);
});

test('respond has its type and body, in UTF-8', async () => {
  const edge = await open({
    [host]: [
      { if: { path: '/t' }, ...respond('<p>Grüße €</p>', { status: 503, content_type: 'text/html' }) },
      { if: { path: '/e' }, then: { respond: { status: 204 } } },
    ],
  });
  const response = await ask(edge, '/t');
  expect([statusOf(response), fieldOf(response, 'Content-Type')]).toEqual([503, 'text/html']);
  expect(Buffer.from(response.slice(response.indexOf('\r\n\r\n') + 4), 'latin1').toString()).toBe(
    '<p>Grüße €</p>',
  );
  expect(fieldOf(response, 'Content-Length')).toBe('18');
  expect(await ask(edge, '/t', [], 'HEAD')).toMatch(/\r\n\r\n$/);
  expect(statusOf(await ask(edge, '/e'))).toBe(204);
});

test('redirects that lead in a circle answer 508', async () => {
  const edge = await open({
    [host]: [
      { if: { path: '/here' }, then: { redirect: { to: '/again' } } },
      { if: { path: '/again' }, then: { redirect: { to: '/here' } } },
      { if: { path: '/there' }, then: { redirect: { to: 'https://back.example/' } } },
      { if: { path: '/once' }, then: { redirect: { to: '/end' } } },
    ],
    'back.example': [{ then: { redirect: { to: `https://${host}/there` } } }],
  });
  for (const path of ['/here', '/here?a=b', '/there']) expect(statusOf(await ask(edge, path))).toBe(508);
  expect(fieldOf(await ask(edge, '/once'), 'Location')).toBe('/end');
  expect(edge.records[0]).toMatchObject({ failure: 'redirect_loop', rule: '#1' });
});

test('what is kept away is kept away in other spellings, too; other paths are matched as they were sent', async () => {
  const edge = await open({
    [host]: [
      { if: { path: '/secret/*' }, ...block },
      { if: { path: '/*' }, then: { redirect: { to: '/x/:splat', query: false } } },
    ],
  });
  const long = `/${'a'.repeat(8_000)}`;
  for (const path of ['/SECRET/a', '/secrets', '/a//secret', long, '/%00', '/%2F']) {
    const response = await ask(edge, path);
    const shown = `${path.slice(0, 40)} ${statusOf(response)}`;
    if (path.startsWith('/x')) continue;
    expect([`${path.slice(0, 40)} 301`, `${path.slice(0, 40)} 508`]).toContain(shown);
    expect(fieldOf(response, 'Location') ?? '/x/').toMatch(/^\/x\//);
  }
  for (const path of [
    '/secret',
    '/secret/',
    '/secret/%00',
    '/secret//',
    '/secret/../a',
    '//secret/a',
    '/./secret/a',
    '/a/../secret/b',
    '/secre%74/a',
    '/secret;a',
    '/secret%2fa',
  ])
    expect(`${path} ${statusOf(await ask(edge, path))}`).toBe(`${path} 403`);
});

test('a Location that would be too long is not built', async () => {
  const edge = await open({
    [host]: [{ if: { path: '/*' }, then: { redirect: { to: '/:splat:splat:splat' } } }],
  });
  const response = await ask(edge, `/${'a'.repeat(6_000)}`);
  expect(statusOf(response)).toBe(414);
  expect(edge.records[0]).toMatchObject({ status: 414, failure: 'location_too_long', rule: '#1' });
});

test('a circle that grows ends as the redirect that it is', async () => {
  const edge = await open({
    [host]: [{ if: { path: '/*' }, then: { redirect: { to: '/:splat:splat:splat', query: false } } }],
  });
  expect(statusOf(await ask(edge, '/abcdefghijklmnopqrst'))).toBe(301);
});

test('a list that costs a request too much is not walked to its end', async () => {
  const wanted = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, true]));
  const rules = Array.from({ length: 20_000 }, () => ({
    if: { query: wanted, countries: ['AQ'] },
    ...block,
  }));
  const edge = await open({ [host]: rules });
  const response = await ask(edge, `/?${Object.keys(wanted).join('&')}`);
  expect(statusOf(response)).toBe(503);
  expect(edge.records[0]).toMatchObject({ failure: 'rules_too_expensive', rule: '' });
});

test('rules that have no room in memory are not passed by, and are unknown to redirects of other hosts', async () => {
  const to = (at: string) => [{ then: { redirect: { to: `http://${at}/` } } }];
  const lists = { [host]: [block], 'b.example': to('c.example'), 'c.example': to('b.example') };
  const rulesMemory = new RulesMemory(rulesBytes({ ruleCount: 1, sizeBytes: 100 }));
  const edge = await open(lists, {}, { rulesMemory });
  // What is put last has the room.
  expect(statusOf(await ask(edge, '/', [], 'GET', 'c.example'))).toBe(301);
  const answer = await ask(edge, '/');
  expect([statusOf(answer), fieldOf(answer, 'Retry-After')]).toEqual([503, '10']);
  expect(edge.records.map(({ failure }) => failure)).toEqual(['', 'rules_too_expensive']);
});

test('a request may have to pass hundreds of passwords', async () => {
  const users = [{ name: 'ann', password_hash: await hashPassword('secret') }];
  const ask401 = { active: true, then: { basic_auth: { realm: 'a', users } } };
  const rules = [...Array.from({ length: 1_500 }, () => ask401), { active: true, ...block }];
  const edge = await open({ [host]: [] });
  const list = storedRules(host, upstreamUuid, 2, rules);
  const changed = {
    host,
    redirect: null,
    domain: null,
    rules: { uuid: upstreamUuid, version: 2, upstreams: [] },
  };
  const change = {
    fromRevision: edge.table.revision,
    toRevision: edge.table.revision + 1,
    mark: '',
    hosts: [changed],
  };
  edge.table.apply(change, await edge.table.readRules(change, rulesSource([list]), () => {}));
  const authorization = `Authorization: Basic ${Buffer.from('ann:secret').toString('base64')}`;
  expect(statusOf(await ask(edge, '/', [authorization]))).toBe(403);
  expect(statusOf(await ask(edge, '/'))).toBe(401);
});

test.each([
  ['methods', { methods: ['POST'] }, ['', 'POST'], ['', 'GET']],
  [
    'languages',
    { languages: ['de'] },
    ['Accept-Language: en;q=0.5, de-AT'],
    ['Accept-Language: en, de;q=0.9'],
  ],
  ['countries', { countries: ['US'] }, ['X-Forwarded-For: 8.8.8.8'], ['X-Forwarded-For: 192.0.2.1']],
  [
    'addresses',
    { addresses: ['203.0.113.0/24'] },
    ['X-Forwarded-For: 203.0.113.9'],
    ['X-Forwarded-For: 203.0.114.9'],
  ],
  [
    'devices',
    { devices: ['mobile'] },
    ['User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148'],
    ['User-Agent: Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'],
  ],
  [
    'systems',
    { systems: ['ipad-os', 'ios'] },
    ['User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148'],
    ['User-Agent: Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Firefox/140.0'],
  ],
  [
    'browsers',
    { browsers: ['firefox'] },
    ['User-Agent: Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'],
    ['User-Agent: Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0'],
  ],
  ['browsers that are unknown', { browsers: ['unknown'] }, ['User-Agent: curl/8'], null],
  [
    'bots',
    { bots: ['ai'] },
    ['User-Agent: Mozilla/5.0 (compatible; GPTBot/1.1; +https://openai.com/gptbot)'],
    ['User-Agent: Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'],
  ],
  ['starts_at', { starts_at: '2026-11-24T12:00:00Z' }, [''], null],
  ['ends_at', { ends_at: '2026-11-24T12:00:00.001Z' }, [''], null],
  ['share', { share: 100 }, [''], null],
] as const)('conditions see the request: %s', async (_name, conditions, holding, other) => {
  const edge = await open({ [host]: [{ if: conditions, ...block }] });
  const status = async ([field = '', method = 'GET']: readonly string[]) =>
    statusOf(await ask(edge, '/', field === '' ? [] : [field], method));
  expect(await status(holding)).toBe(403);
  if (other) expect(await status(other)).toBe(404);
});

/** Its operator documents addresses alone. */
const gptBot = 'User-Agent: Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const person = 'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test.each([
  [{ verified: true }, 403, 404],
  [{ verified: false }, 404, 403],
  [{ bots: ['ai'], verified: true }, 403, 404],
  [{ bots: ['ai'], verified: false }, 404, 403],
  [{ bots: ['search'], verified: true }, 404, 404],
  [{ bots: ['search'], verified: false }, 404, 404],
] as const)(
  '%j: %d for a verified crawler, %d for another, and not for people',
  async (wanted, ...statuses) => {
    const edge = await open({ [host]: [{ if: wanted, ...block }] });
    const status = async (agent: string, from: string) =>
      statusOf(await ask(edge, '/', [agent, `X-Forwarded-For: ${from}`]));
    expect([await status(gptBot, '20.171.206.1'), await status(gptBot, '192.0.2.1')]).toEqual(statuses);
    expect([await status(person, '66.249.66.1'), await status(person, '192.0.2.1')]).toEqual([404, 404]);
  },
);

test('a share has about its part of the visitors, each always the same', async () => {
  const edge = await open({ [host]: [{ if: { share: 30 }, ...block }] });
  let inside = 0;
  for (let client = 0; client < 200; client++) {
    const field = [`X-Forwarded-For: 198.51.100.${client}`];
    const first = statusOf(await ask(edge, '/', field));
    expect(statusOf(await ask(edge, '/other', field))).toBe(first);
    if (first === 403) inside += 1;
  }
  expect(inside).toBeGreaterThan(30);
  expect(inside).toBeLessThan(90);
});

test('set_headers changes every kind of answer, and lets other rules look', async () => {
  const upstream = await openUpstream();
  const edge = await open(
    {
      [host]: [
        {
          then: {
            set_headers: {
              request: { 'X-From-Rule': 'one', 'User-Agent': null },
              response: { 'X-Frame-Options': 'DENY', 'X-Of-Upstream': null, 'Cache-Control': 'no-cache' },
            },
          },
        },
        { if: { path: '/two' }, then: { set_headers: { request: { 'x-from-rule': 'two' } } } },
        { if: { path: '/block' }, ...block },
        { if: { path: '/redirect' }, then: { redirect: { to: 'https://b.example' } } },
        { if: { path: '/none' }, then: { pass: {} } },
        { then: { proxy: { upstream_uuid: upstreamUuid } } },
      ],
    },
    { upstreams: [upstream] },
  );
  for (const path of ['/block', '/redirect', '/none', '/two']) {
    const response = await ask(edge, path, ['User-Agent: x', 'X-From-Rule: client']);
    expect(fieldOf(response, 'X-Frame-Options')).toBe('DENY');
    expect(response.match(/^Cache-Control: .*\r$/gim)).toEqual(['Cache-Control: no-cache\r']);
    expect(fieldOf(response, 'X-Of-Upstream')).toBeUndefined();
    if (path !== '/two') continue;
    expect(passed(response).headers).toMatchObject({ 'x-from-rule': 'two' });
    expect(passed(response).headers['user-agent']).toBeUndefined();
  }
});

test('proxy passes the request to its upstream, with a prefix and a host of its own', async () => {
  const upstream = await openUpstream();
  const proxy = (more: object) => ({ then: { proxy: { upstream_uuid: upstreamUuid, ...more } } });
  const edge = await open(
    {
      [host]: [
        { if: { path: '/api/*' }, ...proxy({ strip_prefix: '/api', prefix: '/v2/' }) },
        { if: { path: '/search' }, ...proxy({ strip_prefix: '/search', prefix: '/find' }) },
        { if: { path: '/keep' }, ...proxy({ host_header: 'original' }) },
        { if: { path: '/apis' }, ...proxy({ strip_prefix: '/api' }) },
      ],
    },
    { upstreams: [upstream] },
  );
  const own = passed(
    await ask(edge, '/api/a%2Fb?c=%20', ['X-Served-For: forged', 'X-Nameplate-Auth-Token: x']),
  );
  expect(own.url).toBe('/v2/a%2Fb?c=%20');
  expect(own.headers).toMatchObject({
    host: '127.0.0.1',
    'x-served-for': host,
    'x-nameplate-auth-token': 'the-token',
    'x-forwarded-host': host,
  });
  expect(passed(await ask(edge, '/api')).url).toBe('/v2/');
  expect(passed(await ask(edge, '/search?q=a')).url).toBe('/find?q=a');
  expect(passed(await ask(edge, '/search/')).url).toBe('/find/');
  expect(passed(await ask(edge, '/keep')).headers.host).toBe(host);
  expect(passed(await ask(edge, '/apis')).url).toBe('/apis');
  for (const path of ['/api/../x', '/api/%2e%2E/x', '/api/a/.%2e', '/api/..%2fx'])
    expect(`${path} ${statusOf(await ask(edge, path))}`).toBe(`${path} 400`);
  expect(edge.records[0]).toMatchObject({ rule: '#1', status: 200 });
});

test('proxy keeps to the address policy, and answers 502 for an upstream that is not known', async () => {
  const proxy = { then: { proxy: { upstream_uuid: upstreamUuid } } };
  const upstream = { ...(await openUpstream()), host: '169.254.169.254', port: 80 };
  const edge = await open({ [host]: [proxy] }, { upstreams: [upstream] });
  expect(statusOf(await ask(edge, '/'))).toBe(502);
  const without = await open({ [host]: [proxy] });
  expect(statusOf(await ask(without, '/'))).toBe(502);
});

test('basic_auth asks, lets in, and keeps the password from the upstream', async () => {
  const upstream = await openUpstream();
  const hash = await hashPassword('päss:word');
  const domain = domainAt(upstream);
  const edge = await open({ [host]: [] }, { domain });
  const list = storedRules(host, upstreamUuid, 2, [
    {
      active: true,
      if: { path: '/staff/*' },
      then: { basic_auth: { realm: 'Staff only', users: [{ name: 'ann', password_hash: hash }] } },
    },
  ]);
  const change = {
    fromRevision: edge.table.revision,
    toRevision: edge.table.revision + 1,
    mark: '',
    hosts: [{ host, redirect: null, domain, rules: { uuid: upstreamUuid, version: 2, upstreams: [] } }],
  };
  edge.table.apply(change, await edge.table.readRules(change, rulesSource([list]), () => {}));
  const login = (pair: string) => [`Authorization: Basic ${Buffer.from(pair).toString('base64')}`];
  const asked = await ask(edge, '/staff/a');
  expect(statusOf(asked)).toBe(401);
  expect(fieldOf(asked, 'WWW-Authenticate')).toBe('Basic realm="Staff only", charset="UTF-8"');
  for (const wrong of ['ann:wrong', 'bob:päss:word', 'ann'])
    expect(statusOf(await ask(edge, '/staff/a', login(wrong)))).toBe(401);
  expect(statusOf(await ask(edge, '/staff/a', ['Authorization: Bearer x']))).toBe(401);
  for (let round = 0; round < 2; round++) {
    const letIn = passed(await ask(edge, '/staff/a', login('ann:päss:word')));
    expect(letIn.headers.authorization).toBeUndefined();
  }
  expect(passed(await ask(edge, '/open', login('x:y'))).headers.authorization).toBeDefined();
});

test('rate_limit refuses what is too much of one client, until the time is over', async () => {
  const edge = await open({
    [host]: [{ then: { rate_limit: { requests: 2, seconds: 60 } } }, respond('ok')],
  });
  const from = (address: string) => ask(edge, '/', [`X-Forwarded-For: ${address}`]);
  clock.time = Date.UTC(2026, 10, 24, 12, 0, 50);
  expect([statusOf(await from('192.0.2.1')), statusOf(await from('192.0.2.1'))]).toEqual([200, 200]);
  const refused = await from('192.0.2.1');
  expect([statusOf(refused), fieldOf(refused, 'Retry-After')]).toEqual([429, '10']);
  expect(edge.records.at(-1)).toMatchObject({ failure: 'rate_limited', rule: '#1' });
  expect(statusOf(await from('192.0.2.2'))).toBe(200);
  // One network of IPv6 is one client.
  for (const address of ['2001:db8::1', '2001:db8::2']) expect(statusOf(await from(address))).toBe(200);
  expect(statusOf(await from('2001:db8::3'))).toBe(429);
  clock.time += 10_000;
  expect(statusOf(await from('192.0.2.1'))).toBe(200);
});

test('a redirect to the very URL that was asked for is no match: the next rule, redirect or custom domain answers', async () => {
  const upstream = await openUpstream();
  const domain = domainAt(upstream, { webAnalytics: 'off' });
  const to = (path: string, location: string, more: object = {}) => ({
    if: { path },
    then: { redirect: { to: location, ...more } },
  });
  const edge = await open(
    {
      [host]: [
        to('/self', '/self'),
        { if: { path: '/self' }, ...respond('next') },
        to('/slash', '/slash/'),
        to('/below/*', '/below'),
        to('/plain', '/plain', { query: false }),
        to('/secure/*', `https://${host}/secure/:splat`),
        to('/on', '/self#here'),
      ],
    },
    { domain },
  );
  const proxied = async (path: string, fields: readonly string[] = []) => {
    const response = await ask(edge, path, fields);
    return [statusOf(response), fieldOf(response, 'Location')];
  };
  const secure = ['X-Forwarded-Proto: https'];
  expect(await ask(edge, '/self?a=b')).toMatch(/next$/);
  expect(edge.records.at(-1)).toMatchObject({ rule: '#2', failure: '' });
  expect(await proxied('/self/')).toEqual([301, '/self']);
  expect(await proxied('/slash/?a')).toEqual([200, undefined]);
  expect(await proxied('/slash?a')).toEqual([301, '/slash/?a']);
  expect(await proxied('/below')).toEqual([200, undefined]);
  expect(await proxied('/below/a')).toEqual([301, '/below']);
  expect(await proxied('/plain')).toEqual([200, undefined]);
  expect(await proxied('/plain?a')).toEqual([301, '/plain']);
  expect(await proxied('/secure/a?b')).toEqual([301, `https://${host}/secure/a?b`]);
  expect(await proxied('/secure/a?b', secure)).toEqual([200, undefined]);
  expect(await proxied('/on')).toEqual([301, '/self#here']);
  expect(edge.records.at(-1)).toMatchObject({ rule: '#7' });
});

test('rules that lead to themselves end when the steps of a request are spent', async () => {
  const edge = await open({
    [host]: Array.from({ length: 10_000 }, () => ({
      if: { path: '/*' },
      then: { redirect: { to: '/:splat' } },
    })),
  });
  expect(statusOf(await ask(edge, '/a'))).toBe(503);
});
