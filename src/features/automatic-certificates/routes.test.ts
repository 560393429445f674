/** Automatic certificates over HTTP. Source: docs/reference/certificates.md ("Automatic certificates"). */

import { expect, test } from 'vitest';
import { type ApiServer, startApi } from '../../../test/support/api-server.ts';
import type { ApiParts } from '../../api/parts.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { Accounts } from '../accounts/account-store.ts';
import { AutomaticCertificates } from './certificate-store.ts';

const minuteMs = 60_000;

async function withRedirect(ordersCertificates = true, orderForecast?: ApiParts['orderForecast']) {
  const api = await startApi({ ordersCertificates, orderForecast });
  const account = `/api/v1/accounts/${api.accountUuid}`;
  const ask = (path: string, method = 'GET', token = api.token) =>
    api.ask(`${account}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  const headers = { authorization: `Bearer ${api.token}` };
  for (const source_host of ['go.example.com', 'b.example.com'])
    await api.ask(`${account}/redirects`, {
      json: { source_host, destination_url: 'https://a.example' },
      headers,
    });
  return { api, ask };
}

/** Takes the order that is due. */
async function take({ store, clock }: ApiServer, accountUuid: string) {
  const queue = new AutomaticCertificates(store);
  const [taken] = await queue.takeDue(clock.time, minuteMs, new Map([[accountUuid, 1]]));
  if (!taken) throw new Error('nothing is ordered');
  return { queue, taken };
}

/** Takes the order and has the authority refuse it. */
async function refuse(api: ApiServer, accountUuid: string): Promise<void> {
  const { clock } = api;
  const { queue, taken } = await take(api, accountUuid);
  const failure = {
    failures: 1,
    nextAttemptAt: clock.time + 3 * minuteMs,
    reason: 'unauthorized',
    code: 'authority_refused' as const,
  };
  await queue.fail(taken, { ...failure, askedAt: clock.time });
}

test('every host is listed and found, in exactly this shape', async () => {
  const { ask } = await withRedirect();
  const none = { issuer: null, expires_at: null, last_error: null, next_attempt_at: null, authority: null };
  const go = { host: 'go.example.com', state: 'missing', ...none, renewal: null };
  const list = await ask('/automatic_certificates');
  expect(list.body).toEqual({
    data: [{ ...go, host: 'b.example.com' }, go],
    pagination: { page: 1, count: 2 },
  });
  expect(Object.keys(list.body.data[0])).toEqual(Object.keys(go));
  expect((await ask('/automatic_certificates/GO.example.com')).body).toEqual(go);
  expect((await ask('/automatic_certificates?state=failing')).body.data).toEqual([]);
  expect((await ask('/automatic_certificates?sort=-host&per_page=1')).body.data).toEqual([go]);
  for (const host of ['x.example.com', '*.example.com', '%25', 'a_b'])
    expect((await ask(`/automatic_certificates/${host}`)).body.error_code).toBe('not_found');
});

test('an order is answered at once, and refused for 15 minutes after the authority refused one', async () => {
  const { api, ask } = await withRedirect();
  const { clock, accountUuid } = api;
  const order = () => ask('/automatic_certificates/go.example.com/order', 'POST');
  expect(await order()).toMatchObject({ status: 202, body: { host: 'go.example.com', state: 'waiting' } });
  await refuse(api, accountUuid);
  clock.time += 10 * minuteMs;
  const early = await order();
  expect(early).toMatchObject({ status: 429, body: { error_code: 'rate_limited' } });
  expect(early.headers['retry-after']).toBe('300');
  expect((await ask('/automatic_certificates/go.example.com')).body).toMatchObject({
    state: 'failing',
    last_error: 'unauthorized',
  });
  clock.time += 5 * minuteMs;
  expect((await order()).status).toBe(202);
  const { data } = (await ask('/audit_events?resource=automatic_certificate')).body;
  expect(data).toHaveLength(2);
  expect(data[0]).toMatchObject({ action: 'updated', after: { ordered_at: expect.any(String) } });
});

test('hosts that wait for the order budget are listed with the time of their turn', async () => {
  const orderForecast = async (now: number) => ({ free: 0, startMs: now, everyMs: 36_000 });
  const { api, ask } = await withRedirect(true, orderForecast);
  const { clock, accountUuid } = api;
  for (const host of ['go.example.com', 'b.example.com']) {
    await ask(`/automatic_certificates/${host}/order`, 'POST');
    const { queue, taken } = await take(api, accountUuid);
    await queue.enqueue(taken, clock.time + 36_000);
    clock.time += 1_000;
  }
  const waiting = await ask('/automatic_certificates?state=waiting&sort=next_attempt_at');
  expect(waiting.body).toMatchObject({
    data: [
      { host: 'go.example.com', state: 'waiting', next_attempt_at: formatTimestamp(clock.time + 36_000) },
      { host: 'b.example.com', state: 'waiting', next_attempt_at: formatTimestamp(clock.time + 72_000) },
    ],
    pagination: { count: 2 },
  });
  const one = await ask('/automatic_certificates/b.example.com');
  expect(one.body.next_attempt_at).toBe(formatTimestamp(clock.time + 72_000));
});

test('only accounts that have a host order for it, with write access', async () => {
  const { api, ask } = await withRedirect();
  expect((await ask('/automatic_certificates/other.example.com/order', 'POST')).status).toBe(404);
  const { secret } = await api.newToken('read');
  expect((await ask('/automatic_certificates/go.example.com/order', 'POST', secret)).status).toBe(403);
  const { uuid } = await new Accounts(api.store).create('Other');
  const elsewhere = await api.ask(`/api/v1/accounts/${uuid}/automatic_certificates/go.example.com/order`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}` },
  });
  expect(elsewhere.status).toBe(404);
});

test('nothing is ordered where no certificates are', async () => {
  const { ask } = await withRedirect(false);
  const refused = await ask('/automatic_certificates/go.example.com/order', 'POST');
  expect(refused).toMatchObject({ status: 400, body: { error_code: 'host_invalid' } });
});
