import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnswerTime } from './answer-time.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Runs for `ms` milliseconds and answers the seconds that it was given. */
function statement(ms: number): (seconds: number) => Promise<number> {
  return (seconds) => new Promise((resolve) => setTimeout(() => resolve(seconds), ms));
}

/** Lets `ms` milliseconds pass while these run. */
async function during<T>(ms: number, running: readonly Promise<T>[]): Promise<T[]> {
  await vi.advanceTimersByTimeAsync(ms);
  return await Promise.all(running);
}

test('what a statement took is missing to the next', async () => {
  const time = new AnswerTime();
  expect(await during(12_000, [time.run(statement(12_000))])).toEqual([30]);
  // A wait in between takes nothing.
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await during(10_000, [time.run(statement(10_000))])).toEqual([18]);
  expect(await during(9_000, [time.run(statement(9_000))])).toEqual([8]);
});

test('when nothing is left, the least that is a limit is', async () => {
  const time = new AnswerTime(1);
  await during(3_000, [time.run(statement(3_000))]);
  expect(await during(1, [time.run(statement(1))])).toEqual([0.001]);
});

test('what runs at once takes its time once', async () => {
  const time = new AnswerTime(10);
  const first = time.run(statement(4_000));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await during(4_000, [first, time.run(statement(4_000))])).toEqual([10, 9]);
  expect(await during(1, [time.run(statement(1))])).toEqual([5]);
});

test('a statement that fails took time, too', async () => {
  const time = new AnswerTime(10);
  const failing = time.run(async (seconds) => {
    await statement(4_000)(seconds);
    throw new Error('failed');
  });
  const caught = failing.catch(() => 'failed');
  expect(await during(4_000, [caught])).toEqual(['failed']);
  expect(await during(1, [time.run(statement(1))])).toEqual([6]);
});
