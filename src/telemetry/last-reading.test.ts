import { expect, test } from 'vitest';
import { LastReading } from './last-reading.ts';

test('numbers stay and age while the store cannot be read', async () => {
  let now = 1_000_000;
  let answer: () => Promise<number> = () => Promise.resolve(1);
  const reading = new LastReading(() => answer(), { now: () => now });
  expect(reading).toMatchObject({ numbers: undefined, ageSeconds: undefined });
  await reading.refresh();
  now += 15_000;
  expect(reading).toMatchObject({ numbers: 1, ageSeconds: 15 });
  answer = () => Promise.reject(new Error('away'));
  await expect(reading.refresh()).rejects.toThrow('away');
  now += 15_000;
  expect(reading).toMatchObject({ numbers: 1, ageSeconds: 30 });
  answer = () => Promise.resolve(2);
  await reading.refresh();
  expect(reading).toMatchObject({ numbers: 2, ageSeconds: 0 });
});

test('refreshing while a reading is under way starts no second one', async () => {
  let readings = 0;
  let finish = (): void => {};
  const reading = new LastReading(
    async () => {
      readings++;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    },
    { now: () => 0 },
  );
  const both = [reading.refresh(), reading.refresh()];
  finish();
  await Promise.all(both);
  expect(readings).toBe(1);
});
