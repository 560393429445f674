/** What accounts may have and use. */

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { ControlDatabase } from '../../src/control/database.ts';
import type { ServiceClient } from '../support/service-client.ts';
import { createUpstream, newOwner, type Owner } from './domain-resources.ts';
import { expectError, newHost, type Row } from './row.ts';

const page = 'docs/reference/limits.md';

type WireLimit = { readonly name: string; readonly used: number; readonly allowed: number | null };

async function limitsOf(service: ServiceClient, { token, upstreams }: Owner): Promise<WireLimit[]> {
  const answer = await service.api(upstreams.replace('/upstreams', '/limits'), { token });
  expect(answer.status).toBe(200);
  return answer.body.data;
}

export const accountLimitRows: readonly Row[] = [
  {
    source: `${page} ("Limits")`,
    statement: 'an account sees what it uses of each limit, in pages',
    async check(service) {
      const owner = await newOwner(service);
      const upstream = await createUpstream(service, owner);
      const host = newHost();
      const { token } = owner;
      await service.api(upstream.domains, { token, json: { host } });
      const rules = [{ then: { block: {} } }, { then: { pass: {} } }];
      const path = owner.upstreams.replace('/upstreams', `/hosts/${host}/rules`);
      await service.api(path, { method: 'PUT', token, json: { rules } });
      const limits = await limitsOf(service, owner);
      const shown = Object.fromEntries(limits.map(({ name, used, allowed }) => [name, [used, allowed]]));
      expect(shown).toMatchObject({
        rules: [2, 100_000],
        hosts: [1, 100_000],
        unproven_hosts: [0, 1_000],
        access_tokens: [1, 1_000],
        webhook_bytes: [0, 256 * 1024 * 1024],
        idempotency_bytes: [0, 64 * 1024 * 1024],
        event_names: [0, 1_000],
        property_keys: [0, 1_000],
      });
      const list = owner.upstreams.replace('/upstreams', '/limits?per_page=2&page=2');
      const second = await service.api(list, { token });
      expect(second.body.data.map(({ name }: WireLimit) => name)).toEqual([
        'unproven_hosts',
        'access_tokens',
      ]);
      expect(second.body.pagination).toEqual({ page: 2, count: 9 });
    },
  },
  {
    source: `${page} ("What is limited")`,
    statement: 'what would take an account past a limit is refused and names it',
    codes: ['limit_reached'],
    async check(_, bench) {
      const service = await bench.sharedService({ NAMEPLATE_LIMITS: 'hosts=1,rules=2,access_tokens=none' });
      const owner = await newOwner(service);
      const { token } = owner;
      const upstream = await createUpstream(service, owner);
      const host = newHost();
      expect((await service.api(upstream.domains, { token, json: { host } })).status).toBe(201);
      const json = { host: newHost() };
      expectError(await service.api(upstream.domains, { token, json }), 400, 'limit_reached', '"hosts"');
      const put = (count: number) =>
        service.api(owner.upstreams.replace('/upstreams', `/hosts/${host}/rules`), {
          method: 'PUT',
          token,
          json: { rules: Array.from({ length: count }, () => ({ then: { block: {} } })) },
        });
      expectError(await put(3), 400, 'limit_reached', '"rules"');
      expect((await put(2)).status).toBe(200);
    },
  },
  {
    source: `${page} ("What is limited")`,
    statement: 'requests of all access tokens of an account are counted together',
    codes: ['rate_limited'],
    async check(_, bench) {
      const service = await bench.sharedService({ NAMEPLATE_LIMITS: 'requests_per_minute=5' });
      const owner = await newOwner(service);
      const tokens = owner.upstreams.replace(/upstreams$/, 'access_tokens');
      const json = { name: 'second', scope: 'read' };
      const made = await service.api(tokens, { token: owner.token, json });
      const both = [owner.token, made.body.token];
      const asked = (index: number) => service.api('/api/v1/me', { token: both[index % 2] });
      const statuses: number[] = [made.status];
      // A minute may end meanwhile.
      for (let i = 0; i < 12; i++) statuses.push((await asked(i)).status);
      expect(statuses.slice(0, 5)).toEqual([201, 200, 200, 200, 200]);
      const refused = await asked(0);
      expect(statuses).toContain(429);
      if (refused.status === 429) {
        expectError(refused, 429, 'rate_limited', 'all access tokens of the account');
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      const other = await newOwner(service);
      expect((await service.api('/api/v1/me', { token: other.token })).status).toBe(200);
    },
  },
  {
    source: `${page} ("What is limited")`,
    statement: 'a request whose answer was dropped is not carried out again',
    codes: ['idempotency_answer_dropped'],
    async check(_, bench) {
      const service = await bench.sharedService({ NAMEPLATE_LIMITS: 'idempotency_bytes=1' });
      const owner = await newOwner(service);
      const { token } = owner;
      const headers = { 'idempotency-key': randomUUID() };
      const post = () => service.api(owner.upstreams, { token, json: { host: 'www.example.com' }, headers });
      expect((await post()).status).toBe(201);
      expectError(await post(), 409, 'idempotency_answer_dropped', headers['idempotency-key']);
      expect((await service.api(owner.upstreams, { token })).body.pagination.count).toBe(1);
    },
  },
  {
    source: `${page} ("Unproven hosts")`,
    statement: 'a redirect that is old and was never asked for stands in the way of new hosts',
    codes: ['limit_reached'],
    async check(_, bench) {
      const service = await bench.sharedService({ NAMEPLATE_LIMITS: 'unproven_hosts=0' });
      const owner = await newOwner(service);
      const redirects = owner.upstreams.replace('/upstreams', '/redirects');
      const create = (source_host: string) =>
        service.api(redirects, {
          token: owner.token,
          json: { source_host, destination_url: 'https://example.org' },
        });
      const old = newHost();
      const { uuid } = (await create(old)).body;
      await using database = await ControlDatabase.open(service.control, 1);
      await sql`update host_claims set claimed_at = 0 where host = ${old}`.execute(database.queries);
      expectError(await create(newHost()), 400, 'limit_reached', '"unproven_hosts"');
      expect(await limitsOf(service, owner)).toContainEqual({ name: 'unproven_hosts', used: 1, allowed: 0 });
      const deleted = await service.api(`${redirects}/${uuid}`, { method: 'DELETE', token: owner.token });
      expect(deleted.status).toBe(200);
      expect((await create(newHost())).status).toBe(201);
    },
  },
  {
    source: `${page} ("The first account")`,
    statement: "the operator's own account has no limit on hosts unless one is set for it",
    async check(_, bench) {
      const service = await bench.newService();
      const { token, body } = await me(service);
      const limits = await service.api(`/api/v1/accounts/${body.account.uuid}/limits`, { token });
      const allowed = Object.fromEntries(
        limits.body.data.map((limit: WireLimit) => [limit.name, limit.allowed]),
      );
      expect(allowed).toMatchObject({ rules: null, hosts: null, access_tokens: null, event_names: 1_000 });
    },
  },
  {
    source: `${page} ("Shares")`,
    statement: 'when too many replays of an account wait, more are refused, and another account has its turn',
    codes: ['too_many_requests_under_way'],
    async check(service) {
      const [flood, other] = [await ownerWithRules(service), await ownerWithRules(service)];
      // They take all places for longer than asking for the others does.
      const long = Array.from({ length: 2 }, () => replay(service, flood, 40_000));
      const asked = Array.from({ length: 200 }, () => replay(service, flood));
      const answer = await replay(service, other);
      expect(answer.status).toBe(200);
      const answers = await Promise.all([...long, ...asked]);
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.length).toBeGreaterThan(0);
      for (const each of refused) {
        expectError(each, 429, 'too_many_requests_under_way', 'try again');
        expect(each.headers.get('retry-after')).toBe('2');
      }
    },
  },
];

async function me(service: ServiceClient) {
  const { token } = service;
  return { token, body: (await service.api('/api/v1/me', { token })).body };
}

async function ownerWithRules(service: ServiceClient) {
  const owner = await newOwner(service);
  const path = owner.upstreams.replace('/upstreams', `/hosts/${newHost()}/rules`);
  const json = { rules: rulesOf(1) };
  expect((await service.api(path, { method: 'PUT', token: owner.token, json })).status).toBe(200);
  return { token: owner.token, path };
}

function replay(
  service: ServiceClient,
  { token, path }: { readonly token: string; readonly path: string },
  count = 0,
) {
  return service.api(`${path}/replay`, { token, json: { rules: rulesOf(count) } });
}

function rulesOf(count: number) {
  return Array.from({ length: count }, (_, place) => ({ if: { path: `/${place}` }, then: { block: {} } }));
}
