/** Why a list of rules is refused: the place in it, the value there and what is allowed. */
import { quoteValue } from '../core/errors.ts';

/** Ends the reading of a list; never leaves `read-rules.ts`. */
export class RuleRefusal extends Error {}

/** The refusal of a value: `rules[1].then.redirect.to is "…"; allowed: …`. */
export function refuseValue(place: string, value: unknown, allowed: string): RuleRefusal {
  return value === undefined
    ? refuse(place, 'is missing', allowed)
    : refuse(place, `is ${quoteValue(value)}`, allowed);
}

export function refuse(place: string, problem: string, allowed: string): RuleRefusal {
  return new RuleRefusal(`${place} ${problem}; allowed: ${allowed}`);
}
