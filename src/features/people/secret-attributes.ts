/** Reads passwords, codes, invitations and callbacks from bodies. No error repeats what was sent. */

import { ServiceError } from '../../core/errors.ts';
import { allowedPassword, passwordProblem } from '../../core/password-rule.ts';
import type { RequestBody } from '../../resources/request-body.ts';
import { isInvitationShaped } from './invitation-store.ts';

type SecretName =
  | 'password'
  | 'token'
  | 'current_password'
  | 'code'
  | 'invitation'
  | 'query_string'
  | 'credential';

/** Errors: the attribute's own code. */
export function readSecret(body: RequestBody, name: SecretName): string {
  const value = body.attributes.get(name);
  const problem = !body.attributes.has(name)
    ? 'is missing'
    : body.repeated.has(name)
      ? 'is given more than once'
      : typeof value === 'string'
        ? undefined
        : 'is not a string';
  if (problem === undefined && typeof value === 'string') return value;
  throw new ServiceError(`${name}_invalid`, `${name} ${problem}; allowed: a string`);
}

export function readOptionalSecret(body: RequestBody, name: SecretName): string | undefined {
  return body.attributes.has(name) ? readSecret(body, name) : undefined;
}

/** Reads a password to set; `known` is what anybody can look up about the user. Errors: `password_invalid`. */
export function readNewPassword(body: RequestBody, known: readonly string[]): string {
  const password = readSecret(body, 'password');
  const problem = passwordProblem(password, known);
  if (problem === undefined) return password;
  throw new ServiceError('password_invalid', `password is refused: ${problem}; allowed: ${allowedPassword}`);
}

/** Reads what an identity provider has added to the callback's address. Errors: `query_string_invalid`. */
export function readQueryString(body: RequestBody): string {
  const text = readSecret(body, 'query_string');
  if (text.length <= 8_000) return text;
  throw new ServiceError(
    'query_string_invalid',
    'query_string is too long; allowed: at most 8,000 characters',
  );
}

/** Errors: `invitation_invalid`. */
export function readInvitation(body: RequestBody): string {
  const secret = readSecret(body, 'invitation').trim();
  if (isInvitationShaped(secret)) return secret;
  throw new ServiceError(
    'invitation_invalid',
    'invitation is not the secret of an invitation; allowed: "ni_" and 43 base64url characters',
  );
}
