/** Lets others have a turn in long work of the event loop. */
import { setImmediate } from 'node:timers/promises';

const turnMs = 8;

export class Turns {
  #endsAt = performance.now() + turnMs;

  /** To be called before each piece of work, which takes far less than a turn. */
  async next(): Promise<void> {
    if (performance.now() < this.#endsAt) return;
    await setImmediate();
    this.#endsAt = performance.now() + turnMs;
  }
}

/** The results, in order. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const turns = new Turns();
  const results: Result[] = [];
  for (const item of items) {
    await turns.next();
    results.push(work(item));
  }
  return results;
}
