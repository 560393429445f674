/**
 * Memberships: users' roles in accounts. An account that has an owner keeps one: writers that could take the last one
 * away take turns at the account's row. Source: docs/reference/people.md ("Members").
 */

import { sql } from 'kysely';
import { recordChange } from '../../control/audit-trail.ts';
import type { Audited } from '../../control/audited.ts';
import type { Constant } from '../../control/columns.ts';
import type {
  ControlDatabase,
  ControlQueries,
  ControlTransaction,
  StoreParts,
} from '../../control/database.ts';
import { afterCursor } from '../../control/page-query.ts';
import { recordRevisions } from '../../control/revisions.ts';
import type { Clock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { type PageRange, turnPage } from '../../core/page.ts';
import type { Role } from '../../core/role.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    memberships: MembershipRow;
  }
}

/** A user's place in an account. */
interface MembershipRow {
  user_uuid: Constant<string>;
  account_uuid: Constant<string>;
  role: Role;
  created_at: Constant<number>;
}

/** A member of an account. */
export type Member = {
  readonly userUuid: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** When the user became a member. */
  readonly createdAt: number;
};

/** A user's role in an account. */
export type Membership = { readonly accountUuid: string; readonly role: Role };

type AuditedMember = {
  /** The user's. */
  readonly uuid: string;
  readonly email: string;
  readonly role: Role;
};

export const auditedMember: Audited<AuditedMember> = {
  kind: 'member',
  columns: ['role'],
  secrets: [],
  nameOf: ({ email }) => email,
  attributesOf: ({ email, role }) => ({ email, role }),
};

