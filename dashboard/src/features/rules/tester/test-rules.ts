/**
 * Which rule would answer a request, found by the very rules that the edge compiles.
 * Source: docs/reference/rules.md ("Order").
 */
import type { CompiledRules } from '../../../../../src/rules/compile-rules.ts';
import type { Rule } from '../../../../../src/rules/rule.ts';
import type { RuleRequest } from '../../../../../src/rules/rule-request.ts';

/** A rule that held, by its place from 0. */
export type HeldRule = { readonly index: number; readonly rule: Rule };

export type Outcome = {
  /** Rules that held without answering, in order. */
  readonly passed: readonly HeldRule[];
  /** Undefined: none answers, or the last of `passed` ends the list. */
  readonly answered: (HeldRule & { readonly location: string | undefined }) | undefined;
};

/** An outcome, and how many visitors of a hundred have it. */
export type SharedOutcome = { readonly percent: number; readonly outcome: Outcome };

/** Rules can divide visitors at this many places before the division isn't followed further. */
const maxShares = 50;

/** Where the rules divide visitors, the outcomes of each part, largest first; otherwise the one of all. */
export function testRules(
  compiled: CompiledRules,
  rules: readonly Rule[],
  request: Omit<RuleRequest, 'visitorShare'>,
): readonly SharedOutcome[] {
  const shares = new Set<number>();
  for (const { active, if: conditions } of rules) {
    const share = conditions?.share;
    if (active && share !== undefined && share > 0 && share < 100 && shares.size < maxShares)
      shares.add(share);
  }
  const starts = [0, ...[...shares].toSorted((one, other) => one - other)];
  const parts = new Map<string, SharedOutcome>();
  for (const [index, start] of starts.entries()) {
    const size = (starts[index + 1] ?? 100) - start;
    const outcome = outcomeOf(compiled, { ...request, visitorShare: start });
    const key = JSON.stringify([outcome.passed, outcome.answered].flat().map((held) => held?.index ?? ''));
    parts.set(key, { outcome, percent: size + (parts.get(key)?.percent ?? 0) });
  }
  return [...parts.values()].toSorted((one, other) => other.percent - one.percent);
}

function outcomeOf(compiled: CompiledRules, request: RuleRequest): Outcome {
  const passed: HeldRule[] = [];
  for (let from = 0; ; ) {
    const held = compiled.match(request, from);
    if (held === undefined) return { passed, answered: undefined };
    const { index, rule, kind } = held;
    if (kind.ending === 'answers')
      return { passed, answered: { index, rule, location: held.location(request) } };
    passed.push({ index, rule });
    if (kind.ending === 'hands_over') return { passed, answered: undefined };
    from = index + 1;
  }
}
