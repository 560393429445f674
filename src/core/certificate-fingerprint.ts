/** SHA-256 fingerprints of certificates. Source: docs/reference/certificates.md ("Fields"). */

const bytes = 32;
const digits = new RegExp(`^[0-9A-F]{${2 * bytes}}$`);
const withColons = new RegExp(`^[0-9A-F]{2}(?::[0-9A-F]{2}){${bytes - 1}}$`);

/** To show how one looks. */
export const sampleFingerprint: string = Array(bytes).fill('AB').join(':');

/** As certificates show it, upper-case pairs with colons, from either case and also without colons; undefined if it is none. */
export function parseFingerprint(text: string): string | undefined {
  const upper = text.toUpperCase();
  if (withColons.test(upper)) return upper;
  return digits.test(upper) ? upper.match(/../g)?.join(':') : undefined;
}
