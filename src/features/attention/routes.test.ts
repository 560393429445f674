/** Findings over the API. Source: docs/reference/findings.md ("Routes"). */

import { expect, test } from 'vitest';
import { startApi } from '../../../test/support/api-server.ts';
import { dayMs } from '../../core/time.ts';
import { AccessTokens } from '../access-tokens/access-token-store.ts';
import { Accounts } from '../accounts/account-store.ts';
import { FindingList } from './finding-list.ts';
import { Findings } from './findings.ts';
import { resolveGone } from './resolve-gone.ts';

async function start() {
  const api = await startApi();
  const { ask, token, accountUuid, store } = api;
  const headers = { authorization: `Bearer ${token}` };
  const account = `/api/v1/accounts/${accountUuid}`;
  const upstream = await ask(`${account}/upstreams`, { headers, json: { host: 'app.example.net' } });
  const domains = `${upstream.headers.location}/custom_domains`;
  const create = async (host: string, more: object = {}) =>
    (await ask(domains, { headers, json: { host, ...more } })).body;
  const findings = new Findings(store);
  const see = (domain: { uuid: string; host: string }, state: 'bad' | 'good', severity?: 'warning') =>
    findings.observe([
      {
        accountUuid,
        kind: 'dns_lost',
        subject: { type: 'custom_domain', uuid: domain.uuid, host: domain.host },
        seen:
          state === 'good'
            ? { state }
            : { state, causeCode: 'records_missing', evidence: {}, ...(severity && { severity }) },
      },
    ]);
  const list = async (query = '') => (await ask(`${account}/findings${query}`, { headers })).body;
  return { ...api, headers, account, domains, create, see, list };
}

test('they are listed, the worst first, and found by host and external id', async () => {
  const { ask, headers, account, create, see, list, clock, domains } = await start();
  const [a, b, c] = [
    await create('a.example.com', { external_id: 'customer-1' }),
    await create('b.example.com'),
    await create('c.example.com'),
  ];
  await see(a, 'bad', 'warning');
  clock.time += 1_000;
  await see(b, 'bad');
  clock.time += 1_000;
  await see(c, 'bad', 'warning');
  const hostsOf = async (query: string) =>
    (await list(query)).data.map((one: { subject: { host: string } }) => one.subject.host[0]);
  expect(await hostsOf('')).toEqual(['b', 'c', 'a']);
  expect(await hostsOf('?sort=severity')).toEqual(['c', 'a', 'b']);
  expect(await hostsOf('?sort=-opened_at')).toEqual(['c', 'b', 'a']);
  expect(await hostsOf('?external_id=customer-1')).toEqual(['a']);
  expect(await hostsOf('?host=B.example.com&kind=dns_lost&severity=critical')).toEqual(['b']);
  expect(await hostsOf('?per_page=1&page=3')).toEqual(['a']);
  expect((await list('?per_page=1&page=9')).pagination).toEqual({ page: 9, count: 3 });
  const [one] = (await list('?host=b.example.com')).data;
  expect(Object.keys(one)).toEqual([
    'uuid',
    'kind',
    'severity',
    'state',
    'subject',
    'summary',
    'cause',
    'cause_code',
    'fix',
    'evidence',
    'opened_at',
    'last_seen_at',
    'resolved_at',
    'muted_until',
  ]);
  expect((await ask(`${account}/findings/${one.uuid}`, { headers })).body).toEqual(one);
  const verdict = { state: 'broken', finding_uuid: one.uuid, cause: one.cause };
  const domain = (await ask(`${domains}/${b.uuid}`, { headers })).body;
  expect(Object.entries(domain).slice(-3)).toEqual([
    ['verdict', verdict],
    ['reachable', null],
    ['renewal', null],
  ]);
  expect(domain.updated_at).toBe(b.updated_at);
  const hosts = (await ask(`${account}/hosts?host=b.example.com`, { headers })).body;
  expect(hosts.data[0].verdict).toEqual(verdict);
});

