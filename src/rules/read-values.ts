/** Reads values of a rule's JSON. All functions throw `RuleRefusal` for what isn't allowed at a place. */
import { quoteValue } from '../core/errors.ts';
import { allowedLabel, parseLabel } from '../core/label.ts';
import { refuse, refuseValue } from './refusal.ts';

/** Reads an object that may have these members and no others. */
export function readMembers<Name extends string>(
  value: unknown,
  place: string,
  names: readonly Name[],
): Partial<Record<Name, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const members = names.length === 0 ? 'an empty object' : `an object with ${names.join(', ')}`;
    throw refuseValue(place, value, members);
  }
  for (const name of Object.keys(value)) {
    if (!names.some((known) => known === name)) {
      const allowed = names.length === 0 ? 'no attributes' : names.join(', ');
      throw refuse(place, `has the unknown attribute ${quoteValue(name)}`, allowed);
    }
  }
  return value;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a list of 1 to `most` items, each by `read`; equal items count once. */
export function readList<Item>(
  value: unknown,
  place: string,
  most: number,
  allowed: string,
  read: (item: unknown, place: string) => Item,
): Item[] {
  if (!Array.isArray(value) || value.length === 0) throw refuseValue(place, value, `a list of ${allowed}`);
  if (value.length > most) throw refuse(place, `has ${value.length} items`, `1 to ${most}`);
  const items = new Set<Item>();
  for (const [index, item] of value.entries()) items.add(read(item, `${place}[${index}]`));
  return [...items];
}

export function readFlag(value: unknown, place: string, byDefault: boolean): boolean {
  if (value === undefined) return byDefault;
  if (typeof value !== 'boolean') throw refuseValue(place, value, 'true, false');
  return value;
}

/** Reads one of some values, which are listed in the refusal. */
export function readChoice<Choice extends string | number>(
  value: unknown,
  place: string,
  choices: readonly Choice[],
  byDefault?: Choice,
): Choice {
  if (value === undefined && byDefault !== undefined) return byDefault;
  const choice = choices.find((one) => one === value);
  if (choice === undefined) throw refuseValue(place, value, choices.join(', '));
  return choice;
}

export function readWhole(value: unknown, place: string, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw refuseValue(place, value, `a whole number from ${least} to ${most}`);
  return value;
}

/** Reads text on one line, without outer spaces. */
export function readLabel(value: unknown, place: string, maxLength: number): string {
  const label = typeof value === 'string' ? parseLabel(value, maxLength) : undefined;
  if (label === undefined) throw refuseValue(place, value, allowedLabel(maxLength));
  return label;
}
