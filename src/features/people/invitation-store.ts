/**
 * Invitations: links with a secret that work once, for seven days and for one email address. States: open → accepted,
 * revoked or expired. Ended ones stay for 30 days, so that the link says what became of it. Source:
 * docs/reference/people.md ("Invitations").
 */

import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { recordChange } from '../../control/audit-trail.ts';
import type { Audited } from '../../control/audited.ts';
import type { Constant } from '../../control/columns.ts';
import type {
  ControlDatabase,
  ControlQueries,
  ControlTransaction,
  StoreParts,
} from '../../control/database.ts';
import { type Clock, formatTimestamp } from '../../core/clock.ts';
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import type { Role } from '../../core/role.ts';
import { dayMs } from '../../core/time.ts';
import type { Invitation } from '../../resources/invitation.ts';
import type { User } from '../../resources/user.ts';
import { hashToken } from '../../secrets/access-token-secret.ts';
import { Memberships } from './membership-store.ts';
import { hasEmail, type NewUser, Users } from './user-store.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    invitations: InvitationRow;
  }
}

/** Kept for a while after it was used or revoked, so that the link says so. */
interface InvitationRow {
  uuid: Constant<string>;
  account_uuid: Constant<string>;
  email: Constant<string>;
  role: Constant<Role>;
  /** SHA-256 of the secret in the link, lower-case hex; the secret itself is stored nowhere. */
  secret_sha256: Constant<string>;
  expires_at: Constant<number>;
  created_at: Constant<number>;
  accepted_at: number | null;
  revoked_at: number | null;
}

const lifetimeMs = 7 * dayMs;
const keptMs = 30 * dayMs;
export const maxOpenInvitations = 200;
const secretPattern = /^ni_[A-Za-z0-9_-]{43}$/;

/** Tells whether a text has the form of an invitation's secret. */
export function isInvitationShaped(text: string): boolean {
  return secretPattern.test(text);
}

type AuditedInvitation = Pick<Invitation, 'uuid' | 'email' | 'role' | 'expiresAt'> & {
  readonly state: 'open' | 'accepted' | 'revoked';
};

export const auditedInvitation: Audited<AuditedInvitation> = {
  kind: 'invitation',
  columns: ['accepted_at', 'revoked_at'],
  secrets: [],
  nameOf: ({ email }) => email,
  attributesOf: ({ email, role, expiresAt, state }) => ({
    email,
    role,
    expires_at: formatTimestamp(expiresAt),
    state,
  }),
};

export class Invitations {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #users: Users;
  readonly #memberships: Memberships;

  constructor(store: StoreParts) {
    this.#database = store.database;
    this.#clock = store.clock;
    this.#users = new Users(store);
    this.#memberships = new Memberships(store);
  }

