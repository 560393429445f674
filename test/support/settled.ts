/** Waits for what comes to rest by itself, such as buffers that fill up. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Answers what is seen five times in a row: of these, a machine that stands still takes only one. */
export async function settledAt(look: () => number): Promise<number> {
  let last = look();
  for (let times = 1; times < 5; ) {
    await sleep(60);
    await new Promise(setImmediate);
    const now = look();
    times = now === last ? times + 1 : 1;
    last = now;
  }
  return last;
}