export class Memberships {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: StoreParts) {
    this.#database = database;
    this.#clock = clock;
  }

  /** A user's memberships, oldest first. */
  listOf(userUuid: string): Promise<Membership[]> {
    return listMemberships(this.#database.queries, userUuid);
  }

  /** One page of an account's members, oldest first, and the count of all of them. */
  async page(accountUuid: string, range: PageRange): Promise<{ members: Member[]; count: number }> {
    const { queries } = this.#database;
    const [joined, uuid] = [sql.ref('memberships.created_at'), sql.ref('memberships.user_uuid')];
    const rows = await selectMembers(queries, accountUuid)
      .where(sql<boolean>`true ${afterCursor(range, joined, uuid, 'asc')}`)
      .orderBy('memberships.created_at')
      .orderBy('memberships.user_uuid')
      .limit(range.limit)
      .offset(range.offset)
      .execute();
    const { count } = await queries
      .selectFrom('memberships')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirstOrThrow();
    const page = turnPage(range, rows, (row) => [row.created_at, row.user_uuid]);
    return { members: page.map(toMember), count };
  }

  async find(accountUuid: string, userUuid: string): Promise<Member | undefined> {
    return (await findMember(this.#database.queries, accountUuid, userUuid)) ?? undefined;
  }

  /** Adds a member. Errors: `member_exists`. */
  add(accountUuid: string, userUuid: string, role: Role): Promise<void> {
    return this.#database.transaction((trx) => this.addWithin(trx, accountUuid, userUuid, role));
  }

  /** Does the same in the caller's transaction; the last thing in it. Errors: `member_exists`. */
  async addWithin(trx: ControlTransaction, accountUuid: string, userUuid: string, role: Role): Promise<void> {
    const added = await trx
      .insertInto('memberships')
      .values({ user_uuid: userUuid, account_uuid: accountUuid, role, created_at: this.#clock.now() })
      .onConflict((conflict) => conflict.columns(['user_uuid', 'account_uuid']).doNothing())
      .executeTakeFirstOrThrow();
    if (added.numInsertedOrUpdatedRows === 0n)
      throw new ServiceError('member_exists', 'the user is a member of the account already');
    recordMember(trx, accountUuid, null, await findMember(trx, accountUuid, userUuid));
    recordRevisions(trx, 'user', [userUuid]);
  }

  /** Makes a user the account's first owner, in the caller's transaction. Errors: `owner_exists`. */
  async addFirstOwner(trx: ControlTransaction, accountUuid: string, userUuid: string): Promise<void> {
    if ((await ownersOf(trx, this.#database.kind, accountUuid)).length > 0)
      throw new ServiceError('owner_exists', 'the account has an owner; owners invite people');
    await this.addWithin(trx, accountUuid, userUuid, 'owner');
  }

  async hasOwner(accountUuid: string): Promise<boolean> {
    const row = await this.#database.queries
      .selectFrom('memberships')
      .select('user_uuid')
      .where('account_uuid', '=', accountUuid)
      .where('role', '=', 'owner')
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Changes a member's role, in turn with other changes of the account's members; undefined when there is no such member. Errors: `last_owner`. */
  setRole(accountUuid: string, userUuid: string, role: Role): Promise<Member | undefined> {
    return this.#database.transaction(async (trx) => {
      if (role === 'owner') await ownersOf(trx, this.#database.kind, accountUuid);
      else await refuseLastOwner(trx, this.#database.kind, accountUuid, userUuid);
      const before = await findMember(trx, accountUuid, userUuid);
      if (!before) return undefined;
      await trx
        .updateTable('memberships')
        .set({ role })
        .where('account_uuid', '=', accountUuid)
        .where('user_uuid', '=', userUuid)
        .execute();
      const member = { ...before, role };
      recordMember(trx, accountUuid, before, member);
      recordRevisions(trx, 'user', [userUuid]);
      return member;
    });
  }

  /** Ends a membership; returns what it was, or undefined when there was none. Errors: `last_owner`. */
  remove(accountUuid: string, userUuid: string): Promise<Member | undefined> {
    return this.#database.transaction(async (trx) => {
      await refuseLastOwner(trx, this.#database.kind, accountUuid, userUuid);
      const member = await findMember(trx, accountUuid, userUuid);
      if (!member) return undefined;
      await trx
        .deleteFrom('memberships')
        .where('account_uuid', '=', accountUuid)
        .where('user_uuid', '=', userUuid)
        .execute();
      recordMember(trx, accountUuid, member, null);
      recordRevisions(trx, 'user', [userUuid]);
      return member;
    });
  }
}

/** Refuses to go on when the user is the account's only owner. Errors: `last_owner`. */
export async function refuseLastOwner(
  trx: ControlTransaction,
  engine: ControlDatabase['kind'],
  accountUuid: string,
  userUuid: string,
): Promise<void> {
  const owners = await ownersOf(trx, engine, accountUuid);
  if (owners.length === 1 && owners[0] === userUuid)
    throw new ServiceError('last_owner', 'the account would have no owner; make another member owner first');
}

/** Records in the audit trail that a user became a member, is one no more, or has another role. */
export function recordMember(
  trx: ControlTransaction,
  accountUuid: string,
  before: Member | null,
  after: Member | null,
): void {
  const audited = (member: Member | null) => member && { ...member, uuid: member.userUuid };
  recordChange(trx, auditedMember, accountUuid, audited(before), audited(after));
}

/** The account's owners, which no other transaction changes until this one ends. */
async function ownersOf(
  trx: ControlTransaction,
  engine: ControlDatabase['kind'],
  accountUuid: string,
): Promise<string[]> {
  // SQLite has only one writer.
  if (engine === 'postgres')
    await trx
      .selectFrom('accounts')
      .select('uuid')
      .where('uuid', '=', accountUuid)
      .forNoKeyUpdate()
      .execute();
  const rows = await trx
    .selectFrom('memberships')
    .select('user_uuid')
    .where('account_uuid', '=', accountUuid)
    .where('role', '=', 'owner')
    .execute();
  return rows.map(({ user_uuid }) => user_uuid);
}

/** A user's memberships, oldest first. */
export async function listMemberships(queries: ControlQueries, userUuid: string): Promise<Membership[]> {
  const rows = await queries
    .selectFrom('memberships')
    .select(['account_uuid', 'role'])
    .where('user_uuid', '=', userUuid)
    .orderBy('created_at')
    .orderBy('account_uuid')
    .execute();
  return rows.map(({ account_uuid, role }) => ({ accountUuid: account_uuid, role }));
}

export async function findMember(
  queries: ControlQueries,
  accountUuid: string,
  userUuid: string,
): Promise<Member | null> {
  const row = await selectMembers(queries, accountUuid)
    .where('memberships.user_uuid', '=', userUuid)
    .executeTakeFirst();
  return row ? toMember(row) : null;
}

// oxlint-disable-next-line typescript/explicit-function-return-type -- Kysely's type of a query is a page long
function selectMembers(queries: ControlQueries, accountUuid: string) {
  return queries
    .selectFrom('memberships')
    .innerJoin('users', 'users.uuid', 'memberships.user_uuid')
    .select([
      'memberships.user_uuid',
      'users.email',
      'users.name',
      'memberships.role',
      'memberships.created_at',
    ])
    .where('memberships.account_uuid', '=', accountUuid);
}

/** An address as it was typed: see `email` of users. */
export function withoutUuid(email: string): string {
  return email.split(' ', 1)[0] ?? email;
}

function toMember(row: {
  user_uuid: string;
  email: string;
  name: string;
  role: Role;
  created_at: number;
}): Member {
  return {
    userUuid: row.user_uuid,
    email: withoutUuid(row.email),
    name: row.name,
    role: row.role,
    createdAt: row.created_at,
  };
}
