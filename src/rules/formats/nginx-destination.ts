/** Where nginx sends a request: text with variables. Source: docs/reference/rule-formats.md ("nginx"). */
import { quoteValue } from '../../core/errors.ts';
import type { NginxPattern } from './nginx-pattern.ts';
import { refuse } from './rule-file.ts';
import { checkLiteralDestination } from './source-url.ts';

export type NginxDestination = {
  readonly to: string;
  /** Whether the request's query is passed on. */
  readonly query: boolean;
};

const ownOrigin = /^(?:\$scheme|https?):\/\/\$(?:host|http_host|server_name)(?=[/$]|$)/;
const passedQuery = /(?:\$is_args\$args|[?&]\$(?:args|query_string))$/;
const wholeUri = /\$(?:request_uri|uri|document_uri)\b/g;
const variable = /\$(?:\{(\w+)\}|(\d|[A-Za-z_]\w*))/g;

/**
 * Reads the argument of `return`, or the replacement of `rewrite`, which passes the query on unless it ends with `?`.
 * `host` is the one that the line is for.
 */
export function readNginxDestination(
  text: string,
  { path, groups }: NginxPattern,
  host: string,
  directive: 'return' | 'rewrite',
): NginxDestination {
  const dropsQuery = directive === 'rewrite' && text.endsWith('?');
  const withoutMark = dropsQuery ? text.slice(0, -1) : text;
  const passes = passedQuery.test(withoutMark) || withoutMark.endsWith('$request_uri');
  const bare = withoutMark.replace(passedQuery, '').replace(ownOrigin, (origin) => {
    const [scheme = ''] = origin.split(':');
    return scheme === '$scheme' ? '' : `${scheme}://${host}`;
  });
  checkLiteralDestination(bare);
  // The path as it was asked for, with what stands for its variable parts.
  const whole = path.replace(/\*$/, ':splat');
  const to = bare
    .replace(wholeUri, () => whole)
    .replace(variable, (found, braced, plain, offset: number, all: string) => {
      const stands =
        groups.get(braced ?? plain) ??
        refuse(`its destination has ${quoteValue(found)}, which is not known here`);
      if (/\w/.test(all[offset + found.length] ?? ''))
        refuse(`its destination has a letter or digit right after ${quoteValue(found)}`);
      return stands;
    });
  const complete = to === '' ? '/' : to;
  if (!/^(?:\/|https?:\/\/)/i.test(complete))
    refuse(`its destination ${quoteValue(text)} is neither a path nor an http(s) URL`);
  return { to: complete, query: passes || (directive === 'rewrite' && !dropsQuery) };
}
