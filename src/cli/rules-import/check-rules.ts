/** Checks the rules of a host as the API does, and names the line of each that is refused. */
import { systemClock } from '../../core/clock.ts';
import { maxRules, readRules } from '../../rules/read-rules.ts';
import type { Rule } from '../../rules/rule.ts';
import type { RuleWarning } from '../../rules/rule-warnings.ts';
import type { Problems, SourceRule } from './source-files.ts';

export type CheckedRules = {
  readonly rules: readonly Rule[];
  readonly warnings: readonly RuleWarning[];
};

/** Rules that are refused are left out and become problems; undefined when the others can't be together. */
export function checkRules(
  host: string,
  added: readonly SourceRule[],
  problems: Problems,
): CheckedRules | undefined {
  // Nobody needs to hear of each line of a list that is too long.
  const isTooLong = added.length > maxRules;
  const context = { host, nowMs: systemClock.now() };
  const whole = readRules(
    added.map(({ rule }) => rule),
    [],
    context,
  );
  const read = whole.ok || isTooLong ? whole : readRules(findGood(added, problems), [], context);
  if (read.ok) return { rules: read.rules, warnings: read.warnings };
  const [first] = added;
  if (first) problems.add({ ...first, reason: `host "${host}": ${read.reason}` });
  return undefined;
}

/** Those that may stand alone; the others are problems, which name the place within their rule. */
function findGood(added: readonly SourceRule[], problems: Problems): object[] {
  return added.flatMap((one) => {
    const read = readRules([one.rule]);
    if (read.ok) return [one.rule];
    problems.add({ ...one, reason: read.reason.replace(/^rules\[0\]\.?\s*/, '') });
    return [];
  });
}
