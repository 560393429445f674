/**
 * Time-based one-time passwords: six digits, SHA-1, steps of 30 s, which is what every authenticator app does. Source:
 * RFC 6238, RFC 4226 section 5.3, RFC 4648 section 6 (base32).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const stepMs = 30_000;
const digits = 6;
/** As long as the hash: RFC 4226 section 4, R6. */
const secretBytes = 20;
/** Steps that an app's clock may be ahead or behind. */
const tolerance = 1;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret in base32, the form that people type into an app. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(secretBytes));
}

/** The code of one time step. */
export function totpAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 0x0f;
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0');
}

export function totpStepOf(nowMs: number): number {
  return Math.floor(nowMs / stepMs);
}

/** The time step that a code belongs to, of those around now; undefined when it is of none. */
export function findTotpStep(secret: string, code: string, nowMs: number): number | undefined {
  const given = Buffer.from(code);
  const now = totpStepOf(nowMs);
  let found: number | undefined;
  for (let step = now - tolerance; step <= now + tolerance; step += 1) {
    const wanted = Buffer.from(totpAt(secret, step));
    if (wanted.length === given.length && timingSafeEqual(wanted, given)) found = step;
  }
  return found;
}

/** What an app reads from a QR code. Source: the Key URI Format of Google Authenticator, which all apps follow. */
export function totpUri(secret: string, email: string): string {
  const label = `${encodeURIComponent('Nameplate')}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=Nameplate`;
}

/** Base32 without padding. */
export function toBase32(bytes: Uint8Array): string {
  let bits = 0;
  let value = 0;
  let text = '';
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >> (bits - 5)) & 31];
  }
  return bits === 0 ? text : text + alphabet[(value << (5 - bits)) & 31];
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const character of text) {
    value = ((value << 5) | alphabet.indexOf(character)) & 0xffff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((value >> bits) & 0xff);
    }
  }
  return Buffer.from(bytes);
}
