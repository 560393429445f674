/** Reads one page of a table together with the count of all matching rows. Source: docs/reference/api.md ("Lists"). */
import { type Kysely, type QueryExecutorProvider, type RawBuilder, type Selectable, sql } from 'kysely';
import { errorField } from '../core/error-field.ts';
import { ServiceError } from '../core/errors.ts';
import { type PageRange, type Position, turnPage } from '../core/page.ts';
import type { ControlSchema } from './schema.ts';

/** A table whose rows have a uuid. */
export type PagedTable = {
  [Table in keyof ControlSchema]: 'uuid' extends keyof ControlSchema[Table] ? Table : never;
}[keyof ControlSchema];

export type Sort<Field extends string> = { readonly field: Field; readonly direction: 'asc' | 'desc' };

/** What columns have to be; those with undefined are not looked at. */
type WantedValue = string | number | undefined;
export type Wanted<Table extends PagedTable> = Readonly<
  Partial<Record<keyof ControlSchema[Table] & string, WantedValue>>
>;

export type PageOf<Table extends PagedTable> = { rows: Selectable<ControlSchema[Table]>[]; count: number };

export type PageQuery<Field extends string> = PageRange & { readonly sort: Sort<Field> };

/**
 * Answers the rows of a page that have these values in these columns, ties sorted by uuid in the direction of the
 * sort, and how many rows match in all, as of one moment; columns with undefined are not looked at. `more` are further
 * conditions.
 */
export async function selectPage<Schema, Table extends keyof Schema & string>(
  queries: Kysely<Schema>,
  table: Table,
  wanted: Readonly<Partial<Record<keyof Schema[Table] & string, WantedValue>>>,
  query: PageQuery<keyof Schema[Table] & string>,
  more: readonly RawBuilder<unknown>[] = [],
): Promise<{ rows: Selectable<Schema[Table]>[]; count: number }> {
  const rowsOf = sql.table(table);
  const matches = sql.join([...conditionsOf(wanted), ...more], sql` and `);
  const { sort, limit, offset } = query;
  const field = sql.ref(sort.field);
  const direction = sql.raw(sort.direction);
  // One statement sees one moment; the left join answers the count even when the page is empty. Only uuids are put in order, as whole
  // rows of a large account take several times as long.
  const statement: RawBuilder<
    Selectable<Schema[Table]> & { uuid: string | null; sorted_by: unknown; total: number }
  > = sql`
    with page as (
      select * from ${rowsOf} where uuid in (
        select uuid from ${rowsOf} where ${matches} ${afterCursor(query, field, sql.ref('uuid'), sort.direction)}
        order by ${field} ${direction}, uuid ${direction} limit ${limit} offset ${offset}
      )
    )
    select page.*, page.${field} as sorted_by, counted.total
    from (select count(*) as total from ${rowsOf} where ${matches}) as counted left join page on true
    order by page.${field} ${direction}, page.uuid ${direction}`;
  return readPageRows(queries, query, statement, (row) => positionOf(row.sorted_by, row.uuid));
}

/**
 * Runs a statement that reads the rows of a page, each with the total of all that match; `placeOf` answers undefined of the one row
 * that has only the total. Errors: `cursor_invalid`, when a made-up cursor has what the column can't.
 */
export async function readPageRows<Row extends { readonly total: number }>(
  queries: QueryExecutorProvider,
  range: PageRange,
  statement: RawBuilder<Row>,
  placeOf: (row: Row) => Position | undefined,
): Promise<{ rows: Row[]; count: number }> {
  const { rows } = await statement.execute(queries).catch((error: unknown) => {
    throw isMadeUp(range, error)
      ? new ServiceError('cursor_invalid', 'cursor is invalid; allowed: nothing, or that of the Link field')
      : error;
  });
  const placed = rows.flatMap((row) => {
    const place = placeOf(row);
    return place ? [{ row, place }] : [];
  });
  const page = turnPage(range, placed, ({ place }) => place);
  return { rows: page.map(({ row }) => row), count: rows[0]?.total ?? 0 };
}

/** Where a row stands; undefined of one that has only the total. What lists are sorted by is never null. */
export function positionOf(sorted: unknown, id: string | null): Position | undefined {
  return id === null ? undefined : [typeof sorted === 'number' ? sorted : String(sorted), id];
}

/** PostgreSQL refuses what isn't of the column's type: class 22, data exceptions. */
function isMadeUp({ cursor }: PageRange, error: unknown): boolean {
  return cursor?.after !== undefined && String(errorField(error, 'code')).startsWith('22');
}

/** The condition that leaves out what is before the cursor, of rows sorted by `sorted` and then `id`, both in the same direction. */
export function afterCursor(
  { cursor }: PageRange,
  sorted: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  direction: 'asc' | 'desc',
): RawBuilder<unknown> {
  if (cursor?.after === undefined) return sql``;
  const [value, last] = cursor.after;
  return sql`and (${sorted}, ${id}) ${sql.raw(direction === 'asc' ? '>' : '<')} (${value}, ${last})`;
}

export function conditionsOf(wanted: Readonly<Record<string, WantedValue>>): RawBuilder<unknown>[] {
  return Object.entries(wanted)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
}
