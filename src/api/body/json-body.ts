/** Reads `application/json` bodies. Source: RFC 8259, docs/reference/api.md ("Bodies"). */
import { ServiceError } from '../../core/errors.ts';
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
  const body = collectBody('json', Object.entries(value));
  return { ...body, repeated: repeatedNames(text) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError('body_invalid', 'the body is not well-formed JSON');
  }
}

/**
 * Finds the names that stand more than once in the outermost object of well-formed JSON. RFC 8259 leaves open which
 * of two equal names counts and JSON.parse silently takes the last, so one of two values would be lost.
 */
function repeatedNames(text: string): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1 && /^\s*:/.test(text.slice(end, end + nameLookahead(text, end)))) {
        const name = String(JSON.parse(text.slice(at, end)));
        if (seen.has(name)) repeated.add(name);
        seen.add(name);
      }
      at = end - 1;
    }
  }
  return repeated;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

/** How far to look for the colon after a string: over the white space between. */
function nameLookahead(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at] ?? '')) at += 1;
  return at - from + 1;
}
