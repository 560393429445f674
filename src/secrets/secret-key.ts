/**
 * Secret keys and encryption with them: AES-256-GCM, each value with a fresh nonce and bound to its row. Source:
 * docs/reference/certificates.md ("The secret key"), NIST SP 800-38D.
 */
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

export type SecretKey = {
  /** Derived from the key one way, so it may be shown, and tells whether a key is the one that is meant. */
  readonly id: string;
  readonly encryption: KeyObject;
  /** Derived from the key one way, for reach-keys.ts; base64. */
  readonly reach: string;
};

/** Something encrypted; the identity it is bound to is not part of it. */
export type Sealed = {
  readonly keyId: string;
  /** Base64 of nonce, ciphertext and tag. */
  readonly text: string;
};

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const idBytes = 8;
// 32 bytes leave four bits of the 43rd character, so its last two are zero: others are not canonical.
const base64Key = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/** Makes a key, in the form in which it is kept: base64. */
export function newSecretKey(): string {
  return randomBytes(keyBytes).toString('base64');
}

/** Reads a key of 32 bytes in base64; undefined when it is none. */
export function parseSecretKey(base64: string): SecretKey | undefined {
  if (!base64Key.test(base64)) return undefined;
  const secret = Buffer.from(base64, 'base64');
  return {
    id: Buffer.from(derive(secret, 'nameplate secret key id', idBytes)).toString('hex'),
    encryption: createSecretKey(Buffer.from(derive(secret, 'nameplate seal v1', keyBytes))),
    reach: Buffer.from(derive(secret, 'nameplate reach v1', keyBytes)).toString('base64'),
  };
}

function derive(secret: Buffer, purpose: string, length: number): ArrayBuffer {
  return hkdfSync('sha256', secret, Buffer.alloc(0), purpose, length);
}

/** Encrypts a text; only who names the same identity can open it. */
export function seal({ id, encryption }: SecretKey, text: string, identity: string): Sealed {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, encryption, nonce).setAAD(associatedData(id, identity));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { keyId: id, text: sealed.toString('base64') };
}

/** Decrypts; throws when the key, the identity or a single bit is another. */
export function unseal({ id, encryption }: SecretKey, sealed: Sealed, identity: string): string {
  const bytes = Buffer.from(sealed.text, 'base64');
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, encryption, nonce, { authTagLength: tagBytes });
  decipher.setAAD(associatedData(id, identity)).setAuthTag(bytes.subarray(-tagBytes));
  const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

function associatedData(keyId: string, identity: string): Buffer {
  return Buffer.from(`nameplate seal v1\n${keyId}\n${identity}`);
}
