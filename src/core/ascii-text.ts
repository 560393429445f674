/**
 * Any text as a field value in plain ASCII, the only bytes that all programs read alike (RFC 9110 section 5.5).
 * Source: docs/reference/proxy.md ("Geo fields", "Metadata fields").
 */

const notPlain = /[^ -$&-~]+/gu;
const notAscii = /[^ -~]/g;

/** Everything but visible ASCII and spaces, and `%` itself, percent-encoded as UTF-8; `text` is well-formed. */
export function asciiFieldValue(text: string): string {
  return text.replaceAll(notPlain, encodeURIComponent);
}

/** JSON with `\u` in place of what isn't ASCII. */
export function asciiJson(json: string): string {
  return json.replaceAll(notAscii, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
