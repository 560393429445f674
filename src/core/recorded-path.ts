/**
 * Paths and Locations as records of requests and pageviews have them. Source: docs/reference/analytics-store.md ("The table `requests`").
 */

/** The edge refuses longer targets; imported logs may have them. */
const maxPathLength = 8 * 1024;
/** What stands before the last `@` of an authority; browsers take `\\` for `/`. */
const credentials = /^([^/\\]*[/\\]{2})[^/\\]*@/;
const unsafeInPath = /[^\x20-\x7e]/;
const eachUnsafeInPath = /[^\x20-\x7e]/gu;
const unsafeInPage = /[^\x21-\x7e]/;
const eachUnsafeInPage = /[^\x21-\x7e]/gu;

/** Percent-encodes what is not printable ASCII: bytes from 0x80, and what else a log file may hold. */
export function recordedPath(path: string): string {
  const bounded = path.length > maxPathLength ? path.slice(0, maxPathLength) : path;
  return unsafeInPath.test(bounded) ? bounded.replaceAll(eachUnsafeInPath, percentEncode) : bounded;
}

/**
 * The path of a page: without query and fragment, from `/` on, printable ASCII. What else there is becomes percent-encoded
 * UTF-8, and at `maxLength` no percent-encoding is cut through.
 */
export function pagePath(path: string, maxLength: number = maxPathLength): string {
  const end = path.search(/[?#]/);
  const alone = end === -1 ? path : path.slice(0, end);
  const rooted = alone.startsWith('/') ? alone : `/${alone}`;
  const encoded = unsafeInPage.test(rooted)
    ? rooted
        .slice(0, maxLength)
        .replaceAll(eachUnsafeInPage, (part) => encodeURIComponent(part.toWellFormed()))
    : rooted;
  return encoded.length > maxLength ? encoded.slice(0, maxLength).replace(/%.?$/, '') : encoded;
}

/** A Location without query and fragment. The query comes before the fragment, if there is one (RFC 3986 section 3). */
export function withoutQuery(location: string): string {
  const query = location.indexOf('?');
  const fragment = location.indexOf('#');
  if (query < 0 && fragment < 0) return location;
  return location.slice(0, query < 0 || (fragment >= 0 && fragment < query) ? fragment : query);
}

/** An upstream's Location, which anybody may have written: without credentials too, and bounded. Most requests have none. */
export function recordedLocation(location: string): string {
  return location === '' ? '' : withoutQuery(location).replace(credentials, '$1').slice(0, maxPathLength);
}

function percentEncode(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
  // Not a byte of a request: text of an imported log. Lone surrogates become U+FFFD.
  return encodeURIComponent(character.toWellFormed());
}
