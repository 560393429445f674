import { expect, test } from 'vitest';
import { standardBackOff } from './deliverer.ts';

test('waits grow and end after about a day', () => {
  const waits: number[] = [];
  for (let wait = standardBackOff(1); wait !== undefined; wait = standardBackOff(waits.length + 1))
    waits.push(wait);
  expect(waits).toHaveLength(10);
  const hours = waits.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(21);
  expect(hours).toBeLessThan(27);
});
