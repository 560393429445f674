import { describe, expect, it } from 'vitest';
import { Slots } from './slots.ts';

describe('Slots', () => {
  it('never runs more tasks at once than it has slots, and runs all of them in order', async () => {
    const slots = new Slots(3);
    let running = 0;
    let most = 0;
    const started: number[] = [];
    const task = (number: number) => async () => {
      started.push(number);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1));
      running -= 1;
      return number;
    };
    const results = await Promise.all(Array.from({ length: 20 }, (_, number) => slots.run(task(number))));
    expect(results).toEqual(Array.from({ length: 20 }, (_, number) => number));
    expect(started).toEqual(results);
    expect(most).toBe(3);
  });

  it('goes on after a task that fails', async () => {
    const slots = new Slots(1);
    const failed = slots.run(() => Promise.reject(new Error('no')));
    const after = slots.run(() => Promise.resolve('yes'));
    await expect(failed).rejects.toThrow('no');
    await expect(after).resolves.toBe('yes');
  });

  it('does not start what was given up while it waited', async () => {
    const slots = new Slots(1);
    const abort = new AbortController();
    let open = (): void => {};
    const first = slots.run(
      () =>
        new Promise<void>((resolve) => {
          open = resolve;
        }),
    );
    let hasStarted = false;
    const second = slots.run(async () => {
      hasStarted = true;
    }, abort.signal);
    abort.abort();
    open();
    await first;
    await expect(second).rejects.toThrow();
    expect(hasStarted).toBe(false);
    await expect(slots.run(() => Promise.resolve(1))).resolves.toBe(1);
  });
});
