/** Sessions on the wire. */

import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import { type DescribedAttribute, schemasOf, textAttribute } from '../../api/attributes.ts';
import { refTo, timestampSchema } from '../../api/schemas/common.ts';
import { bodySchemas } from '../../api/schemas/resource.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { accessTokenResource } from '../../resources/access-token.ts';
import { readRequired } from '../../resources/read-attributes.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import { toWire } from '../../resources/resource.ts';
import { userResource } from '../../resources/user.ts';
import { isTokenShaped } from '../../secrets/access-token-secret.ts';
import { readSignedToken } from '../../secrets/signed-token.ts';
import { accessTokenSchemas } from '../access-tokens/feature.ts';
import type { Account } from '../accounts/account-store.ts';
import { accountSchema, accountToWire } from '../accounts/schemas.ts';
import { membershipSchema, membershipsToWire } from '../people/member-schemas.ts';
import { readOptionalSecret, readSecret } from '../people/secret-attributes.ts';
import { userSchema, userToWire } from '../people/user-schemas.ts';
import type { Credentials } from './passwords.ts';
import type { Session } from './session-store.ts';
import type { UserSession } from './user-session-store.ts';

const accessTokenAttribute: DescribedAttribute<string> = textAttribute({
  name: 'access_token',
  allowed: '"np_" and 43 base64url characters',
  schema: Type.String({ writeOnly: true, description: 'The access token to sign in with.' }),
  read: (text) => ({ ok: true, value: text.trim() }),
});

const credentialNames = ['email', 'password', 'code'] as const;

export const sessionAttributeNames: readonly string[] = [accessTokenAttribute.name, ...credentialNames];

/**
 * Reads an email address and a password to sign in with; undefined when the body has neither. Errors: `email_invalid`,
 * `password_invalid`, `code_invalid`.
 */
export function readCredentials(body: RequestBody): Credentials | undefined {
  if (!credentialNames.some((name) => body.attributes.has(name))) return undefined;
  if (body.attributes.has(accessTokenAttribute.name))
    throw new ServiceError(
      'access_token_invalid',
      'access_token is given beside an email address or password',
    );
  return {
    email: readRequired(body, userResource.attributes.email),
    password: readSecret(body, 'password'),
    code: readOptionalSecret(body, 'code'),
  };
}

/** Reads the token to sign in with; whatever it is, the error does not repeat it. Errors: `access_token_invalid`. */
export function readAccessToken(body: RequestBody): string {
  const token = readRequired(body, accessTokenAttribute);
  if (isTokenShaped(token)) return token;
  if (readSignedToken(token)) throw new ServiceError('forbidden', 'a signed token begins no session');
  const { allowed } = accessTokenAttribute;
  throw new ServiceError('access_token_invalid', `access_token is no access token; allowed: ${allowed}`);
}

export const sessionSchema: TObject = Type.Object(
  {
    csrf_token: Type.String({
      description: 'To be sent as `X-CSRF-Token` with every request of the session that changes something.',
    }),
    expires_at: timestampSchema('When the session ends.'),
    token: refTo(accessTokenSchemas.answer),
    account: refTo(accountSchema),
  },
  { $id: 'Session' },
);

export const userSessionSchema: TObject = Type.Object(
  {
    csrf_token: Type.String({ description: 'Like that of `Session`.' }),
    expires_at: timestampSchema('When the session ends.'),
    user: refTo(userSchema),
    memberships: Type.Array(refTo(membershipSchema), {
      description: 'The accounts that the session works on, oldest membership first.',
    }),
  },
  { $id: 'UserSession' },
);

export const anySessionSchema: TSchema = Type.Union([refTo(sessionSchema), refTo(userSessionSchema)], {
  description: 'The session that has begun: of an access token, or of a user.',
});

export const sessionBodySchema: TObject = bodySchemas(
  'Session',
  {
    ...schemasOf([accessTokenAttribute]),
    email: Type.String({ description: 'Of the user who signs in.' }),
    password: Type.String({ writeOnly: true, description: 'Of the user who signs in.' }),
    code: Type.String({
      writeOnly: true,
      description: 'Of the authenticator app, or a recovery code, when the user has a second factor.',
    }),
  },
  [],
).create;

export const currentSessionSchema: TObject = Type.Object(
  { session: Type.Union([refTo(sessionSchema), refTo(userSessionSchema), Type.Null()]) },
  { description: 'The session of the cookie; null when there is none, or it has ended.' },
);

export function sessionToWire(
  { expiresAt, token }: Pick<Session, 'expiresAt' | 'token'>,
  account: Account,
  csrfToken: string,
): Record<string, unknown> {
  return {
    csrf_token: csrfToken,
    expires_at: formatTimestamp(expiresAt),
    token: toWire(accessTokenResource, token),
    account: accountToWire(account),
  };
}

export function userSessionToWire(
  { expiresAt, user, memberships }: UserSession,
  accounts: readonly Account[],
  csrfToken: string,
): Record<string, unknown> {
  return {
    csrf_token: csrfToken,
    expires_at: formatTimestamp(expiresAt),
    user: userToWire(user),
    memberships: membershipsToWire(memberships, accounts),
  };
}
