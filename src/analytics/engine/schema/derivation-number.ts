/** Numbers of derivations: 42 bits of milliseconds since 1970, so that they tell how old they are, then random bits. */
import { randomInt } from 'node:crypto';

const randomBits = 22;

/** A new number, as decimal text. */
export function newDerivation(nowMs: number): string {
  return (BigInt(leastDerivation(nowMs)) | BigInt(randomInt(2 ** randomBits))).toString();
}

/** The least number that a derivation begun at a time can have, as decimal text. */
export function leastDerivation(ms: number): string {
  return (BigInt(Math.max(0, Math.floor(ms))) << BigInt(randomBits)).toString();
}
