/** Annotations of custom domains over HTTP. Source: docs/reference/annotations.md. */

import { beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/support/api-server.ts';
import { dayMs } from '../../core/time.ts';
import { AccessTokens } from '../access-tokens/access-token-store.ts';
import { Accounts } from '../accounts/account-store.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { Annotations } from './annotation-store.ts';

let api: ApiServer;
let upstream: string;
let domain: string;
let annotations: string;
const host = 'shop.example.com';

beforeEach(async () => {
  api = await startApi();
  const account = `/api/v1/accounts/${api.accountUuid}`;
  const { body } = await ask(`${account}/upstreams`, 'POST', { host: '127.0.0.1', port: 80, tls: false });
  upstream = `${account}/upstreams/${body.uuid}`;
  const created = await ask(`${upstream}/custom_domains`, 'POST', { host });
  domain = `${upstream}/custom_domains/${created.body.uuid}`;
  annotations = `${account}/custom_domains/${created.body.uuid}/annotations`;
});

const ask = (path: string, method = 'GET', json?: unknown, token = api.token) =>
  api.ask(path, {
    method,
    ...(json === undefined ? {} : { json }),
    headers: { authorization: `Bearer ${token}` },
  });
const texts = async (): Promise<string[]> => {
  const { body } = await ask(annotations);
  return body.data.map(({ text }: { text: string }) => text).toReversed();
};

test('a note is written, listed and deleted', async () => {
  const at = '2026-09-01T10:00:00.000+00:00';
  const created = await ask(annotations, 'POST', {
    at: '2026-09-01T12:00:00+02:00',
    text: ' Newsletter sent ',
  });
  expect(created).toMatchObject({
    status: 201,
    body: {
      at,
      text: 'Newsletter sent',
      kind: 'note',
      actor: { kind: 'token', uuid: api.tokenUuid, name: 'test' },
    },
  });
  expect(Object.keys(created.body)).toEqual(['uuid', 'at', 'text', 'kind', 'actor']);
  expect((await ask(annotations)).body).toMatchObject({ data: [created.body], pagination: { count: 1 } });
  const now = await ask(annotations, 'POST', { text: 'Now' });
  expect(Date.parse(now.body.at)).toBe(api.clock.time);
  const { secret } = await api.newToken('read');
  expect((await ask(annotations, 'GET', undefined, secret)).status).toBe(200);
  expect((await ask(annotations, 'POST', { text: 'x' }, secret)).status).toBe(403);
  expect((await ask(`${annotations}/${created.body.uuid}`, 'DELETE', undefined, secret)).status).toBe(403);
  expect((await ask(`${annotations}/${created.body.uuid}`, 'DELETE')).status).toBe(200);
  expect((await ask(`${annotations}/${created.body.uuid}`, 'DELETE')).status).toBe(404);
  expect(await texts()).toEqual(['Now']);
});

test.each([
  [{}, 'text_invalid'],
  [{ text: '' }, 'text_invalid'],
  [{ text: 'a\nb' }, 'text_invalid'],
  [{ text: 'x'.repeat(501) }, 'text_invalid'],
  [{ text: 'a', at: 'yesterday' }, 'at_invalid'],
  [{ text: 'a', color: 'red' }, 'parameter_unknown'],
])('%j is refused', async (json, code) => {
  expect(await ask(annotations, 'POST', json)).toMatchObject({ status: 400, body: { error_code: code } });
});

test('changes that visitors notice are annotated in their transaction, and others aren’t', async () => {
  expect(await texts()).toEqual([]);
  await ask(domain, 'PUT', { maintenance: true });
  await ask(domain, 'PUT', { maintenance: false });
  await ask(domain, 'PUT', { external_id: 'x' });
  await ask(upstream, 'PUT', { port: 8080 });
  const rules = `/api/v1/accounts/${api.accountUuid}/hosts/${host}/rules`;
  const rule = { if: {}, then: { block: {} } };
  expect((await ask(rules, 'PUT', { rules: [rule] })).status).toBe(200);
  await ask(rules, 'PUT', { rules: [] });
  await ask(`/api/v1/accounts/${api.accountUuid}/hosts/other.example.com/rules`, 'PUT', { rules: [rule] });
  expect(await texts()).toEqual([
    'Maintenance on',
    'Maintenance off',
    'Upstream: Changed port',
    'Rules replaced (1 rule)',
    'Rules removed',
  ]);
  const { body } = await ask(annotations);
  expect(body.data[0]).toMatchObject({ kind: 'change', actor: { kind: 'token', name: 'test' } });
  // A refused one leaves none.
  expect((await ask(upstream, 'PUT', { port: 0 })).status).toBe(400);
  expect(await texts()).toHaveLength(5);
});

test('DNS has its own', async () => {
  const uuid = domain.slice(domain.lastIndexOf('/') + 1);
  const found = await new CustomDomains(api.store).findAnywhere(uuid);
  if (!found) throw new Error('the domain is gone');
  const report = { found: [], problems: [] };
  for (const status of ['dns_records_found', 'dns_records_found', 'dns_records_not_found'] as const)
    await new CustomDomains(api.store).recordCheck(found, {
      status,
      report,
      checkedAt: 1,
      nextCheckAt: 2,
      failures: 0,
      delegatedHosts: [],
    });
  expect(await texts()).toEqual(['DNS records found', 'DNS records lost']);
  expect((await ask(annotations)).body.data[0].actor).toEqual({
    kind: 'service',
    uuid: null,
    name: 'Nameplate',
  });
});

test('another account’s are neither seen nor deleted', async () => {
  const { body: note } = await ask(annotations, 'POST', { text: 'Mine' });
  const bob = await new Accounts(api.store).create('Bob');
  const { secret } = await new AccessTokens(api.store).create({
    accountUuid: bob.uuid,
    name: 'bob',
    scope: 'write',
    expiresAt: null,
  });
  const asBob = annotations.replace(api.accountUuid, bob.uuid);
  for (const path of [annotations, asBob]) {
    expect((await ask(path, 'GET', undefined, secret)).status).toBe(404);
    expect((await ask(path, 'POST', { text: 'x' }, secret)).status).toBe(404);
    expect((await ask(`${path}/${note.uuid}`, 'DELETE', undefined, secret)).status).toBe(404);
  }
  expect(await texts()).toEqual(['Mine']);
});

test('notes stay, and changes go after 400 days or when there are more than 1,000', async () => {
  const rows = new Annotations(api.store);
  await ask(annotations, 'POST', { text: 'Note' });
  const [uuid] = await new CustomDomains(api.store).listUuids(api.accountUuid);
  const change = (index: number) => ({
    uuid: `change ${index}`,
    account_uuid: api.accountUuid,
    custom_domain_uuid: uuid ?? '',
    upstream_uuid: null,
    at: index,
    text: `Change ${index}`,
    kind: 'change' as const,
    actor: '{}',
    created_at: api.clock.time,
  });
  await api.store.database.transaction((trx) =>
    trx
      .insertInto('annotations')
      .values(Array.from({ length: 1_002 }, (_, index) => change(index)))
      .execute(),
  );
  await rows.deleteOld();
  expect((await ask(annotations)).body.pagination.count).toBe(1_001);
  api.clock.time += 401 * dayMs;
  await rows.deleteOld();
  expect(await texts()).toEqual(['Note']);
});
