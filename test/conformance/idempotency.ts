/** Requests that are sent again with the same idempotency key. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { TestDnsServer } from '../support/dns-server.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import {
  createDomain,
  createUpstream,
  newOwner,
  ownerWithUpstream,
  ownOwner,
  type WireDomain,
} from './domain-resources.ts';
import { expectError, newHost, type Row } from './row.ts';

const source = 'docs/reference/api.md ("Idempotency keys")';

function post(
  service: ServiceClient,
  token: string,
  path: string,
  key: string,
  json: Readonly<Record<string, unknown>>,
): Promise<ApiAnswer> {
  return service.api(path, { token, json, headers: { 'idempotency-key': key } });
}

function textOf({ body }: ApiAnswer): string {
  return JSON.stringify(body);
}

export const idempotencyRows: readonly Row[] = [
  {
    source,
    statement:
      'a POST that is sent again with its key is carried out once and answered byte for byte the same',
    codes: ['idempotency_key_reused'],
    async check(service) {
      const { upstream, token } = await ownerWithUpstream(service);
      const key = randomUUID();
      const json = { host: newHost(), metadata: { plan: 'pro' } };
      const first = await post(service, token, upstream.domains, key, json);
      expect(first.status).toBe(201);
      expect(first.headers.has('idempotency-replayed')).toBe(false);
      const { path, domain } = { path: `${upstream.domains}/${first.body.uuid}`, domain: first.body };
      await service.api(path, { method: 'PUT', token, json: { web_analytics: 'off' } });
      const again = await post(service, token, upstream.domains, key, json);
      expect([again.status, textOf(again), again.headers.get('location')]).toEqual([
        201,
        textOf(first),
        path,
      ]);
      expect(again.headers.get('content-length')).toBe(first.headers.get('content-length'));
      expect(again.headers.get('idempotency-replayed')).toBe('true');
      const listed = await service.api(upstream.domains, { token });
      expect(listed.body.data.map(({ uuid }: WireDomain) => uuid)).toEqual([domain.uuid]);
      for (const [where, what] of [
        [upstream.domains, { ...json, host: newHost() }],
        [upstream.domains, {}],
        [`${upstream.domains}/batch`, json],
        [`${upstream.domains}?a=b`, json],
      ] as const) {
        expectError(await post(service, token, where, key, what), 422, 'idempotency_key_reused', key);
      }
    },
  },
  {
    source,
    statement: 'of requests with one key at the same time one is carried out',
    postgres: 'transactions that race',
    async check(service) {
      const owner = await newOwner(service);
      const key = randomUUID();
      const json = { host: '93.184.216.34' };
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => post(service, owner.token, owner.upstreams, key, json)),
      );
      const carriedOut = answers.filter(({ status }) => status !== 409);
      expect(new Set(carriedOut.map(textOf)).size).toBe(1);
      expect(carriedOut[0]?.status).toBe(201);
      const { body } = await service.api(owner.upstreams, { token: owner.token });
      expect(body.pagination.count).toBe(1);
    },
  },
  {
    source,
    statement: 'a key whose request is under way is 409, and answered once it is done',
    codes: ['idempotency_key_in_use'],
    async check(_, bench) {
      await using dns = await TestDnsServer.start();
      const service = await bench.newService({
        env: { NAMEPLATE_DNS_SERVERS: dns.address, NAMEPLATE_EDGE_HOSTNAME: 'edge.nameplate.test' },
      });
      const owner = ownOwner(service);
      const host = newHost();
      dns.setFault(host, 'silent');
      const { path } = await createDomain(service, owner, await createUpstream(service, owner), { host });
      const key = randomUUID();
      const verify = () => post(service, owner.token, `${path}/verify_dns_records`, key, {});
      const both = [verify(), verify()];
      const early = await Promise.race(both);
      expectError(early, 409, 'idempotency_key_in_use', key);
      expect(early.headers.get('retry-after')).toBe('1');
      dns.setFault(host, undefined);
      const late = (await Promise.all(both)).find(({ status }) => status === 200);
      expect(late?.body).toMatchObject({ host });
      expect(textOf(await verify())).toBe(late && textOf(late));
    },
  },
  {
    source,
    statement: 'a refused request frees its key',
    codes: ['host_invalid', 'not_found'],
    async check(service) {
      const { upstream, token } = await ownerWithUpstream(service);
      const key = randomUUID();
      const wrong = { host: 'x' };
      expectError(await post(service, token, upstream.domains, key, wrong), 400, 'host_invalid', '"x"');
      expectError(await post(service, token, upstream.domains, key, wrong), 400, 'host_invalid', '"x"');
      const nowhere = upstream.domains.replace(upstream.uuid, randomUUID());
      expectError(await post(service, token, nowhere, key, wrong), 404, 'not_found');
      expect((await post(service, token, upstream.domains, key, { host: newHost() })).status).toBe(201);
    },
  },
  {
    source,
    statement: 'a key belongs to its access token, and answers with secrets are repeated too',
    async check(service) {
      const key = randomUUID();
      const [mine, theirs] = [await newOwner(service), await newOwner(service)];
      const { host } = await createUpstream(service, theirs);
      const json = { host };
      const first = await post(service, mine.token, mine.upstreams, key, json);
      expect(first.status).toBe(201);
      // Theirs is another key, and so is the path that they may not use.
      expectError(await post(service, theirs.token, mine.upstreams, key, json), 404, 'not_found');
      const tokens = mine.upstreams.replace(/upstreams$/, 'access_tokens');
      const secretKey = randomUUID();
      const made = await post(service, mine.token, tokens, secretKey, { name: 'CI', scope: 'read' });
      expect(made.body.token).toMatch(/^np_/);
      const again = await post(service, mine.token, tokens, secretKey, { name: 'CI', scope: 'read' });
      expect(textOf(again)).toBe(textOf(made));
    },
  },
  {
    source,
    statement: 'a key is 1 to 255 visible ASCII characters, and needs an access token',
    codes: ['idempotency_key_invalid'],
    async check(service) {
      const owner = await newOwner(service);
      const json = { host: '93.184.216.34' };
      for (const key of ['', 'a b', 'é', 'x'.repeat(256)]) {
        const refused = await post(service, owner.token, owner.upstreams, key, json);
        expectError(refused, 400, 'idempotency_key_invalid', '255');
      }
      const longest = await post(service, owner.token, owner.upstreams, 'x'.repeat(255), json);
      expect(longest.status).toBe(201);
    },
  },
];
