/** Where rules name the upstreams that they proxy to. Source: docs/reference/rules.md ("Proxy"). */
import { ServiceError } from '../core/errors.ts';
import type { Rule } from '../rules/rule.ts';

/** Of one host's rules: each change of one of them is sent to every worker. */
export const maxUpstreams = 100;

/** The upstreams that rules name, each with the place of the first rule that does. Errors: `rules_invalid`. */
export function placesOfUpstreams(rules: readonly Rule[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [index, { then }] of rules.entries()) {
    if (!('proxy' in then) || places.has(then.proxy.upstream_uuid)) continue;
    if (places.size === maxUpstreams)
      throw new ServiceError(
        'rules_invalid',
        `${placeOf(index)} is one upstream too many; allowed: ${maxUpstreams} different ones in a host's rules`,
      );
    places.set(then.proxy.upstream_uuid, index);
  }
  return places;
}

/** What messages call the upstream of a rule. */
export function placeOf(index: number): string {
  return `rules[${index}].then.proxy.upstream_uuid`;
}
