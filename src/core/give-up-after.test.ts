import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { giveUpAfter } from './give-up-after.ts';

it('gives up once what has arrived was read, unless it is stopped by then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const heard: string[] = [];
  giveUpAfter(1_000, () => heard.push('left alone'));
  const stopBefore = giveUpAfter(1_000, () => heard.push('stopped before'));
  const stopAfter = giveUpAfter(1_000, () => heard.push('stopped by what was read'));
  vi.advanceTimersByTime(999);
  stopBefore();
  vi.advanceTimersByTime(1);
  stopAfter();
  heard.push('read');
  await setImmediate();
  expect(heard).toEqual(['read', 'left alone']);
});
