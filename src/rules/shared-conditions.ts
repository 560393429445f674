/**
 * What the rules of a list want of requests besides their paths: rules that want the same share it, as rules of a long list do.
 * Source: docs/reference/rules.md ("Conditions").
 */
import type { CompiledRule } from './compiled-rule.ts';
import type { CompiledConditions } from './conditions.ts';

/** What conditions take, beside their text. */
const conditionsBytes = 400;

export class SharedConditions {
  /** The first is that of rules with nothing else than a path and the parameter of their key. */
  readonly #conditions: (CompiledConditions | undefined)[] = [undefined];
  /** By rule; empty while there are no conditions. */
  #byRule = new Uint32Array();
  readonly #ruleCount: number;
  #textLength = 0;

  constructor(ruleCount: number) {
    this.#ruleCount = ruleCount;
  }

  /** `places` has those of the conditions that were added before, by their text. */
  add({ index, rule, conditions, wantsOnlyItsKey }: CompiledRule, places: Map<string, number>): void {
    if (conditions === undefined || wantsOnlyItsKey) return;
    const text = JSON.stringify({ ...rule.if, path: undefined });
    let place = places.get(text);
    if (place === undefined) {
      place = this.#conditions.push(conditions) - 1;
      places.set(text, place);
      this.#textLength += text.length;
    }
    if (this.#byRule.length === 0) this.#byRule = new Uint32Array(this.#ruleCount);
    this.#byRule[index] = place;
  }

  of(index: number): CompiledConditions | undefined {
    return this.#byRule.length === 0 ? undefined : this.#conditions[this.#byRule[index] ?? 0];
  }

  get sizeBytes(): number {
    return this.#byRule.byteLength + conditionsBytes * (this.#conditions.length - 1) + 2 * this.#textLength;
  }
}
