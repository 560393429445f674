/**
 * Registering passkeys and signing in with them, checked by @simplewebauthn/server, which is loaded for the first of them.
 * The host of the dashboard's address is the relying party. The authenticator has to verify the person (by PIN, finger or
 * face), so a passkey is both factors. Source: Web Authentication Level 3 section 7, docs/reference/passkeys.md.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { ServiceError } from '../../core/errors.ts';
import type { User } from '../../resources/user.ts';
import type { Passkey } from './passkey-store.ts';

/** For the browser: what `PublicKeyCredential.parse…OptionsFromJSON` takes. */
export type CeremonyOptions = { readonly challenge: string } & Readonly<Record<string, unknown>>;

const timeout = 300_000;

/** What the browser has to make a passkey with; it refuses authenticators that have one of the user already. */
export async function registrationOptions(
  origin: string,
  user: User,
  existing: readonly Passkey[],
): Promise<CeremonyOptions> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: 'Nameplate',
    rpID: hostnameOf(origin),
    userID: new TextEncoder().encode(user.uuid),
    userName: user.email,
    userDisplayName: user.name,
    timeout,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: existing.map(({ credentialId }) => ({ id: credentialId })),
  });
  return { ...options };
}

/** What the browser has to sign in with: any passkey that it has for the host. */
export async function signInOptions(origin: string): Promise<CeremonyOptions> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: hostnameOf(origin),
    timeout,
    userVerification: 'required',
  });
  return { ...options };
}

/** Checks a new passkey. Errors: `credential_invalid`. */
export async function checkRegistration(
  origin: string,
  challenge: string,
  credential: string,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'>> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  requireObject(credential);
  const response: RegistrationResponseJSON = JSON.parse(credential);
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: hostnameOf(origin),
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo)
    throw new ServiceError('credential_invalid', 'credential is not a new passkey for this sign-in page');
  const { id, publicKey, counter } = registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), counter };
}

/** The id of the passkey that the browser answers with. Errors: `credential_invalid`. */
export function credentialIdOf(credential: string): string {
  requireObject(credential);
  const { id }: { readonly id?: unknown } = JSON.parse(credential);
  if (typeof id === 'string') return id;
  throw new ServiceError(
    'credential_invalid',
    'credential has no id; allowed: a PublicKeyCredential as JSON',
  );
}

/** Checks a sign-in with a credential that {@link credentialIdOf} has read; answers what the authenticator counts now, or undefined when it is none. */
export async function checkSignIn(
  origin: string,
  challenge: string,
  credential: string,
  passkey: Passkey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const response: AuthenticationResponseJSON = JSON.parse(credential);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostnameOf(origin),
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}

/** The library checks every attribute itself. Errors: `credential_invalid`. */
function requireObject(text: string): void {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return;
  } catch {
    // The error below says what is allowed.
  }
  throw new ServiceError(
    'credential_invalid',
    'credential is not a JSON object; allowed: a PublicKeyCredential as JSON',
  );
}

function hostnameOf(origin: string): string {
  return new URL(origin).hostname;
}
