/** Does the same to each of many, a few at a time, and says which failed. */
import { withRetry } from '../../../api/with-retry.ts';

/** Browsers have six connections to a server; the page's own requests need some. */
const atOnce = 4;

export type Outcome<Item> = {
  readonly done: readonly Item[];
  readonly failed: readonly { readonly item: Item; readonly error: unknown }[];
};

/** Never rejects; both lists are in the order of the items. */
export async function runEach<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  onDone: (count: number) => void = () => {},
): Promise<Outcome<Item>> {
  const errors = new Map<Item, unknown>();
  let next = 0;
  let finished = 0;
  const work = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      const current = item;
      try {
        await withRetry(() => act(current));
      } catch (error) {
        errors.set(current, error);
      }
      finished += 1;
      onDone(finished);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return {
    done: items.filter((item) => !errors.has(item)),
    failed: items.filter((item) => errors.has(item)).map((item) => ({ item, error: errors.get(item) })),
  };
}
