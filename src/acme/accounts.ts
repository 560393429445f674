/**
 * The account with the authority: its key is made once for all nodes, the account when it is first needed.
 * Source: RFC 8555 section 7.3.
 */
import type { Logger } from 'pino';
import type { Account, AcmeClient } from './protocol/acme-client.ts';
import { AcmeError } from './protocol/acme-error.ts';
import { type ExternalAccount, newAccountKeyPem, readAccountKey } from './protocol/json-web-signature.ts';
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

  constructor(store: AccountStore, options: AccountOptions, logger: Logger) {
    this.#store = store;
    this.#options = options;
    this.#logger = logger;
  }

  /** Concurrent orders share one creation of it. Throws {@link AcmeError}, or what the store throws. */
  async use(client: AcmeClient): Promise<StoredAcmeAccount> {
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

  /** Has the account created again when it is next needed: the authority no longer knows it. */
  async forget(account: Account): Promise<void> {
    const known = this.#known;
    if (known !== account) return;
    this.#known = undefined;
    await this.#store.setUrl(known.id, null);
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
