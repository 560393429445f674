/**
 * What deliveries are signed with. An endpoint has one secret, and for a day after a rotation the one before it, too.
 * Source: docs/reference/webhooks.md ("Secrets").
 */
import { randomBytes } from 'node:crypto';
import { dayMs } from '../core/time.ts';
import type { Sealed } from '../secrets/secret-key.ts';
import type { ControlTransaction } from './database.ts';
import { webhookSecretsIdentity } from './sealed-columns.ts';
import type { SecretKeys } from './secret-keys.ts';

/** How long the secret before still signs. */
export const previousSecretMs: number = dayMs;

/** As an endpoint's row has them. */
export type StoredSecrets = {
  readonly endpointUuid: string;
  /** Null: lost with its key. */
  readonly keyId: string | null;
  readonly text: string;
  readonly previousExpiresAt: number | null;
};

export class WebhookSecrets {
  readonly #secretKeys: SecretKeys;

  constructor(secretKeys: SecretKeys) {
    this.#secretKeys = secretKeys;
  }

  /** Seals a new secret, and the ones that sign beside it. Throws SecretKeyError without the secret key. */
  async makeNew(
    trx: ControlTransaction,
    endpointUuid: string,
    previous: readonly string[] = [],
  ): Promise<{ secret: string; sealed: Sealed }> {
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const text = [secret, ...previous].join(' ');
    return { secret, sealed: await this.#secretKeys.seal(trx, text, webhookSecretsIdentity(endpointUuid)) };
  }

  /** Those that sign now, the current one first; none when they are lost. Throws SecretKeyError when this machine lacks the key. */
  async open(
    { endpointUuid, keyId, text, previousExpiresAt }: StoredSecrets,
    now: number,
  ): Promise<string[]> {
    if (keyId === null) return [];
    const opened = await this.#secretKeys.unseal({ keyId, text }, webhookSecretsIdentity(endpointUuid));
    const isPreviousValid = previousExpiresAt !== null && previousExpiresAt > now;
    return opened.split(' ').slice(0, isPreviousValid ? 2 : 1);
  }
}