  /** Creates an invitation and returns it with its secret, which is not stored. Errors: `member_exists`, `too_many_invitations`. */
  create(
    accountUuid: string,
    email: string,
    role: Role,
  ): Promise<{ invitation: Invitation; secret: string }> {
    const now = this.#clock.now();
    const secret = `ni_${randomBytes(32).toString('base64url')}`;
    const invitation: Invitation = {
      uuid: newUuid(),
      accountUuid,
      email,
      role,
      expiresAt: now + lifetimeMs,
      createdAt: now,
    };
    return this.#database.transaction(async (trx) => {
      const member = await trx
        .selectFrom('memberships')
        .innerJoin('users', 'users.uuid', 'memberships.user_uuid')
        .select('users.uuid')
        .where('memberships.account_uuid', '=', accountUuid)
        .where(hasEmail(email))
        .executeTakeFirst();
      if (member)
        throw new ServiceError('member_exists', `${quoteValue(email)} is a member of the account already`);
      const { count } = await trx
        .selectFrom('invitations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('account_uuid', '=', accountUuid)
        .where('accepted_at', 'is', null)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow();
      if (count >= maxOpenInvitations)
        throw new ServiceError(
          'too_many_invitations',
          `the account has ${maxOpenInvitations} open invitations; revoke one first`,
        );
      await trx
        .insertInto('invitations')
        .values({
          uuid: invitation.uuid,
          account_uuid: accountUuid,
          email,
          role,
          secret_sha256: hashToken(secret),
          expires_at: invitation.expiresAt,
          created_at: now,
          accepted_at: null,
          revoked_at: null,
        })
        .execute();
      recordChange(trx, auditedInvitation, accountUuid, null, { ...invitation, state: 'open' });
      return { invitation, secret };
    });
  }

  /** An account's open invitations, newest first. */
  async listOpen(accountUuid: string): Promise<Invitation[]> {
    const rows = await this.#database.queries
      .selectFrom('invitations')
      .selectAll()
      .where('account_uuid', '=', accountUuid)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', this.#clock.now())
      .orderBy('created_at', 'desc')
      .orderBy('uuid', 'desc')
      .execute();
    return rows.map(toInvitation);
  }

  /** Revokes an open invitation; returns it, or undefined when there was none. */
  revoke(accountUuid: string, uuid: string): Promise<Invitation | undefined> {
    return this.#database.transaction(async (trx) => {
      const row = await trx
        .updateTable('invitations')
        .set({ revoked_at: this.#clock.now() })
        .where('uuid', '=', uuid)
        .where('account_uuid', '=', accountUuid)
        .where('accepted_at', 'is', null)
        .where('revoked_at', 'is', null)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const invitation = toInvitation(row);
      recordEnd(trx, invitation, 'revoked');
      return invitation;
    });
  }

  /** The open invitation with this secret. Errors: `not_found`, `invitation_ended`. */
  findOpen(secret: string): Promise<Invitation> {
    return this.#findOpen(this.#database.queries, secret);
  }

  /** Accepts an invitation as a new user. Errors: those of {@link findOpen} and of Users.create. */
  async acceptAsNew(secret: string, accepting: Omit<NewUser, 'email'>): Promise<User> {
    const { email } = await this.findOpen(secret);
    return this.#users.create({ ...accepting, email }, (trx, user) => this.#accept(trx, secret, user));
  }

  /** Accepts an invitation as a user. Errors: those of {@link findOpen}; `invitation_for_another`, `member_exists`. */
  accept(secret: string, user: User): Promise<void> {
    return this.#database.transaction((trx) => this.#accept(trx, secret, user));
  }

  /** Deletes invitations that ended long ago; answers how many. */
  async deleteEnded(): Promise<number> {
    const result = await this.#database.transaction((trx) =>
      trx
        .deleteFrom('invitations')
        .where('expires_at', '<=', this.#clock.now() - keptMs)
        .executeTakeFirst(),
    );
    return Number(result.numDeletedRows);
  }

  async #accept(trx: ControlTransaction, secret: string, user: User): Promise<void> {
    const invitation = await this.#findOpen(trx, secret);
    if (invitation.email !== user.email)
      throw new ServiceError(
        'invitation_for_another',
        `the invitation is for ${quoteValue(invitation.email)}, and you are signed in as ${quoteValue(user.email)}`,
      );
    const accepted = await trx
      .updateTable('invitations')
      .set({ accepted_at: this.#clock.now() })
      .where('uuid', '=', invitation.uuid)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow();
    // Used or revoked since it was read above.
    if (accepted.numUpdatedRows === 0n) throw ended('the invitation was used or revoked');
    recordEnd(trx, invitation, 'accepted');
    await this.#memberships.addWithin(trx, invitation.accountUuid, user.uuid, invitation.role);
  }

  async #findOpen(queries: ControlQueries, secret: string): Promise<Invitation> {
    const row = await queries
      .selectFrom('invitations')
      .selectAll()
      .where('secret_sha256', '=', hashToken(secret))
      .executeTakeFirst();
    if (!row) throw new ServiceError('not_found', 'there is no such invitation; ask for a new link');
    if (row.accepted_at !== null)
      throw ended(`the invitation was used on ${formatTimestamp(row.accepted_at)}`);
    if (row.revoked_at !== null) throw ended('the invitation was revoked; ask for a new link');
    if (row.expires_at <= this.#clock.now())
      throw ended(`the invitation expired on ${formatTimestamp(row.expires_at)}; ask for a new link`);
    return toInvitation(row);
  }
}

/** Records in the audit trail what became of an open invitation. */
function recordEnd(trx: ControlTransaction, invitation: Invitation, state: 'accepted' | 'revoked'): void {
  const before = { ...invitation, state: 'open' } as const;
  recordChange(trx, auditedInvitation, invitation.accountUuid, before, { ...before, state });
}

function ended(problem: string): ServiceError {
  return new ServiceError('invitation_ended', problem);
}

function toInvitation(row: Selectable<InvitationRow>): Invitation {
  return {
    uuid: row.uuid,
    accountUuid: row.account_uuid,
    email: row.email,
    role: row.role,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}
