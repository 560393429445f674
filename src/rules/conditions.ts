/** What a rule wants of a request besides its path, made ready to be looked at. Source: docs/reference/rules.md ("Conditions"). */
import type { Test } from './conditions/condition.ts';
import { isConditionName, partsOf, type RuleConditions } from './conditions/conditions.ts';
import { compileQuery, type QueryCondition, queryMatches } from './conditions/query.ts';
import type { RuleRequest } from './rule-request.ts';

export type CompiledConditions = {
  /** Undefined where the rule has no such condition. */
  readonly query: QueryCondition | undefined;
  /** What costs most to look up comes last. */
  readonly tests: readonly Test[];
  readonly cost: number;
};

const steps = 2;

/** Takes conditions that were checked; undefined if the path is the only one. */
export function compileConditions(conditions: RuleConditions): CompiledConditions | undefined {
  // A newer program beside this one may have stored others: then the rule never acts, rather than for everybody.
  if (!Object.keys(conditions).every(isConditionName))
    return { query: undefined, tests: [() => false], cost: steps };
  const parts = [...partsOf(conditions)];
  if (parts.every(([, , name]) => name === 'path')) return undefined;
  const query = conditions.query && compileQuery(conditions.query);
  const tests: Test[] = query ? [(request) => queryMatches(query, request.query)] : [];
  let cost = steps;
  for (const [kind, value] of parts.toSorted(([one], [other]) => one.rank - other.rank)) {
    const test = kind.compile(value);
    if (test) tests.push(test);
    cost += kind.cost(value);
  }
  return { query, tests, cost: Math.ceil(cost) };
}

/** Whether all conditions hold. */
export function conditionsHold({ tests }: CompiledConditions, request: RuleRequest): boolean {
  for (const test of tests) if (!test(request)) return false;
  return true;
}

/** What it costs at most to see whether all conditions hold, in steps. */
export function conditionCost({ cost }: CompiledConditions): number {
  return cost;
}
