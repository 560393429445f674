/** Tokens with the scope `analytics`. Source: docs/reference/signed-tokens.md. */
import { expect, test } from 'vitest';
import { type Customers, startWithCustomers } from '../../../test/support/customers.ts';
import { narrowRoutes } from '../../api/narrow-access.ts';
import { Accounts } from '../accounts/account-store.ts';
import { Findings } from '../attention/findings.ts';
import { AccessTokens } from './access-token-store.ts';

const analytics = (uuid: string) => `/api/v1/analytics/custom_domains/${uuid}`;

async function createToken({ ask, account, headers }: Customers, json: object) {
  return ask(`${account}/access_tokens`, { headers, json: { name: 'x', scope: 'analytics', ...json } });
}

async function bearerOf(customers: Customers, json: object) {
  const { body } = await createToken(customers, json);
  return { authorization: `Bearer ${body.token}` };
}

test('is made with the domains that it is limited to', async () => {
  const customers = await startWithCustomers();
  const { a, c } = customers.domains;
  const set = { custom_domain_uuids: [c.uuid.toUpperCase(), c.uuid, a.uuid], external_ids: [' one ', 'one'] };
  const created = await createToken(customers, set);
  const shown = { custom_domain_uuids: [c.uuid, a.uuid], external_ids: ['one'] };
  expect(created).toMatchObject({ status: 201, body: { scope: 'analytics', ...shown } });
  const listed = await customers.ask(`${customers.account}/access_tokens`, { headers: customers.headers });
  expect(listed.body.data[0]).toMatchObject(shown);
  expect(await createToken(customers, {})).toMatchObject({
    status: 201,
    body: { custom_domain_uuids: null, external_ids: null },
  });
  const most = Array.from({ length: 1_000 }, (_, place) => `customer ${place}`);
  expect(await createToken(customers, { external_ids: most })).toMatchObject({ status: 201 });
});

test('refuses what is no set of its account', async () => {
  const customers = await startWithCustomers();
  const { a } = customers.domains;
  const { uuid: otherAccount } = await new Accounts(customers.store).create('Other');
  const other = await new AccessTokens(customers.store).create({
    accountUuid: otherAccount,
    name: 'x',
    scope: 'write',
    expiresAt: null,
  });
  const headers = { authorization: `Bearer ${other.secret}` };
  const upstream = await customers.ask(`/api/v1/accounts/${otherAccount}/upstreams`, {
    headers,
    json: { host: 'b.internal.example' },
  });
  const foreign = await customers.ask(`${upstream.headers.location}/custom_domains`, {
    headers,
    json: { host: 'foreign.example.com' },
  });
  const unknown = '01890000-0000-7000-8000-000000000000';
  const tooMany = Array.from({ length: 1_001 }, (_, place) => String(place));
  for (const json of [
    { custom_domain_uuids: [foreign.body.uuid] },
    { custom_domain_uuids: [a.uuid, unknown] },
    { custom_domain_uuids: ['x'] },
    { custom_domain_uuids: a.uuid },
    { custom_domain_uuids: [1] },
    { custom_domain_uuids: {} },
    { custom_domain_uuids: Array.from({ length: 1_001 }, () => a.uuid) },
    { external_ids: tooMany },
    { external_ids: [''] },
    { external_ids: [' '] },
    { external_ids: ['a\nb'] },
    { external_ids: ['x'.repeat(256)] },
    { external_ids: 'one' },
    { external_ids: [null] },
    { scope: 'read', custom_domain_uuids: [a.uuid] },
    { scope: 'read', custom_domain_uuids: [] },
    { scope: 'write', external_ids: ['one'] },
  ])
    expect(await createToken(customers, json), JSON.stringify(json).slice(0, 200)).toMatchObject({
      status: 400,
      body: { error_code: 'custom_domain_uuids_invalid' },
    });
  const nulls = { scope: 'read', custom_domain_uuids: null, external_ids: null };
  expect(await createToken(customers, nulls)).toMatchObject({ status: 201 });
});

