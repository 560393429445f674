import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FairPool } from './fair-pool.ts';

/** A pool whose tasks run until they are ended, one by one, and the names of those that have begun. */
function poolOf(places: number) {
  const pool = new FairPool(places);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  let asked = 0;
  return {
    pool,
    begun,
    running: () => [...ends.keys()],
    ask: (account: string, isSlow = false): Promise<void> => {
      const name = `${account}${(asked += 1)}`;
      const task = () => {
        begun.push(name);
        return new Promise<void>((end) => ends.set(name, end));
      };
      return pool.run(account, task, isSlow);
    },
    end: async (name: string): Promise<void> => {
      const end = ends.get(name);
      ends.delete(name);
      end?.();
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    },
  };
}

test('an account alone gets all places but one, which another finds free', async () => {
  const { pool, begun, ask, end } = poolOf(4);
  for (let n = 0; n < 50; n++) void ask('a');
  expect(begun).toEqual(['a1', 'a2', 'a3']);
  void ask('b');
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b51']);
  expect(pool.totals()).toMatchObject({ running: 4, waiting: 47, begunTotal: 4, refusedTotal: 0 });
  await end('a1');
  expect(begun.slice(4)).toEqual([]);
  await end('b51');
  expect(begun.slice(4)).toEqual(['a4']);
});

test('while others wait, an account gets a quarter, and freed places go round', async () => {
  const { begun, ask, end } = poolOf(8);
  for (let n = 0; n < 10; n++) void ask('a');
  expect(begun).toHaveLength(7);
  for (const account of ['b', 'c', 'd']) for (let n = 0; n < 3; n++) void ask(account);
  // The place that was kept; then those that a gives up, until it holds two.
  expect(begun.slice(7)).toEqual(['b11']);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) await end(name);
  expect(begun.slice(8)).toEqual(['c14', 'd17', 'b12', 'c15']);
  await end('a6');
  expect(begun.slice(12)).toEqual(['a8']);
});

test('slow tasks hold half of the places at most, and others pass them', async () => {
  const { begun, ask, end } = poolOf(4);
  for (const account of ['a', 'b', 'c']) void ask(account, true);
  expect(begun).toEqual(['a1', 'b2']);
  void ask('d');
  void ask('c');
  // Own tasks keep their order only among their kind.
  expect(begun).toEqual(['a1', 'b2', 'd4']);
  await end('d4');
  expect(begun).toEqual(['a1', 'b2', 'd4', 'c5']);
  await end('a1');
  expect(begun.at(-1)).toBe('c3');
});

test("the installation's own tasks may hold all places", () => {
  const { begun, ask } = poolOf(4);
  for (let n = 0; n < 6; n++) void ask('');
  expect(begun).toHaveLength(4);
});

test('too many that wait are refused, those of another account are not', async () => {
  const { pool, ask } = poolOf(2);
  for (let n = 0; n < 66; n++) void ask('a');
  await expect(ask('a')).rejects.toMatchObject({
    code: 'too_many_requests_under_way',
    fields: { 'retry-after': '2' },
  });
  const other = ask('b');
  await expect(Promise.race([other, Promise.resolve('under way')])).resolves.toBe('under way');
  expect(pool.totals()).toMatchObject({ running: 2, waiting: 65, refusedTotal: 1 });
});

test('a task that fails gives its place back, and waiting is measured', async () => {
  const pool = new FairPool(1);
  const failing = pool.run('a', async () => {
    await new Promise((wait) => setTimeout(wait, 30));
    throw new Error('failed');
  });
  const waiting = pool.run('a', async () => 'done');
  await expect(failing).rejects.toThrow('failed');
  expect(await waiting).toBe('done');
  expect(pool.idle).toBe(true);
  expect(pool.totals().waitSecondsTotal).toBeGreaterThan(0.02);
});

test('whoever asks, everybody gets a turn: with five floods, a sixth account waits for few tasks', async () => {
  const step = fc.record({ account: fc.constantFrom('a', 'b', 'c', 'd', 'e'), slow: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.array(step, { maxLength: 200 }),
      async (places, steps) => {
        const { pool, begun, running, ask, end } = poolOf(places);
        for (const { account, slow } of steps) ask(account, slow).catch(() => {});
        void ask('victim');
        let ended = 0;
        while (!begun.some((name) => name.startsWith('victim'))) {
          const [oldest = ''] = running();
          await end(oldest);
          ended += 1;
        }
        // Those that held a place, and one turn of each of the others.
        expect(ended).toBeLessThanOrEqual(places + 5);
        while (running().length > 0) for (const name of running()) await end(name);
        expect(pool.totals()).toMatchObject({ running: 0, waiting: 0 });
      },
    ),
    { numRuns: 200 },
  );
});

test('gives places to work that waits elsewhere, a quarter to an account while others wait', () => {
  const pool = new FairPool(8);
  expect(pool.hold('a', true)).toBeDefined();
  const release = pool.hold('a', true);
  expect(pool.hold('a', true)).toBeUndefined();
  release?.();
  expect(pool.hold('a', true)).toBeDefined();
  for (let held = 2; held < 7; held++) expect(pool.hold('a', false)).toBeDefined();
  // The last one is for an account that holds none.
  expect(pool.hold('a', false)).toBeUndefined();
  expect(pool.hold('b', true)).toBeDefined();
  expect(pool.totals().running).toBe(8);
});
