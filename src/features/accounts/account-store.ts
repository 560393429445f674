/** Accounts, which own redirects, domains and certificates. Source: docs/reference/api.md ("Accounts"). */
import { recordChange } from '../../control/audit-trail.ts';
import type { Audited } from '../../control/audited.ts';
import type {
  ControlDatabase,
  ControlQueries,
  ControlTransaction,
  StoreParts,
} from '../../control/database.ts';
import type { Clock } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';

export type Account = {
  readonly uuid: string;
  readonly name: string;
  readonly createdAt: number;
  readonly updatedAt: number;
};

export const auditedAccount: Audited<Account> = {
  kind: 'account',
  columns: ['name'],
  secrets: [],
  nameOf: ({ name }) => name,
  attributesOf: ({ name }) => ({ name }),
};

export class Accounts {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: StoreParts) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Creates an account; in the caller's transaction when there is one. */
  async create(name: string, within?: ControlTransaction): Promise<Account> {
    if (!within) return this.#database.transaction((trx) => this.create(name, trx));
    const now = this.#clock.now();
    const account = { uuid: newUuid(), name, createdAt: now, updatedAt: now };
    await within
      .insertInto('accounts')
      .values({ uuid: account.uuid, name, created_at: now, updated_at: now })
      .execute();
    recordChange(within, auditedAccount, account.uuid, null, account);
    return account;
  }

  /** All accounts, oldest first. */
  async list(queries: ControlQueries = this.#database.queries): Promise<Account[]> {
    const rows = await queries
      .selectFrom('accounts')
      .selectAll()
      .orderBy('created_at')
      .orderBy('uuid')
      .execute();
    return rows.map((row) => ({
      uuid: row.uuid,
      name: row.name,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    }));
  }

  /** Those of the accounts that exist, in the order of their ids. */
  async findMany(uuids: readonly string[]): Promise<Account[]> {
    const found = await Promise.all(uuids.map((uuid) => this.find(uuid)));
    return found.filter((account) => account !== undefined);
  }

  async find(uuid: string): Promise<Account | undefined> {
    const row = await this.#database.queries
      .selectFrom('accounts')
      .selectAll()
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    return row && { uuid: row.uuid, name: row.name, createdAt: row.created_at, updatedAt: row.updated_at };
  }
}
