/** An access token without its secret, and the columns it is read from. Source: docs/reference/access-tokens.md. */
import type { Selectable } from 'kysely';
import { type AccessToken, accessTokenResource } from '../resources/access-token.ts';
import { fromColumns } from './columns.ts';
import type { AccessTokenRow } from './schema.ts';

/** All but the hash of the secret. */
export type TokenColumn = Exclude<keyof AccessTokenRow, 'token_sha256'>;

export const tokenColumns: readonly TokenColumn[] = accessTokenResource.stored;

export function toAccessToken(row: Pick<Selectable<AccessTokenRow>, TokenColumn>): AccessToken {
  return fromColumns(accessTokenResource, tokenColumns, row);
}
