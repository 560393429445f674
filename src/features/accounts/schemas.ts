/** Accounts on the wire. Source: docs/reference/api.md ("Accounts"). */

import { type TArray, type TObject, type TSchema, Type } from '@sinclair/typebox';
import { refTo, timestampSchema, uuidSchema } from '../../api/schemas/common.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { accessTokenSchemas } from '../access-tokens/feature.ts';
import { roleSchema, userSchema } from '../people/user-schemas.ts';
import type { Account } from './account-store.ts';

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
  description: 'The account of the token, or those that the user is a member of.',
});

/** Of a token: the two of them. Of a user: the user, the account of the request, and the role in it. */
export const meSchema: TSchema = Type.Union(
  [
    Type.Object({ token: refTo(accessTokenSchemas.answer), account: refTo(accountSchema) }),
    Type.Object({
      user: refTo(userSchema),
      role: Type.Union([roleSchema, Type.Null()]),
      account: Type.Union([refTo(accountSchema), Type.Null()]),
    }),
  ],
  { description: 'The token and its account, or the user with a role in an account.' },
);

export function accountToWire(account: Account): Record<string, unknown> {
  return {
    uuid: account.uuid,
    name: account.name,
    created_at: formatTimestamp(account.createdAt),
    updated_at: formatTimestamp(account.updatedAt),
  };
}
