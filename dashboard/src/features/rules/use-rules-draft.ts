/**
 * The rules of a host as they are edited: what is stored until something changes, then a draft that survives leaving the
 * page. It remembers on which stored list it is based.
 */
import { useMemo } from 'react';
import { useDraft } from '../../ui/use-draft.ts';
import { type Changes, changesOf, type DraftRule, isUnchanged } from './rules-draft.ts';
import type { HostRules } from './rules-queries.ts';

type Values = { readonly base: HostRules | undefined; readonly rules: readonly DraftRule[] };

export type RulesDraft = {
  readonly rules: readonly DraftRule[];
  /** The stored list that was changed. */
  readonly base: HostRules;
  /** Undefined: none. */
  readonly changes: Changes | undefined;
  /** Whether the stored list is another one than `base`. */
  readonly isOutdated: boolean;
  readonly set: (rules: readonly DraftRule[]) => void;
  readonly discard: () => void;
};

const nothing: Values = { base: undefined, rules: [] };

export function useRulesDraft(host: string, stored: HostRules): RulesDraft {
  const { values, change, clear, isDirty } = useDraft<Values>(`rules:${host}`, nothing);
  const isEdited = isDirty && values.base !== undefined;
  const base = (isEdited ? values.base : undefined) ?? stored;
  const rules = isEdited ? values.rules : stored.rules;
  const changes = useMemo(
    () => (isEdited ? changesOf(base.rules, rules) : undefined),
    [isEdited, base, rules],
  );
  return {
    rules,
    base,
    changes,
    isOutdated: isEdited && base.entityTag !== stored.entityTag,
    set: (next) => {
      if (isUnchanged(changesOf(base.rules, next))) clear();
      else change({ base, rules: next });
    },
    discard: clear,
  };
}
