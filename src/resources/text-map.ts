/** Reads objects of texts, such as `metadata`. Source: docs/reference/api.md ("Bodies"). */
import { quoteValue } from '../core/errors.ts';
import type { Reading } from './definition.ts';
import { jsonValue, type RequestBody } from './request-body.ts';

type Limits = {
  readonly maxEntries: number;
  readonly maxKeyLength: number;
  readonly maxValueLength: number;
};
type TextMap = Readonly<Record<string, string>>;

/** What field names and query parameters can carry without escaping. */
const keyPattern = /^[A-Za-z0-9_-]+$/;
const control = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Ends the sentence "allowed: …". */
export function allowedTextMap({ maxEntries, maxKeyLength, maxValueLength }: Limits): string {
  return `an object with at most ${maxEntries} keys of 1 to ${maxKeyLength} letters, digits, "_" or "-", and strings of at most ${maxValueLength} characters on one line`;
}

/** Reads a JSON object, which forms have as text. Entries are kept in order of their keys, so that equal maps are equal texts. */
export function textMapReader(
  limits: Limits,
): (value: unknown, encoding: RequestBody['encoding']) => Reading<TextMap> {
  return (value, encoding) => {
    const map = jsonValue(value, encoding);
    if (typeof map !== 'object' || map === null || Array.isArray(map))
      return { ok: false, reason: 'it is not an object' };
    const entries: [string, unknown][] = Object.entries(map);
    if (entries.length > limits.maxEntries) return { ok: false, reason: `it has ${entries.length} keys` };
    const read: [string, string][] = [];
    for (const [key, text] of entries) {
      if (!keyPattern.test(key) || key.length > limits.maxKeyLength)
        return { ok: false, reason: `its key ${quoteValue(key)} is not allowed` };
      const problem = valueProblem(text, limits.maxValueLength);
      if (problem !== undefined || typeof text !== 'string')
        return { ok: false, reason: `its value of ${quoteValue(key)} ${problem}` };
      read.push([key, text]);
    }
    return { ok: true, value: Object.fromEntries(read.toSorted(([a], [b]) => (a < b ? -1 : 1))) };
  };
}

/** How a map's JSON text has an entry. Quotes inside of texts are escaped, so nothing else in it looks like that. */
export function entryText(key: string, value: string): string {
  return `${JSON.stringify(key)}:${JSON.stringify(value)}`;
}

function valueProblem(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return 'is not a string';
  if (value.length > maxLength) return `has ${value.length} characters`;
  return control.test(value) || !value.isWellFormed() ? 'has a control character' : undefined;
}
