/** Accounts on the wire. Source: docs/reference/api.md ("Accounts"). */
import { type TArray, type TObject, Type } from '@sinclair/typebox';
import type { Account } from '../../control/accounts.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { accessTokenSchema } from './access-token.ts';
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
  { token: refTo(accessTokenSchema), account: refTo(accountSchema) },
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
