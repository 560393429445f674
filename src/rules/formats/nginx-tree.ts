/**
 * nginx configuration as a tree of directives. Source: nginx documentation, "Beginner's Guide" ("Configuration File's
 * Structure").
 */

/** `name argument …;`, or `name argument … { … }`. */
export type Directive = {
  /** Of its first word, from 1. */
  readonly line: number;
  readonly words: readonly string[];
  readonly block?: readonly Directive[];
};

export type NginxTree =
  | { readonly ok: true; readonly directives: readonly Directive[] }
  | { readonly ok: false; readonly line: number; readonly reason: string };

/** A comment, a quoted word, a delimiter, or a bare word, in which a backslash keeps what follows it. */
const token =
  /\s*(?:(#.*)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([;{}])|((?!["'#;{}])(?:\$\{|\\.|[^\s;{\\])+))/y;

type OpenBlock = { readonly line: number; readonly words: readonly string[]; readonly block: Directive[] };

/** Takes a file apart. A quoted word ends on the line on which it begins. */
export function readNginxTree(lines: readonly string[]): NginxTree {
  const directives: Directive[] = [];
  const open: OpenBlock[] = [];
  let words: string[] = [];
  let line = 0;
  const current = () => open.at(-1)?.block ?? directives;
  for (const [index, text] of lines.entries()) {
    const number = index + 1;
    const end = text.trimEnd().length;
    for (token.lastIndex = 0; token.lastIndex < end; ) {
      const [whole, comment, double, single, delimiter, bare] = token.exec(text) ?? [];
      if (whole === undefined) return refuseFile(number, 'it has a quote or a backslash without its end');
      if (comment !== undefined) break;
      if (delimiter === undefined) {
        if (words.length === 0) line = number;
        words.push((double ?? single ?? bare ?? '').replace(/\\(["'\\])/g, '$1'));
      } else if (delimiter === '}') {
        const block = open.pop();
        if (words.length > 0) return refuseFile(line, 'it does not end with ";"');
        if (block === undefined) return refuseFile(number, 'it has a "}" without its "{"');
        current().push(block);
      } else {
        const directive = { line: words.length === 0 ? number : line, words };
        if (delimiter === '{') open.push({ ...directive, block: [] });
        else if (words.length > 0) current().push(directive);
        words = [];
      }
    }
  }
  const unclosed = open.at(-1);
  if (words.length > 0) return refuseFile(line, 'it does not end with ";"');
  if (unclosed !== undefined) return refuseFile(unclosed.line, 'its "{" has no "}"');
  return { ok: true, directives };
}

function refuseFile(line: number, reason: string): NginxTree {
  return { ok: false, line, reason };
}
