/** Reads the members of objects in a query. Source: docs/reference/query.md. */
import { quoteValue } from '../../core/errors.ts';
import { refuse } from './refusal.ts';

/** Reads an object that may have these members and no others. Errors: `query_invalid`. */
export function readMembers<Name extends string>(
  value: unknown,
  place: string,
  names: readonly Name[],
): Partial<Record<Name, unknown>> {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refuse(place, `is ${quoteValue(value)}`, `an object with ${names.join(', ')}`);
  for (const name of Object.keys(value))
    if (!names.some((known) => known === name))
      throw refuse(place, `has the unknown member ${quoteValue(name)}`, names.join(', '));
  return value;
}

/** Reads a boolean, by default false. Errors: `query_invalid`. */
export function readFlag(value: unknown, place: string): boolean {
  if (value === undefined) return false;
  if (typeof value !== 'boolean') throw refuse(place, `is ${quoteValue(value)}`, 'true, false');
  return value;
}
