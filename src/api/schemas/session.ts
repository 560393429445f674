/** Sessions on the wire. */
import { type TObject, Type } from '@sinclair/typebox';
import { isTokenShaped } from '../../control/access-tokens.ts';
import type { Account } from '../../control/accounts.ts';
import type { Session } from '../../control/sessions.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { readRequired } from '../../resources/read-attributes.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import { type DescribedAttribute, schemasOf, textAttribute } from '../attributes.ts';
import { accessTokenSchema, accessTokenToWire } from './access-token.ts';
import { accountSchema, accountToWire } from './account.ts';
import { refTo, timestampSchema } from './common.ts';
import { bodySchemas } from './resource.ts';

const accessTokenAttribute: DescribedAttribute<string> = textAttribute({
  name: 'access_token',
  allowed: '"np_" and 43 base64url characters',
  schema: Type.String({ writeOnly: true, description: 'The access token to sign in with.' }),
  read: (text) => ({ ok: true, value: text.trim() }),
});

export const sessionAttributeNames: readonly string[] = [accessTokenAttribute.name];

/** Reads the token to sign in with; whatever it is, the error does not repeat it. Errors: `access_token_invalid`. */
export function readAccessToken(body: RequestBody): string {
  const token = readRequired(body, accessTokenAttribute);
  if (isTokenShaped(token)) return token;
  const { allowed } = accessTokenAttribute;
  throw new ServiceError('access_token_invalid', `access_token is no access token; allowed: ${allowed}`);
}

export const sessionSchema: TObject = Type.Object(
  {
    csrf_token: Type.String({
      description: 'To be sent as `X-CSRF-Token` with every request of the session that changes something.',
    }),
    expires_at: timestampSchema('When the session ends.'),
    token: refTo(accessTokenSchema),
    account: refTo(accountSchema),
  },
  { $id: 'Session' },
);

export const sessionBodySchema: TObject = bodySchemas('Session', schemasOf([accessTokenAttribute]), [
  'access_token',
]).create;

export const currentSessionSchema: TObject = Type.Object(
  { session: Type.Union([refTo(sessionSchema), Type.Null()]) },
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
    token: accessTokenToWire(token),
    account: accountToWire(account),
  };
}
