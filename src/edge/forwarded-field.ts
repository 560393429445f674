/** Reads the Forwarded field. Source: RFC 7239 section 4; RFC 9110 section 5.6 (tokens, quoted strings, lists). */

/** What one proxy says of the request it received, with names in lower case: `for`, `proto`, `host`, `by`, … */
export type ForwardedElement = ReadonlyMap<string, string>;

const pair =
  /[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)=(?:([!#$%&'*+.^_`|~0-9A-Za-z-]+)|"((?:[^"\\]|\\[\t -~\x80-\xff])*)")[ \t]*([;,]|$)/y;

/** Members of a list that are empty are none (RFC 9110 section 5.6.1.2). */
const emptyMembers = /(?:[ \t]*(?:,|$))*/y;

function skipEmpty(value: string, at: number): number {
  emptyMembers.lastIndex = at;
  emptyMembers.exec(value);
  return emptyMembers.lastIndex;
}

/**
 * Reads a field value, or several joined by commas, in the order of the proxies: the last one spoke to us. Answers
 * undefined when it is malformed or an element names a parameter twice.
 */
export function readForwarded(value: string): ForwardedElement[] | undefined {
  const elements: ForwardedElement[] = [];
  let element = new Map<string, string>();
  pair.lastIndex = skipEmpty(value, 0);
  while (pair.lastIndex < value.length) {
    const found = pair.exec(value);
    if (!found) return undefined;
    const [, name = '', token, quoted = '', end] = found;
    const key = name.toLowerCase();
    if (element.has(key)) return undefined;
    element.set(key, token ?? quoted.replaceAll(/\\(.)/g, '$1'));
    if (end === ';') {
      if (pair.lastIndex === value.length) return undefined;
      continue;
    }
    elements.push(element);
    element = new Map();
    pair.lastIndex = skipEmpty(value, pair.lastIndex);
  }
  return elements;
}
