/**
 * Lists of rules from before lists had a cost: a store with them starts, and while they are asked for, another account's
 * visitors wait for nobody. Source: docs/reference/rules.md ("What a list may cost").
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ControlStore } from '../../src/control/store.ts';
import { systemClock } from '../../src/core/clock.ts';
import { redirectResource } from '../../src/resources/redirect.ts';
import type { Rule } from '../../src/rules/rule.ts';
import { edgeLoad } from '../support/open-load.ts';
import { serviceEnvironment, TestService } from '../support/service.ts';
import { tempDir } from '../support/temp-dir.ts';

const victim = 'victim.example.com';
const respond = { respond: { status: 200, content_type: 'text/plain', body: '' } } as const;
const letters = 'abcdefghijklmnopqrst'.split('');

function ruleOf(condition: Rule['if'], then: Rule['then'] = respond): Rule {
  return { active: true, ...(condition && { if: condition }), then };
}

function rulesFor(count: number, prefix = ''): Rule[] {
  return Array.from({ length: count }, (_, i) => ruleOf({ path: `/${prefix}${i}` }));
}

const allLetters = Object.fromEntries(letters.map((name) => [name, true as const]));

/** FNV-1a, 32 bits, from a state on. */
function hash(text: string, state: number): number {
  let value = state;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01_00_01_93) >>> 0;
  return value;
}

/** So many paths of one hash: each of their blocks is one of two that lead to the same state. */
function collidingPaths(count: number): string[] {
  let state = hash('/', 0x81_1c_9d_c5);
  let paths = ['/'];
  while (paths.length < count) {
    const seen = new Map<number, string>();
    for (let number = 0; ; number++) {
      const block = number.toString(36).padStart(5, '0');
      const next = hash(block, state);
      const other = seen.get(next);
      seen.set(next, block);
      if (other === undefined) continue;
      paths = paths.flatMap((path) => [path + other, path + block]);
      state = next;
      break;
    }
  }
  return paths.slice(0, count);
}

const poisoned: Readonly<Record<string, () => readonly Rule[]>> = {
  'query.example.com': () =>
    Array.from({ length: 5_000 }, () => ruleOf({ query: allLetters }, { block: {} })),
  'refs.example.com': () => Array.from({ length: 10_000 }, (_, i) => ruleOf({ query: { ref: `${i}` } })),
  'splat.example.com': () => [
    ruleOf({ path: '/*' }, { redirect: { to: '/:splat:splat:splat', status: 302, query: true } }),
  ],
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
      await store.hostRules.replace({
        accountUuid: attacker,
        host,
        rules: rules(),
        isExpected: () => true,
        keptFrom: null,
      });
    const { uuid } = await store.accounts.create('Victim');
    await store.redirects.create(uuid, {
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
