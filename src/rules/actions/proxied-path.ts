/** The path that a rule's upstream gets. Source: docs/reference/rules.md ("Proxy"). */
import { normalPath, normalRulePath, rawOffsets } from '../normal-path.ts';

const dotSegment = /\/(?:\.|%2e){1,2}(?:[/\\]|%2f|%5c|$)/i;

/** Undefined: the path could lead out of the prefix. */
export function proxiedPath(
  path: string,
  { strip_prefix: strip, prefix }: { readonly strip_prefix?: string; readonly prefix?: string },
): string | undefined {
  // Whether there is a slash at the end is for the prefix to say: `/search` may be `/find` there.
  if (prefix !== undefined && strip !== undefined && normalPath(path) === normalRulePath(strip))
    return prefix;
  const rest = strip === undefined ? path : withoutPrefix(path, strip);
  if (prefix === undefined) return rest;
  if (dotSegment.test(rest)) return undefined;
  return (prefix.endsWith('/') ? prefix.slice(0, -1) : prefix) + rest;
}

/** Takes off whole segments only: `/api` is no prefix of `/apis`. Compares as rules do; what is left stays as it was sent. */
function withoutPrefix(path: string, strip: string): string {
  const prefix = normalRulePath(strip.endsWith('/') ? strip.slice(0, -1) : strip);
  const normal = normalPath(path);
  if (normal === prefix) return '/';
  if (!normal.startsWith(`${prefix}/`)) return path;
  const [end] = rawOffsets(path, normal, [prefix.length]);
  return path.slice(end);
}
