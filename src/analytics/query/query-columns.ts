/** The columns that visitor statements read and return. */
import type { VisitColumn } from '../visits/visit-rule.ts';
import type { SelectedColumn } from '../visits/visit-source.ts';
import { type EventField, eventFields, type FieldSql } from './event-fields.ts';
import { fieldsIn } from './filter-sql.ts';
import { type Filter, testsIn, type VisitorQuery } from './query.ts';
import { bucketSql, isTimeDimension } from './time-range.ts';
import { type TotalName, totals } from './visitor-metrics.ts';
import { type Dimension, dimensionOf } from './vocabulary.ts';

export function dimensionsOf({ dimensions, goals }: VisitorQuery): Dimension[] {
  return dimensions.map((name) => dimensionOf(name, goals));
}

/** The visit columns that dimensions and filters read. */
export function visitColumns(query: VisitorQuery): SelectedColumn[] {
  const read = dimensionsOf(query).flatMap((dimension) =>
    dimension.kind === 'visit' ? dimension.columns : [],
  );
  const whose = query.over === 'account' ? (['domain'] as const) : [];
  return [...new Set<SelectedColumn>([...whose, ...read, ...visitColumnsIn(query.filters)])];
}

/** The visit columns that filters compare. */
export function visitColumnsIn(filters: readonly Filter[]): SelectedColumn[] {
  return [...testsIn(filters)].flatMap((test) => {
    const dimension = dimensionOf(test.dimension, []);
    return dimension.kind === 'visit' ? dimension.columns : [];
  });
}

/** The visit columns that list event fields. */
export function listsOf(fields: ReadonlySet<EventField>): VisitColumn[] {
  return [...fields].map((name) => eventFields[name].list);
}

/** The event fields that dimensions and filters read. */
export function fieldsOf(query: VisitorQuery): Set<EventField> {
  const read = dimensionsOf(query).flatMap((dimension) =>
    dimension.kind === 'event' ? dimension.fields : [],
  );
  return new Set([...read, ...query.filters.flatMap(fieldsIn)]);
}

export function fieldsOfTotal(name: TotalName): readonly EventField[] {
  const total = totals[name];
  return 'fields' in total ? (total.fields ?? []) : [];
}

export const noField: FieldSql = (name) => {
  throw new Error(`no event is at hand to read its ${name}`);
};

/** `valueOf` replaces the SQL of event dimensions. */
export function dimensionColumns(
  query: VisitorQuery,
  { time, day }: { readonly time: string; readonly day: string },
  field: FieldSql = noField,
  valueOf?: () => string,
): string[] {
  return query.dimensions.map((name, index) => {
    if (isTimeDimension(name)) return `${bucketSql(name, time, day, query.range)} AS d${index}`;
    const dimension = dimensionOf(name, query.goals);
    if (dimension.kind === 'time') throw new Error(`${name} is not a time dimension`);
    return `toString(${valueSql(dimension, field, valueOf)}) AS d${index}`;
  });
}

function valueSql(
  dimension: Exclude<Dimension, { kind: 'time' }>,
  field: FieldSql,
  valueOf: (() => string) | undefined,
): string {
  if (dimension.kind !== 'event') return dimension.sql;
  if (valueOf !== undefined) return valueOf();
  return dimension.isList ? `arrayJoin(${dimension.sql(field)})` : dimension.sql(field);
}

type TotalType = { readonly of: (sql: string) => string; readonly none: string; readonly sum: string };
const types: Readonly<Record<'integer' | 'decimal' | 'numbers' | 'texts', TotalType>> = {
  integer: { of: (sql) => `toInt64(${sql})`, none: '0', sum: 'sum' },
  decimal: { of: (sql) => `toDecimal128(${sql}, 3)`, none: '0', sum: 'sum' },
  numbers: { of: (sql) => sql, none: 'emptyArrayInt64()', sum: 'groupArrayArray' },
  texts: { of: (sql) => sql, none: 'emptyArrayString()', sum: 'groupUniqArrayArray' },
};

export function typeOf(total: TotalName): TotalType {
  return types[totals[total].type ?? 'integer'];
}

/** One column per total: `counted` totals use the SQL for `over`, the others are zero or empty. */
export function totalColumns(
  wanted: readonly TotalName[],
  counted: readonly TotalName[],
  over: 'rows' | 'rowsOfMany' | 'visits',
): string[] {
  return wanted.map((name) => {
    const total = totals[name];
    const { of, none } = typeOf(name);
    const sql = over !== 'visits' && 'rows' in total ? (total[over] ?? total.rows) : total.visits;
    return `${of(counted.includes(name) ? sql : none)} AS ${name}`;
  });
}
