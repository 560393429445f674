import { pino } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { StoreHealth } from './store-health.ts';

it('is not well while an insert takes longer than 10 s', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const health = new StoreHealth(pino({ level: 'silent' }));
  let finish = (): void => {};
  const insert = health.during(
    new Promise<void>((resolve) => {
      finish = resolve;
    }),
  );
  vi.advanceTimersByTime(9_999);
  expect(health.isWell).toBe(true);
  vi.advanceTimersByTime(2);
  expect(health.isWell).toBe(false);
  finish();
  await insert;
  expect(health.isWell).toBe(true);
});
