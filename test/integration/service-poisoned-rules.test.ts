/**
 * Lists of rules from before lists had a cost: a store with them starts, and while they are asked for, another account's
 * visitors wait for nobody. Source: docs/reference/rules.md ("What a list may cost").
 */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { textOf } from '../../src/control/rules-text.ts';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import { Redirects } from '../../src/features/redirects/redirect-store.ts';
import { HostRulesStore } from '../../src/features/rules/host-rules-store.ts';
import { redirectResource } from '../../src/resources/redirect.ts';
import type { Rule } from '../../src/rules/rule.ts';
import { edgeLoad } from '../support/open-load.ts';
import {
  collidingPaths,
  growingTarget,
  letters,
  manyParameters,
  manyValues,
  ruleOf,
  rulesFor,
} from '../support/poisoned-rules.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const victim = 'victim.example.com';
const poisoned: Readonly<Record<string, () => readonly Rule[]>> = {
  'query.example.com': manyParameters,
  'refs.example.com': () => manyValues(10_000),
  'splat.example.com': growingTarget,
  'hash.example.com': () => collidingPaths(20_000).map((path) => ruleOf({ path })),
  'one.example.com': () => rulesFor(40_000),
  'other.example.com': () => rulesFor(40_000, 'x'),
  ...Object.fromEntries(
    Array.from({ length: 7 }, (_, i) => [`big${i}.example.com`, () => rulesFor(100_000, `${i}-`)]),
  ),
};

let service: TestService;

beforeAll(async () => {
  const dataDir = await tempDir('file');
  const env = await serviceEnvironment({
    dataDir,
    workers: 2,
    env: { NODE_OPTIONS: '--max-old-space-size=640' },
  });
  const made = await TestService.startWith(env);
  await made.stop();
  {
    await using store = await ControlStore.open(made.control, systemClock);
    // The first account has no limit.
    const attacker = made.accountUuid;
    for (const [host, rules] of Object.entries(poisoned))
      await new HostRulesStore(store).replace({
        accountUuid: attacker,
        host,
        ...textOf(rules()),
        isExpected: () => true,
        keptFrom: null,
      });
    const { uuid } = await new Accounts(store).create('Victim');
    await new Redirects(store).create(uuid, {
      ...redirectResource.defaults,
      sourceHost: victim,
      destinationUrl: 'https://victim.example',
    });
  }
  service = await TestService.startWith(env);
});

afterAll(async () => void (await service.stop()));

test('the service starts, answers for each of the hosts, and no process is lost by it', async () => {
  const before = [service.applicationPid, ...service.workerPids()];
  const load = edgeLoad(service, victim, 20);
  const attacks = [
    ['query.example.com', `/?${'&'.repeat(7_900)}${letters.slice(0, -1).join('&')}`],
    ['refs.example.com', '/?ref=9999'],
    ['splat.example.com', '/aaaaaaaaaaaaaaaaaaa'],
    ['hash.example.com', collidingPaths(2)[1] ?? '/'],
    ['one.example.com', '/39999'],
    ['other.example.com', '/x39999'],
    ...Array.from({ length: 7 }, (_, i) => [`big${i}.example.com`, `/${i}-99999`] as const),
  ] as const;
  for (const [host, path] of attacks) {
    const { status } = await service.edge(host, path);
    const isHonest = /^(?:one|other|big)/.test(host);
    expect([host, status]).toEqual([host, isHonest ? 200 : expect.any(Number)]);
  }
  expect(Object.keys(await load.stop())).toEqual(['301']);
  expect([service.applicationPid, ...service.workerPids()]).toEqual(before);
});
