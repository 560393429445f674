/**
 * The request line as logs have it. Source: RFC 9112 section 3, docs/guides/import-logs.md ("What becomes of a
 * line").
 */

export type LoggedTarget = { readonly method: string; readonly path: string };

/** RFC 9110 section 5.6.2 (token). */
const methodPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}$/;
const version = / HTTP\/\d(?:\.\d)?$/;

/**
 * Reads `GET /path?query HTTP/1.1`; spaces in the target, which some servers let pass, belong to the path, and the
 * version may be missing (HTTP/0.9). Undefined when it isn't a request.
 */
export function parseRequestLine(line: string): LoggedTarget | undefined {
  const methodEnd = line.indexOf(' ');
  if (methodEnd === -1) return undefined;
  const versionAt = line.search(version);
  const target = line.slice(methodEnd + 1, versionAt === -1 ? undefined : versionAt);
  return parseTarget(line.slice(0, methodEnd), target);
}

/** Checks a method and takes the path out of a target: origin form, absolute form or `*`. */
export function parseTarget(method: string, target: string): LoggedTarget | undefined {
  if (!methodPattern.test(method)) return undefined;
  if (target.startsWith('/')) return { method, path: withoutQuery(target) };
  if (target === '*') return { method, path: target };
  const [, rest] = /^https?:\/\/[^/?]+(.*)$/is.exec(target) ?? [];
  if (rest === undefined) return undefined;
  const path = withoutQuery(rest);
  return { method, path: path === '' ? '/' : path };
}

function withoutQuery(target: string): string {
  const query = target.indexOf('?');
  return query === -1 ? target : target.slice(0, query);
}
