/** Source: docs/reference/service.md ("Stopping"). */
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { RepeatedWork } from './repeated-work.ts';

describe('repeated work', () => {
  test('has ended, what was under way included, once it is disposed of', async () => {
    const work = new RepeatedWork(pino({ level: 'silent' }));
    let started = 0;
    let ended = 0;
    work.every(1, async (signal) => {
      started += 1;
      while (!signal.aborted) await sleep(1);
      await sleep(20);
      ended += 1;
    });
    await vi.waitUntil(() => started > 1, 50_000);
    await work[Symbol.asyncDispose]();
    expect(ended).toBe(started);
    const before = started;
    await sleep(10);
    expect(started).toBe(before);
  });

  test('logs what fails, but not what fails because all of it ends', async () => {
    const logged: unknown[] = [];
    const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
    const work = new RepeatedWork(logger);
    work.once(() => Promise.reject(new Error('the disk is full')));
    work.once(async (signal) => {
      while (!signal.aborted) await sleep(1);
      throw new Error('driver has already been destroyed');
    });
    await vi.waitUntil(() => logged.length > 0, 50_000);
    await work[Symbol.asyncDispose]();
    expect(logged).toEqual([
      expect.objectContaining({
        msg: 'a periodic task failed',
        err: expect.objectContaining({ message: 'the disk is full' }),
      }),
    ]);
  });
});
