/**
 * The key that Domain Connect links are signed with: made once for all nodes, its private half sealed, its public half to be published.
 * Source: docs/reference/domain-connect.md ("The key").
 */
import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Constant } from '../../control/columns.ts';
import type { ControlTransaction } from '../../control/database.ts';
import { exclusively } from '../../control/migrate.ts';
import { domainConnectKeyIdentity } from '../../control/sealed-columns.ts';
import type { ControlStore } from '../../control/store.ts';
import { domainConnectKeyLabel as label } from '../../core/domain-connect-key.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    domain_connect_keys: DomainConnectKeyRow;
  }
}

interface DomainConnectKeyRow {
  /** Its name in the responder's zone. */
  label: Constant<string>;
  /** SubjectPublicKeyInfo, base64. */
  public_key: Constant<string>;
  sealed_key: string;
  key_id: string;
  created_at: Constant<number>;
}

const generate = promisify(generateKeyPair);
/** What providers take; a longer key's signature doesn't fit the links that some allow. */
const modulusLength = 2_048;

export class DomainConnectKeys {
  readonly #store: Pick<ControlStore, 'database' | 'clock' | 'secretKeys'>;

  constructor(store: Pick<ControlStore, 'database' | 'clock' | 'secretKeys'>) {
    this.#store = store;
  }

  /** The private key; it is made when there is none. Throws SecretKeyError. */
  async findOrMake(): Promise<KeyObject> {
    return (await this.#find()) ?? (await this.#make());
  }

  /** The public key as base64, if one was made. */
  async findPublic(): Promise<string | undefined> {
    const row = await this.#store.database.queries
      .selectFrom('domain_connect_keys')
      .select('public_key')
      .where('label', '=', label)
      .executeTakeFirst();
    return row?.public_key;
  }

  async #find(
    queries: Pick<ControlTransaction, 'selectFrom'> = this.#store.database.queries,
  ): Promise<KeyObject | undefined> {
    const row = await queries
      .selectFrom('domain_connect_keys')
      .select(['sealed_key', 'key_id'])
      .where('label', '=', label)
      .executeTakeFirst();
    if (!row) return undefined;
    const sealed = { keyId: row.key_id, text: row.sealed_key };
    return createPrivateKey(await this.#store.secretKeys.unseal(sealed, domainConnectKeyIdentity(label)));
  }

  async #make(): Promise<KeyObject> {
    const { database, clock, secretKeys } = this.#store;
    // Before the transaction, which holds up every other one of SQLite.
    const { publicKey, privateKey } = await generate('rsa', { modulusLength });
    return await exclusively(database, async (trx) => {
      const found = await this.#find(trx);
      if (found) return found;
      const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      const sealed = await secretKeys.seal(trx, pem, domainConnectKeyIdentity(label));
      await trx
        .insertInto('domain_connect_keys')
        .values({
          label,
          public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
          sealed_key: sealed.text,
          key_id: sealed.keyId,
          created_at: clock.now(),
        })
        .execute();
      return privateKey;
    });
  }
}

/** Another one is made when it is needed. */
export async function deleteKeysSealedWith(
  trx: ControlTransaction,
  keyIds: readonly string[],
): Promise<void> {
  if (keyIds.length > 0) await trx.deleteFrom('domain_connect_keys').where('key_id', 'in', keyIds).execute();
}
