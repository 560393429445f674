/** Which public keys a certificate may have. Source: docs/reference/certificates.md ("What is taken"). */
import type { KeyObject } from 'node:crypto';

export type KeyType = 'rsa' | 'ecdsa' | 'ed25519';

export type KeyTypeReading =
  | { readonly ok: true; readonly type: KeyType }
  | { readonly ok: false; readonly reason: string };

const minRsaBits = 2048;
/** A signature with a key of 16,384 bits takes a worker a quarter of a second. */
const maxRsaBits = 8192;
/** Those that TLS 1.3 has signatures for. */
const curves: ReadonlySet<string> = new Set(['prime256v1', 'secp384r1', 'secp521r1']);

/** Tells what a key is to TLS, or why it cannot be used; `undefined` is a key that OpenSSL cannot read. */
export function readKeyType(key: KeyObject | undefined): KeyTypeReading {
  const { asymmetricKeyType: kind, asymmetricKeyDetails: details } = key ?? {};
  if (kind === 'rsa') return readRsa(details?.modulusLength ?? 0);
  if (kind === 'ed25519') return { ok: true, type: 'ed25519' };
  if (kind !== 'ec') {
    return refuse(`its key is of the kind ${kind ?? 'unknown'}; RSA, EC and Ed25519 are supported`);
  }
  const curve = details?.namedCurve;
  if (curve !== undefined && curves.has(curve)) return { ok: true, type: 'ecdsa' };
  return refuse(`its EC key is on ${curve ?? 'a curve of its own'}; P-256, P-384 and P-521 are supported`);
}

function readRsa(bits: number): KeyTypeReading {
  if (bits < minRsaBits) return refuse(`its RSA key has ${bits} bits, fewer than ${minRsaBits}`);
  if (bits > maxRsaBits) return refuse(`its RSA key has ${bits} bits, more than ${maxRsaBits}`);
  return { ok: true, type: 'rsa' };
}

function refuse(reason: string): KeyTypeReading {
  return { ok: false, reason };
}
