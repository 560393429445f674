/** A rule made ready to match requests. */
import { isOwnUrl, isSameOrigin } from '../core/own-url.ts';
import type { ActingEdge, ActionKind, Redirection, Rehearsed, ReplayedRule } from './actions/action.ts';
import { kindOf, type RuleAction, valueOf } from './actions/actions.ts';
import { literalParameter, queryValue } from './conditions/query.ts';
import { type CompiledConditions, compileConditions, conditionCost } from './conditions.ts';
import { normalPath, rawOffsets } from './normal-path.ts';
import { type PathPattern, parsePath, placesOfValues } from './path-pattern.ts';
import {
  isFixed,
  isTooLong,
  locationOf,
  parseRedirectTarget,
  type RedirectTarget,
  targetHostname,
} from './redirect-target.ts';
import { labelOf, type Rule } from './rule.ts';
import type { RuleRequest } from './rule-request.ts';
import { fixedUrlSteps, hopSteps, readingByteSteps, ruleSteps } from './steps.ts';

export class CompiledRule {
  /** Its place in the list, from 0. */
  readonly index: number;
  readonly rule: Rule;
  /** Of its action. */
  readonly kind: ActionKind;
  readonly #value: unknown;
  /** Read when they are first needed, as the target: of a long list most rules never act, and few of those that do need all. */
  #pattern: PathPattern | undefined;
  #conditions: CompiledConditions | undefined;
  #hasConditions = false;
  #target: RedirectTarget | undefined;

  /** Takes a rule that was checked. */
  constructor(rule: Rule, index: number) {
    this.index = index;
    this.rule = rule;
    this.kind = kindOf(rule.then);
    this.#value = valueOf(rule.then);
  }

  /** Undefined: any path. */
  get pattern(): PathPattern | undefined {
    const path = this.rule.if?.path;
    if (this.#pattern === undefined && path !== undefined) {
      const parsed = parsePath(path);
      if (parsed.ok) this.#pattern = parsed.pattern;
    }
    return this.#pattern;
  }

  /** Besides the path; undefined if there are none. */
  get conditions(): CompiledConditions | undefined {
    if (!this.#hasConditions) {
      this.#conditions = this.rule.if && compileConditions(this.rule.if);
      this.#hasConditions = true;
    }
    return this.#conditions;
  }

  /** What it costs to try the rule and, if it lets the request pass, to do what it says; in steps. */
  get cost(): number {
    const conditions = this.conditions ? conditionCost(this.conditions) : 0;
    return ruleSteps + conditions + (this.kind.cost?.(this.#value) ?? 0);
  }

  get label(): string {
    return labelOf(this.rule, this.index);
  }

  /** Does what the rule says with a request for which it holds. */
  act(edge: ActingEdge): void {
    this.kind.act(this.#value, edge);
  }

  /** What the rule would have done with a recorded request for which it holds, where its action answers. */
  rehearse(replayed: Omit<ReplayedRule, 'label'>): Rehearsed {
    return this.kind.rehearse?.(this.#value, { label: this.label, ...replayed }) ?? 'as_recorded';
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
    let values: ReadonlyMap<string, string> | undefined;
    const captured = (name: string): string | undefined => {
      values ??= valuesIn(this.pattern, request.path);
      return values.get(name) ?? this.#queryValue(request, name);
    };
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

/** Whether the action answers the request or ends the list, so that no later rule is looked at. */
export function answers(action: RuleAction): boolean {
  return kindOf(action).ending !== 'goes_on';
}

/** Whether the action keeps requests away from what the host serves. */
export function protects(action: RuleAction): boolean {
  return kindOf(action).protects;
}
