/**
 * Sessions of browsers: a random secret in a cookie stands for the access token of the sign-in. Only the secret's
 * SHA-256 is stored. A session ends with its token: the database deletes it when the token is revoked, and it never
 * lasts longer than the token does.
 */
import { randomBytes } from 'node:crypto';
import type { Constant } from '../../control/columns.ts';
import type { ControlDatabase, ControlTransaction, StoreParts } from '../../control/database.ts';
import { recordRevisions } from '../../control/revisions.ts';
import { takingTurns } from '../../control/row-lock.ts';
import type { Clock } from '../../core/clock.ts';
import { dayMs } from '../../core/time.ts';
import type { AccessToken } from '../../resources/access-token.ts';
import { hashToken } from '../../secrets/access-token-secret.ts';
import { toAccessToken, tokenColumns } from '../access-tokens/access-token-store.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    sessions: SessionRow;
  }
}

/** A browser that signed in with an access token. */
interface SessionRow {
  /** SHA-256 of the secret in the browser's cookie, lower-case hex; the secret itself is stored nowhere. */
  secret_sha256: Constant<string>;
  token_uuid: Constant<string>;
  expires_at: Constant<number>;
  created_at: Constant<number>;
}

export const sessionLifetimeMs: number = 30 * dayMs;
/** The oldest session of a token ends when there would be more. */
export const maxSessionsPerToken = 20;

export type Session = {
  /** SHA-256 of the secret, lower-case hex. */
  readonly secretSha256: string;
  readonly token: AccessToken;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly createdAt: number;
};

export class Sessions {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: StoreParts) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Begins a session with a secret that was never used before, and ends the one it takes the place of. Undefined when
   * the token has been revoked.
   */
  create(
    token: AccessToken,
    replacedSha256?: string,
  ): Promise<{ session: Session; secret: string } | undefined> {
    const secret = randomBytes(32).toString('base64url');
    const now = this.#clock.now();
    const session: Session = {
      secretSha256: hashToken(secret),
      token,
      expiresAt: Math.min(now + sessionLifetimeMs, token.expiresAt ?? Number.POSITIVE_INFINITY),
      createdAt: now,
    };
    return this.#database.transaction(async (trx) => {
      const query = trx.selectFrom('access_tokens').select('uuid').where('uuid', '=', token.uuid);
      // One sign-in with a token at a time, or two would leave one session too many.
      const isThere = await takingTurns(this.#database.kind, query).executeTakeFirst();
      if (!isThere) return undefined;
      const replaced = replacedSha256 === undefined ? [] : await this.#delete(trx, replacedSha256);
      const surplus = await this.#endSurplus(trx, token.uuid);
      await trx
        .insertInto('sessions')
        .values({
          secret_sha256: session.secretSha256,
          token_uuid: token.uuid,
          expires_at: session.expiresAt,
          created_at: session.createdAt,
        })
        .execute();
      recordRevisions(trx, 'token', [...new Set([...replaced, ...surplus])]);
      return { session, secret };
    });
  }

  /** The session with this hash, expired or not. */
  async findByHash(sha256: string): Promise<Session | undefined> {
    const row = await this.#database.queries
      .selectFrom('sessions')
      .innerJoin('access_tokens', 'access_tokens.uuid', 'sessions.token_uuid')
      .select(tokenColumns.map((column) => `access_tokens.${column}` as const))
      .select([
        'sessions.secret_sha256',
        'sessions.expires_at as session_expires_at',
        'sessions.created_at as session_created_at',
      ])
      .where('sessions.secret_sha256', '=', sha256)
      .executeTakeFirst();
    return (
      row && {
        secretSha256: row.secret_sha256,
        token: toAccessToken(row),
        expiresAt: row.session_expires_at,
        createdAt: row.session_created_at,
      }
    );
  }

  /** Ends a session; answers whether there was one. Other processes hear of it by revision. */
  end(sha256: string): Promise<boolean> {
    return this.#database.transaction(async (trx) => {
      const ended = await this.#delete(trx, sha256);
      recordRevisions(trx, 'token', ended);
      return ended.length > 0;
    });
  }

  /** Deletes expired sessions; answers how many. */
  async deleteExpired(): Promise<number> {
    const result = await this.#database.transaction((trx) =>
      trx.deleteFrom('sessions').where('expires_at', '<=', this.#clock.now()).executeTakeFirst(),
    );
    return Number(result.numDeletedRows);
  }

  /** Deletes a session; answers the uuid of its token. */
  async #delete(trx: ControlTransaction, sha256: string): Promise<string[]> {
    const rows = await trx
      .deleteFrom('sessions')
      .where('secret_sha256', '=', sha256)
      .returning('token_uuid')
      .execute();
    return rows.map(({ token_uuid }) => token_uuid);
  }

  /** Makes room for one more session of a token; answers the token's uuid when one was ended for it. */
  async #endSurplus(trx: ControlTransaction, tokenUuid: string): Promise<string[]> {
    const kept = trx
      .selectFrom('sessions')
      .select('secret_sha256')
      .where('token_uuid', '=', tokenUuid)
      .orderBy('created_at', 'desc')
      .orderBy('secret_sha256')
      .limit(maxSessionsPerToken - 1);
    const ended = await trx
      .deleteFrom('sessions')
      .where('token_uuid', '=', tokenUuid)
      .where('secret_sha256', 'not in', kept)
      .returning('token_uuid')
      .execute();
    return ended.length === 0 ? [] : [tokenUuid];
  }
}
