/** Addresses that are short enough to be printed: those of redirects, and of rules with an exact path. */
import type { Rule } from '../../../src/rules/rule.ts';

/** Undefined for a rule that is for several paths, or for requests that no address makes. */
export function addressOfRule(host: string, { if: conditions = {} }: Rule): string | undefined {
  const { path, query } = conditions;
  const isExact = path !== undefined && !path.endsWith('*') && !/(?:^|\/):/.test(path);
  return isExact && query === undefined ? `https://${host}${path}` : undefined;
}

/** `match_path`: a pattern of a redirect; of several paths, the address is that of the shortest. */
export function addressOfRedirect({
  source_host: host,
  match_path: pattern,
}: {
  readonly source_host: string;
  readonly match_path: string;
}): string {
  const literal = pattern.replace(/\*$/, '');
  return `https://${host}${literal.startsWith('/') ? '' : '/'}${literal}`;
}
