/** Users on the wire. Source: docs/reference/people.md ("Users"). */
import { type TObject, type TSchema, type TString, Type } from '@sinclair/typebox';
import { enumSchema, timestampSchema, uuidSchema } from '../../api/schemas/common.ts';
import { bodySchemas, resourceBodySchemas, resourceSchema } from '../../api/schemas/resource.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { maxPasswordLength, minPasswordLength } from '../../core/password-rule.ts';
import { roles } from '../../core/role.ts';
import { toWire } from '../../resources/resource.ts';
import { type User, userResource } from '../../resources/user.ts';
import type { ListedSession } from '../sessions/user-session-store.ts';

export const roleSchema: TSchema = enumSchema(roles, {
  description: '`viewer` reads; `admin` reads and changes; `owner` also manages people.',
});

export const userSchema: TObject = resourceSchema(userResource, {
  has_password: Type.Boolean({
    description: 'Whether the user can sign in with a password; otherwise with an identity provider only.',
  }),
  has_second_factor: Type.Boolean({
    description: 'Whether signing in also takes a code from an authenticator app.',
  }),
});

const { properties: written } = resourceBodySchemas(userResource).create;

export const newPasswordSchema: TString = Type.String({
  writeOnly: true,
  minLength: minPasswordLength,
  maxLength: maxPasswordLength,
  description: 'Any characters. Passwords that guessers try first are refused.',
});
const currentPasswordSchema = Type.String({ writeOnly: true, description: 'The user’s password.' });
const invitationSecretSchema = Type.String({
  writeOnly: true,
  description: 'The secret of the invitation: what stands after `#` in its link.',
});

/** Bodies with users' attributes; each is registered. */
export const ownerBodySchema: TObject = bodySchemas('Owner', { ...written, password: newPasswordSchema }, [
  'email',
  'name',
  'password',
]).create;
export const profileBodySchema: TObject = bodySchemas('Profile', { name: written['name'] ?? Type.String() }, [
  'name',
]).update;
export const passwordBodySchema: TObject = bodySchemas(
  'Password',
  { current_password: currentPasswordSchema, password: newPasswordSchema },
  [],
).update;
export const currentPasswordBodySchema: TObject = bodySchemas(
  'CurrentPassword',
  { current_password: currentPasswordSchema },
  ['current_password'],
).create;
export const codeBodySchema: TObject = bodySchemas(
  'SecondFactor',
  { code: Type.String({ writeOnly: true, description: 'The first code that the authenticator app shows.' }) },
  ['code'],
).create;
export const invitationSecretBodySchema: TObject = bodySchemas(
  'Membership',
  { invitation: invitationSecretSchema },
  ['invitation'],
).create;
export const oidcBodySchema: TObject = bodySchemas(
  'OidcSignIn',
  { invitation: Type.Optional(invitationSecretSchema) },
  [],
).create;
export const callbackBodySchema: TObject = bodySchemas(
  'OidcCallback',
  {
    query_string: Type.String({
      writeOnly: true,
      maxLength: 8_000,
      description: 'What the provider has added to the address: `code=…&state=…`.',
    }),
  },
  ['query_string'],
).create;
export const acceptanceBodySchema: TObject = bodySchemas(
  'Acceptance',
  {
    invitation: invitationSecretSchema,
    name: written['name'] ?? Type.String(),
    password: newPasswordSchema,
  },
  ['invitation', 'name', 'password'],
).create;

export const userSessionItemSchema: TObject = Type.Object(
  {
    uuid: uuidSchema,
    browser: Type.String({ description: 'As its user agent says.', examples: ['Firefox'] }),
    operating_system: Type.String({ examples: ['macOS'] }),
    network: Type.String({
      description: 'The first 24 bits of the IPv4 address that signed in, or 48 of the IPv6 address.',
    }),
    current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
    last_used_at: timestampSchema('When it was used last.'),
    expires_at: timestampSchema('When it ends.'),
    created_at: timestampSchema('When it began.'),
  },
  { $id: 'UserSessionItem' },
);

export function userToWire(user: User): Record<string, unknown> {
  return toWire(userResource, user, {
    has_password: user.hasPassword,
    has_second_factor: user.hasSecondFactor,
  });
}

export function userSessionItemToWire(
  session: ListedSession,
  { browser, operatingSystem }: { readonly browser: string; readonly operatingSystem: string },
  isCurrent: boolean,
): Record<string, unknown> {
  return {
    uuid: session.uuid,
    browser,
    operating_system: operatingSystem,
    network: session.network,
    current: isCurrent,
    last_used_at: formatTimestamp(session.lastUsedAt),
    expires_at: formatTimestamp(session.expiresAt),
    created_at: formatTimestamp(session.createdAt),
  };
}
