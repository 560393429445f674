/** What clients may do before they are refused. Source: docs/reference/rules.md ("Rate limit", "Basic auth"). */
import { expect, test, vi } from 'vitest';
import type { AuthOutcome, RequestLimit } from '../../rules/actions/action.ts';
import { BasicAuth } from './basic-auth.ts';
import { LimitLeases } from './limit-leases.ts';
import { RateLimits } from './rate-limits.ts';

const limit = { requests: 3, seconds: 10 };
const at = 1_000_000_000_000;
const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
const users = (hash: string) => [{ name: 'ann', password_hash: hash }];

/** Workers with their application process; what one says arrives with the next turn of the event loop. */
class Machine {
  readonly workers: RateLimits[] = [];
  readonly #silent = new Set<RateLimits>();
  readonly #count: number;
  #leases: LimitLeases<RateLimits> | undefined;

  constructor(count: number) {
    this.#count = count;
    for (let n = 0; n < count; n++) this.join(Number.NEGATIVE_INFINITY);
    this.startApplication(0);
  }

  join(startedMs: number): RateLimits {
    const worker: RateLimits = new RateLimits(this.#count, startedMs, (told) =>
      setImmediate(() => this.#silent.has(worker) || this.#leases?.heard(worker, told)),
    );
    this.workers.push(worker);
    return worker;
  }

  startApplication(nowMs: number): void {
    this.#leases = new LimitLeases({
      workers: this.#count,
      live: () => this.workers,
      send: (worker, orders) => setImmediate(() => this.#silent.has(worker) || worker.obey(orders)),
      clock: { now: () => nowMs },
    });
  }

  endApplication(): void {
    this.#leases = undefined;
  }

  hang(worker: RateLimits): void {
    this.#silent.add(worker);
  }

  kill(worker: RateLimits): void {
    this.hang(worker);
    this.workers.splice(this.workers.indexOf(worker), 1);
    this.#leases?.gone(worker);
  }

  /** How many of the requests that each of the workers gets at once are admitted. */
  async burst(requests: number, of: RequestLimit, workers = this.workers, nowMs = at): Promise<number> {
    const waits = workers.flatMap((worker) =>
      Array.from({ length: requests }, async () => worker.take('list', 0, of, '192.0.2.1', nowMs)),
    );
    return (await settled(waits)).filter((wait) => wait === 0).length;
  }
}

/** Time goes on only where nothing is left to be said. */
async function settled(waits: readonly Promise<number>[]): Promise<number[]> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const state = { isSettled: false };
    const all = Promise.all(waits).finally(() => {
      state.isSettled = true;
    });
    for (let turn = 1; !state.isSettled; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (turn % 500 === 0) vi.advanceTimersByTime(5);
    }
    return await all;
  } finally {
    vi.useRealTimers();
  }
}

const counts = [1, 2, 3, 8];

test.each(counts)('%d workers admit the limit in a burst, however it is spread', async (count) => {
  for (const requests of [1, 2, 7, 10, 30, 1_000]) {
    const of = { requests, seconds: 10 };
    expect(await new Machine(count).burst(requests, of)).toBe(requests);
    const machine = new Machine(count);
    const one = machine.workers.slice(0, 1);
    let admitted = 0;
    for (let n = 0; n < requests + 3; n++) admitted += await machine.burst(1, of, one);
    expect(admitted).toBe(requests);
    expect(await machine.burst(5, of)).toBe(0);
    expect(one[0]?.take('list', 0, of, '192.0.2.1', at)).toBe(10);
    expect(await machine.burst(requests, of, machine.workers, at + 10_000)).toBe(requests);
  }
});

test.each(counts)('%d workers that nobody answers admit no more than their shares', async (count) => {
  const machine = new Machine(count);
  machine.endApplication();
  for (const requests of [1, 10, 30]) {
    const of = { requests, seconds: 10 };
    const share = Math.floor(requests / count);
    expect(await machine.burst(requests, of)).toBe(share * count);
  }
});

test('a worker that hangs keeps nobody from more than its share', async () => {
  const machine = new Machine(2);
  const [one, two] = machine.workers;
  if (!one || !two) throw new Error('there are two');
  machine.hang(two);
  const of = { requests: 10, seconds: 10 };
  expect(await machine.burst(3, of, [two])).toBe(3);
  expect(await machine.burst(10, of, [one])).toBe(5);
});

test('what workers have admitted stays counted when one dies, and when the application process does', async () => {
  const of = { requests: 10, seconds: 10 };
  const machine = new Machine(2);
  const [one, two] = machine.workers;
  if (!one || !two) throw new Error('there are two');
  expect(await machine.burst(8, of, [one])).toBe(8);
  machine.startApplication(at + 5_000);
  expect(await machine.burst(9, of, [two], at + 5_000)).toBe(2);
  one.tellCounts();
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  machine.kill(one);
  const other = machine.join(at + 6_000);
  expect(await machine.burst(9, of, [two, other], at + 6_000)).toBe(0);
  expect(await machine.burst(9, of, [two, other], at + 10_000)).toBe(10);
});

test('workers, rules and lists have counts of their own', async () => {
  const machine = new Machine(2);
  const [one] = machine.workers;
  expect(await machine.burst(3, limit)).toBe(3);
  expect(one?.take('list', 1, limit, '192.0.2.1', at)).toBe(0);
  expect(one?.take('other', 0, limit, '192.0.2.1', at)).toBe(0);
  expect(one?.take('list', 0, limit, '192.0.2.2', at)).toBe(0);
});

test('a host whose clients all ask leaves the others room', async () => {
  const machine = new Machine(2);
  const once = { requests: 1, seconds: 60 };
  const [one] = machine.workers;
  if (!one) throw new Error('there are two');
  const flood = Array.from({ length: 5_000 }, async (_, n) =>
    one.take('flooded', 0, once, `10.0.${n >> 8}.${n & 255}`, at),
  );
  const quiet = async () => one.take('quiet', 0, once, '192.0.2.1', at);
  const [ofQuiet, ...waits] = await settled([quiet(), ...flood]);
  expect(ofQuiet).toBe(0);
  expect(waits.filter((wait) => wait === 0)).toHaveLength(250);
  // Those that could not be asked about may come again soon.
  expect(Math.max(...waits)).toBe(1);
});

test('a host with many clients pushes out no counts of another one', () => {
  const limits = new RateLimits(1);
  const once = { requests: 1, seconds: 60 };
  void limits.take('quiet', 0, once, '192.0.2.1', at);
  for (let list = 0; list < 12; list++)
    for (let client = 0; client < 25_000; client++)
      void limits.take(`busy ${list}`, 0, once, `10.${list}.${client >> 8}.${client & 255}`, at);
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
    auth.check({ uuid: 'list', accountUuid: 'a' }, users('h'), basic('ann', password), client, nowMs);
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
      users('new'),
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
    auth.check({ uuid: list, accountUuid: 'one' }, users('h'), basic('ann', password), '192.0.2.1', at);
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
    auth.check({ uuid: list, accountUuid }, users('h'), basic('ann', password), '192.0.2.1', at);
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
  expect(auth.check({ uuid: 'list', accountUuid: 'a' }, users('h'), authorization, '192.0.2.1', at)).toBe(
    'refused',
  );
});
