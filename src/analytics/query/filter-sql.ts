/** SQL for filters on a visit and one of its events. Source: docs/reference/query.md ("Filters"). */
import { type EventField, type FieldSql, fieldOf, overEvents } from './event-fields.ts';
import { completes } from './goals.ts';
import { type Filter, type FilterTest, testsIn } from './query.ts';
import { textLiteral } from './text-literal.ts';
import { type Dimension, dimensionOf, isConversionDimension } from './vocabulary.ts';

/** Whether the filter tests the current event; `has_done` tests all of the visit's events instead. */
export function isAboutEvents(filter: Filter): boolean {
  if (filter.kind === 'test') return tested(filter).kind === 'event';
  if (filter.kind === 'goals') return true;
  if (filter.kind === 'has_done') return false;
  return filter.kind === 'not' ? isAboutEvents(filter.filter) : filter.filters.some(isAboutEvents);
}

/** Whether the filter compares the event's page. */
export function isAboutPages(filter: Filter): boolean {
  if (filter.kind === 'test') return filter.dimension === 'event:page';
  if (filter.kind === 'goals' || filter.kind === 'has_done') return false;
  return filter.kind === 'not' ? isAboutPages(filter.filter) : filter.filters.some(isAboutPages);
}

/** Whether the filter needs the visit, not only the event. */
export function isAboutVisits(filter: Filter): boolean {
  if (filter.kind === 'test') return tested(filter).kind === 'visit';
  if (filter.kind === 'goals') return false;
  if (filter.kind === 'has_done') return true;
  return filter.kind === 'not' ? isAboutVisits(filter.filter) : filter.filters.some(isAboutVisits);
}

/** Whether the filter involves goals or properties. */
export function isAboutConversions(filter: Filter): boolean {
  if (filter.kind === 'test') return isConversionDimension(filter.dimension);
  if (filter.kind === 'goals') return true;
  return 'filters' in filter ? filter.filters.some(isAboutConversions) : isAboutConversions(filter.filter);
}

/** Whether the filter involves the page that visits end on. */
export function isAboutExitPages(filter: Filter): boolean {
  return [...testsIn([filter])].some(({ dimension }) => dimension === 'visit:exit_page');
}

/** The fields of events that a filter reads. */
export function fieldsIn(filter: Filter): readonly EventField[] {
  if (filter.kind === 'goals') return ['name', 'path'];
  if (filter.kind !== 'test')
    return 'filters' in filter ? filter.filters.flatMap(fieldsIn) : fieldsIn(filter.filter);
  const dimension = tested(filter);
  return dimension.kind === 'event' ? dimension.fields : [];
}

/** SQL over a visit: whether one of its events passes all filters. */
export function somePasses(filters: readonly Filter[]): string {
  const passes = filterSql(filters, fieldOf('one'));
  return filters.some(isAboutEvents)
    ? overEvents('arrayExists', 'one', filters.flatMap(fieldsIn), passes)
    : passes;
}

/** A condition that matches when all filters match. */
export function filterSql(filters: readonly Filter[], field: FieldSql): string {
  return filters.length === 0 ? '1' : filters.map((filter) => conditionOf(filter, field, 0)).join(' AND ');
}

function conditionOf(filter: Filter, field: FieldSql, depth: number): string {
  if (filter.kind === 'test') return testSql(filter, field);
  if (filter.kind === 'goals')
    return filter.goals.length === 0
      ? '0'
      : joined(
          'or',
          filter.goals.map((goal) => completes(goal, field)),
        );
  if (filter.kind === 'not') return `NOT ${conditionOf(filter.filter, field, depth)}`;
  if (filter.kind === 'has_done') {
    const done = `done${depth}`;
    const condition = conditionOf(filter.filter, fieldOf(done), depth + 1);
    const fields = fieldsIn(filter.filter);
    // A visit has events.
    return fields.length === 0 ? condition : overEvents('arrayExists', done, fields, condition);
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

function testSql(test: FilterTest, field: FieldSql): string {
  const definition = tested(test);
  if (definition.kind === 'time') throw new Error(`${test.dimension} is no filter`);
  if (definition.kind !== 'event') return comparison(definition, test);
  return comparison({ sql: definition.sql(field), missing: definition.missing?.(field) }, test);
}

/** Tests on goals have already been replaced by filters of kind `goals`. */
function tested({ dimension }: FilterTest): Dimension {
  return dimensionOf(dimension, []);
}

/** Compares the text of an expression with the values of a test. Nothing is found in a value that is `missing`. */
export function comparison(
  { sql, missing }: { readonly sql: string; readonly missing?: string | undefined },
  { operator, values }: Pick<FilterTest, 'operator' | 'values'>,
): string {
  const text = `toString(${sql})`;
  const literals = values.map(textLiteral);
  if (operator === 'is') return `(${text} IN (${literals.join(', ')}))`;
  const one = (literal: string): string =>
    operator === 'contains' ? `position(${text}, ${literal}) > 0` : `match(${text}, ${literal})`;
  const found = joined('or', literals.map(one));
  return missing === undefined ? found : `(NOT (${missing}) AND ${found})`;
}
