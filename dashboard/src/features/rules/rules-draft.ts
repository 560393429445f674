/** The list of rules as it is being edited. Each rule keeps an id of the page while its place and contents change. */
import { maxRuleNameLength, type Rule } from '../../../../src/rules/rule.ts';

export type DraftRule = { readonly id: number; readonly rule: Rule };

let lastId = 0;

/** `id`: what the rule had before; a new one otherwise. */
export function asDraft(rule: Rule, id?: number): DraftRule {
  if (id !== undefined) return { id, rule };
  lastId += 1;
  return { id: lastId, rule };
}

/** Moves the rule at `from` to the place `to`. */
export function moved(rules: readonly DraftRule[], from: number, to: number): readonly DraftRule[] {
  const rule = rules[from];
  if (rule === undefined || to === from || to < 0 || to >= rules.length) return rules;
  return rules.toSpliced(from, 1).toSpliced(to, 0, rule);
}

export function withRule(rules: readonly DraftRule[], id: number, rule: Rule): readonly DraftRule[] {
  return rules.map((draft) => (draft.id === id ? { id, rule } : draft));
}

/** A name that tells the copy from the original; rules without one are called by their place. */
export function copyOf(rule: Rule, maxNameLength: number = maxRuleNameLength): Rule {
  if (rule.name === undefined) return rule;
  const ending = ' (copy)';
  return { ...rule, name: rule.name.slice(0, maxNameLength - ending.length) + ending };
}

/** What differs from the list that is stored. */
export type Changes = {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly isReordered: boolean;
};

export function changesOf(stored: readonly DraftRule[], rules: readonly DraftRule[]): Changes {
  const before = new Map(stored.map((draft) => [draft.id, draft.rule]));
  const after = new Set(rules.map(({ id }) => id));
  const kept = rules.filter(({ id }) => before.has(id));
  const order = stored.filter(({ id }) => after.has(id));
  return {
    added: rules.length - kept.length,
    changed: kept.filter(({ id, rule }) => before.get(id) !== rule).length,
    removed: stored.length - kept.length,
    isReordered: kept.some(({ id }, place) => order[place]?.id !== id),
  };
}

export function isUnchanged({ added, changed, removed, isReordered }: Changes): boolean {
  return added + changed + removed === 0 && !isReordered;
}

/** `2 added, 1 changed, order changed`. */
export function changesText({ added, changed, removed, isReordered }: Changes): string {
  return [
    added === 0 ? '' : `${added} added`,
    changed === 0 ? '' : `${changed} changed`,
    removed === 0 ? '' : `${removed} deleted`,
    isReordered ? 'order changed' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
}
