/**
 * A neighbour that replaces its rules with lists made to hold up others: they are refused or served within the bound, while another
 * account's visitors and its own requests to the API are answered. Source: docs/reference/rules.md ("What a list may cost").
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { AccessTokens } from '../../src/features/access-tokens/access-token-store.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import type { Rule } from '../../src/rules/rule.ts';
import { edgeLoad, OpenLoad } from '../support/open-load.ts';
import {
  collidingPaths,
  growingTarget,
  letters,
  manyParameters,
  manyValues,
  ruleOf,
} from '../support/poisoned-rules.ts';
import { TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const victim = 'shop.victim.example';
let service: TestService;
let attacker: { readonly uuid: string; readonly token: string };

beforeAll(async () => {
  service = await TestService.start({ dataDir: await tempDir('file'), workers: 1 });
  const json = { source_host: victim, destination_url: 'https://victim.example' };
  expect((await service.api(service.redirects, { json })).status).toBe(201);
  await using store = await ControlStore.open(service.control, systemClock);
  const { uuid } = await new Accounts(store).create('Attacker');
  const wanted = { accountUuid: uuid, name: 'test', scope: 'write', expiresAt: null } as const;
  attacker = { uuid, token: (await new AccessTokens(store).create(wanted)).secret };
});

afterAll(async () => void (await service.stop()));

/** Puts a list and asks for its host, while the victim's visitors and its own questions go on; answers both statuses. */
async function attack(host: string, rules: readonly Rule[], path: string): Promise<[number, number]> {
  const before = [service.applicationPid, ...service.workerPids()];
  const visitors = edgeLoad(service, victim, 20);
  const questions = new OpenLoad({
    port: Number(service.env.NAMEPLATE_API_PORT),
    everyMs: 50,
    path: service.redirects,
    headers: { authorization: `Bearer ${service.token}` },
  });
  const put = await service.api(`/api/v1/accounts/${attacker.uuid}/hosts/${host}/rules`, {
    method: 'PUT',
    token: attacker.token,
    json: { rules },
  });
  const asked = await Promise.all(Array.from({ length: 10 }, () => service.edge(host, path)));
  expect(Object.keys(await visitors.stop())).toEqual(['301']);
  expect(Object.keys(await questions.stop())).toEqual(['200']);
  expect([service.applicationPid, ...service.workerPids()]).toEqual(before);
  const [first] = asked;
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => first?.status));
  if (put.status !== 200)
    expect(put).toMatchObject({ status: 400, body: { error_code: 'rules_too_expensive' } });
  return [put.status, first?.status ?? 0];
}

test('the service learns of the account', async () => {
  const { token } = attacker;
  await expect.poll(async () => (await service.api('/api/v1/me', { token })).status).toBe(200);
});

test('5,000 rules with 20 parameters each are refused', async () => {
  const path = `/?${'&'.repeat(7_900)}${letters.slice(0, -1).join('&')}`;
  expect(await attack('query.attacker.example', manyParameters(), path)).toEqual([400, 404]);
});

test('10,000 values of a parameter are found at once', async () => {
  expect(await attack('refs.attacker.example', manyValues(10_000), '/?ref=9999')).toEqual([200, 200]);
});

test('a target that grows with each hop is sent once a request may cost no more', async () => {
  expect(await attack('splat.attacker.example', growingTarget(), '/aaaaaaaaaaaaaaaaaaaa')).toEqual([
    200, 302,
  ]);
});

test('20,000 paths of one hash are found as others are', async () => {
  const paths = collidingPaths(20_000);
  const rules = paths.map((path) => ruleOf({ path }));
  expect(await attack('hash.attacker.example', rules, paths.at(-1) ?? '/')).toEqual([200, 200]);
});
