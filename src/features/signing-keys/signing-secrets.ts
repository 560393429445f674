/** What signed tokens are signed with, sealed in the rows of signing keys. Source: docs/reference/signed-tokens.md ("Signing keys"). */
import { randomBytes } from 'node:crypto';
import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase, ControlTransaction } from '../../control/database.ts';
import { signingSecretIdentity } from '../../control/sealed-columns.ts';
import type { SecretKeys } from '../../control/secret-keys.ts';
import type { ControlStore } from '../../control/store.ts';
import type { Sealed } from '../../secrets/secret-key.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    signing_keys: SigningKeyRow;
  }
}

interface SigningKeyRow {
  uuid: Constant<string>;
  account_uuid: Constant<string>;
  name: string;
  sealed_secret: string;
  key_id: string | null;
  created_at: Constant<number>;
}

/** What tokens are checked with. */
export type OpenedKey = { readonly uuid: string; readonly accountUuid: string; readonly secret: string };

export class SigningSecrets {
  readonly #database: ControlDatabase;
  readonly #secretKeys: SecretKeys;

  constructor({ database, secretKeys }: Pick<ControlStore, 'database' | 'secretKeys'>) {
    this.#database = database;
    this.#secretKeys = secretKeys;
  }

  /** Seals a new one for a key. Throws SecretKeyError without the secret key. */
  async makeNew(trx: ControlTransaction, keyUuid: string): Promise<{ secret: string; sealed: Sealed }> {
    const secret = `npsk_${randomBytes(32).toString('base64url')}`;
    return { secret, sealed: await this.#secretKeys.seal(trx, secret, signingSecretIdentity(keyUuid)) };
  }

  /** The key of any account. Throws SecretKeyError when this machine lacks the secret key. */
  async open(keyUuid: string): Promise<OpenedKey | undefined> {
    const row = await this.#database.queries
      .selectFrom('signing_keys')
      .select(['account_uuid', 'sealed_secret', 'key_id'])
      .where('uuid', '=', keyUuid)
      .executeTakeFirst();
    if (!row || row.key_id === null) return undefined;
    const sealed = { keyId: row.key_id, text: row.sealed_secret };
    const secret = await this.#secretKeys.unseal(sealed, signingSecretIdentity(keyUuid));
    return { uuid: keyUuid, accountUuid: row.account_uuid, secret };
  }
}
