/**
 * Texts in field values, which have ASCII only that every program reads alike (RFC 9110 section 5.5).
 * Source: docs/reference/proxy.md ("Geo fields").
 */

const notPlain = /[^ -$&-~]+/gu;

/** Everything but visible ASCII and spaces, and `%` itself, percent-encoded as UTF-8; `text` is well-formed. */
export function asciiFieldValue(text: string): string {
  return text.replaceAll(notPlain, encodeURIComponent);
}
