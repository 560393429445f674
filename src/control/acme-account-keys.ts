/** Accounts with certificate authorities, their keys sealed. Source: docs/reference/acme.md ("When it is on"). */
import type { Clock } from '../core/clock.ts';
import { newUuid } from '../core/ids.ts';
import type { ControlDatabase, ControlTransaction } from './database.ts';
import { exclusively } from './migrate.ts';
import { acmeAccountIdentity } from './sealed-columns.ts';
import type { SecretKeys } from './secret-keys.ts';

export type AcmeAccountKey = {
  readonly id: string;
  readonly privateKeyPem: string;
  /** Null until the authority has the account. */
  readonly url: string | null;
};

/** An account from elsewhere, with the thumbprint of its key (RFC 7638). */
export type ImportedAccount = {
  readonly directoryUrl: string;
  readonly url: string;
  readonly privateKeyPem: string;
  readonly thumbprint: string;
};

type NewAccount = AcmeAccountKey & { readonly directoryUrl: string; readonly externalKeyId: string };

export class AcmeAccountKeys {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #secretKeys: SecretKeys;

  constructor(database: ControlDatabase, clock: Clock, secretKeys: SecretKeys) {
    this.#database = database;
    this.#clock = clock;
    this.#secretKeys = secretKeys;
  }

  /** The account with an authority; its key is made when there is none, once over all nodes. Throws SecretKeyError. */
  findOrMake(directoryUrl: string, externalKeyId: string, newKeyPem: () => string): Promise<AcmeAccountKey> {
    return exclusively(this.#database, async (trx) => {
      const row = await trx
        .selectFrom('acme_accounts')
        .selectAll()
        .where('directory_url', '=', directoryUrl)
        .where('external_key_id', '=', externalKeyId)
        .executeTakeFirst();
      if (row) {
        const sealed = { keyId: row.key_id, text: row.sealed_key };
        const privateKeyPem = await this.#secretKeys.unseal(sealed, acmeAccountIdentity(row.id));
        return { id: row.id, privateKeyPem, url: row.url };
      }
      const id = newUuid();
      const privateKeyPem = newKeyPem();
      await this.#insert(trx, { id, directoryUrl, externalKeyId, url: null, privateKeyPem });
      return { id, privateKeyPem, url: null };
    });
  }

  /** An imported account with an authority; undefined: there is none, or the authority no longer knows it. Throws SecretKeyError. */
  async findImported(
    id: string,
    directoryUrl: string,
  ): Promise<{ readonly privateKeyPem: string; readonly url: string } | undefined> {
    const row = await this.#database.queries
      .selectFrom('acme_accounts')
      .select(['url', 'key_id', 'sealed_key'])
      .where('id', '=', id)
      .where('directory_url', '=', directoryUrl)
      .executeTakeFirst();
    if (row?.url == null) return undefined;
    const sealed = { keyId: row.key_id, text: row.sealed_key };
    return { privateKeyPem: await this.#secretKeys.unseal(sealed, acmeAccountIdentity(id)), url: row.url };
  }

  /** Keeps an account from elsewhere beside the own one; answers its id. One that is there already is used again. */
  async keepImported(trx: ControlTransaction, account: ImportedAccount): Promise<string> {
    const { directoryUrl, url, privateKeyPem, thumbprint } = account;
    const externalKeyId = `imported:${thumbprint}`;
    const known = await trx
      .selectFrom('acme_accounts')
      .select('id')
      .where('directory_url', '=', directoryUrl)
      .where('external_key_id', '=', externalKeyId)
      .executeTakeFirst();
    if (known) {
      await trx.updateTable('acme_accounts').set({ url }).where('id', '=', known.id).execute();
      return known.id;
    }
    const id = newUuid();
    await this.#insert(trx, { id, directoryUrl, externalKeyId, url, privateKeyPem });
    return id;
  }

  /** The URL of the account with an authority, without its key; null: not registered yet; undefined: none was made. */
  async findUrl(directoryUrl: string, externalKeyId: string): Promise<string | null | undefined> {
    const row = await this.#database.queries
      .selectFrom('acme_accounts')
      .select('url')
      .where('directory_url', '=', directoryUrl)
      .where('external_key_id', '=', externalKeyId)
      .executeTakeFirst();
    return row?.url;
  }

  /** The URL of the account that a host's orders are made with: the one that its certificate was imported with, or {@link findUrl}'s. */
  async findUrlFor(
    host: string,
    directoryUrl: string,
    externalKeyId: string,
  ): Promise<string | null | undefined> {
    const imported = await this.#importedInUse(directoryUrl).where('host', '=', host).executeTakeFirst();
    return imported?.url ?? (await this.findUrl(directoryUrl, externalKeyId));
  }

  /** The URLs of the imported accounts with an authority that hosts' orders are made with, in order. */
  async findImportedUrls(directoryUrl: string): Promise<string[]> {
    const rows = await this.#importedInUse(directoryUrl).distinct().orderBy('url').execute();
    return rows.flatMap(({ url }) => (url === null ? [] : [url]));
  }

  /** Of hosts whose certificate that authority has issued. */
  #importedInUse(directoryUrl: string) {
    return this.#database.queries
      .selectFrom('automatic_certificates')
      .innerJoin('acme_accounts', 'acme_accounts.id', 'acme_account_id')
      .select('url')
      .where('url', 'is not', null)
      .where('acme_accounts.directory_url', '=', directoryUrl)
      .where('automatic_certificates.directory_url', '=', directoryUrl);
  }

  async setUrl(id: string, url: string | null): Promise<void> {
    await this.#database.transaction((trx) =>
      trx.updateTable('acme_accounts').set({ url }).where('id', '=', id).execute(),
    );
  }

  async #insert(trx: ControlTransaction, account: NewAccount): Promise<void> {
    const { id, directoryUrl, externalKeyId, url, privateKeyPem } = account;
    const sealed = await this.#secretKeys.seal(trx, privateKeyPem, acmeAccountIdentity(id));
    await trx
      .insertInto('acme_accounts')
      .values({
        id,
        directory_url: directoryUrl,
        external_key_id: externalKeyId,
        url,
        sealed_key: sealed.text,
        key_id: sealed.keyId,
        created_at: this.#clock.now(),
        orders_full_at: 0,
      })
      .execute();
  }
}
