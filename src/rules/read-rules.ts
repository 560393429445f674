/** Reads a list of rules from JSON and checks all of it. Source: docs/reference/rules.md ("Limits"). */

import type { ReadingContext } from './actions/action.ts';
import { readAction } from './actions/actions.ts';
import { PreviousUsers } from './actions/basic-auth.ts';
import { CompiledRules } from './compile-rules.ts';
import { readConditions } from './conditions/conditions.ts';
import { maxRuleNameLength, type Rule } from './rule.ts';
import { RuleRefusal, ruleJson } from './rule-json.ts';
import { findWarnings, type RulesContext, type RuleWarning } from './rule-warnings.ts';

export const maxRules = 100_000;
const noContext: RulesContext = { host: '', nowMs: 0 };

export type RulesResult =
  | { readonly ok: true; readonly rules: readonly Rule[]; readonly warnings: readonly RuleWarning[] }
  | { readonly ok: false; readonly reason: string };

export type RulesOnlyResult =
  | { readonly ok: true; readonly rules: readonly Rule[] }
  | { readonly ok: false; readonly reason: string };

export type RuleResult =
  | { readonly ok: true; readonly rule: Rule }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the value of `rules`. Users of basic_auth without a password keep that of the same name in `previous`, the
 * list that is replaced. `context` says where the list is used. The reason of a refusal is a sentence: `rules[1].then.redirect.to is "…"; allowed: …`.
 */
export function readRules(
  value: unknown,
  previous: readonly Rule[] = [],
  context: RulesContext = noContext,
): RulesResult {
  return orRefusal(() => {
    const rules = readList(value, previous);
    return { ok: true, rules, warnings: findWarnings(CompiledRules.of(rules), context) };
  });
}

/** The same without warnings. */
export function readRulesOnly(value: unknown, previous: readonly Rule[]): RulesOnlyResult {
  return orRefusal(() => ({ ok: true, rules: readList(value, previous) }));
}

function readList(value: unknown, previous: readonly Rule[]): readonly Rule[] {
  if (!Array.isArray(value))
    throw ruleJson.refuseValue('rules', value, `a list of at most ${maxRules} rules`);
  if (value.length > maxRules)
    throw ruleJson.refuse('rules', `has ${value.length} rules`, `at most ${maxRules}`);
  const users = new PreviousUsers(
    previous.flatMap(({ then }) => ('basic_auth' in then ? [then.basic_auth] : [])),
  );
  return value.map((item: unknown, index) => read(item, `rules[${index}]`, users.hashOf));
}

/** Reads one rule, which messages call `place`. Users without a password keep that of `passwordHashOf`. */
export function readRule(
  value: unknown,
  place: string,
  passwordHashOf: ReadingContext['passwordHashOf'] = () => undefined,
): RuleResult {
  return orRefusal(() => ({ ok: true, rule: read(value, place, passwordHashOf) }));
}

function read(value: unknown, place: string, passwordHashOf: ReadingContext['passwordHashOf']): Rule {
  const given = ruleJson.members(value, place, ['name', 'active', 'if', 'then']);
  const { conditions, names } = readConditions(given.if ?? {}, `${place}.if`);
  return {
    ...(given.name !== undefined && { name: readName(given.name, `${place}.name`) }),
    active: ruleJson.flag(given.active, `${place}.active`, true),
    ...(Object.keys(conditions).length > 0 && { if: conditions }),
    then: readAction(given.then, `${place}.then`, { placeholders: names, passwordHashOf }),
  };
}

/** Rules without a name are called by their place, such as `#3`. */
function readName(value: unknown, place: string): string {
  const name = ruleJson.label(value, place, maxRuleNameLength);
  if (name.startsWith('#')) throw ruleJson.refuseValue(place, name, 'names that do not begin with #');
  return name;
}

function orRefusal<Result>(run: () => Result): Result | { readonly ok: false; readonly reason: string } {
  try {
    return run();
  } catch (error) {
    if (error instanceof RuleRefusal) return { ok: false, reason: error.message };
    throw error;
  }
}
