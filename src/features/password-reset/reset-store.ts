/**
 * Tokens with which users choose another password, once and within 30 minutes. A token is good for the password that the user
 * had when it was made: any other way to set one ends it. Source: docs/reference/people.md ("A forgotten password").
 */

import { createHash, randomBytes } from 'node:crypto';
import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase, ControlQueries } from '../../control/database.ts';
import type { ControlStore } from '../../control/store.ts';
import type { Clock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { minuteMs } from '../../core/time.ts';
import type { User } from '../../resources/user.ts';
import { hashToken } from '../../secrets/access-token-secret.ts';
import { Accounts } from '../accounts/account-store.ts';
import { Memberships } from '../people/membership-store.ts';
import { findStored, selectUsers, setPasswordWithin, toUser, Users } from '../people/user-store.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    password_resets: PasswordResetRow;
  }
}

/** A user's link to choose another password. */
interface PasswordResetRow {
  /** SHA-256 of the token in the link, lower-case hex; the token itself is stored nowhere. */
  token_sha256: Constant<string>;
  user_uuid: Constant<string>;
  /** SHA-256 of the hash of the password that the user had: with another one the link is void. */
  replaced_sha256: Constant<string>;
  expires_at: Constant<number>;
}

export const lifetimeMs: number = 30 * minuteMs;
/** Users who share an address, and get a link each. */
const maxUsers = 10;
const tokenPattern = /^nr_[A-Za-z0-9_-]{43}$/;

export type Reset = { readonly token: string; readonly user: User; readonly accountNames: readonly string[] };

export class PasswordResets {
  readonly #database: ControlDatabase;
  readonly #store: ControlStore;
  readonly #clock: Clock;

  constructor(store: ControlStore, clock: Clock) {
    this.#database = store.database;
    this.#store = store;
    this.#clock = clock;
  }

  /** Makes a token for each user with this address and a password, those of accounts first. */
  async begin(email: string): Promise<Reset[]> {
    const accounts = new Accounts(this.#store);
    const users = new Users(this.#store);
    const memberships = new Memberships(this.#store);
    const found = (await users.findAllByEmail(email)).filter(({ user }) => user.hasPassword);
    const known = await Promise.all(
      found.map(async ({ user, passwordHash }) => {
        const theirs = (await memberships.listOf(user.uuid)).map(({ accountUuid }) => accountUuid);
        const accountNames = (await accounts.findMany(theirs)).map(({ name }) => name);
        return { user, passwordHash, accountNames, token: `nr_${randomBytes(32).toString('base64url')}` };
      }),
    );
    const resets = known
      .toSorted((a, b) => Number(b.accountNames.length > 0) - Number(a.accountNames.length > 0))
      .slice(0, maxUsers);
    if (resets.length === 0) return [];
    await this.#database.transaction((trx) =>
      trx
        .insertInto('password_resets')
        .values(
          resets.map(({ token, user, passwordHash }) => ({
            token_sha256: hashToken(token),
            user_uuid: user.uuid,
            replaced_sha256: digestOf(passwordHash),
            expires_at: this.#clock.now() + lifetimeMs,
          })),
        )
        .execute(),
    );
    return resets.map(({ token, user, accountNames }) => ({ token, user, accountNames }));
  }

  /** The user whose token this is. Errors: `token_invalid`. */
  async userOf(token: string): Promise<User> {
    return this.#find(this.#database.queries, token);
  }

  /** Sets the password and ends all sessions of the user, and the token with it. Errors: `token_invalid`. */
  use(token: string, passwordHash: string): Promise<void> {
    return this.#database.transaction(async (trx) => {
      const { uuid } = await this.#find(trx, token);
      const before = await findStored(trx, this.#database.kind, uuid);
      // Used, or the password was changed, since it was read above.
      const { uuid: stillUuid } = await this.#find(trx, token);
      if (!before || stillUuid !== uuid) throw refused();
      await trx.deleteFrom('password_resets').where('user_uuid', '=', uuid).execute();
      await setPasswordWithin(trx, this.#clock.now(), before, passwordHash);
    });
  }

  async deleteExpired(): Promise<void> {
    await this.#database.transaction((trx) =>
      trx.deleteFrom('password_resets').where('expires_at', '<=', this.#clock.now()).execute(),
    );
  }

  async #find(queries: ControlQueries, token: string): Promise<User> {
    const row = await selectUsers(queries)
      .innerJoin('password_resets', 'password_resets.user_uuid', 'users.uuid')
      .select(['password_resets.replaced_sha256', 'password_resets.expires_at'])
      .where('password_resets.token_sha256', '=', hashToken(token))
      .executeTakeFirst();
    if (!row || row.expires_at <= this.#clock.now() || row.replaced_sha256 !== digestOf(row.password_hash))
      throw refused();
    return toUser(row);
  }
}

/** Whether a text has the form of a token. */
export function isTokenShaped(text: string): boolean {
  return tokenPattern.test(text);
}

function refused(): ServiceError {
  return new ServiceError('token_invalid', 'the link was used or has expired; ask for a new one');
}

function digestOf(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('hex');
}
