/**
 * What an account can't use up for its neighbours: the places where passwords of rules are checked, and the API's time by a question with
 * more labels than anybody reads. Source: docs/reference/limits.md ("Shares"), docs/reference/query.md.
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { OpenLoad } from '../support/open-load.ts';
import { TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

let service: TestService;
let neighbour: { readonly uuid: string; readonly token: string; readonly readToken: string };

beforeAll(async () => {
  service = await TestService.start({ dataDir: await tempDir('file'), workers: 1 });
  await using store = await ControlStore.open(service.control, systemClock);
  const { uuid } = await new Accounts(store).create('Neighbour');
  const tokenOf = async (scope: 'read' | 'write') =>
    (await new AccessTokens(store).create({ accountUuid: uuid, name: scope, scope, expiresAt: null })).secret;
  neighbour = { uuid, token: await tokenOf('write'), readToken: await tokenOf('read') };
});

afterAll(async () => void (await service.stop()));

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});

async function protect(accountUuid: string, token: string, host: string, users: readonly string[]) {
  const rules = [
    { then: { basic_auth: { realm: 'r', users: users.map((name) => ({ name, password: `of ${name}` })) } } },
    { then: { respond: { status: 200, content_type: 'text/plain', body: 'in' } } },
  ];
  const path = `/api/v1/accounts/${accountUuid}/hosts/${host}/rules`;
  expect((await service.api(path, { method: 'PUT', token, json: { rules } })).status).toBe(200);
}

/** The service learns of what another process stored. */
async function whenKnown(): Promise<void> {
  const { readToken: token } = neighbour;
  await expect.poll(async () => (await service.api('/api/v1/me', { token })).status).toBe(200);
}

test('guesses at six hosts of one account leave right passwords of another their place', async () => {
  await whenKnown();
  const hosts = Array.from({ length: 6 }, (_, i) => `guessed${i}.example.com`);
  for (const host of hosts) await protect(neighbour.uuid, neighbour.token, host, ['ann']);
  const users = ['eve', 'fay', 'gus'];
  await protect(service.accountUuid, service.token, 'safe.example.com', users);
  const guesses = hosts.flatMap((host) =>
    Array.from({ length: 4 }, (_, i) => service.edge(host, '/', { headers: basic('ann', `guess ${i}`) })),
  );
  for (const name of users) {
    const { status } = await service.edge('safe.example.com', '/', { headers: basic(name, `of ${name}`) });
    expect([name, status]).toEqual([name, 200]);
  }
  for (const { status } of await Promise.all(guesses)) expect([401, 429, 503]).toContain(status);
});

test('a sign-in has its turn while many new passwords of another account are hashed', async () => {
  await whenKnown();
  const owner = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery staple' };
  const first = `/api/v1/accounts/${service.accountUuid}/owner`;
  expect((await service.api(first, { json: owner })).status).toBe(201);
  const users = Array.from({ length: 50 }, (_, i) => `user${i}`);
  let isStored = false;
  const store = async () => {
    await protect(neighbour.uuid, neighbour.token, 'hashed.example.com', users);
    isStored = true;
  };
  const list = store();
  const { email, password } = owner;
  const signedIn = await service.api('/session', { token: null, json: { email, password } });
  expect([signedIn.status, isStored]).toEqual([201, false]);
  await list;
});

test('an account without an owner neither guesses passwords nor holds up sign-ins by creating one', async () => {
  await whenKnown();
  const create = (email: string, guess: string) =>
    service.api(`/api/v1/accounts/${neighbour.uuid}/owner`, {
      token: neighbour.token,
      json: { email, name: 'Eve', password: `a guess of a password, ${guess}` },
    });
  let done = 0;
  const flood = Array.from({ length: 60 }, async (_, i) => {
    const answer = await create(`eve${i}@example.com`, 'one');
    done += 1;
    return answer;
  });
  const guesses = Array.from({ length: 20 }, (_, i) => create('bob@example.com', `${i}`));
  const json = { email: 'ada@example.com', password: 'correct horse battery staple' };
  const signedIn = await service.api('/session', { token: null, json });
  expect(signedIn.status).toBe(201);
  expect(done).toBeLessThan(30);
  const told = await Promise.all(guesses);
  expect(told.filter(({ body }) => body.error_code === 'rate_limited').length).toBeGreaterThan(10);
  await Promise.all(flood);
});

test('a read token’s questions about every hour of many years are refused, and the API answers others meanwhile', async () => {
  await whenKnown();
  const account = `/api/v1/accounts/${neighbour.uuid}`;
  const { token, readToken } = neighbour;
  const upstream = await service.api(`${account}/upstreams`, { token, json: { host: 'app.example.com' } });
  const domains = `${account}/upstreams/${upstream.body.uuid}/custom_domains`;
  const domain = await service.api(domains, { token, json: { host: 'asked.example.com' } });
  expect(domain.status).toBe(201);
  const before = service.applicationPid;
  const load = new OpenLoad({
    port: Number(service.env.NAMEPLATE_API_PORT),
    everyMs: 50,
    atOnce: 5,
    path: '/api/v1/me',
    headers: { authorization: `Bearer ${service.token}` },
  });
  const query = `/api/v1/analytics/custom_domains/${domain.body.uuid}/query`;
  const ask = (json: object) =>
    service.api(query, {
      token: readToken,
      json: { metrics: ['visitors'], dimensions: ['time:hour'], ...json },
    });
  const tenYears = ['2016-11-28', '2026-11-27'];
  const answers = await Promise.all([
    ask({ date_range: tenYears, include: { time_labels: true } }),
    ask({ date_range: tenYears, include: { comparison: { mode: 'previous_period' } } }),
    ask({ date_range: 'all', include: { time_labels: true } }),
  ]);
  expect(answers[0]).toMatchObject({ status: 400, body: { error_code: 'query_invalid' } });
  expect(answers[1]).toMatchObject({ status: 400, body: { error_code: 'query_invalid' } });
  expect(answers[2]?.status).toBe(200);
  expect(Object.keys(await load.stop())).toEqual(['200']);
  expect(service.applicationPid).toBe(before);
});
