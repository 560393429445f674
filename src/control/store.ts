/** The control store, opened, migrated and with its resources at hand. */
import type { Clock } from '../core/clock.ts';
import { AccessTokens } from './access-tokens.ts';
import { Accounts } from './accounts.ts';
import { CustomDomains } from './custom-domains.ts';
import { ControlDatabase } from './database.ts';
import type { ControlLocation } from './location.ts';
import { exclusively, migrate } from './migrate.ts';
import { Redirects } from './redirects.ts';
import { DatabaseRoutingLog } from './routing-log.ts';
import { Upstreams } from './upstreams.ts';

export type FirstAccount = { readonly accountUuid: string; readonly secret: string };

export class ControlStore implements AsyncDisposable {
  readonly accounts: Accounts;
  readonly tokens: AccessTokens;
  readonly redirects: Redirects;
  readonly upstreams: Upstreams;
  readonly customDomains: CustomDomains;
  readonly routing: DatabaseRoutingLog;
  readonly #database: ControlDatabase;

  private constructor(database: ControlDatabase, clock: Clock) {
    this.#database = database;
    this.accounts = new Accounts(database, clock);
    this.tokens = new AccessTokens(database, clock);
    this.redirects = new Redirects(database, clock);
    this.upstreams = new Upstreams(database, clock);
    this.customDomains = new CustomDomains(database, clock);
    this.routing = new DatabaseRoutingLog(database);
  }

  /** Opens the store and migrates it. Throws SchemaTooNewError, or the engine's own error when it cannot. */
  static async open(location: ControlLocation, clock: Clock): Promise<ControlStore> {
    const database = ControlDatabase.open(location);
    try {
      await migrate(database);
    } catch (error) {
      await database[Symbol.asyncDispose]();
      throw error;
    }
    return new ControlStore(database, clock);
  }

  /**
   * Creates one account and one full token when there is no account at all, once however many processes start
   * together. Answers undefined when there was one already.
   */
  bootstrap(secret?: string): Promise<FirstAccount | undefined> {
    return exclusively(this.#database, async (trx) => {
      const [existing] = await this.accounts.list(trx);
      if (existing) return undefined;
      const account = await this.accounts.create('Default', trx);
      const created = await this.tokens.create(
        { accountUuid: account.uuid, name: 'First token', scope: 'write', expiresAt: null, secret },
        trx,
      );
      return { accountUuid: account.uuid, secret: created.secret };
    });
  }

  /** Fails when the store cannot be reached or read. */
  async ping(): Promise<void> {
    await this.routing.currentRevision();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
  }
}