test('sees exactly its domains, as they are when it is used', async () => {
  const customers = await startWithCustomers();
  const { ask, domains, path, headers: full } = customers;
  const seen = async (headers: object) => {
    const me = await ask('/api/v1/me', { headers: { ...headers } });
    const named: { uuid: string; host: string; external_id: string }[] = me.body.custom_domains;
    for (const { uuid } of Object.values(domains)) {
      const isSeen = named.some((each) => each.uuid === uuid);
      const status = isSeen ? 200 : 404;
      expect(await ask(`${analytics(uuid)}/pages`, { headers: { ...headers } })).toMatchObject({ status });
    }
    return named.map(({ host, external_id }) => `${host[0]} ${external_id}`);
  };
  const both = await bearerOf(customers, { custom_domain_uuids: [domains.c.uuid], external_ids: ['one'] });
  expect(await seen(both)).toEqual(['a one', 'b one', 'c two']);
  expect(await seen(await bearerOf(customers, {}))).toEqual(['a one', 'b one', 'c two', 'd ']);
  expect(await seen(await bearerOf(customers, { external_ids: [] }))).toEqual([]);
  expect(await seen(await bearerOf(customers, { custom_domain_uuids: [], external_ids: null }))).toEqual([]);
  const two = await bearerOf(customers, { external_ids: ['two'] });
  expect(await seen(two)).toEqual(['c two']);
  await ask(`${path}/${domains.d.uuid}`, { method: 'PUT', headers: full, json: { external_id: 'two' } });
  await ask(`${path}/${domains.c.uuid}`, { method: 'PUT', headers: full, json: { external_id: 'three' } });
  expect(await seen(two)).toEqual(['d two']);
  expect((await ask('/api/v1/me', { headers: full })).body).not.toHaveProperty('custom_domains');
});

test('asks about its domains, and nothing else', async () => {
  const customers = await startWithCustomers();
  const { ask, account, domains } = customers;
  const headers = await bearerOf(customers, { external_ids: ['one'] });
  const ofA = analytics(domains.a.uuid);
  const query = { metrics: ['visitors'], date_range: '7d' };
  const ok = [
    [`${ofA}/unique_visitors_count?from=2026-09-01&to=2026-09-02`],
    [`${ofA}/page_loads`],
    [`${ofA}/assistants`],
    [`${ofA}/search_terms?from=2026-09-01&to=2026-09-02`],
    [`${ofA}/expectation?from=2026-09-01T00:00:00Z&to=2026-09-02T00:00:00Z`],
    [`${ofA}/goals`],
    [`${ofA}/funnels`],
    [`${account}/custom_domains/${domains.a.uuid}/annotations`],
    [`${account}/findings`],
    [`${account}/usage`],
    [`${account}/usage/external_ids`],
    [`${ofA}/query`, query],
    [`${ofA}/requests/query`, { ...query, metrics: ['requests'] }],
    [`${ofA}/funnel`, { date_range: '7d', steps: [{ page: '/' }, { page: '/x' }] }],
    [`${ofA}/journeys`, { date_range: '7d', anchor: { page: '/' }, direction: 'after', steps: 1 }],
    [`${ofA}/retention`, { date_range: '91d' }],
    ['/api/v2/query', { ...query, site_id: domains.a.host }],
  ] as const;
  for (const [path, json] of ok)
    expect(await ask(path, { headers, json }), path).toMatchObject({ status: 200 });
  expect(await ask(`${ofA}/pages`, { headers, method: 'HEAD' })).toMatchObject({ status: 200 });
  for (const [path, json] of ok) {
    const elsewhere = path.replace(domains.a.uuid, domains.c.uuid);
    if (elsewhere === path) continue;
    const refusal = { status: 404, body: { error_code: 'not_found' } };
    expect(await ask(elsewhere, { headers, json }), elsewhere).toMatchObject(refusal);
  }
  const site = { ...query, site_id: domains.c.host };
  expect(await ask('/api/v2/query', { headers, json: site })).toMatchObject({ status: 404 });
  for (const [method, path] of [
    ['GET', '/api/v1/accounts'],
    ['GET', `${account}/access_tokens`],
    ['POST', `${account}/access_tokens`],
    ['GET', `${account}/custom_domains`],
    ['GET', `${account}/custom_domains/${domains.a.uuid}`],
    ['GET', `${account}/signing_keys`],
    ['GET', `${account}/settings`],
    ['GET', `${account}/expectation?from=2026-09-01T00:00:00Z&to=2026-09-02T00:00:00Z`],
    ['GET', `${account}/overview`],
    ['POST', `${ofA}/goals`],
    ['POST', `${ofA}/funnels`],
    ['POST', `${account}/custom_domains/${domains.a.uuid}/annotations`],
    ['POST', `${account}/findings/${domains.a.uuid}/mute`],
    ['GET', '/api/v1/analytics/segments'],
    ['GET', '/api/v1/analytics/views'],
    ['DELETE', `${analytics(domains.c.uuid)}/goals/${domains.a.uuid}`],
  ] as const)
    expect(await ask(path, { method, headers }), `${method} ${path}`).toMatchObject({
      status: 403,
      body: { error_code: 'forbidden' },
    });
  expect(await ask('/api/v1/nothing', { headers })).toMatchObject({ status: 404 });
  expect(await ask('/api/v1/me', { headers: { ...headers, 'x-try-out': '1' } })).toMatchObject({
    status: 403,
  });
  const other = account.replace(/[^/]+$/, '01890000-0000-7000-8000-000000000000');
  expect(await ask(`${other}/usage`, { headers })).toMatchObject({ status: 404 });
  const event = {
    headers: { ...headers, 'content-type': 'text/plain' },
    body: '{"u":"https://a.example.com/"}',
  };
  expect(await ask('/.nameplate/event', event)).toMatchObject({ status: 403 });
});

