/**
 * Where a request ends up, computed as the edge computes it and followed as a browser follows redirects.
 * Source: docs/reference/redirects.md ("The path", "Where it leads").
 */
import { parseHostname } from '../../../../src/core/hostname.ts';
import { compileMatchPath, matchPathProblem, pathMatches } from '../../../../src/core/match-path.ts';
import {
  joinLocation,
  type LocationTemplate,
  parseDestination,
  prepareLocation,
} from '../../../../src/core/redirect-location.ts';
import { parseUrl } from '../../../../src/core/url.ts';
import type { RedirectValues } from './redirect-values.ts';

/** A piece of the Location, and where it comes from. */
export type Part = { readonly text: string; readonly from: 'destination' | 'path' | 'query' };

export type Preview =
  /** Host, pattern or destination cannot be used yet. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'unmatched'; readonly request: string }
  | {
      readonly kind: 'redirected';
      readonly request: string;
      readonly status: 301 | 302;
      readonly location: string;
      readonly parts: readonly Part[];
      /** Where following leads on, when the destination is redirected too; without the first Location. */
      readonly further: readonly string[];
      /** A host on the way, or this one, whose rules come first. */
      readonly rulesOf: string | undefined;
      /** `self`: the redirect is no match. `others`: browsers give up after a while. */
      readonly loop: 'none' | 'self' | 'others';
    };

/** Browsers give up after about this many redirects. Source: Fetch, "HTTP-redirect fetch" (20). */
const maxHops = 20;

type Rule = {
  readonly host: string;
  readonly status: 301 | 302;
  readonly template: LocationTemplate;
  readonly matches: (path: string) => boolean;
};
type Target = { readonly host: string; readonly path: string; readonly query: string };

/**
 * `others` are redirects of hosts that the destination leads to, and `ruled` those of these hosts that have rules. Whether the redirect is active
 * takes no part.
 */
export function previewOf(
  values: RedirectValues,
  sample: string,
  others: readonly RedirectValues[] = [],
  ruled: readonly string[] = [],
): Preview {
  const rule = ruleOf(values);
  const start = rule && targetOf(`https://${rule.host}${sample.startsWith('/') ? '' : '/'}${sample}`);
  if (!rule || !start) return { kind: 'incomplete' };
  const request = `https://${rule.host}${start.path}${start.query === '' ? '' : `?${start.query}`}`;
  if (!rule.matches(start.path)) return { kind: 'unmatched', request };
  const { status, template } = rule;
  const location = joinLocation(template, start.path, start.query);
  const parts = partsOf(template, start);
  const rules = [rule, ...others.flatMap((other) => (other.active ? (ruleOf(other) ?? []) : []))];
  return { kind: 'redirected', request, status, location, parts, ...follow(request, location, rules, ruled) };
}

/** A path that the pattern matches, with a query, to begin with. */
export function sampleFor(matchPath: string): string {
  const pattern = matchPath.trim() === '' ? '*' : matchPath.trim();
  if (matchPathProblem(pattern) !== undefined) return '/some/path?x=1';
  const { literal, isPrefix } = compileMatchPath(pattern);
  if (!isPrefix) return `${literal}?x=1`;
  return `${literal}${literal.endsWith('/') ? 'some/path' : '/some/path'}?x=1`;
}

function ruleOf(values: RedirectValues): Rule | undefined {
  const host = parseHostname(values.source_host);
  const destination = parseDestination(values.destination_url.trim());
  const pattern = values.match_path.trim() === '' ? '*' : values.match_path.trim();
  if (!host.ok || !destination.ok || matchPathProblem(pattern) !== undefined) return undefined;
  const matcher = compileMatchPath(pattern);
  return {
    host: host.host,
    status: values.redirect_type === 'permanent' ? 301 : 302,
    template: prepareLocation(destination.destination, values.preserve_path, values.preserve_query_string),
    matches: (path) => pathMatches(matcher, path),
  };
}

/** Path and query as a browser would send them. */
function targetOf(address: string): Target | undefined {
  const url = parseUrl(address);
  return url && { host: url.hostname, path: url.pathname, query: url.search.slice(1) };
}

function follow(request: string, location: string, rules: readonly Rule[], ruled: readonly string[]) {
  const further: string[] = [];
  let rulesOf = ruled.find((host) => host === targetOf(request)?.host);
  const seen = new Set([request]);
  for (let here = location; ; ) {
    const address = here.split('#', 1)[0] ?? '';
    if (address === request && further.length === 0) return { further, rulesOf, loop: 'self' } as const;
    if (seen.has(address) || further.length >= maxHops) return { further, rulesOf, loop: 'others' } as const;
    seen.add(address);
    const target = targetOf(address);
    const rule = rules.find(({ host, matches }) => host === target?.host && matches(target.path));
    rulesOf ??= ruled.find((host) => host === target?.host);
    if (!target || !rule || rulesOf === target.host) return { further, rulesOf, loop: 'none' } as const;
    here = joinLocation(rule.template, target.path, target.query);
    // A redirect to the very URL that was asked for is no match.
    if (here.split('#', 1)[0] === address) return { further, rulesOf, loop: 'none' } as const;
    further.push(here);
  }
}

/** The pieces that {@link joinLocation} puts together. */
function partsOf(template: LocationTemplate, { path, query }: Target): readonly Part[] {
  const parts: Part[] = [{ text: template.beforePath, from: 'destination' }];
  if (template.preservePath) parts.push({ text: path, from: 'path' });
  const appended = template.preserveQueryString ? query : '';
  if (template.query !== '') parts.push({ text: `?${template.query}`, from: 'destination' });
  if (appended !== '') parts.push({ text: `${template.query === '' ? '?' : '&'}${appended}`, from: 'query' });
  if (template.fragment !== '') parts.push({ text: template.fragment, from: 'destination' });
  return parts;
}
