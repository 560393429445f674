/**
 * The form in which paths of rules and requests are compared: RFC 3986 sections 6.2.2.1 and 6.2.2.2. Escapes have capitals,
 * characters that need no escape have none, bytes beyond ASCII have one.
 * Source: docs/reference/rules.md ("Paths").
 */

const mayDiffer = /[%\u0080-\uffff]/;
const beyondAscii = /[^\u0000-\u007f]+/g;
const unreserved = /[A-Za-z0-9._~-]/;

/** The normal form of a request's path, of which each character is a byte. */
export function normalPath(path: string): string {
  if (!mayDiffer.test(path)) return path;
  let text = '';
  for (let at = 0; at < path.length; at++) {
    const escaped = escapedByte(path, at);
    if (escaped !== undefined) {
      text += normalEscape(escaped);
      at += 2;
    } else if (path.charCodeAt(at) > 0x7f) text += escape(path.charCodeAt(at) & 0xff);
    else text += path[at];
  }
  return text;
}

/** The normal form of a rule's path, which is Unicode text without lone surrogates. */
export function normalRulePath(path: string): string {
  return normalPath(path.replaceAll(beyondAscii, encodeURIComponent));
}

/** Where places in the normal form of a path, in ascending order, are in the path itself. */
export function rawOffsets(path: string, normal: string, offsets: readonly number[]): readonly number[] {
  if (path === normal) return offsets;
  let at = 0;
  let done = 0;
  return offsets.map((offset) => {
    while (done < offset && at < path.length) {
      const escaped = escapedByte(path, at);
      if (escaped === undefined) done += path.charCodeAt(at++) > 0x7f ? 3 : 1;
      else {
        done += isUnreserved(escaped) ? 1 : 3;
        at += 3;
      }
    }
    return at;
  });
}

/** The value of the escape that begins here, if one does. */
function escapedByte(path: string, at: number): number | undefined {
  if (path.charCodeAt(at) !== percent) return undefined;
  const high = hexDigit(path.charCodeAt(at + 1));
  const low = hexDigit(path.charCodeAt(at + 2));
  return high < 0 || low < 0 ? undefined : high * 16 + low;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

function normalEscape(byte: number): string {
  return isUnreserved(byte) ? String.fromCharCode(byte) : escape(byte);
}

function isUnreserved(byte: number): boolean {
  return unreserved.test(String.fromCharCode(byte));
}

function escape(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

const percent = 0x25;

/** What an origin may take for something else than it is. */
const mayBeRead = /%|\/\/|\/\.|;|\\/;
const notInPaths = /[^\u0021-\u007e]|[?#]/g;
export const maxReadings = 32;

/** In the order in which servers do it; each may do any of it. */
const readings: readonly ((path: string) => string)[] = [
  decoded,
  (path) => path.replaceAll(/%2F|%5C|\\/g, '/'),
  (path) => path.replaceAll(/;[^/]*/g, ''),
  (path) => path.replaceAll(/\/{2,}/g, '/'),
  withoutDotSegments,
];

/**
 * What servers behind the edge may make of a path, its normal form first: decoded once more, with an escaped slash or a backslash
 * as a slash, without the parameters of its segments, with doubled slashes merged, with segments of dots resolved, or several of
 * these. At most 32.
 */
export function readingsOf(normal: string): readonly string[] {
  if (!mayBeRead.test(normal)) return [normal];
  const found = new Set([normal]);
  for (const read of readings) {
    const before = Array.from(found);
    for (const path of before) found.add(read(path));
  }
  return [...found];
}

/** What decoding brings to light and no path of a rule has is escaped again. */
function decoded(path: string): string {
  if (!path.includes('%')) return path;
  const bytes = path.replaceAll(/%([0-9A-F]{2})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return normalPath(bytes.replaceAll(notInPaths, (character) => escape(character.charCodeAt(0))));
}

/** RFC 3986 section 5.2.4. */
function withoutDotSegments(path: string): string {
  if (!path.includes('/.')) return path;
  const kept: string[] = [];
  const segments = path.split('/').slice(1);
  for (const [index, segment] of segments.entries()) {
    const isDots = segment === '.' || segment === '..';
    if (segment === '..') kept.pop();
    if (!isDots) kept.push(segment);
    else if (index === segments.length - 1) kept.push('');
  }
  return `/${kept.join('/')}`;
}
