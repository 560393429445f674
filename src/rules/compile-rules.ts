/**
 * Compiles a host's rules into a form that finds the first one that holds for a request.
 * Source: docs/reference/rules.md ("Order").
 */
import { CompiledRule } from './compiled-rule.ts';
import { PathIndex } from './path-index.ts';
import type { Rule } from './rule.ts';
import type { RuleRequest } from './rule-request.ts';

/** Rules without a path. */
const anyPath = 0;

/** The groups of a path, and whose: rules that don't answer make the same path be looked up again. */
const scan: { rules: CompiledRules | undefined; path: string; groups: number[]; count: number } = {
  rules: undefined,
  path: '',
  groups: [],
  count: 0,
};

export class CompiledRules {
  readonly rules: readonly CompiledRule[];
  /** How many rules were tried for requests so far: what the list costs beyond looking paths up. */
  tried = 0;
  readonly #index = new PathIndex();
  /** Active rules by group, in order: those of a group are from its start to the next one's. */
  readonly #members: Int32Array;
  readonly #starts: Int32Array;

  /** Takes rules that were checked, and leaves out those that aren't active, or not of interest. */
  constructor(
    rules: readonly Rule[] | readonly CompiledRule[],
    isOfInterest: (rule: CompiledRule) => boolean = () => true,
  ) {
    this.rules = rules.map((rule, index) =>
      rule instanceof CompiledRule ? rule : new CompiledRule(rule, index),
    );
    const groups = new Int32Array(rules.length).fill(-1);
    for (const rule of this.rules) {
      if (!rule.rule.active || !isOfInterest(rule)) continue;
      const { pattern } = rule;
      groups[rule.index] = pattern === undefined ? anyPath : this.#index.add(pattern) + 1;
    }
    this.#starts = new Int32Array(this.#index.size + 2);
    for (const group of groups) if (group >= 0) this.#starts[group + 1] = at(this.#starts, group + 1) + 1;
    for (let group = 1; group < this.#starts.length; group++)
      this.#starts[group] = at(this.#starts, group) + at(this.#starts, group - 1);
    this.#members = new Int32Array(at(this.#starts, this.#starts.length - 1));
    const next = this.#starts.slice();
    for (let index = 0; index < groups.length; index++) {
      const group = at(groups, index);
      if (group < 0) continue;
      const place = at(next, group);
      this.#members[place] = index;
      next[group] = place + 1;
    }
  }

  /** The first rule from `from` on that holds for the request. */
  match(request: RuleRequest, from: number = 0): CompiledRule | undefined {
    if (scan.rules !== this || scan.path !== request.path) {
      scan.count = this.#index.groupsOf(request.path, scan.groups);
      scan.rules = this;
      scan.path = request.path;
    }
    const { groups } = scan;
    let first: CompiledRule | undefined;
    for (let place = scan.count - 1; place >= 0; place--)
      first = this.#firstOf((groups[place] ?? 0) + 1, request, from, first);
    return this.#firstOf(anyPath, request, from, first);
  }

  /** The first rule of a group that holds, or `before` if that comes earlier. */
  #firstOf(
    group: number,
    request: RuleRequest,
    from: number,
    before: CompiledRule | undefined,
  ): CompiledRule | undefined {
    const end = at(this.#starts, group + 1);
    const limit = before?.index ?? Number.POSITIVE_INFINITY;
    for (let place = this.#placeFrom(group, from); place < end; place++) {
      const index = at(this.#members, place);
      if (index > limit) return before;
      this.tried++;
      const rule = this.rules[index];
      if (rule?.holds(request)) return rule;
    }
    return before;
  }

  #placeFrom(group: number, from: number): number {
    let low = at(this.#starts, group);
    if (from === 0) return low;
    let high = at(this.#starts, group + 1);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (at(this.#members, middle) < from) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function at(numbers: Int32Array, index: number): number {
  return numbers[index] ?? 0;
}
