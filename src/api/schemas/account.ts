/** Accounts and access tokens on the wire. Source: contract section 4. */
import { type TArray, type TObject, Type } from '@sinclair/typebox';
import type { AccessToken } from '../../control/access-tokens.ts';
import type { Account } from '../../control/accounts.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { refTo, timestampSchema, uuidSchema } from './common.ts';

export const accountSchema: TObject = Type.Object(
  {
    uuid: uuidSchema,
    name: Type.String(),
    created_at: timestampSchema('Creation time.'),
    updated_at: timestampSchema('Time of last update.'),
  },
  { $id: 'Account' },
);

export const accountListSchema: TArray = Type.Array(refTo(accountSchema), {
  description: 'The accounts of the token; one.',
});

export const meSchema: TObject = Type.Object(
  {
    token: Type.Object({
      uuid: uuidSchema,
      name: Type.String(),
      scope: Type.Union([Type.Literal('read'), Type.Literal('write')]),
      expires_at: Type.Union([timestampSchema('When the token stops working.'), Type.Null()]),
      last_used_at: Type.Union([timestampSchema('When the token was used last.'), Type.Null()]),
      created_at: timestampSchema('Creation time.'),
    }),
    account: refTo(accountSchema),
  },
  { description: 'The token and its account.' },
);

export function accountToWire(account: Account): Record<string, unknown> {
  return {
    uuid: account.uuid,
    name: account.name,
    created_at: formatTimestamp(account.createdAt),
    updated_at: formatTimestamp(account.updatedAt),
  };
}

export function tokenToWire(token: AccessToken): Record<string, unknown> {
  return {
    uuid: token.uuid,
    account_uuid: token.accountUuid,
    name: token.name,
    scope: token.scope,
    expires_at: token.expiresAt === null ? null : formatTimestamp(token.expiresAt),
    last_used_at: token.lastUsedAt === null ? null : formatTimestamp(token.lastUsedAt),
    created_at: formatTimestamp(token.createdAt),
  };
}
