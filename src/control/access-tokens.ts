/**
 * Access tokens: `np_` and 43 base64url characters, 256 random bits. Only their SHA-256 is stored; a token is
 * found by looking its hash up, so no comparison takes longer the more of a guess is right.
 * Source: spec section 5, contract section 2 ("Auth").
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../core/clock.ts';
import { newUuid } from '../core/ids.ts';
import type { ControlDatabase, ControlTransaction } from './database.ts';
import { recordRevisions } from './revisions.ts';
import type { TokenScope } from './schema.ts';

const tokenPattern = /^np_[A-Za-z0-9_-]{43}$/;

/** A token as everyone may see it: without its secret. */
export type AccessToken = {
  readonly uuid: string;
  readonly accountUuid: string;
  readonly name: string;
  readonly scope: TokenScope;
  /** Milliseconds since the epoch; null = never. */
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly createdAt: number;
};

export type NewAccessToken = {
  readonly accountUuid: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly expiresAt: number | null;
  /** The secret to use instead of a random one. */
  readonly secret?: string | undefined;
};

/** Tells whether a text has the form of an access token. */
export function isTokenShaped(text: string): boolean {
  return tokenPattern.test(text);
}

/** The look-up key of a token: SHA-256, lower-case hex. */
export function hashToken(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export class AccessTokens {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor(database: ControlDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Creates a token and answers it with its secret, which cannot be had again. */
  async create(
    input: NewAccessToken,
    within?: ControlTransaction,
  ): Promise<{ token: AccessToken; secret: string }> {
    if (!within) return this.#database.transaction((trx) => this.create(input, trx));
    const secret = input.secret ?? `np_${randomBytes(32).toString('base64url')}`;
    const token: AccessToken = {
      uuid: newUuid(),
      accountUuid: input.accountUuid,
      name: input.name,
      scope: input.scope,
      expiresAt: input.expiresAt,
      lastUsedAt: null,
      createdAt: this.#clock.now(),
    };
    await within
      .insertInto('access_tokens')
      .values({
        uuid: token.uuid,
        account_uuid: token.accountUuid,
        name: token.name,
        token_sha256: hashToken(secret),
        scope: token.scope,
        expires_at: token.expiresAt,
        last_used_at: null,
        created_at: token.createdAt,
      })
      .execute();
    return { token, secret };
  }

  /** The token with this hash, expired or not. */
  async findByHash(sha256: string): Promise<AccessToken | undefined> {
    const row = await this.#select().where('token_sha256', '=', sha256).executeTakeFirst();
    return row && toAccessToken(row);
  }

  /** Tokens of an account, or of all accounts, oldest first. */
  async list(accountUuid?: string): Promise<AccessToken[]> {
    let query = this.#select();
    if (accountUuid !== undefined) query = query.where('account_uuid', '=', accountUuid);
    const rows = await query.orderBy('created_at').orderBy('uuid').execute();
    return rows.map(toAccessToken);
  }

  /** Deletes a token; answers it, or undefined when there was none. Other processes hear of it by revision. */
  revoke(uuid: string): Promise<AccessToken | undefined> {
    return this.#database.transaction(async (trx) => {
      const row = await trx
        .deleteFrom('access_tokens')
        .where('uuid', '=', uuid)
        .returning(tokenColumns)
        .executeTakeFirst();
      if (!row) return undefined;
      await recordRevisions(trx, this.#database.kind, 'token', [uuid]);
      return toAccessToken(row);
    });
  }

  /** Stores when tokens were last used, in one transaction; never moves a time backwards. */
  async touch(lastUsed: ReadonlyMap<string, number>): Promise<void> {
    await this.#database.transaction(async (trx) => {
      for (const [uuid, usedAt] of lastUsed) {
        await trx
          .updateTable('access_tokens')
          .set({ last_used_at: usedAt })
          .where('uuid', '=', uuid)
          .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', usedAt)]))
          .execute();
      }
    });
  }

  #select() {
    return this.#database.queries.selectFrom('access_tokens').select(tokenColumns);
  }
}

const tokenColumns = [
  'uuid',
  'account_uuid',
  'name',
  'scope',
  'expires_at',
  'last_used_at',
  'created_at',
] as const;

function toAccessToken(row: {
  uuid: string;
  account_uuid: string;
  name: string;
  scope: TokenScope;
  expires_at: number | null;
  last_used_at: number | null;
  created_at: number;
}): AccessToken {
  return {
    uuid: row.uuid,
    accountUuid: row.account_uuid,
    name: row.name,
    scope: row.scope,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
  };
}
