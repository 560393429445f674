/** The rules of a list by their place. */
import { CompiledRule } from './compiled-rule.ts';
import type { Rule } from './rule.ts';

export interface RuleList extends Iterable<CompiledRule> {
  readonly length: number;
  /** What it takes of memory, about, when its rules are being used. */
  readonly sizeBytes: number;
  at(index: number): CompiledRule | undefined;
}

/** What a rule takes that is made ready, beside its text. */
export const madeBytes = 700;

export class MadeRuleList implements RuleList {
  readonly #rules: readonly CompiledRule[];

  constructor(rules: Iterable<Rule | CompiledRule>) {
    this.#rules = Array.from(rules, (rule, index) =>
      rule instanceof CompiledRule ? rule : new CompiledRule(rule, index),
    );
  }

  get length(): number {
    return this.#rules.length;
  }

  get sizeBytes(): number {
    return madeBytes * this.length;
  }

  at(index: number): CompiledRule | undefined {
    return this.#rules[index];
  }

  [Symbol.iterator](): Iterator<CompiledRule> {
    return this.#rules[Symbol.iterator]();
  }
}
