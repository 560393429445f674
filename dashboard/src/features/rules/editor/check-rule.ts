/** Checks a form's rule with the checks of the API. Source: docs/reference/rules.md ("Rules"). */

import type { BasicAuthUser } from '../../../../../src/rules/actions/action.ts';
import { readRule } from '../../../../../src/rules/read-rules.ts';
import type { Rule } from '../../../../../src/rules/rule.ts';
import { placeOfRefusal } from '../refusal-place.ts';
import { problemsOfAction } from './action-values.ts';
import { fieldOfPlace, type Problems } from './field-of-place.ts';
import { type RuleValues, ruleOfValues } from './rule-values.ts';

export type CheckedRule =
  | { readonly ok: true; readonly rule: Rule }
  /** `other` is what no field can show. */
  | { readonly ok: false; readonly problems: Problems; readonly other: string | undefined };

/** `before`: the rule that is edited. `knownUsers`: names of users that have a password already. */
export function checkRule(
  values: RuleValues,
  before: Rule | undefined,
  knownUsers: ReadonlySet<string>,
): CheckedRule {
  const problems = problemsOfRows(values);
  if (Object.keys(problems).length > 0) return { ok: false, problems, other: undefined };
  const result = readRule(ruleOfValues(values, before), 'rules[0]', (_, name) =>
    knownUsers.has(name) ? 'kept' : undefined,
  );
  if (result.ok) return { ok: true, rule: withoutHashes(result.rule) };
  const refusal = placeOfRefusal(result.reason);
  const field = refusal && fieldOfPlace(refusal.path);
  return refusal === undefined || field === undefined
    ? { ok: false, problems: {}, other: refusal?.message ?? result.reason }
    : { ok: false, problems: { [field]: refusal.message }, other: undefined };
}

/** What JSON can't have, so that the API's checks never see it. */
function problemsOfRows(values: RuleValues): Problems {
  const problems: Problems = {};
  for (const name of [
    'methods',
    'countries',
    'languages',
    'devices',
    'systems',
    'browsers',
    'addresses',
  ] as const) {
    if (values.shown.includes(name) && values[name].length === 0)
      problems[name] = 'Enter at least one, or remove this condition.';
  }
  if (values.shown.includes('bots') && values.bots === 'some' && values.botList.length === 0)
    problems.bots = 'Choose at least one kind, or enter a name.';
  if (values.shown.includes('query')) {
    const names = values.query.map(({ name }) => name.trim());
    if (names.includes('')) problems.query = 'Enter the name of each parameter.';
    else if (new Set(names).size < names.length) problems.query = 'Each parameter can be there once.';
  }
  return Object.assign(problems, problemsOfAction(values.action, values.fields));
}

/** Users without a password keep the one that the API has. */
function withoutHashes(rule: Rule): Rule {
  if (!('basic_auth' in rule.then)) return rule;
  const { realm, users } = rule.then.basic_auth;
  const shown = users.map(
    ({ name, password }): BasicAuthUser => (password === undefined ? { name } : { name, password }),
  );
  return { ...rule, then: { basic_auth: { realm, users: shown } } };
}
