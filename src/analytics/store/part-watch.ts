/** Tells the operator of parts of the analytics store that cannot be read. Source: docs/reference/analytics-store.md. */
import type { Logger } from 'pino';
import type { BrokenPart } from '../engine/broken-parts.ts';

export class PartWatch {
  readonly #store: { brokenParts(): Promise<BrokenPart[]> };
  readonly #logger: Logger;
  #known: ReadonlySet<string> = new Set();
  #count: number | undefined;

  constructor(store: { brokenParts(): Promise<BrokenPart[]> }, logger: Logger) {
    this.#store = store;
    this.#logger = logger;
  }

  /** As of the last check; undefined before the first one. */
  get count(): number | undefined {
    return this.#count;
  }

  /** Logs each broken part once. Rejects with what the store rejects with. */
  async check(): Promise<void> {
    const parts = await this.#store.brokenParts();
    for (const { table, part, reason } of parts) {
      if (!this.#known.has(`${table}/${part}`))
        this.#logger.error(
          { table, part, reason },
          'a part of the analytics store is unreadable: its rows are missing from reports',
        );
    }
    this.#known = new Set(parts.map(({ table, part }) => `${table}/${part}`));
    this.#count = parts.length;
  }
}
