/**
 * The account with the authority: its key is made once for all nodes, the account when it is first needed.
 * Source: RFC 8555 section 7.3.
 */
import type { Logger } from 'pino';
import { newAccountKeyPem, readAccountKey } from '../certificates/account-key.ts';
import type { Account, AcmeClient } from './protocol/acme-client.ts';
import { AcmeError } from './protocol/acme-error.ts';
import type { ExternalAccount } from './protocol/json-web-signature.ts';
import type { AccountStore } from './stores.ts';

export type AccountOptions = {
  readonly directoryUrl: string;
  readonly email: string | undefined;
  readonly externalAccount: ExternalAccount | undefined;
};

/** `id`: in the store. */
export type StoredAcmeAccount = Account & { readonly id: string };

export class AcmeAccounts {
  readonly #store: AccountStore;
  readonly #options: AccountOptions;
  readonly #logger: Logger;
  #known: StoredAcmeAccount | undefined;
  #making: Promise<StoredAcmeAccount> | undefined;
  readonly #imported = new Map<string, StoredAcmeAccount>();

  constructor(store: AccountStore, options: AccountOptions, logger: Logger) {
    this.#store = store;
    this.#options = options;
    this.#logger = logger;
  }

  /**
   * The imported account with that id, while the authority knows it, or else this installation's own. Concurrent orders share one
   * creation of that. Throws {@link AcmeError}, or what the store throws.
   */
  async use(client: AcmeClient, importedId?: string): Promise<StoredAcmeAccount> {
    const imported = importedId === undefined ? undefined : await this.#useImported(importedId);
    if (imported) return imported;
    while (!this.#known) {
      if (!this.#making) {
        this.#making = this.#make(client).finally(() => {
          this.#making = undefined;
        });
        return await this.#making;
      }
      try {
        return await this.#making;
      } catch (error) {
        // The authority's errors apply to every order; the abort of another order doesn't.
        if (error instanceof AcmeError) throw error;
      }
    }
    return this.#known;
  }

  isImported(account: StoredAcmeAccount): boolean {
    return this.#imported.get(account.id) === account;
  }

  /** Has the account created again when it is next needed, or an imported one not used again: the authority no longer knows it. */
  async forget(account: StoredAcmeAccount): Promise<void> {
    if (this.isImported(account)) {
      this.#imported.delete(account.id);
      this.#logger.warn(
        { accountUrl: account.accountUrl },
        'acme: the certificate authority refuses an imported account; renewals use the own one',
      );
    } else if (this.#known === account) this.#known = undefined;
    else return;
    await this.#store.setUrl(account.id, null);
  }

  async #useImported(id: string): Promise<StoredAcmeAccount | undefined> {
    const known = this.#imported.get(id);
    if (known) return known;
    const stored = await this.#store.findImported(id, this.#options.directoryUrl);
    if (!stored) return undefined;
    const account = { id, key: readAccountKey(stored.privateKeyPem), accountUrl: stored.url };
    // One object for concurrent orders, which "forget" tells accounts apart by.
    const first = this.#imported.get(id) ?? account;
    this.#imported.set(id, first);
    return first;
  }

  async #make(client: AcmeClient): Promise<StoredAcmeAccount> {
    const { directoryUrl, externalAccount } = this.#options;
    const stored = await this.#store.findOrMake(directoryUrl, externalAccount?.keyId ?? '', newAccountKeyPem);
    const key = readAccountKey(stored.privateKeyPem);
    const account =
      stored.url === null ? await this.#register(client, stored.id, key) : { key, accountUrl: stored.url };
    this.#known = { ...account, id: stored.id };
    return this.#known;
  }

  async #register(client: AcmeClient, id: string, key: Account['key']): Promise<Account> {
    const { directoryUrl, email, externalAccount } = this.#options;
    try {
      // Nodes that do this at the same time get the same account, because it belongs to the key.
      const account = await client.register(key, email, externalAccount);
      await this.#store.setUrl(id, account.accountUrl);
      const terms = await client.termsUrl();
      this.#logger.info(
        { directoryUrl, terms },
        'acme: created an account and agreed to the terms of service',
      );
      return account;
    } catch (error) {
      if (!(error instanceof AcmeError) || error.isOfServer) throw error;
      throw new AcmeError(
        'account',
        `the certificate authority refuses an account: ${error.message}`,
        error.retryAfterMs,
      );
    }
  }
}
