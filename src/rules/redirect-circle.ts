/** Whether a redirect leads in a circle. Source: docs/reference/redirects.md ("Circles"). */
import { compileMatchPath } from '../core/match-path.ts';
import { endsInCircle, type RedirectionOf } from './follow-redirects.ts';
import { sampleRequest } from './sample-request.ts';
import type { Steps } from './steps.ts';

/** What to warn of; undefined when it leads in none, as far as `redirectionOf` knows. That knows the redirect too. */
export function circleOf(
  { sourceHost, matchPath }: { readonly sourceHost: string; readonly matchPath: string },
  redirectionOf: RedirectionOf,
  nowMs: number,
  steps: Steps,
): string | undefined {
  const origin = `https://${sourceHost}`;
  for (const path of samplePaths(matchPath)) {
    const request = { ...sampleRequest({}, nowMs, undefined, origin), path };
    const redirection = redirectionOf(sourceHost, request, steps);
    if (redirection && endsInCircle(origin, request, redirection, redirectionOf, steps))
      return `leads in a circle: ${origin}${path} is redirected to ${redirection.location}, and so on`;
  }
  return undefined;
}

/** The shortest path that the pattern matches, and a longer one. */
function samplePaths(matchPath: string): string[] {
  const { literal, isPrefix } = compileMatchPath(matchPath);
  return isPrefix ? [literal, `${literal}${literal.endsWith('/') ? '' : '/'}some/path`] : [literal];
}
