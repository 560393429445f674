/** SQL of filters over a visit and one event of it. Source: docs/reference/query.md ("Filters"). */
import type { Filter, FilterTest } from './query.ts';
import { textLiteral } from './text-literal.ts';
import { type EventField, visitorDimensions } from './vocabulary.ts';

/** Elements of the tuples in a visit's `events`. */
export const eventElements = { time: 1, visitor: 2, path: 3 } as const;

/** Reads a field of the event that a lambda's parameter names. */
export function fieldOf(parameter: string): EventField {
  return (name) => `${parameter}.${eventElements[name]}`;
}

/** Whether the filter looks at the event at hand; `has_done` looks at all events of the visit instead. */
export function isAboutEvents(filter: Filter): boolean {
  if (filter.kind === 'test') return visitorDimensions[filter.dimension].kind === 'event';
  if (filter.kind === 'has_done') return false;
  return filter.kind === 'not' ? isAboutEvents(filter.filter) : filter.filters.some(isAboutEvents);
}

/** Whether the filter needs the visit, or is a matter of the event alone. */
export function isAboutVisits(filter: Filter): boolean {
  if (filter.kind === 'test') return visitorDimensions[filter.dimension].kind === 'visit';
  if (filter.kind === 'has_done') return true;
  return filter.kind === 'not' ? isAboutVisits(filter.filter) : filter.filters.some(isAboutVisits);
}

/** A condition that holds when all filters do. */
export function filterSql(filters: readonly Filter[], field: EventField): string {
  return filters.length === 0 ? '1' : filters.map((filter) => conditionOf(filter, field, 0)).join(' AND ');
}

function conditionOf(filter: Filter, field: EventField, depth: number): string {
  if (filter.kind === 'test') return testSql(filter, field);
  if (filter.kind === 'not') return `NOT ${conditionOf(filter.filter, field, depth)}`;
  if (filter.kind === 'has_done') {
    const done = `done${depth}`;
    return `arrayExists(${done} -> ${conditionOf(filter.filter, fieldOf(done), depth + 1)}, visit_events)`;
  }
  return joined(
    filter.kind,
    filter.filters.map((inner) => conditionOf(inner, field, depth)),
  );
}

/** Conditions joined by `and` or `or`. */
export function joined(kind: 'and' | 'or', conditions: readonly string[]): string {
  return `(${conditions.join(kind === 'and' ? ' AND ' : ' OR ')})`;
}

function testSql(test: FilterTest, field: EventField): string {
  const definition = visitorDimensions[test.dimension];
  if (definition.kind === 'time') throw new Error(`${test.dimension} is no filter`);
  return comparison(definition.kind === 'visit' ? definition.sql : definition.sql(field), test);
}

/** Compares the text of an expression with the values of a test. */
export function comparison(
  expression: string,
  { operator, values }: Pick<FilterTest, 'operator' | 'values'>,
): string {
  const text = `toString(${expression})`;
  const literals = values.map(textLiteral);
  if (operator === 'is') return `(${text} IN (${literals.join(', ')}))`;
  const one = (literal: string): string =>
    operator === 'contains' ? `position(${text}, ${literal}) > 0` : `match(${text}, ${literal})`;
  return joined('or', literals.map(one));
}
