/**
 * Users: people who sign in with an email address and a password. Nobody checks whose an address is, so users may share one: the
 * password tells them apart, and their hashes share a salt, so that a sign-in takes no longer. Source: docs/reference/people.md
 * ("Users", "Shared addresses").
 */

import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { recordChange } from '../../control/audit-trail.ts';
import type { Audited } from '../../control/audited.ts';
import type { Constant } from '../../control/columns.ts';
import type {
  ControlDatabase,
  ControlQueries,
  ControlTransaction,
  StoreParts,
} from '../../control/database.ts';
import { isUniqueViolation } from '../../control/failures.ts';
import { recordRevisions } from '../../control/revisions.ts';
import { takingTurns } from '../../control/row-lock.ts';
import type { ControlSchema } from '../../control/schema.ts';
import type { Clock } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import type { User } from '../../resources/user.ts';
import { hashPassword, isOutdated, saltOf } from '../../secrets/password-hash.ts';
import { findMember, recordMember, refuseLastOwner, withoutUuid } from './membership-store.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    users: UserRow;
  }
}

interface UserRow {
  uuid: Constant<string>;
  /** Lower case. Unique: of users who share an address, all but one have a space and their uuid behind it. */
  email: Constant<string>;
  name: string;
  /** As secrets/password-hash.ts writes it; empty for a user without a password. */
  password_hash: string;
  created_at: Constant<number>;
  updated_at: number;
}

export type NewUser = {
  /** Where it has to be known before. */
  readonly uuid?: string;
  readonly email: string;
  readonly name: string;
  /** Empty: no password. */
  readonly passwordHash: string;
};

type AuditedUser = Pick<User, 'uuid' | 'email' | 'name' | 'hasPassword' | 'hasSecondFactor'> & {
  readonly passwordHash: string;
  /** Names; only of a change of them. */
  readonly passkeys?: readonly string[];
};

export const auditedUser: Audited<AuditedUser> = {
  kind: 'user',
  // Not the password's hash, which is also made anew of the same password; every other write sets the time.
  columns: ['email', 'name', 'updated_at'],
  secrets: ['password'],
  nameOf: ({ email }) => email,
  attributesOf: ({ email, name, passwordHash, hasPassword, hasSecondFactor, passkeys }) => ({
    email,
    name,
    password: passwordHash,
    has_password: hasPassword,
    has_second_factor: hasSecondFactor,
    ...(passkeys && { passkeys }),
  }),
};

export class Users {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: StoreParts) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Creates a user, whose hash {@link hashPassword} made; `alongside` writes in the same transaction. Errors: `email_taken` where a
   * user has this address and this password; `unavailable` where another one was created meanwhile.
   */
  async create(
    { uuid = newUuid(), email, name, passwordHash }: NewUser,
    alongside: (trx: ControlTransaction, user: User) => Promise<void> = async () => {},
  ): Promise<User> {
    const now = this.#clock.now();
    const user: User = {
      uuid,
      email,
      name,
      hasPassword: passwordHash !== '',
      hasSecondFactor: false,
      createdAt: now,
      updatedAt: now,
    };
    try {
      await this.#database.transaction(async (trx) => {
        const others = await selectUsers(trx).where(hasEmail(email)).execute();
        refuseSame(email, passwordHash, others);
        const isPlainUsed = others.some((other) => other.email === email);
        await trx
          .insertInto('users')
          .values({
            uuid,
            email: isPlainUsed ? `${email} ${uuid}` : email,
            name,
            password_hash: passwordHash,
            created_at: now,
            updated_at: now,
          })
          .execute();
        await alongside(trx, user);
        await recordUser(trx, null, { ...user, passwordHash });
      });
      return user;
    } catch (error) {
      // Another one with this address was created meanwhile.
      if (isUniqueViolation(error, 'users', 'email'))
        return this.create({ uuid, email, name, passwordHash }, alongside);
      throw error;
    }
  }

  /** Hashes a password of a user with this address; `whose` turn it is: see hashPassword. */
  async hashPassword(email: string, password: string, whose?: string): Promise<string> {
    const users = await this.findAllByEmail(email);
    const beside = users.find((user) => !isOutdated(user.passwordHash))?.passwordHash;
    return hashPassword(password, beside, whose);
  }

  async find(uuid: string): Promise<User | undefined> {
    const row = await selectUsers(this.#database.queries).where('users.uuid', '=', uuid).executeTakeFirst();
    return row && toUser(row);
  }

  /** The users with this address, oldest first, with the hashes of their passwords. */
  async findAllByEmail(email: string): Promise<{ user: User; passwordHash: string }[]> {
    const rows = await selectUsers(this.#database.queries)
      .where(hasEmail(email))
      .orderBy('users.created_at')
      .orderBy('users.uuid')
      .execute();
    return rows.map((row) => ({ user: toUser(row), passwordHash: row.password_hash }));
  }

  /** The oldest user with this address. */
  async findByEmail(email: string): Promise<{ user: User; passwordHash: string } | undefined> {
    return (await this.findAllByEmail(email))[0];
  }

  /** The hash of a user's password. */
  async passwordHashOf(uuid: string): Promise<string | undefined> {
    const row = await this.#database.queries
      .selectFrom('users')
      .select('password_hash')
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    return row?.password_hash;
  }

  /** All users, oldest first. */
  async list(): Promise<User[]> {
    const rows = await selectUsers(this.#database.queries)
      .orderBy('users.created_at')
      .orderBy('users.uuid')
      .execute();
    return rows.map(toUser);
  }

  /** Changes the name; undefined when there is no such user. */
  rename(uuid: string, name: string): Promise<User | undefined> {
    return this.#database.transaction(async (trx) => {
      const before = await findStored(trx, this.#database.kind, uuid);
      if (!before) return undefined;
      const now = this.#clock.now();
      await trx.updateTable('users').set({ name, updated_at: now }).where('uuid', '=', uuid).execute();
      const { passwordHash, ...user } = before;
      const renamed = { ...user, name, updatedAt: now };
      await recordUser(trx, before, { ...renamed, passwordHash });
      recordRevisions(trx, 'user', [uuid]);
      return renamed;
    });
  }

  /** Sets another password and ends the user's sessions, but for the one named. */
  setPassword(uuid: string, passwordHash: string, keptSessionUuid?: string): Promise<void> {
    return this.#database.transaction(async (trx) => {
      const { kind } = this.#database;
      const before = await findStored(trx, kind, uuid);
      if (before) await setPasswordWithin(trx, this.#clock.now(), before, passwordHash, keptSessionUuid);
    });
  }

  /** Stores the same password hashed with newer parameters, unless it was changed meanwhile. */
  async rehash(uuid: string, from: string, to: string): Promise<void> {
    await this.#database.transaction((trx) =>
      trx
        .updateTable('users')
        .set({ password_hash: to })
        .where('uuid', '=', uuid)
        .where('password_hash', '=', from)
        .execute(),
    );
  }

  /** Deletes a user with memberships and sessions; false when there was none. Errors: `last_owner`. */
  remove(uuid: string): Promise<boolean> {
    return this.#database.transaction(async (trx) => {
      const memberships = await trx
        .selectFrom('memberships')
        .select('account_uuid')
        .where('user_uuid', '=', uuid)
        .orderBy('account_uuid')
        .execute();
      for (const { account_uuid } of memberships)
        await refuseLastOwner(trx, this.#database.kind, account_uuid, uuid);
      const user = await findStored(trx, this.#database.kind, uuid);
      if (!user) return false;
      for (const { account_uuid } of memberships)
        recordMember(trx, account_uuid, await findMember(trx, account_uuid, uuid), null);
      await recordUser(trx, user, null);
      const { numDeletedRows } = await trx
        .deleteFrom('users')
        .where('uuid', '=', uuid)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return false;
      recordRevisions(trx, 'user', [uuid]);
      return true;
    });
  }
}

