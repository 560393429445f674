/** Signing keys of accounts. Source: docs/reference/signed-tokens.md ("Signing keys"). */
import { recordChange } from '../../control/audit-trail.ts';
import type { ControlTransaction } from '../../control/database.ts';
import { recordRevisions } from '../../control/revisions.ts';
import type { ControlStore } from '../../control/store.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import type { StoredResource } from '../../kernel/collection.ts';
import { auditedCollection, CollectionStore } from '../../kernel/collection-store.ts';
import { namedAccount } from '../../kernel/owner.ts';
import { type SigningKey, type SigningKeyDefinitions, signingKeyResource } from './signing-key.ts';
import { SigningSecrets } from './signing-secrets.ts';

const stored: StoredResource<SigningKeyDefinitions> = {
  resource: signingKeyResource,
  kind: 'signing_key',
  owner: namedAccount,
  table: 'signing_keys',
  label: 'name',
  limit: { most: 20, code: 'limit_reached' },
  sealed: { secret: 'sealed_secret' },
};

export const auditedSigningKey: ReturnType<typeof auditedCollection<SigningKeyDefinitions>> =
  auditedCollection(stored);

export class SigningKeys extends CollectionStore<SigningKeyDefinitions> {
  readonly #secrets: SigningSecrets;

  constructor(store: ControlStore) {
    super(stored, store);
    this.#secrets = new SigningSecrets(store);
  }

  /** Errors: `limit_reached`, `not_found`; throws SecretKeyError without the secret key. */
  async createWithSecret(
    accountUuid: string,
    name: string,
  ): Promise<{ readonly key: SigningKey; readonly secret: string }> {
    let secret = '';
    const key = await this.create(accountUuid, { name }, async ({ trx, uuid, columns }) => {
      const made = await this.#secrets.makeNew(trx, uuid);
      secret = made.secret;
      columns['sealed_secret'] = made.sealed.text;
      columns['key_id'] = made.sealed.keyId;
    });
    if (!key) throw new ServiceError('not_found', `there is no account ${quoteValue(accountUuid)}`);
    return { key, secret };
  }

  /** Deletes a key, with which its tokens end: other processes learn about it from the revision log. */
  override delete(accountUuid: string, uuid: string): Promise<SigningKey | undefined> {
    return super.delete(accountUuid, uuid, async ({ trx }) => recordRevisions(trx, 'token', [uuid]));
  }
}

/** Deletes the keys whose secrets are sealed with these secret keys, which are lost. */
export async function deleteSigningKeysSealedWith(
  trx: ControlTransaction,
  keyIds: readonly string[],
): Promise<void> {
  if (keyIds.length === 0) return;
  const rows = await trx.deleteFrom('signing_keys').where('key_id', 'in', keyIds).returningAll().execute();
  for (const row of rows) {
    const { uuid, account_uuid: ownerUuid, name, created_at: createdAt } = row;
    const deleted = { uuid, ownerUuid, entity: { uuid, name, createdAt }, row };
    recordChange(trx, auditedSigningKey, ownerUuid, deleted, null);
  }
}
