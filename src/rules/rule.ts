/**
 * A host's rules, as they are stored and as the API shows them. Source: docs/reference/rules.md ("The form of a rule").
 *
 * The first rule whose conditions all hold acts. A rule that doesn't answer lets the ones after it look too.
 */
import type { RuleAction } from './actions/actions.ts';
import type { RuleConditions } from './conditions/conditions.ts';

export const maxRuleNameLength = 200;

export type Rule = {
  readonly name?: string;
  readonly active: boolean;
  readonly if?: RuleConditions;
  readonly then: RuleAction;
};

/** What reports and records call a rule: its name, or `#` and its place from 1. */
export function labelOf({ name }: Pick<Rule, 'name'>, index: number): string {
  return name ?? `#${index + 1}`;
}
