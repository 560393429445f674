/** Access tokens. Only the hashes of their secrets are stored. Source: docs/reference/access-tokens.md. */
import { type Selectable, sql } from 'kysely';
import { recordChange } from '../../control/audit-trail.ts';
import { type Audited, auditedResource } from '../../control/audited.ts';
import { type ColumnsOf, type Constant, fromColumns, toColumns } from '../../control/columns.ts';
import type { ControlDatabase, ControlTransaction, StoreParts } from '../../control/database.ts';
import { inParts } from '../../control/host-parts.ts';
import { type CountedLimit, noteUse } from '../../control/limit-uses.ts';
import { type PageQuery, selectPage } from '../../control/page-query.ts';
import { recordRevisions } from '../../control/revisions.ts';
import type { Clock } from '../../core/clock.ts';
import { newUuid } from '../../core/ids.ts';
import type { TokenDomains } from '../../core/token-domains.ts';
import {
  type AccessToken,
  type accessTokenDefinitions,
  accessTokenResource,
  type TokenScope,
} from '../../resources/access-token.ts';
import { attributeInvalid } from '../../resources/read-attributes.ts';
import { hashToken, newTokenSecret } from '../../secrets/access-token-secret.ts';

declare module '../../control/schema.ts' {
  interface ControlSchema {
    access_tokens: AccessTokenRow;
  }
}

type AccessTokenRow = ColumnsOf<typeof accessTokenDefinitions> & {
  /**
   * SHA-256 of the whole token, lower-case hex; the token itself is stored nowhere. Of tokens with the scope `analytics` after
   * a mark, so that a program of a version before them, which would let them read everything, doesn't find them.
   */
  token_sha256: Constant<string>;
};

/** All but the hash of the secret. */
export type TokenColumn = Exclude<keyof AccessTokenRow, 'token_sha256'>;

export const tokenColumns: readonly TokenColumn[] = accessTokenResource.stored;

export const auditedAccessToken: Audited<AccessToken> = auditedResource(
  'access_token',
  accessTokenResource,
  ({ name }) => name,
);

export const tokenLimit: CountedLimit = {
  name: 'access_tokens',
  count: (accountUuid) => sql`select count(*) as used from access_tokens where account_uuid = ${accountUuid}`,
  words: 'access tokens',
};

/** Before the hash of a token with the scope `analytics`. */
const analyticsMark = 'analytics:';

export type NewAccessToken = Partial<TokenDomains> & {
  readonly accountUuid: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly expiresAt: number | null;
  readonly mayApply?: boolean;
  /** The secret to use instead of a random one. */
  readonly secret?: string | undefined;
};

export function toAccessToken(row: Pick<Selectable<AccessTokenRow>, TokenColumn>): AccessToken {
  return fromColumns(accessTokenResource, tokenColumns, row);
}

export class AccessTokens {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;

  constructor({ database, clock }: StoreParts) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Creates a token and returns it with its secret, which is not stored. Errors: `limit_reached`, `custom_domain_uuids_invalid`. */
  async create(
    input: NewAccessToken,
    within?: ControlTransaction,
  ): Promise<{ token: AccessToken; secret: string }> {
    if (!within) return this.#database.transaction((trx) => this.create(input, trx));
    const secret = input.secret ?? newTokenSecret();
    const token: AccessToken = {
      uuid: newUuid(),
      accountUuid: input.accountUuid,
      name: input.name,
      scope: input.scope,
      expiresAt: input.expiresAt,
      customDomainUuids: input.customDomainUuids ?? null,
      externalIds: input.externalIds ?? null,
      mayApply: input.mayApply ?? false,
      lastUsedAt: null,
      createdAt: this.#clock.now(),
    };
    await refuseOtherDomains(within, token);
    const mark = token.scope === 'analytics' ? analyticsMark : '';
    await within
      .insertInto('access_tokens')
      .values({
        ...toColumns(accessTokenResource, tokenColumns, token),
        token_sha256: mark + hashToken(secret),
      })
      .execute();
    noteUse(within, { accountUuid: token.accountUuid, now: token.createdAt }, tokenLimit, 1);
    recordChange(within, auditedAccessToken, token.accountUuid, null, token);
    return { token, secret };
  }

  /** The token with this hash, expired or not. */
  async findByHash(sha256: string): Promise<AccessToken | undefined> {
    const row = await this.#select()
      .where('token_sha256', 'in', [sha256, analyticsMark + sha256])
      .executeTakeFirst();
    return row && toAccessToken(row);
  }

  /** Tokens of an account, or of all accounts, oldest first. */
  async list(accountUuid?: string): Promise<AccessToken[]> {
    let query = this.#select();
    if (accountUuid !== undefined) query = query.where('account_uuid', '=', accountUuid);
    const rows = await query.orderBy('created_at').orderBy('uuid').execute();
    return rows.map(toAccessToken);
  }

  /** One page of an account's tokens, and the count of all of them, as of one moment. */
  async page(
    accountUuid: string,
    query: PageQuery<TokenColumn>,
  ): Promise<{ entities: AccessToken[]; count: number }> {
    const wanted = { account_uuid: accountUuid };
    const { rows, count } = await selectPage(this.#database.queries, 'access_tokens', wanted, query);
    return { entities: rows.map(toAccessToken), count };
  }

  async find(accountUuid: string, uuid: string): Promise<AccessToken | undefined> {
    const row = await this.#select()
      .where('uuid', '=', uuid)
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
    return row && toAccessToken(row);
  }

  /**
   * Deletes a token, of this account if one is named, and its sessions; returns it, or undefined when there was none.
   * Other processes learn about it from the revision log.
   */
  revoke(uuid: string, accountUuid?: string): Promise<AccessToken | undefined> {
    return this.#database.transaction(async (trx) => {
      const deletion = trx.deleteFrom('access_tokens').where('uuid', '=', uuid);
      const row = await (accountUuid === undefined
        ? deletion
        : deletion.where('account_uuid', '=', accountUuid)
      )
        .returning(tokenColumns)
        .executeTakeFirst();
      if (!row) return undefined;
      const token = toAccessToken(row);
      recordChange(trx, auditedAccessToken, token.accountUuid, token, null);
      recordRevisions(trx, 'token', [uuid]);
      return token;
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

/** Errors: `custom_domain_uuids_invalid` for a custom domain that the account doesn't have. */
async function refuseOtherDomains(
  trx: ControlTransaction,
  { accountUuid, customDomainUuids }: AccessToken,
): Promise<void> {
  const found = new Set<string>();
  for (const part of inParts(customDomainUuids ?? [])) {
    const rows = await trx
      .selectFrom('custom_domains')
      .select('uuid')
      .where('account_uuid', '=', accountUuid)
      .where('uuid', 'in', part)
      .execute();
    for (const { uuid } of rows) found.add(uuid);
  }
  const missing = customDomainUuids?.find((uuid) => !found.has(uuid));
  if (missing === undefined) return;
  const { custom_domain_uuids: attribute } = accessTokenResource.attributes;
  throw attributeInvalid(attribute, missing, 'the account has no such custom domain');
}
