/** Checks a form's rule with the checks of the API. Source: docs/reference/rules.md ("Rules"). */
import { readRule } from '../../../../../src/rules/read-rules.ts';
import type { BasicAuthUser, Rule } from '../../../../../src/rules/rule.ts';
import { placeOfRefusal } from '../refusal-place.ts';
import { fieldOfPlace, type Problems } from './field-of-place.ts';
import type { FieldRow } from './header-rows.ts';
import { type RuleValues, ruleOfValues } from './rule-values.ts';

export type CheckedRule =
  | { readonly ok: true; readonly rule: Rule }
  /** `other` is what no field can show. */
  | { readonly ok: false; readonly problems: Problems; readonly other: string | undefined };

/** Stands for a password that the API has. */
const kept = 'kept';

/** `before`: the rule that is edited. `knownUsers`: names of users that have a password already. */
export function checkRule(
  values: RuleValues,
  before: Rule | undefined,
  knownUsers: ReadonlySet<string>,
): CheckedRule {
  const problems = problemsOfRows(values);
  if (Object.keys(problems).length > 0) return { ok: false, problems, other: undefined };
  const result = readRule(ruleOfValues(withKept(values, knownUsers), before), 'rules[0]');
  if (result.ok) return { ok: true, rule: withoutKept(result.rule, values) };
  const refusal = placeOfRefusal(result.reason);
  const field = refusal && fieldOfPlace(refusal.path);
  return refusal === undefined || field === undefined
    ? { ok: false, problems: {}, other: refusal?.message ?? result.reason }
    : { ok: false, problems: { [field]: refusal.message }, other: undefined };
}

/** What JSON can't have, so that the API's checks never see it. */
function problemsOfRows(values: RuleValues): Problems {
  const problems: Problems = {};
  for (const name of ['methods', 'countries', 'languages', 'devices', 'addresses'] as const) {
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
  if (values.action === 'set_headers') Object.assign(problems, problemsOfFields(values));
  return problems;
}

function problemsOfFields({ requestFields, responseFields }: RuleValues): Problems {
  if (requestFields.length + responseFields.length === 0)
    return { responseFields: 'Add at least one field.' };
  const problems: Problems = {};
  for (const [list, rows] of [
    ['requestFields', requestFields],
    ['responseFields', responseFields],
  ] as const) {
    const problem = problemOfRows(rows);
    if (problem !== undefined) problems[list] = problem;
  }
  return problems;
}

function problemOfRows(rows: readonly FieldRow[]): string | undefined {
  const names = rows.map(({ name }) => name.trim().toLowerCase());
  if (names.includes('')) return 'Enter the name of each field.';
  return new Set(names).size < names.length ? 'Each field can be there once.' : undefined;
}

function withKept(values: RuleValues, knownUsers: ReadonlySet<string>): RuleValues {
  const users = values.users.map((user) =>
    user.password === '' && knownUsers.has(user.name.trim()) ? { ...user, password: kept } : user,
  );
  return { ...values, users };
}

function withoutKept(rule: Rule, values: RuleValues): Rule {
  if (!('basic_auth' in rule.then)) return rule;
  const { realm, users } = rule.then.basic_auth;
  const typed = users.map(({ name }, index): BasicAuthUser => {
    const password = values.users[index]?.password ?? '';
    return password === '' ? { name } : { name, password };
  });
  return { ...rule, then: { basic_auth: { realm, users: typed } } };
}
