/** Plans over the API. Source: docs/reference/plans.md. */
import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { startApi } from '../../../test/support/api-server.ts';
import { makeCertificate } from '../../../test/support/certificate-maker.ts';
import { AccessTokens } from '../access-tokens/access-token-store.ts';
import { Accounts } from '../accounts/account-store.ts';
import { Plans } from './plan-store.ts';

const document = {
  upstreams: [
    { name: 'app', host: 'app.example.net', auth_token: { secret: 'TOKEN' } },
    { name: 'plain', host: 'old.example.net', port: 80, tls: false },
  ],
  domains: [
    { host: 'shop.example.com', upstream: 'app', metadata: { plan: 'pro' } },
    { host: 'docs.example.com', upstream: 'plain' },
  ],
  redirects: [
    { source_host: 'go.example.com', destination_url: 'https://www.example.com/' },
    { source_host: 'old.example.com', destination_url: 'https://shop.example.com/', redirect_type: 'found' },
  ],
  rules: [
    {
      host: 'shop.example.com',
      rules: [
        { if: { path: '/old' }, then: { redirect: { to: '/new', status: 301 } } },
        { if: { path: '/api/*' }, then: { proxy: { upstream: 'plain' } } },
        {
          if: { path: '/admin/*' },
          then: { basic_auth: { realm: 'Admin', users: [{ name: 'ada', password: { secret: 'ADA' } }] } },
        },
      ],
    },
  ],
  goals: [
    { host: 'shop.example.com', display_name: 'Sign-up', event_name: 'Signup' },
    { host: 'shop.example.com', page_path: '/thanks*' },
  ],
  segments: [{ name: 'Germany', filters: [['is', 'visit:country', ['DE']]] }],
  webhook_endpoints: [{ url: 'https://hooks.example.net/in', events: ['custom_domain.ready'] }],
  error_pages: [
    { host: 'shop.example.com', status: 404, html: '<p>Not here</p>' },
    { upstream: 'app', status: 502, html: '<p>Back soon</p>' },
  ],
  brand: { name: 'Acme', color: '#112233' },
};
const secrets = { TOKEN: 'kept-somewhere-safe', ADA: 'correct horse battery' };

async function open() {
  const api = await startApi();
  const headers = { authorization: `Bearer ${api.token}` };
  const account = `/api/v1/accounts/${api.accountUuid}`;
  const plan = (json: unknown, query = '') => api.ask(`${account}/plans${query}`, { headers, json });
  const apply = (uuid: string, json: object = {}) =>
    api.ask(`${account}/plans/${uuid}/apply`, { headers, json });
  const applied = async (json: unknown, query = '', given = {}) => {
    const { body } = await plan(json, query);
    return apply(body.uuid, { secrets: given });
  };
  const get = async (path: string) => (await api.ask(`${account}${path}`, { headers })).body;
  return { ...api, headers, account, plan, apply, applied, get };
}

test('a plan lists what it would do, apply does it, and then there is nothing to do', async () => {
  const { plan, apply, get } = await open();
  const made = await plan(document);
  expect(made.body.error ?? '').toBe('');
  expect(made).toMatchObject({
    status: 201,
    body: { summary: { creates: 13, changes: 1, deletes: 0, unchanged: 0 }, prune: false },
  });
  expect(made.body.secrets).toEqual([
    { name: 'TOKEN', required: true },
    { name: 'ADA', required: true },
  ]);
  expect((await get('/redirects')).data).toEqual([]);
  expect(await apply(made.body.uuid)).toMatchObject({ status: 400, body: { error_code: 'secrets_invalid' } });
  const done = await apply(made.body.uuid, { secrets });
  expect(done.body.error ?? '').toBe('');
  expect(done).toMatchObject({ status: 200, body: { summary: { creates: 13 } } });
  expect(done.body.secrets).toMatchObject([
    { kind: 'upstreams', key: 'old.example.net:80:clear', name: 'auth_token' },
    { kind: 'webhook_endpoints', key: 'https://hooks.example.net/in', name: 'secret' },
  ]);
  const { records } = await get('/upstreams');
  expect(records.map((one: { auth_token: string }) => one.auth_token)).toContain(secrets.TOKEN);
  expect(await apply(made.body.uuid, { secrets })).toMatchObject({
    status: 409,
    body: { error_code: 'plan_applied' },
  });
  expect(await plan(document)).toMatchObject({
    status: 201,
    body: { summary: { creates: 0, changes: 0, deletes: 0, unchanged: 14 }, creates: [], changes: [] },
  });
  expect(await plan(document, '?prune=true')).toMatchObject({
    body: { summary: { deletes: 0, unchanged: 14 } },
  });
});

