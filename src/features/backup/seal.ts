/**
 * Encrypts what a backup must not show: the secret key and the salts of visitors. scrypt makes the key from a passphrase (RFC
 * 7914), AES-256-GCM encrypts with it. Source: docs/reference/backups.md ("Secrets").
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { BackupError } from './backup-error.ts';

const deriveKey = promisify<
  string,
  Buffer,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(scrypt);
/** 128 MiB and half a second for each try. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const algorithm = 'aes-256-gcm';

/** Encrypts a text; the result is JSON. */
export async function sealText(text: string, passphrase: string): Promise<string> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(algorithm, await deriveKey(passphrase, salt, 32, cost), iv);
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const { N: n, r, p } = cost;
  return JSON.stringify({
    kdf: { name: 'scrypt', n, r, p, salt: encode(salt) },
    cipher: { name: algorithm, iv: encode(iv), tag: encode(cipher.getAuthTag()) },
    content: encode(content),
  });
}

/** Decrypts what {@link sealText} made. Throws {@link BackupError} for another passphrase, or when it was altered. */
export async function unsealText(sealed: string, passphrase: string): Promise<string> {
  try {
    const { kdf, cipher, content } = JSON.parse(sealed);
    // The cost is ours: a file could ask for any amount of memory.
    const key = await deriveKey(passphrase, decode(kdf.salt), 32, cost);
    const decipher = createDecipheriv(algorithm, key, decode(cipher.iv), { authTagLength: 16 });
    decipher.setAuthTag(decode(cipher.tag));
    return Buffer.concat([decipher.update(decode(content)), decipher.final()]).toString('utf8');
  } catch {
    throw new BackupError('the passphrase is not the one that the backup was made with');
  }
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64');
}

function decode(text: unknown): Buffer {
  return Buffer.from(String(text), 'base64');
}
