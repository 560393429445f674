/** Source: docs/reference/ask.md ("What is added"). */
import { expect, test } from 'vitest';
import { upstreamOf } from '../../../test/contract/control-store/stores.ts';
import { startApi } from '../../../test/support/api-server.ts';
import { newUuid } from '../../core/ids.ts';
import { Accounts } from '../accounts/account-store.ts';
import { Upstreams } from '../upstreams/upstream-store.ts';
import { AddedHosts } from './add-host.ts';
import { type AskAnswer, readAnswer } from './answer.ts';

type Yes = Extract<AskAnswer, { kind: 'domain' | 'redirect' }>;

/** What the endpoint agreed to. */
function yes(members: object = {}): Yes {
  const answer = readAnswer(200, JSON.stringify(members));
  if (answer.kind !== 'domain' && answer.kind !== 'redirect') throw new Error(answer.kind);
  return answer;
}

async function hostsOf(upstreams: 'with' | 'without' = 'with') {
  const api = await startApi();
  const created = await api.ask(`/api/v1/accounts/${api.accountUuid}/upstreams`, {
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    json: { host: 'app.example.net' },
  });
  const upstreamUuid: string = created.body.uuid;
  const own = { edgeHostname: 'edge.example.net', zone: undefined };
  const hosts = new AddedHosts(api.store, own, upstreams === 'with' ? upstreamUuid : undefined);
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${api.token}` };
    return (await api.ask(`/api/v1/accounts/${api.accountUuid}/${path}`, { headers })).body;
  };
  return { ...api, upstreamUuid, hosts, read };
}

test('a custom domain of the upstream, which the audit trail names', async () => {
  const { hosts, read, upstreamUuid, accountUuid } = await hostsOf();
  expect(await hosts.has('shop.example.com')).toBe(false);
  expect(await hosts.add('shop.example.com', yes({ external_id: 'customer-7' }))).toEqual({
    kind: 'added',
    accountUuid,
  });
  expect(await hosts.has('shop.example.com')).toBe(true);
  const { data } = await read('custom_domains');
  expect(data).toMatchObject([
    {
      host: 'shop.example.com',
      upstream_uuid: upstreamUuid,
      external_id: 'customer-7',
      challenge_type: 'http01',
    },
  ]);
  const trail = await read('audit_events?resource=custom_domain');
  expect(trail.data).toMatchObject([
    {
      action: 'created',
      actor: { kind: 'service', uuid: null, name: 'Ask' },
      resource_name: 'shop.example.com',
    },
  ]);
});

test('the upstream that an answer names decides about the account', async () => {
  const { hosts, store, read } = await hostsOf('without');
  expect(await hosts.add('shop.example.com', yes())).toMatchObject({ kind: 'undecided' });
  const missing = newUuid();
  expect(await hosts.add('shop.example.com', yes({ upstream_uuid: missing }))).toEqual({
    kind: 'undecided',
    problem: `there is no upstream ${missing}`,
  });
  const other = await new Accounts(store).create('Other');
  const upstream = await new Upstreams(store).create(other.uuid, upstreamOf('other.example.net'));
  expect(await hosts.add('shop.example.com', yes({ upstream_uuid: upstream.uuid }))).toEqual({
    kind: 'added',
    accountUuid: other.uuid,
  });
  expect((await read('custom_domains')).data).toEqual([]);
});

test('a redirect is of the account of the upstream that is set, else of the first one', async () => {
  const { hosts, read, accountUuid, store } = await hostsOf('without');
  await new Accounts(store).create('Other');
  const redirect = { destination_url: 'https://www.example.com/' };
  expect(await hosts.add('go.example.com', yes({ redirect }))).toEqual({ kind: 'added', accountUuid });
  expect((await read('redirects')).data).toMatchObject([{ source_host: 'go.example.com', ...redirect }]);
  expect(await hosts.add('to.example.com', yes({ redirect: { destination_url: 'ftp://a' } }))).toMatchObject({
    kind: 'undecided',
    problem: expect.stringContaining('destination_url'),
  });
});

test('limits and other accounts’ claims hold', async () => {
  const { hosts, store, accountUuid } = await hostsOf();
  await store.limits.set(accountUuid, new Map([['hosts', 1]]));
  expect(await hosts.add('a.example.com', yes())).toMatchObject({ kind: 'added' });
  for (const host of ['b.example.com', 'c.example.com'])
    expect(await hosts.add(host, yes())).toMatchObject({
      kind: 'refused',
      problem: expect.stringContaining('limit'),
    });
  await store.limits.set(accountUuid, new Map([['hosts', undefined]]));
  const other = await new Accounts(store).create('Other');
  await store.database.transaction(async (trx) => {
    const claim = { host: 'd.example.com', account_uuid: other.uuid, claimed_at: 0, seen_at: null };
    await trx.insertInto('host_claims').values(claim).execute();
  });
  expect(await hosts.has('d.example.com')).toBe(true);
  expect(await hosts.add('d.example.com', yes())).toMatchObject({ kind: 'refused' });
  const redirect = { destination_url: 'https://www.example.com/' };
  expect(await hosts.add('d.example.com', yes({ redirect }))).toMatchObject({ kind: 'refused' });
});

test('an external id that is none is no decision, and the service’s own name is none to add', async () => {
  const { hosts } = await hostsOf();
  expect(await hosts.add('a.example.com', yes({ external_id: 7 }))).toMatchObject({ kind: 'undecided' });
  expect(await hosts.add('edge.example.net', yes())).toMatchObject({ kind: 'undecided' });
});