test('begins no session', async () => {
  const customers = await startWithCustomers();
  const { authorization } = await bearerOf(customers, {});
  const token = authorization.slice('Bearer '.length);
  const refusal = { status: 403, body: { error_code: 'forbidden' } };
  expect(await customers.ask('/session', { json: { access_token: token } })).toMatchObject(refusal);
  const { sign } = await customers.newKey();
  for (const headers of [{ authorization }, sign({ external_id: 'one' })])
    for (const path of ['/session', '/session/oidc', '/mcp'])
      expect(await customers.ask(path, { headers })).toMatchObject(refusal);
  expect(await customers.ask('/session', { headers: customers.headers })).toMatchObject({ status: 200 });
  const unknown = { authorization: `Bearer np_${'x'.repeat(43)}` };
  expect(await customers.ask('/session', { headers: unknown })).toMatchObject({ status: 200 });
  const signed = sign({ external_id: 'one' }).authorization.slice('Bearer '.length);
  expect(await customers.ask('/session', { json: { access_token: signed } })).toMatchObject(refusal);
});

test('knows no dimension about how the account serves the domain', async () => {
  const customers = await startWithCustomers();
  const { ask, domains, headers: full } = customers;
  const headers = await bearerOf(customers, {});
  const path = `${analytics(domains.a.uuid)}/requests/query`;
  const base = { metrics: ['requests'], date_range: '7d' };
  for (const dimension of ['request:rule', 'request:target', 'request:failure'])
    for (const more of [
      { dimensions: [dimension] },
      { filters: [['is', dimension, ['x']]] },
      { filters: [['or', [['not', ['contains', dimension, ['x']]]]]] },
    ]) {
      const json = { ...base, ...more };
      const refusal = { status: 400, body: { error_code: 'query_invalid' } };
      expect(await ask(path, { headers, json })).toMatchObject(refusal);
      expect(await ask(path, { headers: full, json })).toMatchObject({ status: 200 });
    }
  const json = { ...base, dimensions: ['request:path'], filters: [['is', 'request:status', ['404']]] };
  expect(await ask(path, { headers, json })).toMatchObject({ status: 200 });
});

