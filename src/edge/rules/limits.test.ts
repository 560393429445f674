/** What clients may do before they are refused. Source: docs/reference/rules.md ("Rate limit", "Basic auth"). */
import { expect, test } from 'vitest';
import type { AuthOutcome } from './basic-auth.ts';
import { BasicAuth } from './basic-auth.ts';
import { RateLimits } from './rate-limits.ts';

const limit = { requests: 3, seconds: 10 };
const at = 1_000_000_000_000;
const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
const action = (hash: string) => ({ realm: 'x', users: [{ name: 'ann', password_hash: hash }] });

test('workers count together what they tell each other', () => {
  const [one, two] = [new RateLimits(), new RateLimits()];
  for (let n = 0; n < 2; n++) expect(one.take('list', 0, limit, '192.0.2.1', at)).toBe(0);
  two.add(one.told());
  expect(one.told()).toEqual([]);
  expect(two.take('list', 0, limit, '192.0.2.1', at)).toBe(0);
  expect(two.take('list', 0, limit, '192.0.2.1', at)).toBe(10);
  one.add(two.told());
  expect(one.take('list', 0, limit, '192.0.2.1', at)).toBe(10);
  // What was told is not told on.
  expect([one.told(), two.told()]).toEqual([[], []]);
  expect(one.take('list', 1, limit, '192.0.2.1', at)).toBe(0);
  expect(one.take('other', 0, limit, '192.0.2.1', at)).toBe(0);
});

test('counts of a window that is over are not added to the next one', () => {
  const [one, two] = [new RateLimits(), new RateLimits()];
  one.take('list', 0, limit, '192.0.2.1', at);
  for (let n = 0; n < 3; n++) two.take('list', 0, limit, '192.0.2.1', at + 10_000);
  two.add(one.told());
  expect(two.take('list', 0, limit, '192.0.2.1', at + 10_000)).toBe(10);
  expect(two.take('list', 0, limit, '192.0.2.1', at + 20_000)).toBe(0);
});

test('a host with many clients pushes out no counts of another one', () => {
  const limits = new RateLimits();
  const once = { requests: 1, seconds: 60 };
  limits.take('quiet', 0, once, '192.0.2.1', at);
  for (let list = 0; list < 12; list++)
    for (let client = 0; client < 25_000; client++)
      limits.take(`busy ${list}`, 0, once, `10.${list}.${client >> 8}.${client & 255}`, at);
  expect(limits.take('quiet', 0, once, '192.0.2.1', at)).toBeGreaterThan(0);
  expect(limits.size).toBeLessThanOrEqual(200_000);
});

test('ten wrong passwords of a client are refused, then all of them for a while', async () => {
  let checks = 0;
  const auth = new BasicAuth(async (password) => {
    checks += 1;
    return password === 'right';
  });
  const check = (password: string, client = '192.0.2.1', nowMs = at): AuthOutcome | Promise<AuthOutcome> =>
    auth.check({ uuid: 'list', accountUuid: 'a' }, action('h'), basic('ann', password), client, nowMs);
  for (let guess = 0; guess < 10; guess++) expect(await check(`wrong ${guess}`)).toBe('refused');
  expect(check('right')).toEqual({ wait: 60 });
  expect(await check('right', '192.0.2.2')).toBe('passed');
  expect(checks).toBe(11);
  // It is remembered, for this client too, but not for ever, and not with another hash.
  expect(check('right')).toBe('passed');
  expect(await check('right', '192.0.2.3', at + 300_000)).toBe('passed');
  expect(checks).toBe(12);
  expect(
    await auth.check(
      { uuid: 'list', accountUuid: 'a' },
      action('new'),
      basic('ann', 'right'),
      '192.0.2.4',
      at,
    ),
  ).toBe('passed');
  expect(checks).toBe(13);
});

test('the same password at once is checked once, and one host leaves room for others', async () => {
  let release: () => void = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  let checks = 0;
  const auth = new BasicAuth(async () => {
    checks += 1;
    await gate;
    return true;
  });
  const check = (list: string, password: string) =>
    auth.check({ uuid: list, accountUuid: 'one' }, action('h'), basic('ann', password), '192.0.2.1', at);
  const same = [check('a', 'x'), check('a', 'x'), check('a', 'x')];
  const others = ['1', '2', '3'].map((password) => check('a', password));
  expect(await check('a', '4')).toBe('busy');
  const elsewhere = check('b', 'y');
  release();
  expect(await Promise.all([...same, ...others, elsewhere])).toEqual(
    Array.from({ length: 7 }, () => 'passed'),
  );
  expect(checks).toBe(5);
});

test('an account whose hosts are attacked makes nobody else wait for more than two checks', async () => {
  const checked: string[] = [];
  const auth = new BasicAuth(async (password) => {
    checked.push(password);
    await new Promise((resolve) => setImmediate(resolve));
    return true;
  });
  const check = (accountUuid: string, list: string, password: string) =>
    auth.check({ uuid: list, accountUuid }, action('h'), basic('ann', password), '192.0.2.1', at);
  const attack = Array.from({ length: 60 }, async (_, i) =>
    check('attacker', `host ${i % 20}`, `wrong ${i}`),
  );
  expect(await check('victim', 'shop', 'right')).toBe('passed');
  expect(checked.indexOf('right')).toBeLessThanOrEqual(2);
  await Promise.all(attack);
  expect(checked).toHaveLength(61);
});

test.each([
  undefined,
  '',
  'Basic',
  'Basic !!!',
  'Bearer abc',
  `Basic ${Buffer.from('ann').toString('base64')}`,
  `Basic ${'A'.repeat(2_000)}`,
])('no password is checked for %s', (authorization) => {
  const auth = new BasicAuth(() => Promise.reject(new Error('checked')));
  expect(auth.check({ uuid: 'list', accountUuid: 'a' }, action('h'), authorization, '192.0.2.1', at)).toBe(
    'refused',
  );
});
