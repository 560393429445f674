/** The settings of accounts: the origins whose pages may use the API. Source: docs/reference/signed-tokens.md ("Pages of other origins"). */
import { recordChange } from '../../control/audit-trail.ts';
import type { Audited } from '../../control/audited.ts';
import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase, ControlQueries, StoreParts } from '../../control/database.ts';
import { recordRevisions } from '../../control/revisions.ts';
import { takingTurns } from '../../control/row-lock.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    allowed_origins: AllowedOriginRow;
  }
}

interface AllowedOriginRow {
  account_uuid: Constant<string>;
  /** As browsers write it. */
  origin: Constant<string>;
  /** In the account's list. */
  place: Constant<number>;
}

export type Settings = { readonly allowedOrigins: readonly string[] };

export const auditedSettings: Audited<Settings & { readonly uuid: string }> = {
  kind: 'settings',
  columns: ['origin'],
  secrets: [],
  nameOf: () => 'Settings',
  attributesOf: ({ allowedOrigins }) => ({ allowed_origins: allowedOrigins }),
};

export class AccountSettings {
  readonly #database: ControlDatabase;

  constructor({ database }: Pick<StoreParts, 'database'>) {
    this.#database = database;
  }

  find(accountUuid: string): Promise<Settings> {
    return settingsOf(this.#database.queries, accountUuid);
  }

  /** The accounts that allow an origin. */
  async accountsAllowing(origin: string): Promise<string[]> {
    const rows = await this.#database.queries
      .selectFrom('allowed_origins')
      .select('account_uuid')
      .where('origin', '=', origin)
      .execute();
    return rows.map(({ account_uuid: accountUuid }) => accountUuid);
  }

  /** Changes what is given and keeps the rest; answers the settings as they are then. */
  update(
    accountUuid: string,
    changes: Partial<Settings>,
    expect: (current: Settings) => void = () => {},
  ): Promise<Settings> {
    return this.#database.transaction(async (trx) => {
      const account = trx.selectFrom('accounts').select('uuid').where('uuid', '=', accountUuid);
      // So that lists that are set at the same time don't mix.
      await takingTurns(this.#database.kind, account).executeTakeFirst();
      const before = await settingsOf(trx, accountUuid);
      expect(before);
      const settings = { ...before, ...changes };
      if (settings.allowedOrigins.join(' ') === before.allowedOrigins.join(' ')) return before;
      await trx.deleteFrom('allowed_origins').where('account_uuid', '=', accountUuid).execute();
      const rows = settings.allowedOrigins.map((origin, place) => ({
        account_uuid: accountUuid,
        origin,
        place,
      }));
      if (rows.length > 0) await trx.insertInto('allowed_origins').values(rows).execute();
      const named = { uuid: accountUuid };
      recordChange(trx, auditedSettings, accountUuid, { ...named, ...before }, { ...named, ...settings });
      // What processes have cached of them ends with it.
      recordRevisions(trx, 'token', [accountUuid]);
      return settings;
    });
  }
}

async function settingsOf(queries: ControlQueries, accountUuid: string): Promise<Settings> {
  const rows = await queries
    .selectFrom('allowed_origins')
    .select('origin')
    .where('account_uuid', '=', accountUuid)
    .orderBy('place')
    .execute();
  return { allowedOrigins: rows.map(({ origin }) => origin) };
}
