/**
 * Writes any text as an SQL literal, without changing it.
 *
 * Beside quotes and backslashes, NUL is escaped because statements pass through C, and `{` because our own and the
 * engine's parameters are `{name:Type}` (engine/literals.ts).
 */

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\0': '\\0', '{': '\\x7B' };

export function textLiteral(text: string): string {
  return `'${text.replaceAll(/[\\'\0{]/g, (character) => escapes[character] ?? character)}'`;
}

/** An array of texts. */
export function textList(texts: readonly string[]): string {
  return `[${texts.map(textLiteral).join(', ')}]`;
}