test('sees of findings and annotations what is for customers', async () => {
  const customers = await startWithCustomers();
  const { ask, account, accountUuid, domains, store, headers: full } = customers;
  const upstreamUuid = customers.path.split('/').at(-2) ?? '';
  const bad = { state: 'bad', evidence: {} } as const;
  const subject = (domain: { uuid: string; host: string }) =>
    ({ type: 'custom_domain', uuid: domain.uuid, host: domain.host }) as const;
  const upstream = { type: 'upstream', uuid: upstreamUuid, host: 'app.internal.example' } as const;
  await new Findings(store).observe([
    {
      accountUuid,
      kind: 'dns_lost',
      subject: subject(domains.a),
      seen: { ...bad, causeCode: 'records_missing' },
    },
    {
      accountUuid,
      kind: 'dns_lost',
      subject: subject(domains.c),
      seen: { ...bad, causeCode: 'records_missing' },
    },
    {
      accountUuid,
      kind: 'upstream_errors',
      subject: subject(domains.a),
      seen: { ...bad, causeCode: 'answers_failed' },
    },
    { accountUuid, kind: 'upstream_down', subject: upstream, seen: { ...bad, causeCode: 'checks_failed' } },
  ]);
  const all = (await ask(`${account}/findings`, { headers: full })).body;
  expect(all.pagination.count).toBe(4);
  const list = async (headers: object) =>
    (await ask(`${account}/findings`, { headers: { ...headers } })).body;
  const one = await bearerOf(customers, { external_ids: ['one'] });
  const listed = await list(one);
  expect(listed).toMatchObject({
    pagination: { count: 1 },
    data: [{ kind: 'dns_lost', subject: subject(domains.a) }],
  });
  const shown = listed.data[0];
  expect(Object.keys(shown)).toEqual([
    'uuid',
    'kind',
    'severity',
    'state',
    'subject',
    'summary',
    'opened_at',
    'resolved_at',
  ]);
  expect((await list(await bearerOf(customers, {}))).pagination.count).toBe(2);
  expect((await list(await bearerOf(customers, { external_ids: [] }))).data).toEqual([]);
  for (const { uuid } of all.data) {
    const answer = await ask(`${account}/findings/${uuid}`, { headers: one });
    if (uuid === shown.uuid) expect(answer).toMatchObject({ status: 200, body: shown });
    else expect(answer).toMatchObject({ status: 404 });
  }

  const notes = `${account}/custom_domains/${domains.a.uuid}/annotations`;
  await ask(notes, { headers: full, json: { text: 'Sale' } });
  await ask(`${account}/upstreams/${upstreamUuid}`, {
    method: 'PUT',
    headers: full,
    json: { host: 'new.internal.example' },
  });
  const full1 = (await ask(notes, { headers: full })).body.data;
  expect(full1.map(({ text }: { text: string }) => text).toSorted()).toEqual([
    'Sale',
    'Upstream: Host app.internal.example became new.internal.example',
  ]);
  const forCustomer = await ask(notes, { headers: one });
  expect(forCustomer.body.data.map(({ text }: { text: string }) => text).toSorted()).toEqual([
    'Sale',
    'Upstream: Changed host',
  ]);
  expect(forCustomer.text).not.toContain('actor');
  expect(forCustomer.text).not.toContain('internal.example');
});

test('usage is that of its domains', async () => {
  const customers = await startWithCustomers();
  const { ask, account } = customers;
  const headers = await bearerOf(customers, { external_ids: ['one'] });
  const hosts = async (query: string, given: object = headers) => {
    const { body } = await ask(`${account}/usage${query}`, { headers: { ...given } });
    return body.data.map((row: { host?: string; external_id: string }) => row.host ?? row.external_id);
  };
  expect(await hosts('')).toEqual(['a.example.com', 'b.example.com']);
  expect(await hosts('?host=c.example.com')).toEqual([]);
  expect(await hosts('/external_ids')).toEqual(['one']);
  expect(await hosts('/external_ids?external_id=two')).toEqual([]);
  expect(await hosts('', await bearerOf(customers, {}))).toHaveLength(4);
  const csv = await ask(`${account}/usage`, { headers: { ...headers, accept: 'text/csv' } });
  expect(csv.text.trim().split('\n')).toHaveLength(3);
  expect(csv.headers['vary']).toBe('Origin, Accept');
});

