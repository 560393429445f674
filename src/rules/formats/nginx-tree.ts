/**
 * nginx configuration as a tree of directives. Source: nginx documentation, "Beginner's Guide" ("Configuration File's
 * Structure"); lua-nginx-module, "content_by_lua_block".
 */
import type { FileProblem } from './rule-file.ts';

/** `name argument …;`, or `name argument … { … }`. */
export type Directive = {
  /** Of its first word, from 1. */
  readonly line: number;
  readonly words: readonly string[];
  readonly block?: readonly Directive[];
};

export type NginxTree = {
  readonly directives: readonly Directive[];
  /** Directives that can't be read; the others are there. */
  readonly problems: readonly FileProblem[];
};

/** A comment, a delimiter, the quote of a word, or a bare word, in which a backslash keeps what follows it. */
const token = /\s*(?:(#.*)|([;{}])|(["'])|((?:\$\{|\\.|[^\s;{\\])+))/y;
const luaBlock = /_by_lua_block$/;
/** Text and comments, in which braces don't count, then braces. */
const luaToken =
  /--\[(=*)\[[^]*?\]\1\]|--.*|\[(=*)\[[^]*?\]\2\]|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|([{}])/g;
const incomplete = 'it has a quote or a backslash without its end';

type OpenBlock = { readonly line: number; readonly words: readonly string[]; readonly block: Directive[] };

/** Takes a file apart. A quoted word may have several lines. */
export function readNginxTree(lines: readonly string[]): NginxTree {
  const text = lines.join('\n');
  const end = text.trimEnd().length;
  const directives: Directive[] = [];
  const problems: FileProblem[] = [];
  const open: OpenBlock[] = [];
  let words: string[] = [];
  let line = 0;
  let number = 1;
  let lineBreak = text.indexOf('\n');
  const current = () => open.at(-1)?.block ?? directives;
  const countTo = (place: number): void => {
    for (; lineBreak >= 0 && lineBreak < place; lineBreak = text.indexOf('\n', lineBreak + 1)) number += 1;
  };
  const refuse = (at: number, reason: string): void => {
    problems.push({ line: at, reason });
    words = [];
  };
  for (let at = 0; at < end; ) {
    token.lastIndex = at;
    const [whole = '', comment, delimiter, quote, bare] = token.exec(text) ?? [];
    const start = at + whole.length - whole.trimStart().length;
    countTo(whole === '' ? at : start);
    const quoteEnd = quote === undefined ? -1 : endOfQuoted(text, start);
    at += whole.length;
    if (comment !== undefined) continue;
    if (whole === '' || (quote !== undefined && quoteEnd < 0)) {
      // The next line may be in order.
      const lineEnd = text.indexOf('\n', at);
      at = lineEnd < 0 ? end : lineEnd;
      refuse(words.length === 0 ? number : line, incomplete);
    } else if (delimiter === undefined) {
      if (words.length === 0) line = number;
      const word = quote === undefined ? (bare ?? '') : text.slice(start + 1, quoteEnd);
      words.push(word.replace(/\\(["'\\])/g, '$1'));
      if (quote !== undefined) at = quoteEnd + 1;
    } else if (delimiter === '}') {
      if (words.length > 0) refuse(line, 'it does not end with ";"');
      const block = open.pop();
      if (block === undefined) refuse(number, 'it has a "}" without its "{"');
      else current().push(block);
    } else {
      const directive = { line: words.length === 0 ? number : line, words };
      if (delimiter === '{' && luaBlock.test(words[0] ?? '')) {
        at = endOfLua(text, at);
        current().push(directive);
      } else if (delimiter === '{') open.push({ ...directive, block: [] });
      else if (words.length > 0) current().push(directive);
      words = [];
    }
  }
  if (words.length > 0) refuse(line, 'it does not end with ";"');
  for (const block of open.toReversed()) {
    problems.push({ line: block.line, reason: 'its "{" has no "}"' });
    open.pop();
    current().push(block);
  }
  return { directives, problems };
}

/** The place of the quote that ends the word that begins with one; -1 if there is none. */
function endOfQuoted(text: string, start: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
  }
  return -1;
}

/** Behind the brace that ends a block of Lua, which has quotes and comments of its own. */
function endOfLua(text: string, start: number): number {
  let depth = 1;
  luaToken.lastIndex = start;
  for (let found = luaToken.exec(text); found !== null; found = luaToken.exec(text)) {
    const brace = found[3];
    if (brace === '{') depth += 1;
    if (brace === '}') depth -= 1;
    if (depth === 0) return luaToken.lastIndex;
  }
  return text.length;
}
