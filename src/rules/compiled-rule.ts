/** A rule made ready to match requests. */
import { isOwnUrl, isSameOrigin } from '../core/own-url.ts';
import { type CompiledConditions, compileConditions, conditionCost } from './conditions.ts';
import { normalPath, rawOffsets } from './normal-path.ts';
import { type PathPattern, parsePath, placesOfValues } from './path-pattern.ts';
import { literalParameter, queryValue } from './query-condition.ts';
import {
  isFixed,
  isTooLong,
  locationOf,
  parseRedirectTarget,
  type RedirectTarget,
  targetHostname,
} from './redirect-target.ts';
import type { Rule, RuleAction } from './rule.ts';
import type { RuleRequest } from './rule-request.ts';
import { fixedUrlSteps, hopSteps, readingByteSteps, ruleSteps } from './steps.ts';

/** Where a request is sent. `location` is '' where it would be too long. */
export type Redirection = { readonly location: string; readonly status: number };

/** What the cost of rules that don't answer is in steps: passing 1,000 passwords takes a request some milliseconds. */
const passingSteps = { basic_auth: 500, rate_limit: 50, set_headers: 10 } as const;

export class CompiledRule {
  /** Its place in the list, from 0. */
  readonly index: number;
  readonly rule: Rule;
  /** Undefined: any path. */
  readonly pattern: PathPattern | undefined;
  /** Besides the path; undefined if there are none. */
  readonly conditions: CompiledConditions | undefined;
  /** Parsed when the rule first redirects: most of a long list never do. */
  #target: RedirectTarget | undefined;

  /** Takes a rule that was checked. */
  constructor(rule: Rule, index: number) {
    this.index = index;
    this.rule = rule;
    const parsed = rule.if?.path === undefined ? undefined : parsePath(rule.if.path);
    this.pattern = parsed?.ok ? parsed.pattern : undefined;
    this.conditions = rule.if && compileConditions(rule.if);
  }

  /** What it costs to try the rule and, if it lets the request pass, to do what it says; in steps. */
  get cost(): number {
    const { then } = this.rule;
    const conditions = this.conditions ? conditionCost(this.conditions) : 0;
    if ('basic_auth' in then) return ruleSteps + conditions + passingSteps.basic_auth;
    if ('rate_limit' in then) return ruleSteps + conditions + passingSteps.rate_limit;
    if (!('set_headers' in then)) return ruleSteps + conditions;
    const { request = {}, response = {} } = then.set_headers;
    const fields = Object.keys(request).length + Object.keys(response).length;
    return ruleSteps + conditions + passingSteps.set_headers * fields;
  }

  /** A parameter, `name=value`, without which the rule never holds; '' if there is none. */
  get parameter(): string {
    return this.conditions?.query ? literalParameter(this.conditions.query) : '';
  }

  /** Whether the rule holds for every request with its path and `parameter`. */
  get wantsOnlyItsKey(): boolean {
    const { path: _, query = {}, ...others } = this.rule.if ?? {};
    if (Object.keys(others).length > 0) return false;
    return Object.keys(query).length === (this.parameter === '' ? 0 : 1);
  }

  /** Where the rule redirects a request for which it holds; '' if that would be too long, undefined if it doesn't redirect. */
  location(request: RuleRequest): string | undefined {
    const { then } = this.rule;
    if (!('redirect' in then)) return undefined;
    const target = this.target;
    if (target === undefined) return undefined;
    // Once for all placeholders: a destination may have a thousand, and a path 8 KiB.
    const values = valuesIn(this.pattern, request.path);
    const captured = (name: string): string | undefined =>
      values.get(name) ?? this.#queryValue(request, name);
    const location = locationOf(target, captured, then.redirect.query ? request.query : '');
    return isTooLong(location) ? '' : location;
  }

  /** The same with the status. */
  redirection(request: RuleRequest): Redirection | undefined {
    const location = this.location(request);
    if (location === undefined || !('redirect' in this.rule.then)) return undefined;
    return { location, status: this.rule.then.redirect.status };
  }

  /** Whether the rule would redirect a request for which it holds to the very URL that was asked for. */
  leadsToItself(request: RuleRequest): boolean {
    if (request.origin === '' || !('redirect' in this.rule.then)) return false;
    const { target } = this;
    // Nearly all redirects lead elsewhere, and their beginning shows it.
    if (target === undefined || !request.path.startsWith(target.path[0] ?? '')) return false;
    if (target.origin !== '' && !isSameOrigin(target.origin, request.origin)) return false;
    if (isFixed(target)) {
      const [path = '', query = ''] = [target.path[0], target.query[0]];
      const wanted = this.rule.then.redirect.query ? '' : request.query;
      return request.path === path && query === wanted;
    }
    return isOwnUrl(this.location(request) ?? '', request);
  }

  /** Whether the rule may redirect requests for the host to the host itself. */
  redirectsWithin(host: string): boolean {
    if (!('redirect' in this.rule.then)) return false;
    const hostname = targetHostname(this.rule.then.redirect.to);
    return hostname === '' || hostname === host;
  }

  /** What it takes to see that the rule redirects a request, of so many bytes, to itself; in steps. */
  ownUrlSteps(lengthBytes: number): number {
    // The Location is put together for that, if it isn't the same for all.
    return this.target && isFixed(this.target) ? fixedUrlSteps : hopSteps + lengthBytes * readingByteSteps;
  }

  get target(): RedirectTarget | undefined {
    if (this.#target === undefined && 'redirect' in this.rule.then) {
      const parsed = parseRedirectTarget(this.rule.then.redirect.to);
      if (parsed.ok) this.#target = parsed.target;
    }
    return this.#target;
  }

  /** The value of a placeholder, as it was sent, for a request for which the rule holds; undefined without such a placeholder. */
  value(request: RuleRequest, name: string): string | undefined {
    return valuesIn(this.pattern, request.path).get(name) ?? this.#queryValue(request, name);
  }

  #queryValue(request: RuleRequest, name: string): string | undefined {
    const query = this.conditions?.query;
    return query && queryValue(query, request.query, name);
  }
}

const noValues: ReadonlyMap<string, string> = new Map();

/** The values of a pattern's placeholders, as they were sent. */
function valuesIn(pattern: PathPattern | undefined, path: string): ReadonlyMap<string, string> {
  if (pattern === undefined || pattern.names.length === 0) return noValues;
  const normal = normalPath(path);
  const places = placesOfValues(pattern, normal);
  const offsets = rawOffsets(
    path,
    normal,
    places.flatMap(({ start, end }) => [start, end]),
  );
  return new Map(
    places.map(({ name }, index) => [name, path.slice(offsets[2 * index], offsets[2 * index + 1])]),
  );
}

/** Whether the action answers the request, so that no later rule is looked at. */
export function answers(action: RuleAction): boolean {
  return !('set_headers' in action || 'rate_limit' in action || 'basic_auth' in action);
}

/** Whether the action keeps requests away from what the host serves. */
export function protects(action: RuleAction): boolean {
  return 'block' in action || 'basic_auth' in action || 'rate_limit' in action;
}
