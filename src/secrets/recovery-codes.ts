/** Recovery codes: each works once in place of an authenticator app's. 80 random bits, so a plain hash keeps them. */
import { createHash, randomBytes } from 'node:crypto';
import { toBase32 } from './totp.ts';

const codeCount = 10;
const codeBytes = 10;

/** New codes, such as `abcd-efgh-ijkl-mnop`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codeCount }, () =>
    (toBase32(randomBytes(codeBytes)).toLowerCase().match(/.{4}/g) ?? []).join('-'),
  );
}

/** The look-up key of a code, however it was typed: SHA-256, lower-case hex. */
export function hashRecoveryCode(code: string): string {
  return createHash('sha256')
    .update(code.toLowerCase().replace(/[^a-z2-7]/g, ''))
    .digest('hex');
}
