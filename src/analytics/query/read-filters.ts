/** Reads `filters`. Source: docs/reference/query.md ("Filters"). */
import { quoteValue } from '../../core/errors.ts';
import type { Filter } from './query.ts';
import { queryJson } from './query-json.ts';
import { allowedDimensions, type DimensionWords, findDimension } from './read-words.ts';
import { isTimeDimension } from './time-range.ts';

const maxTests = 64;
const maxDepth = 64;
const maxValues = 1_000;
const maxValueLength = 2_000;

const comparisons = ['is', 'is_not', 'contains', 'contains_not', 'matches', 'matches_not'] as const;
type Comparison = (typeof comparisons)[number];
const withoutNot = {
  is: 'is',
  is_not: 'is',
  contains: 'contains',
  contains_not: 'contains',
  matches: 'matches',
  matches_not: 'matches',
} as const;
const joints = ['and', 'or', 'not', 'has_done', 'has_not_done'] as const;
type Joint = (typeof joints)[number];

/** What filters may use. */
export type FilterWords<Dimension extends string> = DimensionWords<Dimension> & {
  /** Whether there are visits, and so `has_done`. */
  readonly hasVisits: boolean;
};

/** Errors: `query_invalid`. */
export function readFilters<Dimension extends string>(
  value: unknown,
  words: FilterWords<Dimension>,
): Filter<Dimension>[] {
  return value === undefined ? [] : new FilterReader(words).list(value, 'filters', 0);
}

/** Counts the tests of one query while it reads them. */
class FilterReader<Dimension extends string> {
  readonly #words: DimensionWords<Dimension>;
  readonly #joints: readonly Joint[];
  #tests = 0;

  constructor({ dimensions, keyed, hasVisits }: FilterWords<Dimension>) {
    this.#words = { dimensions: dimensions.filter((name) => !isTimeDimension(name)), keyed };
    this.#joints = joints.filter((name) => hasVisits || !name.startsWith('has_'));
  }

  list(value: unknown, place: string, depth: number): Filter<Dimension>[] {
    if (!Array.isArray(value)) throw queryJson.refuse(place, `is ${quoteValue(value)}`, 'a list of filters');
    return value.map((item, index) => this.#filter(item, `${place}[${index}]`, depth + 1));
  }

  #filter(value: unknown, place: string, depth: number): Filter<Dimension> {
    if (depth > maxDepth) throw queryJson.refuse(place, 'is nested too deep', `at most ${maxDepth} levels`);
    if (!Array.isArray(value))
      throw queryJson.refuse(place, `is ${quoteValue(value)}`, 'a list that begins with an operator');
    const operator: unknown = value[0];
    const joint = this.#joints.find((name) => name === operator);
    if (joint !== undefined) return this.#joint(joint, value, place, depth);
    const comparison = comparisons.find((name) => name === operator);
    if (comparison === undefined)
      throw queryJson.refuse(
        `${place}[0]`,
        `is ${quoteValue(operator)}`,
        [...comparisons, ...this.#joints].join(', '),
      );
    return this.#test(comparison, value, place);
  }

  #joint(joint: Joint, value: readonly unknown[], place: string, depth: number): Filter<Dimension> {
    if (value.length !== 2)
      throw queryJson.refuse(place, `has ${value.length} elements`, `["${joint}", …] with one more element`);
    if (joint === 'and' || joint === 'or') {
      const filters = this.list(value[1], `${place}[1]`, depth);
      if (filters.length === 0) throw queryJson.refuse(`${place}[1]`, 'is empty', 'at least one filter');
      return { kind: joint, filters };
    }
    const filter = this.#filter(value[1], `${place}[1]`, depth + 1);
    if (joint === 'not') return { kind: 'not', filter };
    const done: Filter<Dimension> = { kind: 'has_done', filter };
    return joint === 'has_done' ? done : { kind: 'not', filter: done };
  }

  #test(operator: Comparison, value: readonly unknown[], place: string): Filter<Dimension> {
    this.#tests += 1;
    if (this.#tests > maxTests)
      throw queryJson.refuse(place, 'is one filter too many', `at most ${maxTests}`);
    if (value.length !== 3)
      throw queryJson.refuse(place, `has ${value.length} elements`, '[operator, dimension, [values]]');
    const test: Filter<Dimension> = {
      kind: 'test',
      operator: withoutNot[operator],
      dimension: this.#dimension(value[1], `${place}[1]`),
      values: readValues(value[2], `${place}[2]`),
      place,
    };
    if (test.dimension === 'event:goal' && test.operator === 'matches')
      throw queryJson.refuse(
        `${place}[0]`,
        `is ${quoteValue(operator)}`,
        'is, is_not, contains, contains_not with event:goal',
      );
    return operator.endsWith('_not') ? { kind: 'not', filter: test } : test;
  }

  #dimension(value: unknown, place: string): Dimension {
    const dimension = findDimension(value, this.#words);
    if (dimension === undefined)
      throw queryJson.refuse(place, `is ${quoteValue(value)}`, allowedDimensions(this.#words));
    return dimension;
  }
}

function readValues(value: unknown, place: string): string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > maxValues) {
    const shown = Array.isArray(value) ? `has ${value.length} values` : `is ${quoteValue(value)}`;
    throw queryJson.refuse(place, shown, `a list of 1 to ${maxValues} texts`);
  }
  return value.map((item: unknown, index) => {
    if (typeof item !== 'string' || item.length > maxValueLength)
      throw queryJson.refuse(
        `${place}[${index}]`,
        `is ${quoteValue(item)}`,
        `a text of at most ${maxValueLength} characters`,
      );
    return item;
  });
}
