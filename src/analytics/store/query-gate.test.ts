import { expect, test } from 'vitest';
import { AnalyticsAwayError } from '../engine/failures.ts';
import { QueryGate } from './query-gate.ts';

/** A gate whose queries run until they are ended, one by one, and the names of those that have begun. */
function gateOf(maxRunning: number, maxWaiting: number) {
  const gate = new QueryGate(maxRunning, maxWaiting);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  let asked = 0;
  return {
    gate,
    begun,
    ask: (account?: string): Promise<void> => {
      const name = `${account ?? ''}${(asked += 1)}`;
      const work = () => {
        begun.push(name);
        return new Promise<void>((end) => ends.set(name, end));
      };
      return gate.run(work, account);
    },
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    },
  };
}

test('one account gets half of the places; another finds the rest free', async () => {
  const { gate, begun, ask, end } = gateOf(4, 512);
  for (let n = 0; n < 50; n++) void ask('a');
  expect(begun).toEqual(['a1', 'a2']);
  void ask('b');
  expect(begun).toEqual(['a1', 'a2', 'b51']);
  expect(gate.totals()).toMatchObject({ running: 3, waiting: 48, begunTotal: 3, refusedTotal: 0 });
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'b51', 'a3']);
  expect(gate.totals()).toMatchObject({ running: 3, waiting: 47, begunTotal: 4 });
});

test('of accounts that wait, the one with the fewest running gets the next place', async () => {
  const { begun, ask, end } = gateOf(4, 512);
  for (const account of ['a', 'b']) for (let n = 0; n < 10; n++) void ask(account);
  expect(begun).toEqual(['a1', 'a2', 'b11', 'b12']);
  void ask('c');
  void ask('d');
  await end('a2');
  expect(begun.slice(4)).toEqual(['c21']);
  await end('b12');
  expect(begun.slice(4)).toEqual(['c21', 'd22']);
  // Then all take turns.
  for (const name of ['c21', 'd22', 'a1', 'b11']) await end(name);
  expect(begun.slice(6)).toEqual(['a3', 'b13', 'a4', 'b14']);
});

test('work that belongs to no account may take all places', async () => {
  const { gate, begun, ask, end } = gateOf(4, 2);
  for (let n = 0; n < 6; n++) void ask();
  expect(begun).toEqual(['1', '2', '3', '4']);
  await expect(ask()).rejects.toThrow(AnalyticsAwayError);
  for (const name of ['1', '2', '3', '4', '5', '6']) await end(name);
  expect(gate.idle).toBe(true);
  expect(gate.totals()).toMatchObject({ running: 0, waiting: 0, begunTotal: 6, refusedTotal: 1 });
});

test('too many waiting of one account are refused, those of another are not', async () => {
  const { gate, ask } = gateOf(4, 4);
  for (let n = 0; n < 4; n++) void ask('a');
  await expect(ask('a')).rejects.toThrow('2 analytics queries are waiting already');
  const other = ask('b');
  expect(gate.totals()).toMatchObject({ running: 3, waiting: 2, refusedTotal: 1 });
  await expect(Promise.race([other, Promise.resolve('under way')])).resolves.toBe('under way');
});

test('a query that fails gives its place back, and waiting is measured', async () => {
  const gate = new QueryGate(2, 4);
  const failing = gate.run(async () => {
    await new Promise((wait) => setTimeout(wait, 30));
    throw new Error('failed');
  }, 'a');
  const waiting = gate.run(async () => 'done', 'a');
  await expect(failing).rejects.toThrow('failed');
  expect(await waiting).toBe('done');
  expect(gate.idle).toBe(true);
  expect(gate.totals().waitSecondsTotal).toBeGreaterThan(0.02);
});
