/** Asks the browser for passkeys. Source: Web Authentication Level 3 section 5.1. */
import { api, bodyOf } from '../api/client.ts';
import type { AnySession } from './session.ts';
import { finishPasskeySignIn } from './sign-in.ts';

/** Whether this browser has passkeys for this page: only by HTTPS or on localhost, and not on an IP address. */
export function hasPasskeys(): boolean {
  return (
    'PublicKeyCredential' in globalThis &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    !/^(?:[\d.]+|\[.*\])$/.test(location.hostname)
  );
}

/** Registers a new passkey under a name. Rejects when the person cancels. */
export async function registerPasskey(name: string, password: string): Promise<void> {
  const { options } = await bodyOf(
    api.POST('/api/v1/me/passkeys/options', { body: { current_password: password } }),
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser checks them
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await navigator.credentials.create({ publicKey });
  await api.POST('/api/v1/me/passkeys', { body: { name, credential: JSON.stringify(credential) } });
}

/** Signs in with a passkey that the person chooses. Rejects when the person cancels. */
export async function signInWithPasskey(): Promise<AnySession> {
  const { options } = await bodyOf(api.POST('/session/passkey/options'));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the browser checks them
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await navigator.credentials.get({ publicKey });
  return finishPasskeySignIn(JSON.stringify(credential));
}

/** Whether the person has cancelled, which needs no message; browsers say the same when nothing was chosen in time. */
export function isCancelled(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotAllowedError';
}
