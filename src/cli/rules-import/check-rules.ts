/** Checks the rules of a host as the API does, and names the line of each that is refused. */
import { systemClock } from '../../core/clock.ts';
import { CompiledRules } from '../../rules/compile-rules.ts';
import { maxRules, readRules } from '../../rules/read-rules.ts';
import type { Rule } from '../../rules/rule.ts';
import { reasonAgainst } from '../../rules/rule-cost.ts';
import type { RuleWarning } from '../../rules/rule-warnings.ts';
import type { Problems, SourceRule } from './source-files.ts';

export type CheckedRules = {
  /** As the files and `kept` have them. */
  readonly given: readonly object[];
  readonly rules: readonly Rule[];
  readonly warnings: readonly RuleWarning[];
};

/** What a host has already, as the API shows it. */
export type PresentRules = {
  /** Come before the new rules. */
  readonly kept: readonly object[];
  /** Users without a password keep that of the same name here. */
  readonly before: readonly Rule[];
};

/** Rules that are refused are left out and become problems; undefined when the others can't be together. */
export function checkRules(
  host: string,
  added: readonly SourceRule[],
  problems: Problems,
  { kept, before }: PresentRules = { kept: [], before: [] },
): CheckedRules | undefined {
  // Nobody needs to hear of each line of a list that is too long.
  const isTooLong = kept.length + added.length > maxRules;
  const context = { host, nowMs: systemClock.now() };
  const all = [...kept, ...added.map(({ rule }) => rule)];
  const previous = before.map(withSomePasswords);
  const whole = readRules(all, previous, context);
  const given = whole.ok || isTooLong ? all : [...kept, ...findGood(added, previous, problems)];
  const read = given === all ? whole : readRules(given, previous, context);
  const reason = read.ok ? reasonAgainst(CompiledRules.of(read.rules), host) : read.reason;
  if (read.ok && reason === undefined) return { given, rules: read.rules, warnings: read.warnings };
  const [first] = added;
  if (first) problems.add({ ...first, reason: `host "${host}": ${reason}` });
  return undefined;
}

/** The API doesn't show passwords; users that have one there may leave it out here. */
function withSomePasswords(rule: Rule): Rule {
  if (!('basic_auth' in rule.then)) return rule;
  const { basic_auth: auth } = rule.then;
  const users = auth.users.map(({ name }) => ({ name, password_hash: name }));
  return { ...rule, then: { basic_auth: { ...auth, users } } };
}

/** Those that may stand alone; the others are problems, which name the place within their rule. */
function findGood(added: readonly SourceRule[], before: readonly Rule[], problems: Problems): object[] {
  const withUsers = before.filter(({ then }) => 'basic_auth' in then);
  return added.flatMap((one) => {
    const read = readRules([one.rule], withUsers);
    if (read.ok) return [one.rule];
    problems.add({ ...one, reason: read.reason.replace(/^rules\[0\]\.?\s*/, '') });
    return [];
  });
}
