/**
 * Reads private keys in PEM. No message of this file ever quotes its input. Source: docs/reference/certificates.md
 * ("What is refused").
 */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { type PemBlock, readPem } from './pem.ts';

export type PrivateKeyReading =
  | { readonly ok: true; readonly key: KeyObject }
  | { readonly ok: false; readonly reason: string };

const formats: Readonly<Record<string, 'pkcs8' | 'pkcs1' | 'sec1'>> = {
  'PRIVATE KEY': 'pkcs8',
  'RSA PRIVATE KEY': 'pkcs1',
  'EC PRIVATE KEY': 'sec1',
};
const encryptedLabel = 'ENCRYPTED PRIVATE KEY';
/** What may stand beside the key, as OpenSSL and others write it. */
const isIgnored = (label: string): boolean => !label.endsWith('PRIVATE KEY');

/** Reads the one private key of a PEM text. Never throws. */
export function readPrivateKey(text: string): PrivateKeyReading {
  const blocks = readPem(text);
  const keys = blocks.filter(({ label }) => !isIgnored(label));
  const [block, ...others] = keys;
  if (!block) return refuse(describeMissing(blocks));
  if (others.length > 0) return refuse(`it has ${keys.length} private keys; one is needed`);
  if (block.label === encryptedLabel || block.isEncrypted) {
    return refuse('it is encrypted; "openssl pkey -in FILE" decrypts it');
  }
  const format = formats[block.label];
  if (!format) return refuse(describeFormat(block.label));
  if (!block.der) return refuse(`its block ${block.label} has no end or is not base64`);
  try {
    return { ok: true, key: createPrivateKey({ key: block.der, format: 'der', type: format }) };
  } catch {
    return refuse(`its block ${block.label} does not hold a private key that OpenSSL can read`);
  }
}

function describeMissing(blocks: readonly PemBlock[]): string {
  const labels = [...new Set(blocks.map(({ label }) => label))];
  if (labels.length === 0) return 'it is not PEM: there is no line -----BEGIN PRIVATE KEY-----';
  return `it has no private key, only ${labels.slice(0, 5).join(', ')}`;
}

function describeFormat(label: string): string {
  return label === 'OPENSSH PRIVATE KEY'
    ? 'it is a key of OpenSSH, not of TLS'
    : `keys of the kind ${label} are not supported; RSA, EC and Ed25519 are`;
}

function refuse(reason: string): PrivateKeyReading {
  return { ok: false, reason };
}