test('changes are told attribute by attribute, and what the document leaves out stays', async () => {
  const { applied, plan, get } = await open();
  await applied(document, '', secrets);
  const [first, second] = document.redirects;
  const edited = {
    redirects: [{ ...first, note: 'Flyer' }, second],
    goals: [{ ...document.goals[0], event_name: 'Joined' }],
  };
  const made = await plan(edited);
  expect(made.body.changes).toMatchObject([
    { kind: 'redirects', key: 'go.example.com', attributes: { note: { before: '', after: 'Flyer' } } },
    { kind: 'goals', attributes: { event_name: { before: 'Signup', after: 'Joined' } } },
  ]);
  expect(await applied(edited)).toMatchObject({ status: 200 });
  const pruned = { redirects: [first], domains: [document.domains[0]], upstreams: document.upstreams };
  const { body } = await plan(pruned, '?prune=true');
  expect(body.deletes).toMatchObject([
    { kind: 'domains', key: 'docs.example.com' },
    { kind: 'redirects', key: 'old.example.com' },
  ]);
  expect((await applied(pruned, '?prune=true')).body.error ?? '').toBe('');
  expect((await get('/redirects')).data).toHaveLength(1);
  expect((await get('/custom_domains')).data).toHaveLength(1);
});

test('what is exported plans nothing, in JSON and in YAML', async () => {
  const { applied, plan, get, ask, account, headers } = await open();
  await applied(document, '', secrets);
  const exported = await get('/configuration');
  expect(Object.keys(exported)).toEqual(Object.keys(document));
  expect(exported.rules[0].rules[1].then.proxy).toMatchObject({ upstream: 'old.example.net' });
  const nothing = { summary: { creates: 0, changes: 0, deletes: 0, unchanged: 14 } };
  expect(await plan(exported, '?prune=true')).toMatchObject({ status: 201, body: nothing });
  const { stringify } = await import('yaml');
  const sent = { ...headers, 'content-type': 'application/yaml' };
  expect(
    await ask(`${account}/plans?prune=true`, { headers: sent, body: stringify(exported) }),
  ).toMatchObject({
    status: 201,
    body: nothing,
  });
});

