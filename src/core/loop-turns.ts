/** Lets others have a turn in long work of the event loop. */
import { setImmediate } from 'node:timers/promises';

const turnMs = 8;

export class LoopTurns {
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
  const turns = new LoopTurns();
  const results: Result[] = [];
  for (const item of items) {
    await turns.next();
    results.push(work(item));
  }
  return results;
}

const linesAtOnce = 2_000;

/** The bytes of texts, with a separator between them. */
export async function joinInTurns(texts: readonly string[], separator: string): Promise<Buffer> {
  const turns = new LoopTurns();
  const parts: Buffer[] = [];
  for (let start = 0; start < texts.length; start += linesAtOnce) {
    await turns.next();
    const part = texts.slice(start, start + linesAtOnce).join(separator);
    parts.push(Buffer.from(start === 0 ? part : separator + part));
  }
  await turns.next();
  return Buffer.concat(parts);
}
