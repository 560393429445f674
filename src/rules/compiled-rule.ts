/** A rule made ready to match requests. */
import { type CompiledConditions, compileConditions, conditionsHold } from './conditions.ts';
import { type PathPattern, parsePath, pathValue, segmentsMatch } from './path-pattern.ts';
import { queryValue } from './query-condition.ts';
import { locationOf, parseRedirectTarget, type RedirectTarget } from './redirect-target.ts';
import type { Rule, RuleAction } from './rule.ts';
import type { RuleRequest } from './rule-request.ts';

/** Where a request is sent. */
export type Redirection = { readonly location: string; readonly status: number };

export class CompiledRule {
  /** Its place in the list, from 0. */
  readonly index: number;
  readonly rule: Rule;
  /** Undefined: any path. */
  readonly pattern: PathPattern | undefined;
  readonly #conditions: CompiledConditions | undefined;
  /** Parsed when the rule first redirects: most of a long list never do. */
  #target: RedirectTarget | undefined;

  /** Takes a rule that was checked. */
  constructor(rule: Rule, index: number) {
    this.index = index;
    this.rule = rule;
    const parsed = rule.if?.path === undefined ? undefined : parsePath(rule.if.path);
    this.pattern = parsed?.ok ? parsed.pattern : undefined;
    this.#conditions = rule.if && compileConditions(rule.if);
  }

  /** Whether the rule holds for a request whose path begins with the pattern's literal. */
  holds(request: RuleRequest): boolean {
    const { pattern } = this;
    if (pattern !== undefined && pattern.segments.length > 0 && !segmentsMatch(pattern, request.path))
      return false;
    return this.#conditions === undefined || conditionsHold(this.#conditions, request);
  }

  /** Where the rule redirects a request for which it holds; undefined if it doesn't redirect. */
  location(request: RuleRequest): string | undefined {
    const { then } = this.rule;
    if (!('redirect' in then)) return undefined;
    const target = this.target;
    if (target === undefined) return undefined;
    const captured = (name: string): string | undefined => this.value(request, name);
    return locationOf(target, captured, then.redirect.query ? request.query : '');
  }

  /** The same with the status. */
  redirection(request: RuleRequest): Redirection | undefined {
    const location = this.location(request);
    if (location === undefined || !('redirect' in this.rule.then)) return undefined;
    return { location, status: this.rule.then.redirect.status };
  }

  get target(): RedirectTarget | undefined {
    if (this.#target === undefined && 'redirect' in this.rule.then) {
      const parsed = parseRedirectTarget(this.rule.then.redirect.to);
      if (parsed.ok) this.#target = parsed.target;
    }
    return this.#target;
  }

  /** The value of a placeholder for a request for which the rule holds; undefined without such a placeholder. */
  value(request: RuleRequest, name: string): string | undefined {
    const inPath = this.pattern && pathValue(this.pattern, request.path, name);
    if (inPath !== undefined) return inPath;
    const query = this.#conditions?.query;
    return query && queryValue(query, request.query, name);
  }
}

/** Whether the action answers the request, so that no later rule is looked at. */
export function answers(action: RuleAction): boolean {
  return !('set_headers' in action || 'rate_limit' in action || 'basic_auth' in action);
}