test('an export can name upstreams whose hosts are as long as they may be', async () => {
  const { applied, plan, get } = await open();
  const host = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.net`;
  const upstreams = [443, 8443].map((port) => ({ name: String(port), host, port }));
  expect(await applied({ upstreams })).toMatchObject({ status: 200 });
  const exported = await plan(await get('/configuration'));
  expect(exported).toMatchObject({ status: 201, body: { summary: { creates: 0, changes: 0 } } });
});

const upstream = { name: 'app', host: 'app.example.net' };
const redirect = { source_host: 'go.example.com', destination_url: 'https://www.example.com/' };
const unknownUuid = '019aaf00-0b7e-7f31-b1de-0a4c3a1d9f42';
const users = (password: unknown) => [
  { then: { basic_auth: { realm: 'Admin', users: [{ name: 'ada', password }] } } },
];
let deep: unknown = 'x';
for (let depth = 0; depth < 200; depth++) deep = [deep];

const refused: readonly (readonly [document: unknown, message: string])[] = [
  [{ redirect: [] }, '"redirect" is not a part of a document; allowed: upstreams, domains, '],
  [{ redirects: null }, 'redirects is not a list; allowed: a list, [] for none'],
  [{ redirects: [redirect, 'x'] }, 'redirects[1]: is not an object'],
  [{ redirects: [{ ...redirect, colour: 'red' }] }, 'redirects[0]: "colour" is not an attribute; allowed: '],
  [
    { redirects: [redirect, { ...redirect, source_host: 'GO.example.com.' }] },
    'redirects[1]: "go.example.com" is in the document already',
  ],
  [
    { redirects: [{ ...redirect, destination_url: 'nowhere' }] },
    'redirects[0].destination_url: destination_url "nowhere" is invalid',
  ],
  [
    { redirects: [{ ...redirect, note: 'file:/etc/passwd' }] },
    'redirects[0].note is "file:/etc/passwd", which only the command line reads',
  ],
  [
    { upstreams: [{ ...upstream, auth_token: 'env:TOKEN' }] },
    'upstreams[0].auth_token is "env:TOKEN", which only the command line reads',
  ],
  [
    { upstreams: [{ ...upstream, auth_token: 'kept-somewhere' }] },
    'upstreams[0].auth_token: is a secret; allowed: {"secret": name}',
  ],
  [{ upstreams: [{ host: 'app.example.net' }] }, 'upstreams[0].name: is missing'],
  [
    { upstreams: [upstream, { ...upstream, port: 444 }] },
    'upstreams[1].name: "app" is the name of an earlier one',
  ],
  [
    { domains: [{ host: 'shop.example.com', upstream: 'app' }] },
    'domains[0].upstream: "app" is no name of an upstream of the document',
  ],
  [{ domains: [{ host: 'shop.example.com' }] }, 'domains[0].upstream: is missing'],
  [
    { rules: [{ host: 'a.example.com', rules: [{ then: { explode: {} } }] }] },
    'rules[0].rules: rules[0].then',
  ],
  [
    { rules: [{ host: 'a.example.com', rules: [{ then: { proxy: { upstream: 'app' } } }] }] },
    'rules[0].rules[0].then.proxy.upstream: "app" is no name',
  ],
  [
    { rules: [{ host: 'a.example.com', rules: [{ then: { proxy: { upstream_uuid: unknownUuid } } }] }] },
    `rules[0].rules: rules[0].then.proxy.upstream_uuid is "${unknownUuid}"; allowed: the uuid of an upstream`,
  ],
  [
    { rules: [{ host: 'a.example.com', rules: users('open sesame, please') }] },
    'rules[0].rules[0].then.basic_auth.users[0].password: is a secret',
  ],
  [
    { goals: [{ host: 'nobody.example.com', event_name: 'Signup' }] },
    'goals[0].host: the account has no custom domain "nobody.example.com"',
  ],
  [
    { error_pages: [{ host: 'nobody.example.com', status: 404, html: 'x' }] },
    'error_pages[0].host: the account has no custom domain',
  ],
  [
    { error_pages: [{ status: 404, html: 'x' }] },
    'error_pages[0]: has neither a host nor the name of an upstream',
  ],
  [
    {
      upstreams: [{ name: 'app', host: 'app.example.net' }],
      domains: [{ host: 'a.example.com', upstream: 'app', tls_client_ca: makeCertificate().pem }],
    },
    'domains[0].tls_client_ca: tls_client_ca is invalid: certificate 1 of 1 is not that of an authority',
  ],
  [{ brand: null }, 'brand: is not an object'],
  [{ brand: { color: 'red' } }, 'brand.color: color "red" is invalid'],
  [{ segments: deep }, 'the document is nested more than 100 deep'],
];

test('a wrong document is refused, with the place of the mistake', async () => {
  const { plan } = await open();
  for (const [given, message] of refused) {
    const answer = await plan(given);
    expect(answer, message).toMatchObject({ status: 400, body: { error_code: 'plan_invalid' } });
    expect(answer.body.error).toContain(message);
    expect(answer.body.error).not.toMatch(/kept-somewhere|sesame/);
  }
});

test('all mistakes are named, up to a hundred', async () => {
  const { plan } = await open();
  const wrong = Array.from({ length: 150 }, (_, index) => ({
    ...redirect,
    source_host: `h${index}.example.com`,
    destination_url: 'x',
  }));
  const lines: string[] = (await plan({ redirects: wrong })).body.error.split('\n');
  expect(lines).toHaveLength(102);
  expect(lines[0]).toBe('the document has 150 problems:');
  expect(lines.at(-1)).toBe('and 50 more');
});

const refusedYaml: readonly (readonly [text: string, message: string])[] = [
  ['', 'the document is empty'],
  ['- 1\n', 'the document is not an object'],
  ['redirects: []\nredirects: []\n', 'the document is not well-formed YAML: Map keys must be unique'],
  ['redirects: !!js/function "x"\n', 'the document is not well-formed YAML: Unresolved tag'],
  ['redirects: [\n', 'the document is not well-formed YAML: '],
  ['a: &a [1]\n? *a\n: b\n', 'the document is not well-formed YAML: '],
  ['--- {}\n--- {}\n', 'the document is not well-formed YAML: '],
  [
    `a: &a [x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[at]}`).join(',')}]\n`).join('')}`,
    'the document has more than 100 aliases',
  ],
  ['redirects: &r\n  - *r\n', 'the document is nested more than 100 deep'],
  [`redirects: ${'['.repeat(20_000)}`, 'the document '],
];

test('wrong YAML is refused', async () => {
  const { ask, account, headers } = await open();
  const sent = { ...headers, 'content-type': 'application/yaml' };
  for (const [body, message] of refusedYaml) {
    const answer = await ask(`${account}/plans`, { method: 'POST', headers: sent, body });
    expect(answer, message).toMatchObject({ status: 400, body: { error_code: 'plan_invalid' } });
    expect(answer.body.error).toContain(message);
  }
});

test('a changed resource, touched or only read, stops a plan', async () => {
  const { plan, apply, applied, ask, account, headers, get } = await open();
  const second = { ...redirect, source_host: 'second.example.com' };
  await applied({ redirects: [redirect, second] });
  const edited = { redirects: [redirect, { ...second, note: 'x' }] };
  const { body: before } = await plan(edited);
  const { data } = await get('/redirects?source_host=go.example.com');
  const path = `${account}/redirects/${data[0].uuid}`;
  await ask(path, { method: 'PUT', headers, json: { note: 'by hand' } });
  expect(await apply(before.uuid)).toMatchObject({ status: 409, body: { error_code: 'changed_since' } });
  const { body: created } = await plan({ redirects: [{ ...redirect, source_host: 'third.example.com' }] });
  await applied({ redirects: [{ ...redirect, source_host: 'third.example.com' }] });
  expect(await apply(created.uuid)).toMatchObject({ status: 409, body: { error_code: 'changed_since' } });
  expect((await get('/redirects')).data.map((one: { note: string }) => one.note).toSorted()).toEqual([
    '',
    '',
    'by hand',
  ]);
});

test('a custom domain that goals and error pages need stops a plan when it is gone', async () => {
  const { plan, apply, applied, ask, account, headers, get } = await open();
  const host = 'shop.example.com';
  await applied({ upstreams: [upstream], domains: [{ host, upstream: 'app' }] });
  const goals = [{ host, event_name: 'Signup' }];
  const pages = [{ host, status: 404, html: '<p>Not here</p>' }];
  const plans = [(await plan({ goals })).body, (await plan({ error_pages: pages })).body];
  const { data } = await get('/custom_domains');
  const path = `${account}/upstreams/${data[0].upstream_uuid}/custom_domains/${data[0].uuid}`;
  expect(await ask(path, { method: 'DELETE', headers })).toMatchObject({ status: 200 });
  for (const { uuid } of plans)
    expect(await apply(uuid)).toMatchObject({ status: 409, body: { error_code: 'changed_since' } });
});

test('goals and error pages are not planned for a custom domain that the plan deletes', async () => {
  const { plan, applied } = await open();
  const host = 'shop.example.com';
  const goals = [{ host, event_name: 'Signup' }];
  await applied({ upstreams: [upstream], domains: [{ host, upstream: 'app' }], goals });
  const pages = [{ host, status: 404, html: '<p>Not here</p>' }];
  const { status, body } = await plan({ domains: [], goals, error_pages: pages }, '?prune=true');
  expect({ status, code: body.error_code }).toEqual({ status: 400, code: 'plan_invalid' });
  expect(body.error).toContain('goals[0].host: the plan deletes the custom domain "shop.example.com"');
  expect(body.error).toContain('error_pages[0].host: the plan deletes the custom domain "shop.example.com"');
});

test('a plan that fails in the middle changes nothing, and can be applied when the reason is gone', async () => {
  const { plan, apply, applied, get, store, accountUuid } = await open();
  const goal = { host: 'shop.example.com', display_name: 'Sign-up', event_name: 'Signup' };
  await applied({
    upstreams: [upstream],
    domains: [{ host: 'shop.example.com', upstream: 'app' }],
    goals: [goal],
  });
  const { body } = await plan({
    redirects: [redirect],
    goals: [{ ...goal, display_name: 'The same again' }],
    brand: { name: 'Acme' },
  });
  expect(await apply(body.uuid)).toMatchObject({ status: 400, body: { error_code: 'goal_taken' } });
  expect((await get('/redirects')).data).toEqual([]);
  expect((await get('/brand')).name).toBeNull();
  const events = await store.database.queries
    .selectFrom('audit_events')
    .selectAll()
    .where('resource', '=', 'redirect')
    .execute();
  expect(events).toEqual([]);
  expect((await get(`/plans/${body.uuid}`)).applied_at).toBeNull();
  expect(accountUuid).toBeTruthy();
});

test('a token that may only read needs an approval within the hour, which only people give', async () => {
  const { plan, ask, account, newToken, clock, headers, accountUuid, store } = await open();
  const { body } = await plan({ redirects: [redirect] });
  const reading = { authorization: `Bearer ${(await newToken('read')).secret}` };
  expect((await ask(`${account}/plans/${body.uuid}`, { headers: reading })).status).toBe(200);
  const apply = () => ask(`${account}/plans/${body.uuid}/apply`, { headers: reading, json: {} });
  expect(await apply()).toMatchObject({ status: 403, body: { error_code: 'forbidden' } });
  for (const by of [reading, headers])
    expect(await ask(`${account}/plans/${body.uuid}/approve`, { headers: by, json: {} })).toMatchObject({
      status: 403,
    });
  await new Plans(store).approve(accountUuid, body.uuid, 'ada@example.com');
  clock.time += 3_600_001;
  expect((await apply()).status).toBe(403);
  await new Plans(store).approve(accountUuid, body.uuid, 'ada@example.com');
  clock.time += 3_599_000;
  expect((await apply()).status).toBe(200);
});

test('a plan expires after a day, and another account has no such plan', async () => {
  const { plan, ask, account, headers, clock, store, get } = await open();
  const { body } = await plan({ redirects: [redirect] });
  const { uuid: otherUuid } = await new Accounts(store).create('Other');
  const wanted = { accountUuid: otherUuid, name: 'x', scope: 'write', expiresAt: null } as const;
  const { secret } = await new AccessTokens(store).create(wanted);
  const other = { authorization: `Bearer ${secret}` };
  const theirs = `/api/v1/accounts/${otherUuid}/plans`;
  expect((await ask(`${theirs}/${body.uuid}`, { headers: other })).status).toBe(404);
  expect((await ask(`${theirs}/${body.uuid}/apply`, { headers: other, json: {} })).status).toBe(404);
  expect((await get('/plans')).data).toMatchObject([{ uuid: body.uuid, summary: { creates: 1 } }]);
  await ask(`${account}/redirects`, { headers, json: redirect });
  expect(
    await ask(theirs, { headers: other, json: { redirects: [redirect], domains: [], rules: [] } }),
  ).toMatchObject({
    status: 400,
    body: { error_code: 'host_taken', error: expect.stringContaining('redirects[0].source_host: ') },
  });
  clock.time += 24 * 3_600_000;
  expect((await ask(`${account}/plans/${body.uuid}`, { headers })).status).toBe(404);
  expect((await ask(`${account}/plans/${body.uuid}/apply`, { headers, json: {} })).status).toBe(404);
  await new Plans(store).deleteExpired();
  expect((await get('/plans')).data).toEqual([]);
});

test('secrets that are there stay unless they are given', async () => {
  const { applied, plan, apply, get } = await open();
  await applied(document, '', secrets);
  const { body } = await plan(document);
  expect(body.secrets).toEqual([
    { name: 'TOKEN', required: false },
    { name: 'ADA', required: false },
  ]);
  expect(JSON.stringify(body)).not.toContain(secrets.TOKEN);
  expect(await apply(body.uuid, { secrets: { OTHER: 'x' } })).toMatchObject({
    status: 400,
    body: { error_code: 'secrets_invalid' },
  });
  expect(
    (await apply(body.uuid, { secrets: { TOKEN: 'another-token', ADA: 'another password' } })).status,
  ).toBe(200);
  const { records } = await get('/upstreams');
  expect(records.map((one: { auth_token: string }) => one.auth_token)).toContain('another-token');
  expect((await get('/hosts/shop.example.com/rules/versions')).pagination.count).toBe(2);
});

test('a secret of any name is asked for', async () => {
  const { plan, apply, get } = await open();
  const { body } = await plan({ upstreams: [{ ...upstream, auth_token: { secret: '__proto__' } }] });
  expect(body.secrets).toEqual([{ name: '__proto__', required: true }]);
  expect(await apply(body.uuid)).toMatchObject({ status: 400, body: { error_code: 'secrets_invalid' } });
  const given: unknown = JSON.parse('{"__proto__":"kept-somewhere-safe"}');
  expect(await apply(body.uuid, { secrets: given })).toMatchObject({ status: 200, body: { secrets: [] } });
  const { records } = await get('/upstreams');
  expect(records[0].auth_token).toBe('kept-somewhere-safe');
});

test('upstreams are not deleted with domains that the document doesn’t list', async () => {
  const { applied, plan } = await open();
  await applied({ upstreams: [upstream], domains: [{ host: 'shop.example.com', upstream: 'app' }] });
  const other = { name: 'new', host: 'new.example.net' };
  expect(await plan({ upstreams: [other] }, '?prune=true')).toMatchObject({
    status: 400,
    body: { error_code: 'plan_invalid' },
  });
  const moved = { upstreams: [other], domains: [{ host: 'shop.example.com', upstream: 'new' }] };
  expect(await applied(moved, '?prune=true')).toMatchObject({
    status: 200,
    body: { summary: { creates: 1, changes: 1, deletes: 1 } },
  });
  expect((await plan({ upstreams: [], domains: [] }, '?prune=true')).body.summary).toMatchObject({
    deletes: 2,
  });
});

test('an account’s plans are applied one at a time, as each is in memory as a whole', async () => {
  const { plan, apply } = await open();
  const { body } = await plan({ brand: { name: 'Acme' } });
  // oxlint-disable-next-line typescript/unbound-method -- it is called with what it belongs to
  const { contentOf } = Plans.prototype;
  let [running, most] = [0, 0];
  const reading = vi.spyOn(Plans.prototype, 'contentOf').mockImplementation(async function read(
    this: Plans,
    of,
  ) {
    running += 1;
    most = Math.max(most, running);
    await setTimeout(20);
    running -= 1;
    return await contentOf.call(this, of);
  });
  const answers = await Promise.all([1, 2, 3].map(() => apply(body.uuid)));
  reading.mockRestore();
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(most).toBe(1);
});
