/** Export destinations of accounts, their credentials sealed. Source: docs/reference/exports.md ("Destinations"). */
import type { Selectable } from 'kysely';
import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase, ControlTransaction } from '../../control/database.ts';
import { bucketCredentialsIdentity } from '../../control/sealed-columns.ts';
import type { SecretKeys } from '../../control/secret-keys.ts';
import type { ControlStore } from '../../control/store.ts';
import { ServiceError } from '../../core/errors.ts';
import type { StoredResource } from '../../kernel/collection.ts';
import { auditedCollection, CollectionStore, type Writing } from '../../kernel/collection-store.ts';
import { namedAccount } from '../../kernel/owner.ts';
import {
  type BucketCredentials,
  type Destination,
  type DestinationDefinitions,
  type DestinationValues,
  destinationResource,
} from './destination.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    export_destinations: ExportDestinationRow;
  }
}

/** A bucket that exports go to. */
interface ExportDestinationRow {
  uuid: Constant<string>;
  account_uuid: Constant<string>;
  bucket: string;
  prefix: string;
  region: string;
  endpoint: string | null;
  /** JSON. */
  sealed_credentials: string;
  /** Of the secret key; null: lost with it. */
  key_id: string | null;
  created_at: Constant<number>;
  updated_at: number;
}

const stored: StoredResource<DestinationDefinitions> = {
  resource: destinationResource,
  kind: 'export_destination',
  owner: namedAccount,
  table: 'export_destinations',
  label: 'bucket',
  limit: { most: 20, code: 'limit_reached' },
  sealed: { credentials: 'sealed_credentials' },
};

export const auditedDestination: ReturnType<typeof auditedCollection<DestinationDefinitions>> =
  auditedCollection(stored);

/** With what opens it. */
export type OpenedDestination = Pick<Destination, 'bucket' | 'prefix' | 'region' | 'endpoint'> & {
  readonly credentials: BucketCredentials;
};

export class Destinations extends CollectionStore<DestinationDefinitions> {
  readonly #database: ControlDatabase;
  readonly #secretKeys: SecretKeys;

  constructor(store: ControlStore) {
    super(stored, store);
    this.#database = store.database;
    this.#secretKeys = store.secretKeys;
  }

  /** Errors: `limit_reached`; throws SecretKeyError without the secret key. */
  async add(accountUuid: string, values: DestinationValues): Promise<Destination | undefined> {
    return this.create(accountUuid, values, (writing) => this.#seal(writing, values.credentials));
  }

  /** `change` gets the stored one; without credentials in what it answers, they stay. */
  change(
    accountUuid: string,
    uuid: string,
    change: (current: Destination) => Omit<DestinationValues, 'credentials'> & Partial<DestinationValues>,
  ): Promise<Destination | undefined> {
    return this.update(accountUuid, uuid, async (current, writing) => {
      const { credentials, ...values } = change(current);
      if (credentials !== undefined) await this.#seal(writing, credentials);
      return values;
    });
  }

  /** Errors: `destination_in_use`. */
  override delete(accountUuid: string, uuid: string): Promise<Destination | undefined> {
    return super.delete(accountUuid, uuid, async ({ trx }) => {
      const used = await trx
        .selectFrom('export_schedules')
        .select('uuid')
        .where('destination_uuid', '=', uuid)
        .executeTakeFirst();
      if (used)
        throw new ServiceError(
          'destination_in_use',
          `the export schedule ${used.uuid} exports to the destination; delete that first`,
        );
    });
  }

  /** Undefined: there is none, or its credentials are lost. Throws SecretKeyError when this machine lacks the secret key. */
  async open(accountUuid: string, uuid: string): Promise<OpenedDestination | undefined> {
    const row: Selectable<ExportDestinationRow> | undefined = await this.#database.queries
      .selectFrom('export_destinations')
      .selectAll()
      .where('uuid', '=', uuid)
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
    if (!row || row.key_id === null) return undefined;
    const sealed = { keyId: row.key_id, text: row.sealed_credentials };
    const text = await this.#secretKeys.unseal(sealed, bucketCredentialsIdentity(uuid));
    return { ...row, credentials: JSON.parse(text) };
  }

  async #seal({ trx, uuid, columns }: Writing, credentials: BucketCredentials): Promise<void> {
    const { text, keyId } = await this.#secretKeys.seal(
      trx,
      JSON.stringify(credentials),
      bucketCredentialsIdentity(uuid),
    );
    columns['sealed_credentials'] = text;
    columns['key_id'] = keyId;
  }
}

/** Leaves destinations whose credentials are sealed with these secret keys, which are lost, without them. */
export async function forgetCredentialsSealedWith(
  trx: ControlTransaction,
  keyIds: readonly string[],
): Promise<void> {
  if (keyIds.length === 0) return;
  await trx
    .updateTable('export_destinations')
    .set({ sealed_credentials: '', key_id: null })
    .where('key_id', 'in', keyIds)
    .execute();
}
