/**
 * Copies a string into memory of its own: a slice keeps the whole string it was cut from alive. Lone surrogates
 * become U+FFFD.
 */
export function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
