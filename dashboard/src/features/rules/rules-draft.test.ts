import { describe, expect, it } from 'vitest';
import type { Rule } from '../../../../src/rules/rule.ts';
import { asDraft, changesOf, changesText, copyOf, isUnchanged, moved, withRule } from './rules-draft.ts';

const rule = (name: string): Rule => ({ name, active: true, then: { block: {} } });
const names = (rules: readonly { readonly rule: Rule }[]) => rules.map((draft) => draft.rule.name).join('');
const stored = ['a', 'b', 'c', 'd'].map((name) => asDraft(rule(name)));

describe('moved', () => {
  it('puts a rule at another place, and leaves the list alone where there is none', () => {
    expect(names(moved(stored, 0, 2))).toBe('bcad');
    expect(names(moved(stored, 3, 0))).toBe('dabc');
    expect(moved(stored, 0, -1)).toBe(stored);
    expect(moved(stored, 3, 4)).toBe(stored);
    expect(moved(stored, 1, 1)).toBe(stored);
  });
});

describe('changesOf', () => {
  it('counts what was added, changed and deleted', () => {
    const [a, b] = stored;
    const list = [
      ...withRule(stored, a?.id ?? 0, rule('A')).filter(({ id }) => id !== b?.id),
      asDraft(rule('e')),
    ];
    expect(changesOf(stored, list)).toEqual({ added: 1, changed: 1, removed: 1, isReordered: false });
    expect(changesText(changesOf(stored, list))).toBe('1 added, 1 changed, 1 deleted');
  });

  it('sees another order, and none after it was undone', () => {
    const list = moved(stored, 0, 3);
    expect(changesText(changesOf(stored, list))).toBe('order changed');
    expect(isUnchanged(changesOf(stored, list))).toBe(false);
    expect(isUnchanged(changesOf(stored, moved(list, 3, 0)))).toBe(true);
  });
});

describe('copyOf', () => {
  it('keeps names within their length', () => {
    expect(copyOf(rule('Spring'), 200).name).toBe('Spring (copy)');
    expect(copyOf(rule('x'.repeat(20)), 20).name).toBe(`${'x'.repeat(13)} (copy)`);
    expect(copyOf({ active: true, then: { pass: {} } }, 20).name).toBeUndefined();
  });
});
