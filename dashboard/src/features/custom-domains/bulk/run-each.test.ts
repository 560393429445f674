import { expect, test } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { runEach } from './run-each.ts';

test('does each once, a few at a time, and says which failed', async () => {
  const items = Array.from({ length: 23 }, (_, place) => `shop${place}`);
  const asked: string[] = [];
  const counted: number[] = [];
  let running = 0;
  let most = 0;
  const refusal = new ApiError(400, 'host_taken', 'refused');
  const outcome = await runEach(
    items,
    async (item) => {
      asked.push(item);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      if (item.endsWith('3')) throw refusal;
    },
    (count) => counted.push(count),
  );
  expect(asked.toSorted()).toEqual(items.toSorted());
  expect(most).toBe(4);
  expect(outcome.failed).toEqual(['shop3', 'shop13'].map((item) => ({ item, error: refusal })));
  expect(outcome.done).toEqual(items.filter((item) => !item.endsWith('3')));
  expect(counted).toEqual(items.map((_, place) => place + 1));
});

test('without any there is nothing to do', async () => {
  expect(await runEach([], async () => {})).toEqual({ done: [], failed: [] });
});
