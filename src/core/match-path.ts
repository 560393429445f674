/**
 * The path pattern of a redirect: `*`, an exact path, or a literal prefix with a trailing `*`.
 * Source: docs/reference/redirects.md ("The path").
 */

/** Characters a pattern may have beside the trailing asterisk. */
const matchPathPattern = /^(?:\*|[A-Za-z0-9_/-]+\*?)$/;
const maxMatchPathLength = 2048;

/** Tells why a pattern is refused, or returns undefined when it is well-formed. */
export function matchPathProblem(pattern: string): string | undefined {
  if (pattern.length > maxMatchPathLength) return `it is longer than ${maxMatchPathLength} characters`;
  if (!matchPathPattern.test(pattern)) {
    return 'allowed are letters, digits, "-", "_" and "/", with one optional trailing "*", or "*" alone';
  }
  return undefined;
}

/** A pattern made ready for comparison: the literal begins with `/`; a prefix of `/` matches every path. */
export type PathMatcher = { readonly literal: string; readonly isPrefix: boolean };

/** Compiles a well-formed pattern; a missing leading `/` is implied. */
export function compileMatchPath(pattern: string): PathMatcher {
  const isPrefix = pattern.endsWith('*');
  const literal = isPrefix ? pattern.slice(0, -1) : pattern;
  return { literal: literal.startsWith('/') ? literal : `/${literal}`, isPrefix };
}

/** Tells whether a raw request path (no query, never decoded) matches, byte for byte. */
export function pathMatches(matcher: PathMatcher, rawPath: string): boolean {
  return matcher.isPrefix ? rawPath.startsWith(matcher.literal) : rawPath === matcher.literal;
}

/** Tells whether a well-formed pattern matches every path. */
export function matchesEveryPath(pattern: string): boolean {
  const matcher = compileMatchPath(pattern);
  return matcher.isPrefix && matcher.literal === '/';
}
