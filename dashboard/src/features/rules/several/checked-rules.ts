/** Several rules at once, checked before they get into a list. */
import { readRule } from '../../../../../src/rules/read-rules.ts';
import type { Rule } from '../../../../../src/rules/rule.ts';
import { placeOfRefusal } from '../refusal-place.ts';

/** By field; a target's are `to0`, `percent0` and so on. */
export type SeveralProblems = Readonly<Record<string, string>>;
export type SeveralRules =
  | { readonly ok: true; readonly rules: readonly Rule[] }
  | { readonly ok: false; readonly problems: SeveralProblems };

/** With the API's own checks. `fieldOf` names the field of a rule's place that isn't shared by all rules. */
export function checked(
  rules: readonly unknown[],
  known: SeveralProblems = {},
  fieldOf: (index: number, place: string) => string | undefined = () => undefined,
): SeveralRules {
  const problems: Record<string, string> = { ...known };
  const read: Rule[] = [];
  for (const [index, rule] of rules.entries()) {
    const result = readRule(rule, 'rules[0]');
    if (result.ok) {
      read.push(result.rule);
      continue;
    }
    const refusal = placeOfRefusal(result.reason);
    const place = refusal?.path ?? '';
    const field = fieldOf(index, place) ?? (place.startsWith('if') ? 'path' : 'name');
    problems[field] ??= refusal?.message ?? result.reason;
  }
  return Object.keys(problems).length === 0 ? { ok: true, rules: read } : { ok: false, problems };
}
