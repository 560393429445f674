/**
 * Sessions of users: like those of access tokens (session-store.ts), but listed and ended one by one, and good for every
 * account that the user is a member of. Source: docs/reference/people.md ("Users").
 */

import { randomBytes } from 'node:crypto';
import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase, ControlTransaction, StoreParts } from '../../control/database.ts';
import { recordRevisions } from '../../control/revisions.ts';
import { takingTurns } from '../../control/row-lock.ts';
import type { Clock } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import type { User } from '../../resources/user.ts';
import { hashToken } from '../../secrets/access-token-secret.ts';
import { listMemberships, type Membership } from '../people/membership-store.ts';
import { selectUsers, toUser } from '../people/user-store.ts';
import { sessionLifetimeMs } from './session-store.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    user_sessions: UserSessionRow;
  }
}

/** A browser that a user signed in with. */
interface UserSessionRow {
  /** SHA-256 of the secret in the browser's cookie, lower-case hex; the secret itself is stored nowhere. */
  secret_sha256: Constant<string>;
  /** Names the session in lists. */
  uuid: Constant<string>;
  user_uuid: Constant<string>;
  user_agent: Constant<string>;
  /** The network of the sign-in's address. */
  network: Constant<string>;
  last_used_at: number;
  expires_at: Constant<number>;
  created_at: Constant<number>;
}

/** The oldest session of a user ends when there would be more. */
export const maxSessionsPerUser = 20;
const maxUserAgentLength = 300;

/** What is known of the browser. */
export type Device = {
  readonly userAgent: string;
  /** The network of its address. */
  readonly network: string;
};

export type ListedSession = Device & {
  readonly uuid: string;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  readonly createdAt: number;
};

export type UserSession = {
  readonly uuid: string;
  readonly user: User;
  /** Oldest first. */
  readonly memberships: readonly Membership[];
  readonly expiresAt: number;
  readonly createdAt: number;
};

export class UserSessions {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: StoreParts) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Begins a session with a new secret. Undefined when there is no such user any more. */
  create(
    userUuid: string,
    { userAgent, network }: Device,
  ): Promise<{ session: UserSession; secret: string } | undefined> {
    const secret = randomBytes(32).toString('base64url');
    const secretSha256 = hashToken(secret);
    const now = this.#clock.now();
    return this.#database.transaction(async (trx) => {
      const query = trx.selectFrom('users').select('uuid').where('uuid', '=', userUuid);
      // One sign-in of a user at a time, or two would leave one session too many.
      const isThere = await takingTurns(this.#database.kind, query).executeTakeFirst();
      if (!isThere) return undefined;
      const hasEnded = await this.#endSurplus(trx, userUuid);
      await trx
        .insertInto('user_sessions')
        .values({
          secret_sha256: secretSha256,
          uuid: newUuid(),
          user_uuid: userUuid,
          user_agent: userAgent.slice(0, maxUserAgentLength).toWellFormed(),
          network,
          last_used_at: now,
          expires_at: now + sessionLifetimeMs,
          created_at: now,
        })
        .execute();
      const session = await this.#find(trx, secretSha256);
      if (hasEnded) recordRevisions(trx, 'user', [userUuid]);
      return session && { session, secret };
    });
  }

  /** The session with this hash of its secret, expired or not. */
  findByHash(sha256: string): Promise<UserSession | undefined> {
    return this.#find(this.#database.queries, sha256);
  }

  /** A user's sessions that have not expired, the one that was used last first. */
  async list(userUuid: string): Promise<ListedSession[]> {
    const rows = await this.#database.queries
      .selectFrom('user_sessions')
      .selectAll()
      .where('user_uuid', '=', userUuid)
      .where('expires_at', '>', this.#clock.now())
      .orderBy('last_used_at', 'desc')
      .orderBy('uuid', 'desc')
      .execute();
    return rows.map((row) => ({
      uuid: row.uuid,
      userAgent: row.user_agent,
      network: row.network,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
      createdAt: row.created_at,
    }));
  }

  /** Ends one session of a user; answers whether there was one. */
  async end(userUuid: string, uuid: string): Promise<boolean> {
    return (await this.#end(userUuid, '=', uuid)) > 0;
  }

  /** Ends the session with this hash of its secret; answers whether there was one. */
  endByHash(sha256: string): Promise<boolean> {
    return this.#database.transaction(async (trx) => {
      const rows = await trx
        .deleteFrom('user_sessions')
        .where('secret_sha256', '=', sha256)
        .returning('user_uuid')
        .execute();
      const users = rows.map(({ user_uuid }) => user_uuid);
      recordRevisions(trx, 'user', users);
      return users.length > 0;
    });
  }

  /** Ends all sessions of a user but one; answers how many. */
  endOthers(userUuid: string, keptUuid: string): Promise<number> {
    return this.#end(userUuid, '!=', keptUuid);
  }

  /** Stores when sessions were last used; never moves a time backwards. */
  async touch(lastUsed: ReadonlyMap<string, number>): Promise<void> {
    await this.#database.transaction(async (trx) => {
      for (const [uuid, usedAt] of lastUsed) {
        await trx
          .updateTable('user_sessions')
          .set({ last_used_at: usedAt })
          .where('uuid', '=', uuid)
          .where('last_used_at', '<', usedAt)
          .execute();
      }
    });
  }

  /** Deletes expired sessions; answers how many. */
  async deleteExpired(): Promise<number> {
    const result = await this.#database.transaction((trx) =>
      trx.deleteFrom('user_sessions').where('expires_at', '<=', this.#clock.now()).executeTakeFirst(),
    );
    return Number(result.numDeletedRows);
  }

  #end(userUuid: string, operator: '=' | '!=', uuid: string): Promise<number> {
    return this.#database.transaction(async (trx) => {
      const result = await trx
        .deleteFrom('user_sessions')
        .where('user_uuid', '=', userUuid)
        .where('uuid', operator, uuid)
        .executeTakeFirst();
      const ended = Number(result.numDeletedRows);
      if (ended > 0) recordRevisions(trx, 'user', [userUuid]);
      return ended;
    });
  }

  async #find(queries: ControlDatabase['queries'], secretSha256: string): Promise<UserSession | undefined> {
    const row = await selectUsers(queries)
      .innerJoin('user_sessions', 'user_sessions.user_uuid', 'users.uuid')
      .select([
        'user_sessions.uuid as session_uuid',
        'user_sessions.expires_at as session_expires_at',
        'user_sessions.created_at as session_created_at',
      ])
      .where('user_sessions.secret_sha256', '=', secretSha256)
      .executeTakeFirst();
    if (!row) return undefined;
    return {
      uuid: row.session_uuid,
      user: toUser(row),
      memberships: await listMemberships(queries, row.uuid),
      expiresAt: row.session_expires_at,
      createdAt: row.session_created_at,
    };
  }

  /** Makes room for one more session of a user; answers whether one was ended for it. */
  async #endSurplus(trx: ControlTransaction, userUuid: string): Promise<boolean> {
    const kept = trx
      .selectFrom('user_sessions')
      .select('secret_sha256')
      .where('user_uuid', '=', userUuid)
      .orderBy('created_at', 'desc')
      .orderBy('secret_sha256')
      .limit(maxSessionsPerUser - 1);
    const result = await trx
      .deleteFrom('user_sessions')
      .where('user_uuid', '=', userUuid)
      .where('secret_sha256', 'not in', kept)
      .executeTakeFirst();
    return result.numDeletedRows > 0n;
  }
}