test('a query over the account covers its domains, and says nothing of others', async () => {
  const asked: string[] = [];
  const reader = {
    query: (sql: string) => Promise.resolve((asked.push(sql), [])),
    readBlocks: () => Promise.resolve(),
  };
  const customers = await startWithCustomers({ analytics: { forAccount: () => reader } });
  const { ask, account, domains, headers: full } = customers;
  const headers = await bearerOf(customers, { external_ids: ['one'] });
  const redirect = { source_host: 'go.example.com', destination_url: 'https://x.example' };
  const { body } = await ask(`${account}/redirects`, { headers: full, json: redirect });
  const seenBy = async (path: string, metric: string, given: object) => {
    asked.length = 0;
    const json = { metrics: [metric], date_range: '7d', dimensions: ['domain:host'] };
    const answer = await ask(`${account}/${path}`, { headers: { ...given }, json });
    expect(answer.status).toBe(200);
    const named = Object.entries({ ...domains, redirect: body }).filter(([, { uuid }]) =>
      asked.some((sql) => sql.includes(uuid)),
    );
    return named.map(([name]) => name);
  };
  expect(await seenBy('query', 'visitors', headers)).toEqual(['a', 'b']);
  expect(await seenBy('requests/query', 'requests', headers)).toEqual(['a', 'b']);
  const every = await bearerOf(customers, {});
  expect(await seenBy('requests/query', 'requests', every)).toEqual(['a', 'b', 'c', 'd']);
  expect(await seenBy('requests/query', 'requests', full)).toEqual(['a', 'b', 'c', 'd', 'redirect']);
  for (const [path, metric] of [
    ['query', 'visitors'],
    ['requests/query', 'requests'],
  ])
    for (const dimension of ['domain:upstream', 'domain:metadata:plan'])
      for (const more of [{ dimensions: [dimension] }, { filters: [['is', dimension, ['x']]] }]) {
        const json = { metrics: [metric], date_range: '7d', ...more };
        const refusal = { status: 400, body: { error_code: 'query_invalid' } };
        expect(await ask(`${account}/${path}`, { headers, json })).toMatchObject(refusal);
        expect(await ask(`${account}/${path}`, { headers: full, json })).toMatchObject({ status: 200 });
      }
});

test('ends with its revocation and at its expiry', async () => {
  const customers = await startWithCustomers();
  const { ask, account, headers: full, clock } = customers;
  const { body } = await createToken(customers, {});
  const headers = { authorization: `Bearer ${body.token}` };
  expect(await ask('/api/v1/me', { headers })).toMatchObject({ status: 200 });
  await ask(`${account}/access_tokens/${body.uuid}`, { method: 'DELETE', headers: full });
  expect(await ask('/api/v1/me', { headers })).toMatchObject({ status: 401 });
  const brief = await bearerOf(customers, { expires_at: '2026-09-21T14:14:00Z' });
  expect(await ask('/api/v1/me', { headers: brief })).toMatchObject({ status: 200 });
  clock.time += 60_000;
  expect(await ask('/api/v1/me', { headers: brief })).toMatchObject({ status: 401 });
});

test('a program of a version before finds no such token', async () => {
  const customers = await startWithCustomers();
  await createToken(customers, {});
  const rows = await customers.store.database.queries
    .selectFrom('access_tokens')
    .select('token_sha256')
    .where('scope', '=', 'analytics')
    .execute();
  expect(rows).toEqual([{ token_sha256: expect.stringMatching(/^analytics:[0-9a-f]{64}$/) }]);
});

test('every route but its own is forbidden, and those are there', async () => {
  const customers = await startWithCustomers();
  const { ask, domains } = customers;
  const headers = await bearerOf(customers, {});
  const paths: Record<string, Record<string, unknown>> = (await ask('/openapi.json')).body.paths;
  for (const [path, methods] of Object.entries(paths))
    for (const method of Object.keys(methods)) {
      const route = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      if (!path.startsWith('/api/') || narrowRoutes.has(route)) continue;
      const url = path
        .replace('{account_uuid}', customers.accountUuid)
        .replaceAll(/\{\w+\}/g, domains.a.uuid);
      const answer = await ask(url, { method: method.toUpperCase(), headers });
      expect(answer, route).toMatchObject({ status: 403, body: { error_code: 'forbidden' } });
    }
  for (const route of narrowRoutes) {
    const [method = '', path = ''] = route.split(' ');
    expect(paths[path.replaceAll(/:(\w+)/g, '{$1}')], route).toHaveProperty(method.toLowerCase());
  }
});
