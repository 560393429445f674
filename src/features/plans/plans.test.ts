/** Plans over the API. Source: docs/reference/plans.md. */
import { expect, test } from 'vitest';
import { startApi } from '../../../test/support/api-server.ts';

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
