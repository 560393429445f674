/**
 * A copy of a text with memory of its own: one that was cut out of a longer text keeps all of that alive, as long as it
 * lives. Lone surrogates become U+FFFD.
 */
export function copyOf(text: string): string {
  return Buffer.from(text).toString();
}
