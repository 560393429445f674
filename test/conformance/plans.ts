/** Plans, as docs/reference/plans.md promises them. */
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Role } from '../../src/core/role.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { newUser, signInAs } from '../support/people.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { publicAddress } from './domain-resources.ts';
import {
  expectError,
  newAccount,
  newHost,
  type Row,
  timestamp,
  unknownUuid,
  uuidV7,
  withStore,
} from './row.ts';

const page = 'docs/reference/plans.md';

async function open(service: ServiceClient) {
  const { accountUuid, token } = await newAccount(service);
  const base = `/api/v1/accounts/${accountUuid}`;
  const ask = (method: string, path: string, json?: unknown): Promise<ApiAnswer> =>
    service.api(`${base}${path}`, { method, token, ...(json !== undefined && { json }) });
  const plan = (document: unknown, query = '') => ask('POST', `/plans${query}`, document);
  const apply = (uuid: string, json: object = {}) => ask('POST', `/plans/${uuid}/apply`, json);
  const applied = async (document: unknown, query = '', secrets = {}): Promise<ApiAnswer['body']> => {
    const made = await plan(document, query);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const done = await apply(made.body.uuid, { secrets });
    expect(done.status, JSON.stringify(done.body)).toBe(200);
    return done.body;
  };
  return { accountUuid, token, base, ask, plan, apply, applied };
}

const redirectOf = (source_host: string, more: object = {}) => ({
  source_host,
  destination_url: 'https://one.example/',
  ...more,
});

