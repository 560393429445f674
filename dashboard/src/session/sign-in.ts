/** The ways to sign in; apart from the session itself, as most pages are opened by those who are signed in. */

import type { components } from '../../../client/src/openapi.ts';
import { api, bodyOf } from '../api/client.ts';
import { type AnySession, sessionOf } from './session.ts';

type Schemas = components['schemas'];

/** Errors: `unauthorized`; `second_factor_required`, `second_factor_refused`; `rate_limited`. */
export async function signIn(body: Schemas['SessionCreate']): Promise<AnySession> {
  return sessionOf(await bodyOf(api.POST('/session', { body })));
}

/** Finishes a sign-in with what the identity provider has added to the address. Errors: those of the API. */
export async function finishProviderSignIn(queryString: string): Promise<AnySession> {
  const body = { query_string: queryString };
  return sessionOf(await bodyOf(api.POST('/session/oidc/callback', { body })));
}

/** Finishes a sign-in with what the authenticator has answered. Errors: `passkey_refused`, `sign_in_expired`. */
export async function finishPasskeySignIn(credential: string): Promise<AnySession> {
  return sessionOf(await bodyOf(api.POST('/session/passkey', { body: { credential } })));
}

/** Accepts an invitation as a new user. Errors: those of the API. */
export async function acceptInvitation(body: Schemas['AcceptanceCreate']): Promise<AnySession> {
  return sessionOf(await bodyOf(api.POST('/session/invitation/acceptance', { body })));
}
