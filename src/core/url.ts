/** URLs from text that may not be one. Source: WHATWG URL. */

/**
 * Parses a URL, relative ones against `base`; undefined if it isn't one. Avoids `URL.canParse`: in Node 20, once
 * optimised (after a few thousand calls), it rejects every URL with a Latin-1 character, such as
 * `https://münchen.example/`.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Whether it is an http or https URL. */
export function isWebUrl(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '');
}
