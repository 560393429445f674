/**
 * Caches what was found by a hash until the control store has a newer revision: a revocation takes effect at once in
 * the process that made it, and in all others when they next read the log.
 */

const maxRemembered = 10_000;

/** Tells without asking the store whether this process has seen a change: the number is another one then. */
export interface SeenRevision {
  readonly newestSeen: number;
}

export class Remembered<T> {
  readonly #look: (sha256: string) => Promise<T | undefined>;
  readonly #revision: SeenRevision;
  readonly #byHash = new Map<string, T>();
  /** The revision as of which `#byHash` is true. */
  #revisionOf = -1;
  /** Counts how often everything was forgotten. */
  #generation = 0;

  constructor(look: (sha256: string) => Promise<T | undefined>, revision: SeenRevision) {
    this.#look = look;
    this.#revision = revision;
  }

  /** Tells whether something is known without asking the store. */
  has(sha256: string): boolean {
    return this.#revisionOf === this.#revision.newestSeen && this.#byHash.has(sha256);
  }

  async find(sha256: string): Promise<T | undefined> {
    const revision = this.#revision.newestSeen;
    if (revision !== this.#revisionOf) {
      this.forget();
      this.#revisionOf = revision;
    }
    const remembered = this.#byHash.get(sha256);
    if (remembered !== undefined) return remembered;
    const generation = this.#generation;
    const found = await this.#look(sha256);
    // What is revoked during the look-up must not be remembered past that.
    const isCurrent = revision === this.#revision.newestSeen && generation === this.#generation;
    if (found !== undefined && isCurrent) {
      if (this.#byHash.size >= maxRemembered) this.#byHash.clear();
      this.#byHash.set(sha256, found);
    }
    return found;
  }

  /** Forgets everything, also what is being looked up. */
  forget(): void {
    this.#generation += 1;
    this.#byHash.clear();
  }
}
