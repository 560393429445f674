/**
 * The keys that show that a host reaches this installation, derived from its secret keys: while those are rotated there are two.
 * Source: docs/reference/diagnosis.md ("Reachable").
 */
import type { SecretKeyring } from './secret-keyring.ts';

export class ReachKeys {
  readonly #keyring: Pick<SecretKeyring, 'read'>;
  /** Base64. A key that was rotated away stays: another machine may not know the new one yet. */
  readonly #known = new Set<string>();

  constructor(keyring: Pick<SecretKeyring, 'read'>) {
    this.#keyring = keyring;
  }

  get all(): readonly string[] {
    return [...this.#known];
  }

  /** Reads the secret keys again. Throws SecretKeyError. */
  async refresh(): Promise<readonly string[]> {
    for (const { reach } of await this.#keyring.read()) this.#known.add(reach);
    return this.all;
  }
}
