/** URLs from text that may not be one. Source: WHATWG URL. */

/**
 * Parses a URL, relative ones against `base`; undefined when it is none. Not by `URL.canParse`: in Node 20, once it
 * has been optimised (a few thousand calls), that one takes every URL with a character of Latin-1, such as
 * `https://münchen.example/`, for none.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
