/**
 * Names that people choose, for e-mail that the operator sends: without what mail programs make a link of, or what would turn the
 * words around them. Source: docs/reference/connect-page.md ("E-mail").
 */

/** Cut, so that nobody sends texts of their own in them. */
const beginning = /^.{0,60}/u;
/** Characters beside letters, marks and digits. Without `/`, `:` and `@` there is no address. */
const notPlain = /[^\p{L}\p{M}\p{N} .,&'’()+!-]+/gu;
/** Inside a word it would make a host name. */
const innerDot = /\.(?=\S)/gu;

/** Whether a name has an address in it. */
export function hasAddress(name: string): boolean {
  return /:\/\/|www\.|\//i.test(name);
}

/** At most 60 plain characters of a name; empty where it has none. */
export function plainName(name: string): string {
  const plain = name.replaceAll(notPlain, ' ').replaceAll(innerDot, ' ').replaceAll(/ +/g, ' ').trim();
  return beginning.exec(plain)?.[0].trim() ?? '';
}
