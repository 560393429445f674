/**
 * Caches rows found by a hash until the control store has a newer revision: a revocation takes effect at once in the
 * process that made it, and in all others when they next read the log.
 */

const maxEntries = 10_000;

/** The newest revision this process has seen, without asking the store. */
export interface RevisionReader {
  readonly newestSeen: number;
}

export class RevisionCache<T> {
  readonly #look: (sha256: string) => Promise<T | undefined>;
  readonly #revision: RevisionReader;
  readonly #byHash = new Map<string, T>();
  /** The revision as of which `#byHash` is true. */
  #revisionOf = -1;
  /** Counts calls of {@link clear}. */
  #generation = 0;

  constructor(look: (sha256: string) => Promise<T | undefined>, revision: RevisionReader) {
    this.#look = look;
    this.#revision = revision;
  }

  /** Whether a hash is cached. */
  has(sha256: string): boolean {
    return this.#revisionOf === this.#revision.newestSeen && this.#byHash.has(sha256);
  }

  async find(sha256: string): Promise<T | undefined> {
    const revision = this.#revision.newestSeen;
    if (revision !== this.#revisionOf) {
      this.clear();
      this.#revisionOf = revision;
    }
    const cached = this.#byHash.get(sha256);
    if (cached !== undefined) return cached;
    const generation = this.#generation;
    const found = await this.#look(sha256);
    // What is revoked during the look-up must not be cached past it.
    const isCurrent = revision === this.#revision.newestSeen && generation === this.#generation;
    if (found !== undefined && isCurrent) {
      if (this.#byHash.size >= maxEntries) this.#byHash.clear();
      this.#byHash.set(sha256, found);
    }
    return found;
  }

  /** Drops everything, including what is being looked up. */
  clear(): void {
    this.#generation += 1;
    this.#byHash.clear();
  }
}
