/** Reads `application/json` bodies. Source: RFC 8259, docs/reference/api.md ("Bodies"). */
import { quoteValue, ServiceError } from '../../core/errors.ts';
import { collectBody, emptyBody, type RequestBody } from '../../resources/request-body.ts';
import { decodeUtf8 } from './decode-utf8.ts';

/** Parses a JSON object. An empty body has no attributes. Errors: `body_invalid`. */
export function parseJsonBody(bytes: Buffer): RequestBody {
  if (bytes.length === 0) return emptyBody;
  const text = decodeUtf8(bytes);
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError('body_invalid', 'the body is not a JSON object');
  }
  const repeated = findRepeatedName(text, value);
  if (repeated !== undefined) throw new ServiceError('body_invalid', describeRepeatedName(repeated));
  return collectBody('json', Object.entries(value));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError('body_invalid', 'the body is not well-formed JSON');
  }
}

/**
 * Finds a name that an object has twice, at any depth: RFC 8259 leaves open which of the two counts, and JSON.parse silently takes
 * the last, so one of two values would be lost. Each name has a colon, so names are looked at only where there are more colons
 * than members.
 */
export function findRepeatedName(text: string, parsed: unknown): string | undefined {
  return countColons(text) === countMembers(parsed) ? undefined : firstRepeatedName(text);
}

export function describeRepeatedName(name: string): string {
  return `the body has ${quoteValue(name)} more than once in one object`;
}

/** Outside of strings. */
function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(':'), quote = text.indexOf('"'); at >= 0; at = text.indexOf(':', at)) {
    if (quote >= 0 && quote < at) {
      at = endOfString(text, quote);
      quote = text.indexOf('"', at);
    } else {
      count += 1;
      at += 1;
    }
  }
  return count;
}

function countMembers(value: unknown): number {
  let count = 0;
  const left: unknown[] = [value];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const values: unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (!Array.isArray(next)) count += values.length;
    for (const each of values) if (typeof each === 'object') left.push(each);
  }
  return count;
}

function firstRepeatedName(text: string): string {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') open.push(new Set());
    else if (character === '}' || character === ']') open.pop();
    else if (character === '"') {
      const end = endOfString(text, at);
      afterString.lastIndex = end;
      if (afterString.test(text)) {
        const name = String(JSON.parse(text.slice(at, end)));
        if (open.at(-1)?.has(name)) return name;
        open.at(-1)?.add(name);
      }
      at = end - 1;
    }
  }
  return '';
}

/** What makes a string a name. */
const afterString = /\s*:/y;

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}
