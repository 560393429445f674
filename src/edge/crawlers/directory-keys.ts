/**
 * The keys of a directory: a JSON Web Key Set, of which those for Ed25519 count. Source: RFC 7517 section 5, RFC 8037 section 2 and
 * appendix A.3 (thumbprint), draft-ietf-webbotauth-httpsig-protocol ("Directory Format").
 */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { isRecord } from '../../core/json-reader.ts';

/** Operators have one or two. */
const maxKeys = 100;
/** 32 bytes in base64url, written canonically. */
const keyText = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
/** Some operators write times in milliseconds; in seconds this is the year 5138. */
const leastMs = 1e11;

export class DirectoryKey {
  readonly #x: string;
  readonly #notBeforeMs: number;
  readonly #expiresAtMs: number;
  #key: KeyObject | undefined;

  constructor(x: string, notBeforeMs: number, expiresAtMs: number) {
    this.#x = x;
    this.#notBeforeMs = notBeforeMs;
    this.#expiresAtMs = expiresAtMs;
  }

  isValidAt(nowMs: number): boolean {
    return nowMs >= this.#notBeforeMs && nowMs < this.#expiresAtMs;
  }

  /** Made when it is first asked for. */
  get publicKey(): KeyObject {
    this.#key ??= createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: this.#x }, format: 'jwk' });
    return this.#key;
  }
}

/** By their thumbprints. */
export type DirectoryKeys = ReadonlyMap<string, DirectoryKey>;

/** Undefined when the text is no key set, or has very many keys; keys of another kind are left out. */
export function readDirectoryKeys(text: string): DirectoryKeys | undefined {
  const set = parsed(text);
  const list = isRecord(set) ? set['keys'] : undefined;
  if (!Array.isArray(list) || list.length > maxKeys) return undefined;
  const keys = new Map<string, DirectoryKey>();
  for (const jwk of list) {
    if (!isRecord(jwk)) continue;
    const { kty, crv, x, use, nbf, exp } = jwk;
    if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string' || !keyText.test(x)) continue;
    if (use !== undefined && use !== 'sig') continue;
    keys.set(thumbprintOf(x), new DirectoryKey(x, timeOf(nbf, 0), timeOf(exp, Number.POSITIVE_INFINITY)));
  }
  return keys;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function timeOf(value: unknown, missing: number): number {
  if (typeof value !== 'number') return missing;
  return value < leastMs ? value * 1_000 : value;
}

/** RFC 7638 section 3: the required members in their order. */
function thumbprintOf(x: string): string {
  return createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
}