export const planRows: readonly Row[] = [
  {
    source: `${page} ("The document")`,
    statement: 'a document is JSON or YAML, plain or gzip, and its schema is there for everybody',
    async check(service) {
      const { base, token } = await open(service);
      const host = newHost();
      const send = (type: string, body: string | Uint8Array<ArrayBuffer>, headers = {}) =>
        service.api(`${base}/plans`, {
          method: 'POST',
          token,
          headers: { 'content-type': type, ...headers },
          body,
        });
      const json = JSON.stringify({ redirects: [redirectOf(host)] });
      const yaml = `redirects:\n  - source_host: ${host}\n    destination_url: https://one.example/\n`;
      const gzip = Uint8Array.from(gzipSync(yaml));
      const answers = [
        await send('application/json', json),
        await send('application/yaml', yaml),
        await send('application/yaml', gzip, { 'content-encoding': 'gzip' }),
      ];
      for (const { status, body } of answers) {
        expect(status).toBe(201);
        expect(body.creates).toMatchObject([
          { kind: 'redirects', key: host, place: 'redirects[0]', attributes: { active: true } },
        ]);
      }
      expectError(await send('text/plain', yaml), 415, 'unsupported_media_type');
      const schema = await service.api('/plan.schema.json', { token: null });
      expect(schema.body).toMatchObject({ type: 'object', additionalProperties: false });
      expect(schema.body.properties.redirects.items.required).toEqual(['source_host']);
    },
  },
  {
    source: `${page} ("What is refused")`,
    statement: 'a wrong document is refused with all places, a host of another account as host_taken',
    codes: ['plan_invalid', 'host_taken'],
    async check(service) {
      const { plan } = await open(service);
      const wrong = await plan({
        redirects: [redirectOf(newHost()), { source_host: newHost() }],
        domain: [],
      });
      expectError(wrong, 400, 'plan_invalid');
      const two = await plan({
        redirects: [redirectOf('x'), redirectOf(newHost(), { note: 'env:NOTE' })],
      });
      expectError(two, 400, 'plan_invalid');
      expect(two.body.error).toContain('redirects[1].note');
      const both = await plan({ redirects: [redirectOf('x'), redirectOf(newHost(), { colour: 'red' })] });
      expect(both.body.error.split('\n')).toEqual([
        'the document has 2 problems:',
        expect.stringMatching(/^redirects\[0\]\.source_host: /),
        expect.stringMatching(/^redirects\[1\]: "colour"/),
      ]);
      for (const document of [{ redirects: null }, { redirects: 1 }, { brand: [] }])
        expectError(await plan(document), 400, 'plan_invalid');
      expectError(await plan({ redirects: [] }, '?prune=maybe'), 400, 'plan_invalid');
      const host = newHost();
      const stranger = await open(service);
      await stranger.applied({ redirects: [redirectOf(host)] });
      expectError(await plan({ redirects: [redirectOf(host)] }), 400, 'host_taken');
    },
  },
  {
    source: `${page} ("Secrets")`,
    statement:
      'secrets are names in the document, and values of apply; those that it makes stand once in its answer',
    codes: ['secrets_invalid'],
    async check(service) {
      const { plan, apply, ask } = await open(service);
      const document = {
        upstreams: [
          { name: 'a', host: publicAddress, auth_token: { secret: 'TOKEN' } },
          { name: 'b', host: publicAddress, port: 8443 },
        ],
      };
      const { body } = await plan(document);
      expect(body.secrets).toEqual([{ name: 'TOKEN', required: true }]);
      expectError(await apply(body.uuid), 400, 'secrets_invalid');
      expectError(
        await apply(body.uuid, { secrets: { TOKEN: 'x'.repeat(20), B: 'x' } }),
        400,
        'secrets_invalid',
      );
      const done = await apply(body.uuid, { secrets: { TOKEN: 'kept-somewhere-safe' } });
      const made = {
        kind: 'upstreams',
        key: `${publicAddress}:8443`,
        name: 'auth_token',
        value: expect.any(String),
      };
      expect(done.body.secrets).toEqual([{ ...made, uuid: expect.stringMatching(uuidV7) }]);
      expect(done.headers.get('cache-control')).toBe('no-store');
      expect(JSON.stringify((await ask('GET', `/plans/${body.uuid}`)).body)).not.toContain('kept-somewhere');
      const tokens = (await ask('GET', '/upstreams')).body.records.map(
        (one: { auth_token: string }) => one.auth_token,
      );
      expect(tokens).toContain('kept-somewhere-safe');
    },
  },
  {
    source: `${page} ("Rules")`,
    statement: 'rules proxy to names of upstreams, and come with counts of a replay where they change',
    postgres: 'rows that a transaction locks',
    async check(service) {
      const { applied, plan, ask } = await open(service);
      const host = newHost();
      const rules = [{ if: { path: '/api/*' }, then: { proxy: { upstream: 'app' } } }];
      const document = {
        upstreams: [{ name: 'app', host: publicAddress }],
        domains: [{ host, upstream: 'app' }],
        rules: [{ host, rules }],
      };
      await applied(document);
      const { records } = (await ask('GET', '/upstreams')).body;
      const stored = (await ask('GET', `/hosts/${host}/rules`)).body.rules;
      expect(stored).toMatchObject([{ then: { proxy: { upstream_uuid: records[0].uuid } } }]);
      const { body } = await plan({
        ...document,
        rules: [{ host, rules: [...rules, { then: { block: {} } }] }],
      });
      expect(body.summary).toMatchObject({ changes: 1, replay: { hosts: 1, requests: 0 } });
      expect(body.changes).toMatchObject([{ kind: 'rules', key: host, replay: { requests: 0, blocked: 0 } }]);
    },
  },
  {
    source: `${page} ("The plan")`,
    statement: 'a plan says what it creates, changes and deletes, changes nothing, and is in a list',
    postgres: 'types of columns',
    async check(service) {
      const { applied, plan, ask } = await open(service);
      const [kept, changed, gone, added] = [newHost(), newHost(), newHost(), newHost()];
      await applied({ redirects: [kept, changed, gone].map((host) => redirectOf(host)) });
      const document = {
        redirects: [redirectOf(kept), redirectOf(changed, { note: 'x' }), redirectOf(added)],
      };
      const { body, headers } = await plan(document, '?prune=true');
      expect(Object.keys(body)).toEqual([
        'uuid',
        'created_at',
        'expires_at',
        'prune',
        'summary',
        'approved_at',
        'approved_by',
        'applied_at',
        'secrets',
        'creates',
        'changes',
        'deletes',
      ]);
      expect(headers.get('location')).toMatch(`/plans/${body.uuid}`);
      expect(body.created_at).toMatch(timestamp);
      expect(body.summary).toMatchObject({ creates: 1, changes: 1, deletes: 1, unchanged: 1 });
      expect(body.creates).toMatchObject([{ key: added }]);
      expect(body.changes).toMatchObject([
        { key: changed, attributes: { note: { before: '', after: 'x' } } },
      ]);
      expect(body.deletes).toMatchObject([{ key: gone }]);
      expect((await ask('GET', '/redirects')).body.pagination.count).toBe(3);
      const { creates: _creates, changes: _changes, deletes: _deletes, secrets: _secrets, ...summary } = body;
      const { data, pagination } = (await ask('GET', '/plans')).body;
      expect(data[0]).toEqual(summary);
      expect(pagination).toEqual({ page: 1, count: 2 });
      expect((await ask('GET', '/plans?per_page=1&page=2')).body.data).toHaveLength(1);
      expect((await ask('GET', `/plans/${body.uuid}`)).body).toEqual(body);
      expectError(await ask('GET', `/plans/${unknownUuid}`), 404, 'not_found');
      expectError(await ask('GET', '/plans?page=0'), 400, 'page_invalid');
    },
  },
  {
    source: `${page} ("Applying")`,
    statement: 'apply does all or nothing, once, and only while nothing that the plan saw has changed',
    codes: ['plan_applied', 'changed_since'],
    postgres: 'what transactions see of each other',
    async check(service) {
      const { plan, apply, ask, applied } = await open(service);
      const [one, other] = [newHost(), newHost()];
      await applied({ redirects: [redirectOf(one), redirectOf(other)] });
      const edited = { redirects: [redirectOf(one, { note: 'x' }), redirectOf(other)] };
      const [first, second] = [await plan(edited), await plan(edited)];
      const answers = await Promise.all([apply(first.body.uuid), apply(first.body.uuid)]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
      expectError(await apply(first.body.uuid), 409, 'plan_applied');
      expectError(await apply(second.body.uuid), 409, 'changed_since');
      const third = await plan({ redirects: [redirectOf(one, { note: 'y' }), redirectOf(other)] });
      const { data } = (await ask('GET', `/redirects?source_host=${other}`)).body;
      await ask('PUT', `/redirects/${data[0].uuid}`, { active: false });
      expectError(await apply(third.body.uuid), 409, 'changed_since');
      const events = (await ask('GET', '/audit_events?resource=redirect&action=updated')).body;
      expect(events.pagination.count).toBe(2);
    },
  },
  {
    source: `${page} ("Applying")`,
    statement: 'a host that changes from a custom domain to a redirect, and back, is never given up',
    postgres: 'what transactions see of each other',
    async check(service) {
      const { applied, ask } = await open(service);
      const host = newHost();
      const upstreams = [{ name: 'app', host: publicAddress }];
      await applied({ upstreams, domains: [{ host, upstream: 'app' }], redirects: [] });
      await applied({ upstreams, domains: [], redirects: [redirectOf(host)] }, '?prune=true');
      expect((await ask('GET', '/custom_domains')).body.data).toEqual([]);
      expect((await ask('GET', '/redirects')).body.data).toMatchObject([{ source_host: host }]);
      await applied({ upstreams, domains: [{ host, upstream: 'app' }], redirects: [] }, '?prune=true');
      expect((await ask('GET', '/redirects')).body.data).toEqual([]);
      expect((await ask('GET', '/custom_domains')).body.data).toMatchObject([
        { host, ownership: { status: 'verified' } },
      ]);
    },
  },
  {
    source: `${page} ("Approval")`,
    statement: 'a token with scope read applies what a signed-in owner or admin has approved, on record',
    codes: ['forbidden', 'undo_unsupported'],
    postgres: 'rows that a transaction locks',
    async check(service) {
      const { accountUuid, base, plan, ask } = await open(service);
      const { body } = await plan({ redirects: [redirectOf(newHost())] });
      const [reading, admin, viewer] = await withStore(service, async (store) => {
        const wanted = { accountUuid, name: 'reads', scope: 'read', expiresAt: null } as const;
        const { secret } = await new AccessTokens(store).create(wanted);
        const member = async (role: Role) =>
          signInAs(store, await newUser(store, `${role}@${newHost()}`, { [accountUuid]: role }));
        return [secret, await member('admin'), await member('viewer')] as const;
      });
      const path = `${base}/plans/${body.uuid}`;
      const apply = () => service.api(`${path}/apply`, { token: reading, json: {} });
      expectError(await apply(), 403, 'forbidden');
      expectError(await service.api(`${path}/approve`, { token: reading, json: {} }), 403, 'forbidden');
      expectError(await service.api(`${path}/approve`, { json: {} }), 404, 'not_found');
      const by = (browser: typeof admin) =>
        service.api(`${path}/approve`, { method: 'POST', token: null, headers: browser.fields });
      expectError(await by(viewer), 403, 'forbidden');
      const approved = (await by(admin)).body;
      expect(approved).toMatchObject({ approved_by: admin.user.email, applied_at: null });
      const { data, pagination } = (await ask('GET', '/audit_events?resource=plan')).body;
      expect(pagination.count).toBe(1);
      expect(data[0]).toMatchObject({
        action: 'updated',
        resource_uuid: body.uuid,
        resource_name: body.uuid,
        actor: { kind: 'user', name: admin.user.email },
        before: { approved_at: null, approved_by: null },
        after: { approved_at: approved.approved_at, approved_by: admin.user.email },
      });
      expectError(await ask('POST', `/audit_events/${data[0].uuid}/undo`), 400, 'undo_unsupported');
      expect((await apply()).body).toMatchObject({ applied_at: expect.stringMatching(timestamp) });
      expectError(await by(admin), 409, 'plan_applied');
    },
  },
  {
    source: `${page} ("Exporting")`,
    statement: 'what is exported plans nothing, and makes the same on another account',
    async check(service) {
      const { applied, plan, ask } = await open(service);
      const host = newHost();
      await applied({
        upstreams: [{ name: 'app', host: publicAddress, compression: true }],
        domains: [{ host, upstream: 'app', metadata: { plan: 'pro' } }],
        redirects: [redirectOf(newHost(), { note: 'x' })],
        rules: [{ host, rules: [{ then: { proxy: { upstream: 'app' } } }] }],
        goals: [{ host, event_name: 'Signup' }],
        segments: [{ name: 'DE', filters: [['is', 'visit:country', ['DE']]] }],
        error_pages: [{ host, status: 404, html: '<p>x</p>' }],
        brand: { name: 'Acme' },
      });
      const exported = (await ask('GET', '/configuration')).body;
      const { summary } = (await plan(exported, '?prune=true')).body;
      expect(summary).toMatchObject({ creates: 0, changes: 0, deletes: 0, unchanged: 8 });
      expect((await ask('GET', '/configuration')).body).toEqual(exported);
      const hosts = JSON.parse(JSON.stringify(exported).replaceAll('example.com', 'example.org'));
      const another = await open(service);
      await another.applied(hosts);
      expect((await another.ask('GET', '/configuration')).body).toEqual(hosts);
    },
  },
];