test('a muted one makes no verdict, is resolved silently, and is back when it is unmuted', async () => {
  const { ask, headers, account, create, see, list, clock, domains } = await start();
  const domain = await create('a.example.com');
  await see(domain, 'bad');
  const [{ uuid }] = (await list()).data;
  const mute = (until: string | undefined) =>
    ask(`${account}/findings/${uuid}/mute`, { headers, json: { until } });
  const at = (ms: number) => new Date(clock.time + ms).toISOString();
  for (const until of [undefined, 'soon', at(-1), at(0), at(90 * dayMs + 1_000)])
    expect(await mute(until)).toMatchObject({ status: 400, body: { error_code: 'until_invalid' } });
  const until = at(90 * dayMs);
  expect((await mute(until)).body).toMatchObject({
    state: 'muted',
    muted_until: until.replace('Z', '+00:00'),
  });
  const state = async () => (await ask(`${domains}/${domain.uuid}`, { headers })).body.verdict.state;
  expect([await state(), (await list()).data, (await list('?state=muted')).data.length]).toEqual([
    'setting_up',
    [],
    1,
  ]);
  const unmuted = await ask(`${account}/findings/${uuid}/mute`, { headers, method: 'DELETE' });
  expect(unmuted.body).toMatchObject({ uuid, state: 'open', muted_until: null });
  expect(await state()).toBe('broken');
  const trail = (await ask(`${account}/audit_events?resource=finding`, { headers })).body.data;
  const event = { action: 'updated', resource_name: 'dns_lost of a.example.com' };
  const [muted, open] = [{ muted_until: until.replace('Z', '+00:00') }, { muted_until: null }];
  expect(trail).toHaveLength(2);
  expect(trail).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...event, before: open, after: muted }),
      expect.objectContaining({ ...event, before: muted, after: open }),
    ]),
  );
  await mute(at(dayMs));
  clock.time += dayMs;
  expect((await list()).data).toMatchObject([{ uuid, state: 'open', muted_until: null }]);
});

test('what is deleted or gets another host has no finding any more; resolved ones go after 400 days', async () => {
  const { ask, headers, create, see, list, clock, store, domains } = await start();
  const [a, b] = [await create('a.example.com'), await create('b.example.com')];
  await see(a, 'bad');
  await see(b, 'bad');
  await ask(`${domains}/${a.uuid}`, { headers, method: 'DELETE' });
  await ask(`${domains}/${b.uuid}`, { headers, method: 'PUT', json: { host: 'c.example.com' } });
  await resolveGone(store);
  expect((await list()).data).toEqual([]);
  expect((await list('?state=resolved')).pagination.count).toBe(2);
  const kept = new FindingList(store);
  clock.time += 400 * dayMs;
  await kept.forgetOld();
  expect((await list('?state=resolved')).pagination.count).toBe(2);
  clock.time += 1;
  await kept.forgetOld();
  expect((await list('?state=resolved')).pagination.count).toBe(0);
});

test("a neighbour's are not found", async () => {
  const { ask, create, see, list, store } = await start();
  await see(await create('a.example.com'), 'bad');
  const [{ uuid }] = (await list()).data;
  const { uuid: other } = await new Accounts(store).create('Neighbour');
  const { secret } = await new AccessTokens(store).create({
    accountUuid: other,
    name: 'n',
    scope: 'write',
    expiresAt: null,
  });
  const headers = { authorization: `Bearer ${secret}` };
  const findings = `/api/v1/accounts/${other}/findings`;
  expect((await ask(findings, { headers })).body.data).toEqual([]);
  const until = new Date(Date.now() + dayMs).toISOString();
  for (const answer of [
    await ask(`${findings}/${uuid}`, { headers }),
    await ask(`${findings}/${uuid}/mute`, { headers, json: { until } }),
    await ask(`${findings}/${uuid}/mute`, { headers, method: 'DELETE' }),
  ])
    expect(answer.status).toBe(404);
  expect((await list()).data).toMatchObject([{ uuid, state: 'open' }]);
});
