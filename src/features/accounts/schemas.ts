/** Accounts on the wire. Source: docs/reference/api.md ("Accounts"). */

import { type TArray, type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { SignedCaller } from '../../api/caller.ts';
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

export const signedTokenSchema: TObject = Type.Object(
  {
    scope: Type.Literal('analytics'),
    signing_key_uuid: uuidSchema,
    external_id: Type.Union([Type.String(), Type.Null()]),
    custom_domain_uuid: Type.Union([uuidSchema, Type.Null()]),
    expires_at: timestampSchema('When the token ends.'),
  },
  { $id: 'SignedToken' },
);

const namedDomainsSchema: TSchema = Type.Array(
  Type.Object({ uuid: uuidSchema, host: Type.String(), external_id: Type.String() }),
  { description: 'The custom domains that the token is limited to.' },
);

/** Of a token: the two of them. Of a user: the user, the account of the request, and the role in it. */
export const meSchema: TSchema = Type.Union(
  [
    Type.Object({
      token: refTo(accessTokenSchemas.answer),
      account: refTo(accountSchema),
      custom_domains: Type.Optional(namedDomainsSchema),
    }),
    Type.Object({
      token: refTo(signedTokenSchema),
      account: refTo(accountSchema),
      custom_domains: namedDomainsSchema,
    }),
    Type.Object({
      user: refTo(userSchema),
      role: Type.Union([roleSchema, Type.Null()]),
      account: Type.Union([refTo(accountSchema), Type.Null()]),
    }),
  ],
  { description: 'The token and its account, or the user with a role in an account.' },
);

export function signedToWire({ keyUuid, domains, expiresAt }: SignedCaller): Record<string, unknown> {
  return {
    scope: 'analytics',
    signing_key_uuid: keyUuid,
    external_id: domains.externalIds?.[0] ?? null,
    custom_domain_uuid: domains.customDomainUuids?.[0] ?? null,
    expires_at: formatTimestamp(expiresAt),
  };
}

export function accountToWire(account: Account): Record<string, unknown> {
  return {
    uuid: account.uuid,
    name: account.name,
    created_at: formatTimestamp(account.createdAt),
    updated_at: formatTimestamp(account.updatedAt),
  };
}
