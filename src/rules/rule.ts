/**
 * A host's rules, as they are stored and as the API shows them. Source: docs/reference/rules.md ("The form of a rule").
 *
 * The first rule whose conditions all hold acts. A rule that doesn't answer lets the ones after it look too.
 */
import type { RuleAction } from './actions/actions.ts';
import type { RuleDevice } from './rule-request.ts';

/** What every condition needs to hold for; all that are given must. Without any, a rule always holds. */
export type RuleConditions = {
  /** An exact path, with `:placeholder` for one segment and a trailing `*` for the rest; see docs/reference/rules.md ("Paths"). */
  readonly path?: string;
  readonly methods?: readonly string[];
  /** Parameter names; `true` = present, `:name` = present and kept as a placeholder, other text = this value. */
  readonly query?: Readonly<Record<string, string | true>>;
  /** ISO 3166-1 alpha-2 codes. */
  readonly countries?: readonly string[];
  /** Language tags; `de` includes `de-AT`. */
  readonly languages?: readonly string[];
  readonly devices?: readonly RuleDevice[];
  /** A list has classes of bots and names. */
  readonly bots?: 'any' | 'none' | readonly string[];
  /** Addresses and CIDR ranges. */
  readonly addresses?: readonly string[];
  /** ISO 8601 with a zone; included. */
  readonly starts_at?: string;
  /** ISO 8601 with a zone; excluded. */
  readonly ends_at?: string;
  /** Percent of visitors, 0 to 100; a visitor stays in or out as long as the salt lives. */
  readonly share?: number;
};

/** In the order in which they are written. */
export const conditionNames = [
  'path',
  'methods',
  'query',
  'countries',
  'languages',
  'devices',
  'bots',
  'addresses',
  'starts_at',
  'ends_at',
  'share',
] as const;

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
