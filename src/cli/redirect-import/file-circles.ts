/** Finds the lines of a dry run that lead in a circle, wherever in the file they stand. Source: docs/reference/redirects.md ("Circles"). */
import { compileRedirect, redirectionFor } from '../../core/redirect-route.ts';
import type { RedirectAttributes } from '../../resources/redirect.ts';
import { maxRedirects, type RedirectionOf } from '../../rules/follow-redirects.ts';
import { type OtherHost, OtherHosts } from '../../rules/other-hosts.ts';
import { circleOf } from '../../rules/redirect-circle.ts';
import { Steps } from '../../rules/steps.ts';
import type { ApiRedirects } from './api-redirects.ts';
import type { Outcome } from './outcome.ts';

/** Of hosts that only the account has a redirect for. */
const maxLookUps = 100;

/** Warns of lines that nothing was warned of before. A circle over rules is only seen when a line is rehearsed. */
export async function warnOfCircles(
  { valid, warned }: Outcome,
  redirects: ApiRedirects,
  nowMs: number,
): Promise<void> {
  const others = new OtherHosts(await hostsOnTheWay(valid, redirects));
  const told = new Set<number>();
  for await (const { line } of warned.read()) told.add(line);
  for await (const { line, attributes } of valid.read()) {
    const route = routeOf(attributes);
    if (!route || told.has(line) || !others.has(route.destinationHost)) continue;
    const redirectionOf: RedirectionOf = (host, request, steps) =>
      host === attributes.sourceHost
        ? redirectionFor(route, request)
        : others.redirectionOf(host, request, steps);
    const warning = circleOf(attributes, redirectionOf, nowMs, new Steps());
    if (warning !== undefined) await warned.append({ line, source_host: attributes.sourceHost, warning });
  }
}

/** Those that lines lead to and that redirect, of the file before those of the account. In memory: few lines lead to other lines. */
async function hostsOnTheWay(valid: Outcome['valid'], redirects: ApiRedirects): Promise<OtherHost[]> {
  const hosts: OtherHost[] = [];
  const seen = new Set<string>();
  let left = maxLookUps;
  let next = new Set<string>();
  for await (const { attributes } of valid.read()) note(next, seen, attributes);
  for (let step = 0; step < maxRedirects && next.size > 0; step++) {
    const found: RedirectAttributes[] = [];
    for await (const { attributes } of valid.read())
      if (next.has(attributes.sourceHost)) found.push(attributes);
    for (const host of next) seen.add(host);
    for (const { sourceHost } of found) next.delete(sourceHost);
    const asked = [...next].slice(0, left);
    left -= asked.length;
    found.push(...(await redirects.findMany(asked)).filter((one) => one !== undefined));
    next = new Set();
    for (const attributes of found) {
      hosts.push({ host: attributes.sourceHost, rules: [], redirect: routeOf(attributes) });
      note(next, seen, attributes);
    }
  }
  return hosts;
}

/** Notes where it leads, unless that was looked at. */
function note(next: Set<string>, seen: ReadonlySet<string>, attributes: RedirectAttributes): void {
  const route = routeOf(attributes);
  if (route && !seen.has(route.destinationHost)) next.add(route.destinationHost);
}

function routeOf(attributes: RedirectAttributes) {
  return attributes.active ? compileRedirect({ ...attributes, uuid: '' }) : undefined;
}
