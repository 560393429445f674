/**
 * The keys that show that a host reaches this installation, derived from its secret keys: while those are rotated there are two.
 * Source: docs/reference/diagnosis.md ("Reachable").
 */
import type { SecretKeyring } from './secret-keyring.ts';

export class ReachKeys {
  readonly #keyring: Pick<SecretKeyring, 'read'>;
  /**
   * Base64. First what is configured, the oldest before the others: while machines are restarted with a new key, it is the one that
   * all of them know. Keys that were rotated away stay behind these, for machines that still have them.
   */
  #known: readonly string[] = [];

  constructor(keyring: Pick<SecretKeyring, 'read'>) {
    this.#keyring = keyring;
  }

  get all(): readonly string[] {
    return this.#known;
  }

  /** Reads the secret keys again. Throws SecretKeyError. */
  async refresh(): Promise<readonly string[]> {
    const configured = (await this.#keyring.read()).map(({ reach }) => reach).toReversed();
    this.#known = [...new Set([...configured, ...this.#known])];
    return this.all;
  }
}
