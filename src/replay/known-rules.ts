/**
 * What the host's present rules are called in records: what a record says of a rule by its name or place.
 * Source: docs/reference/replay.md ("What isn't recorded").
 */
import { labelOf, type Rule } from '../rules/rule.ts';
import { unrecordedOf } from './rule-facts.ts';

const none: ReadonlySet<string> = new Set();

export class KnownRules {
  readonly #byConditions: ReadonlyMap<string, Set<string>>;
  readonly #byAction: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #actions: ReadonlySet<string>;
  readonly #shared: ReadonlySet<string>;

  constructor(present: readonly Rule[]) {
    this.#byConditions = labelsBy(present, conditionsOf);
    this.#shared = sharedNames(present);
    for (const labels of this.#byConditions.values()) for (const name of this.#shared) labels.delete(name);
    this.#byAction = labelsBy(present, actionOf);
    this.#actions = new Set(present.map(({ then }) => JSON.stringify(then)));
  }

  /** Whether rules with different conditions are called so. */
  isShared(name: string): boolean {
    return this.#shared.has(name);
  }

  /** What only rules with the same conditions are called, if some of those aren't recorded. */
  withConditionsOf(rule: Rule): ReadonlySet<string> {
    return this.#byConditions.get(conditionsOf(rule)) ?? none;
  }

  /** Whether there is a rule with the same action. */
  hasActionOf({ then }: Rule): boolean {
    return this.#actions.has(JSON.stringify(then));
  }

  /** What rules with the same action are called; of redirects, only those with such conditions. */
  withActionOf(rule: Rule): ReadonlySet<string> {
    return this.#byAction.get(actionOf(rule)) ?? none;
  }
}

/** '' for rules whose conditions decide without the record's rule. */
function conditionsOf({ if: conditions }: Rule): string {
  return unrecordedOf(conditions).length > 0 ? JSON.stringify(conditions) : '';
}

/** '' for rules whose answer is in the record. */
function actionOf({ if: conditions, then }: Rule): string {
  const isRecorded = 'redirect' in then && unrecordedOf(conditions).length === 0;
  return isRecorded ? '' : JSON.stringify(then);
}

function labelsBy(present: readonly Rule[], keyOf: (rule: Rule) => string): Map<string, Set<string>> {
  const labels = new Map<string, Set<string>>();
  for (const [index, rule] of present.entries()) {
    const key = keyOf(rule);
    if (key === '') continue;
    const known = labels.get(key);
    if (known) known.add(labelOf(rule, index));
    else labels.set(key, new Set([labelOf(rule, index)]));
  }
  return labels;
}

/** Names that tell nothing, since rules with other conditions have them too. */
function sharedNames(present: readonly Rule[]): Set<string> {
  const keys = new Map<string, string>();
  const shared = new Set<string>();
  for (const rule of present) {
    if (rule.name === undefined) continue;
    const key = conditionsOf(rule);
    if ((keys.get(rule.name) ?? key) !== key) shared.add(rule.name);
    keys.set(rule.name, key);
  }
  return shared;
}
