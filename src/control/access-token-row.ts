/** An access token without its secret, and the columns it is read from. Source: docs/reference/access-tokens.md. */
import type { Selectable } from 'kysely';
import type { AccessTokenRow, TokenScope } from './schema.ts';

/** Without its secret. */
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

/** All but the hash of the secret. */
type TokenColumn = Exclude<keyof AccessTokenRow, 'token_sha256'>;

export const tokenColumns: readonly TokenColumn[] = [
  'uuid',
  'account_uuid',
  'name',
  'scope',
  'expires_at',
  'last_used_at',
  'created_at',
];

export function toAccessToken(row: Pick<Selectable<AccessTokenRow>, TokenColumn>): AccessToken {
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
