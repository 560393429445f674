/**
 * Where a redirect sends a request: the destination parsed once, then joined with the raw request target by
 * concatenation. Resolving the request against the destination instead (as `new URL(path, base)` does) would let
 * a path like `//evil.example` choose the origin.
 * Source: docs/reference/redirects.md ("Where it leads").
 */

import { parseUrl } from './url.ts';

/** Browsers may cache a permanent redirect for 90 s, so that changes take effect and visits are counted. */
export const cacheFields = {
  301: 'Cache-Control: private, max-age=90\r\n',
  302: 'Cache-Control: private, no-store\r\n',
} as const;

const maxDestinationLength = 2048;
/** C0 controls, DEL and C1 controls: WHATWG's parser would drop or encode them silently. */
const controlCharacter = /[\u0000-\u001f\u007f-\u009f]/;
const absoluteHttp = /^https?:\/\/[^/\\?#]/i;
const userInfo = /^https?:\/\/[^/\\?#]*@/i;

/** A destination taken apart, ASCII only. */
export type Destination = {
  /** Scheme and authority, such as `https://www.example:8443`. */
  readonly origin: string;
  readonly hostname: string;
  /** Begins with `/`. */
  readonly path: string;
  /** Without its `?`. */
  readonly query: string;
  /** With its `#`, or empty. */
  readonly fragment: string;
};

export type DestinationResult =
  | { readonly ok: true; readonly destination: Destination }
  | { readonly ok: false; readonly reason: string };

/** Parses a `destination_url`; refuses everything but absolute http(s) URLs without user info, with a reason. */
export function parseDestination(text: string): DestinationResult {
  if (text.length > maxDestinationLength)
    return refuse(`it is longer than ${maxDestinationLength} characters`);
  if (controlCharacter.test(text)) return refuse('it has a control character');
  if (!text.isWellFormed()) return refuse('it is not valid Unicode');
  if (!absoluteHttp.test(text)) return refuse('it is not an absolute http:// or https:// URL with a host');
  if (userInfo.test(text)) return refuse('it has user info');
  const url = parseUrl(text);
  if (!url) return refuse('it is not a valid URL');
  return {
    ok: true,
    destination: {
      origin: url.origin,
      hostname: url.hostname.replace(/\.$/, ''),
      path: url.pathname,
      query: url.search.slice(1),
      fragment: url.hash,
    },
  };
}

/** A destination made ready to answer requests: what stands before and after the request's own path and query. */
export type LocationTemplate = {
  /** Origin and path; without the path's trailing `/` when the request's path is appended. */
  readonly beforePath: string;
  readonly preservePath: boolean;
  readonly preserveQueryString: boolean;
  readonly query: string;
  readonly fragment: string;
};

/** Prepares a destination for {@link joinLocation}. */
export function prepareLocation(
  destination: Destination,
  preservePath: boolean,
  preserveQueryString: boolean,
): LocationTemplate {
  const path =
    preservePath && destination.path.endsWith('/') ? destination.path.slice(0, -1) : destination.path;
  return {
    beforePath: destination.origin + path,
    preservePath,
    preserveQueryString,
    query: destination.query,
    fragment: destination.fragment,
  };
}

/**
 * Returns the Location for a request. `rawPath` begins with `/` and `rawQuery` has no `?`; both are kept byte for
 * byte, so the result has the destination's origin whatever they hold.
 */
export function joinLocation(template: LocationTemplate, rawPath: string, rawQuery: string): string {
  let location = template.preservePath ? template.beforePath + rawPath : template.beforePath;
  const query = template.preserveQueryString ? joinQuery(template.query, rawQuery) : template.query;
  if (query !== '') location += `?${query}`;
  return location + template.fragment;
}

function joinQuery(first: string, second: string): string {
  if (first === '') return second;
  return second === '' ? first : `${first}&${second}`;
}

function refuse(reason: string): DestinationResult {
  return { ok: false, reason };
}
