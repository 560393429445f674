/** Lines of JSON, one object each, read as latin1: texts in it are bytes until `toBytes` says otherwise. */
import { toBytes } from './log-text.ts';

export type JsonObject = { readonly [name: string]: unknown };

export function parseJsonObject(line: string): JsonObject | undefined {
  // Without a parser's work and its error for each line of another format.
  if (!/^\s*\{/.test(line)) return undefined;
  return parse(line) ?? (line.includes('\\x') ? parse(line.replaceAll(byteEscape, '\\u00$1')) : undefined);
}

/** How nginx writes quotes, backslashes and bytes beyond ASCII where a format has no `escape=json`. */
const byteEscape = /\\x([0-9A-Fa-f]{2})/g;

function parse(line: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(line));
  } catch {
    return undefined;
  }
}

export function asObject(value: unknown): JsonObject | undefined {
  // An object of JSON has names of text only; arrays have no names we ask for.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return typeof value === 'object' && value !== null ? (value as JsonObject) : undefined;
}

/** A text, '' when there is none or the log says `-`. */
export function asText(value: unknown): string {
  return typeof value === 'string' && value !== '-' ? toBytes(value) : '';
}

/** A number from 0, also as text; 0 where there is none or the log says `-`; undefined when it is something else. */
export function asCount(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '' || value === '-') return 0;
  const count = typeof value === 'string' && /^\d{1,15}(?:\.\d{1,9})?$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && count >= 0 && count <= Number.MAX_SAFE_INTEGER ? count : undefined;
}

/** A status, also as text; undefined when it is none. */
export function asStatus(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[1-9]\d\d$/.test(text) ? Number(text) : undefined;
}
