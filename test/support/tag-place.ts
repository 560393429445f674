/**
 * Where a script tag belongs in a page, found the simple way: with the whole page at hand and one expression for each
 * kind of token. For comparison with the scanner that reads pages in pieces.
 * Source: HTML Standard, section 13.2.5.
 */

/** A position in the page, or why there is none. */
export type TagPlace = number | 'unfinished' | 'empty';

const inHead = new Set('html head base meta link basefont bgsound title style noscript noframes'.split(' '));
const text = new Set('title style noscript noframes'.split(' '));
const textInTemplate = new Set([...text, 'textarea', 'xmp', 'iframe', 'noembed']);

/** Takes a page as latin1. */
export function tagPlaceIn(page: string): TagPlace {
  let at = page.startsWith('\xef\xbb\xbf') ? 3 : 0;
  let templates = 0;
  let hasElements = false;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    const sticky = new RegExp(pattern.source, 'iy');
    sticky.lastIndex = at;
    return sticky.exec(page);
  };
  for (;;) {
    at += match(/[\t\n\f\r ]*/)?.[0].length ?? 0;
    if (at === page.length) return templates > 0 ? 'unfinished' : hasElements ? at : 'empty';
    const skipped =
      match(/<!---?>/) ??
      match(/<!--[^]*?--!?>/) ??
      match(/<!(?!--)[^>]*>/) ??
      match(/<\?[^>]*>/) ??
      match(/<\/>/);
    const bogus = skipped ?? match(/<\/(?![a-z>])[^>]+>/);
    if (bogus) {
      at += bogus[0].length;
      continue;
    }
    if (match(/<!|<\?|<\/[^a-z>]/)) return 'unfinished';
    const tag = match(/<(\/?)([a-z][^\t\n\f\r />]*)/);
    if (!tag) {
      if (templates === 0) return at;
      at++;
      continue;
    }
    const [, slash, rawName = ''] = tag;
    const name = rawName.toLowerCase();
    const nameEnd = at + tag[0].length;
    if (templates === 0 && (slash ? /^(?:head|body|html|br)$/ : /^$/).test(name)) {
      return nameEnd === page.length ? 'unfinished' : at;
    }
    if (!slash && templates === 0 && !inHead.has(name) && !/^(?:template|script|body)$/.test(name)) {
      return nameEnd === page.length && name.length < 10 ? 'unfinished' : at;
    }
    const end = endOfTag(page, nameEnd);
    if (end === undefined) return 'unfinished';
    at = end;
    if (slash) {
      if (name === 'template' && templates > 0) templates--;
      continue;
    }
    hasElements = true;
    if (name === 'body' && templates === 0) return at;
    if (name === 'template') templates++;
    const close =
      name === 'script'
        ? endOfScript(page, at)
        : (templates > 0 ? textInTemplate : text).has(name)
          ? endOfText(page, at, name)
          : at;
    if (close === undefined) return 'unfinished';
    at = close;
  }
}

function endOfTag(page: string, start: number): number | undefined {
  let at = start;
  const skip = (pattern: RegExp): void => {
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = at;
    at += sticky.exec(page)?.[0].length ?? 0;
  };
  for (;;) {
    skip(/[\t\n\f\r /]+/);
    if (at === page.length) return undefined;
    if (page[at] === '>') return at + 1;
    skip(/[^\t\n\f\r />][^\t\n\f\r />=]*[\t\n\f\r ]*/);
    if (page[at] !== '=') continue;
    skip(/=[\t\n\f\r ]*/);
    const quote = page[at];
    if (quote !== '"' && quote !== "'") {
      skip(/[^\t\n\f\r >]*/);
      continue;
    }
    const close = page.indexOf(quote, at + 1);
    if (close < 0) return undefined;
    at = close + 1;
  }
}

function endOfText(page: string, start: number, name: string): number | undefined {
  const found = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'i').exec(page.slice(start));
  return found ? endOfTag(page, start + found.index + found[0].length) : undefined;
}

function endOfScript(page: string, start: number): number | undefined {
  const token = /<!--|-->|<\/?script(?=[\t\n\f\r />])/gi;
  token.lastIndex = start;
  let escapes = 0;
  for (let match = token.exec(page); match; match = token.exec(page)) {
    const found = match[0].toLowerCase();
    if (found === '<!--') {
      if (escapes === 0) escapes = 1;
      token.lastIndex = match.index + 2;
    } else if (found === '-->') escapes = 0;
    else if (found === '<script') escapes = escapes === 0 ? 0 : 2;
    else if (escapes === 2) escapes = 1;
    else return endOfTag(page, match.index + found.length);
  }
  return undefined;
}
