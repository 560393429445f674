/** A host's redirect made ready to answer requests. Source: docs/reference/redirects.md ("The path", "Where it leads"). */
import { compileMatchPath, type PathMatcher, pathMatches } from './match-path.ts';
import { type AskedUrl, isOwnUrl } from './own-url.ts';
import {
  joinLocation,
  type LocationTemplate,
  parseDestination,
  prepareLocation,
} from './redirect-location.ts';

/** An active redirect, as stored. */
export type RedirectRule = {
  /** Of the redirect; what its clicks are counted under. */
  readonly uuid: string;
  readonly matchPath: string;
  readonly destinationUrl: string;
  readonly redirectType: 'permanent' | 'found';
  readonly preservePath: boolean;
  readonly preserveQueryString: boolean;
};

/** One that is ready to answer. */
export type RedirectRoute = {
  readonly uuid: string;
  readonly status: 301 | 302;
  readonly matcher: PathMatcher;
  readonly template: LocationTemplate;
  /** The host it leads to, as an authority's host is written. */
  readonly destinationHost: string;
};

/** Undefined for a destination that can't be parsed, which none that was checked is. */
export function compileRedirect(rule: RedirectRule): RedirectRoute | undefined {
  const parsed = parseDestination(rule.destinationUrl);
  if (!parsed.ok) return undefined;
  return {
    uuid: rule.uuid,
    status: rule.redirectType === 'found' ? 302 : 301,
    matcher: compileMatchPath(rule.matchPath),
    template: prepareLocation(parsed.destination, rule.preservePath, rule.preserveQueryString),
    destinationHost: parsed.destination.hostname,
  };
}

/** Where the redirect leads a request; undefined if it isn't meant for its path, or would lead to the very same URL. */
export function redirectionFor(
  route: RedirectRoute | undefined,
  asked: AskedUrl,
): { readonly location: string; readonly status: 301 | 302 } | undefined {
  const redirection = route && redirectionBy(route, asked.path, asked.query);
  return redirection && !isOwnUrl(redirection.location, asked) ? redirection : undefined;
}

/** The same without regard to where it leads. Path and query are raw. */
export function redirectionBy(
  route: RedirectRoute,
  rawPath: string,
  rawQuery: string,
): { readonly location: string; readonly status: 301 | 302 } | undefined {
  if (!pathMatches(route.matcher, rawPath)) return undefined;
  return { location: joinLocation(route.template, rawPath, rawQuery), status: route.status };
}
