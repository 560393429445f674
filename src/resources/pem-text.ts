/** Reads texts with certificates and keys as far as every program can; `certificates/` looks inside. */
import type { Reading } from './definition.ts';

/** Twenty certificates with RSA keys of 4,096 bits take less. */
const defaultMaxLength = 65_536;
// Both databases store it, and every program that shows it can. Comments may have letters beyond ASCII.
const controlCharacter = /(?![\t\n\r])\p{Cc}/u;

/** White space alone is empty. */
export function readPemText(text: string, maxLength: number = defaultMaxLength): Reading<string> {
  if (text.trim() === '') return { ok: true, value: '' };
  if (text.length > maxLength)
    return { ok: false, reason: `it has ${text.length} characters, more than ${maxLength}` };
  if (controlCharacter.test(text) || !text.isWellFormed())
    return { ok: false, reason: 'it has characters that are not text' };
  return { ok: true, value: text };
}
