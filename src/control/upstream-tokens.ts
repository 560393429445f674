/** Upstreams' tokens in the control store, encrypted. Source: docs/reference/domains.md. */
import { randomBytes } from 'node:crypto';
import type { Sealed } from '../secrets/secret-key.ts';
import { SecretKeyError } from '../secrets/secret-key-error.ts';
import type { ControlTransaction } from './database.ts';
import { upstreamTokenIdentity } from './sealed-columns.ts';
import type { SecretKeys } from './secret-keys.ts';

export function newAuthToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A token as it is stored. */
export type StoredToken = {
  readonly upstreamUuid: string;
  readonly text: string;
  /** Null: not sealed yet. */
  readonly keyId: string | null;
};

/** Opens tokens, in their order; null for one that this machine has no key for. */
export type OpenTokens = (tokens: readonly StoredToken[]) => Promise<readonly (string | null)[]>;

export class UpstreamTokens {
  readonly #secretKeys: SecretKeys;

  constructor(secretKeys: SecretKeys) {
    this.#secretKeys = secretKeys;
  }

  /** Throws SecretKeyError when this machine does not have the current key. */
  seal(trx: ControlTransaction, token: string, upstreamUuid: string): Promise<Sealed> {
    return this.#secretKeys.seal(trx, token, upstreamTokenIdentity(upstreamUuid));
  }

  /** Throws SecretKeyError when this machine does not have the key. */
  async open({ upstreamUuid, text, keyId }: StoredToken): Promise<string> {
    if (keyId === null) return text;
    return await this.#secretKeys.unseal({ keyId, text }, upstreamTokenIdentity(upstreamUuid));
  }

  readonly openAll: OpenTokens = (tokens) =>
    Promise.all(
      tokens.map((token) =>
        this.open(token).catch((error: unknown) => {
          if (error instanceof SecretKeyError) return null;
          throw error;
        }),
      ),
    );
}
