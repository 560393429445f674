/** Reads metric and dimension names against a vocabulary. Source: docs/reference/query.md. */
import { quoteValue } from '../../core/errors.ts';
import { queryJson } from './query-json.ts';

export type KeyedDimension<Dimension extends string> = {
  readonly form: string;
  readonly is: (name: string) => name is Dimension;
};

export type DimensionWords<Dimension extends string> = {
  readonly dimensions: readonly Dimension[];
  /** Dimensions that can't be listed, because there is one per key, with their form: `event:props:<key>`. */
  readonly keyed?: readonly KeyedDimension<Dimension>[] | undefined;
};

export function findDimension<Dimension extends string>(
  value: unknown,
  { dimensions, keyed = [] }: DimensionWords<Dimension>,
): Dimension | undefined {
  if (typeof value !== 'string') return undefined;
  const isKeyed = (name: string): name is Dimension => keyed.some(({ is }) => is(name));
  return dimensions.find((name) => name === value) ?? (isKeyed(value) ? value : undefined);
}

export function allowedDimensions<Dimension extends string>({
  dimensions,
  keyed = [],
}: DimensionWords<Dimension>): string {
  return [...dimensions, ...keyed.map(({ form }) => form)].join(', ');
}

type Limits = { readonly least: number; readonly most: number };

/** Reads a list of names without duplicates. `find` looks a name up, `allowed` lists the valid ones. Errors: `query_invalid`. */
export function readWords<Word extends string>(
  value: unknown,
  place: string,
  find: (item: unknown) => Word | undefined,
  allowed: string,
  { least, most }: Limits,
): Word[] {
  if (!Array.isArray(value) || value.length < least)
    throw queryJson.refuseValue(place, value, `a list of ${allowed}`);
  if (value.length > most) throw queryJson.refuse(place, `has ${value.length} elements`, `at most ${most}`);
  const read: Word[] = [];
  for (const [index, item] of value.entries()) {
    const word = find(item);
    if (word === undefined) throw queryJson.refuse(`${place}[${index}]`, `is ${quoteValue(item)}`, allowed);
    if (read.includes(word))
      throw queryJson.refuse(`${place}[${index}]`, `repeats ${quoteValue(item)}`, 'each once');
    read.push(word);
  }
  return read;
}