/** Whether a user has this address, in words that the unique index has. */
export function hasEmail(email: string): RawBuilder<SqlBool> {
  return sql`(users.email = ${email} or (users.email > ${`${email} `} and users.email < ${`${email}!`}))`;
}

/** Errors: see Users.create. */
function refuseSame(email: string, passwordHash: string, others: readonly UserSelection[]): void {
  const hashes = others.map((other) => other.password_hash);
  if (hashes.includes(passwordHash))
    throw new ServiceError(
      'email_taken',
      `there is a user ${quoteValue(email)} with this password already; sign in as that one`,
    );
  const beside = hashes.find((hash) => !isOutdated(hash));
  if (beside !== undefined && !isOutdated(passwordHash) && saltOf(beside) !== saltOf(passwordHash))
    throw new ServiceError('unavailable', `a user ${quoteValue(email)} was created meanwhile; try again`);
}

type StoredUser = User & { readonly passwordHash: string; readonly passkeys?: readonly string[] };

/** A user with the hash of the password, whom no other transaction changes until this one ends. */
export async function findStored(
  trx: ControlTransaction,
  engine: ControlDatabase['kind'],
  uuid: string,
): Promise<StoredUser | undefined> {
  const query = selectUsers(trx).where('users.uuid', '=', uuid);
  const row = await takingTurns(engine, query).executeTakeFirst();
  return row && { ...toUser(row), passwordHash: row.password_hash };
}

/** See {@link Users.setPassword}; `before` is what {@link findStored} found in this transaction. */
export async function setPasswordWithin(
  trx: ControlTransaction,
  now: number,
  before: StoredUser,
  passwordHash: string,
  keptSessionUuid = '',
): Promise<void> {
  const { uuid } = before;
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('uuid', '=', uuid)
    .execute();
  await trx
    .deleteFrom('user_sessions')
    .where('user_uuid', '=', uuid)
    .where('uuid', '!=', keptSessionUuid)
    .execute();
  await recordUser(trx, before, { ...before, passwordHash, hasPassword: true });
  recordRevisions(trx, 'user', [uuid]);
}

/** Records a change of a user in the audit trail of every account that the user is a member of. */
export async function recordUser(
  trx: ControlTransaction,
  before: StoredUser | null,
  after: StoredUser | null,
): Promise<void> {
  const rows = await trx
    .selectFrom('memberships')
    .select('account_uuid')
    .where('user_uuid', '=', (before ?? after)?.uuid ?? '')
    .orderBy('account_uuid')
    .execute();
  const accounts = rows.map(({ account_uuid }) => account_uuid);
  recordChange(trx, auditedUser, accounts, before, after);
}

type UserSelection = {
  uuid: string;
  email: string;
  name: string;
  password_hash: string;
  created_at: number;
  updated_at: number;
  has_second_factor: number;
};

/** Users with what {@link toUser} reads. */
export function selectUsers(
  queries: ControlQueries,
): SelectQueryBuilder<ControlSchema, 'users', UserSelection> {
  return queries.selectFrom('users').select([
    'users.uuid',
    'users.email',
    'users.name',
    'users.password_hash',
    'users.created_at',
    'users.updated_at',
    sql<number>`(select count(*) from totp_secrets
        where totp_secrets.user_uuid = users.uuid and totp_secrets.confirmed_at is not null)`.as(
      'has_second_factor',
    ),
  ]);
}

export function toUser(row: UserSelection): User {
  return {
    uuid: row.uuid,
    email: withoutUuid(row.email),
    name: row.name,
    hasPassword: row.password_hash !== '',
    hasSecondFactor: row.has_second_factor > 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
