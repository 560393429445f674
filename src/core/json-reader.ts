/**
 * Reads parsed JSON from outside and says of what isn't allowed at which place it is: `filters[1][0] is "like"; allowed: is, is_not`.
 * Rules and queries are read by it; each has its own error. All methods that read throw that error.
 */
import { quoteValue } from './errors.ts';
import { allowedLabel, parseLabel } from './label.ts';

export class JsonReader {
  readonly #errorOf: (sentence: string) => Error;
  readonly #member: string;

  /** `member`: what those of an object are called. */
  constructor(errorOf: (sentence: string) => Error, member: 'attribute' | 'member') {
    this.#errorOf = errorOf;
    this.#member = member;
  }

  /** The error for a place: `rules[1].then has no action; allowed: exactly one of …`. */
  refuse(place: string, problem: string, allowed: string): Error {
    return this.#errorOf(`${place} ${problem}; allowed: ${allowed}`);
  }

  /** The error for a value, or for one that is missing. */
  refuseValue(place: string, value: unknown, allowed: string): Error {
    return this.refuse(place, value === undefined ? 'is missing' : `is ${quoteValue(value)}`, allowed);
  }

  /** Reads an object that may have these members and no others. */
  members<Name extends string>(
    value: unknown,
    place: string,
    names: readonly Name[],
  ): Partial<Record<Name, unknown>> {
    const listed = names.join(', ');
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw this.refuseValue(place, value, listed === '' ? 'an empty object' : `an object with ${listed}`);
    for (const name of Object.keys(value)) {
      if (names.some((known) => known === name)) continue;
      const problem = `has the unknown ${this.#member} ${quoteValue(name)}`;
      throw this.refuse(place, problem, listed === '' ? `no ${this.#member}s` : listed);
    }
    return value;
  }

  /** Reads a list of 1 to `most` items, each by `read`; equal items count once. */
  list<Item>(
    value: unknown,
    place: string,
    most: number,
    allowed: string,
    read: (item: unknown, place: string) => Item,
  ): Item[] {
    if (!Array.isArray(value) || value.length === 0)
      throw this.refuseValue(place, value, `a list of ${allowed}`);
    if (value.length > most) throw this.refuse(place, `has ${value.length} items`, `1 to ${most}`);
    const items = new Set<Item>();
    for (const [index, item] of value.entries()) items.add(read(item, `${place}[${index}]`));
    return [...items];
  }

  flag(value: unknown, place: string, byDefault: boolean): boolean {
    if (value === undefined) return byDefault;
    if (typeof value !== 'boolean') throw this.refuseValue(place, value, 'true, false');
    return value;
  }

  /** Reads one of some values, which are listed in the error. */
  choice<Choice extends string | number>(
    value: unknown,
    place: string,
    choices: readonly Choice[],
    byDefault?: Choice,
  ): Choice {
    if (value === undefined && byDefault !== undefined) return byDefault;
    const choice = choices.find((one) => one === value);
    if (choice === undefined) throw this.refuseValue(place, value, choices.join(', '));
    return choice;
  }

  whole(value: unknown, place: string, least: number, most: number, byDefault?: number): number {
    if (value === undefined && byDefault !== undefined) return byDefault;
    if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
      throw this.refuseValue(place, value, `a whole number from ${least} to ${most}`);
    return value;
  }

  /** Reads text on one line, without outer spaces. */
  label(value: unknown, place: string, maxLength: number): string {
    const label = typeof value === 'string' ? parseLabel(value, maxLength) : undefined;
    if (label === undefined) throw this.refuseValue(place, value, allowedLabel(maxLength));
    return label;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
