/** Reads one page of a table together with the count of all matching rows. Source: docs/reference/api.md ("Lists"). */
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
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

export type PageQuery<Field extends string> = {
  readonly sort: Sort<Field>;
  readonly limit: number;
  readonly offset: number;
};

/**
 * Answers the rows of a page that have these values in these columns, ties sorted by uuid in the direction of the
 * sort, and how many rows match in all, as of one moment; columns with undefined are not looked at. `more` are further
 * conditions.
 */
export async function selectPage<Schema, Table extends keyof Schema & string>(
  queries: Kysely<Schema>,
  table: Table,
  wanted: Readonly<Partial<Record<keyof Schema[Table] & string, WantedValue>>>,
  { sort, limit, offset }: PageQuery<keyof Schema[Table] & string>,
  more: readonly RawBuilder<unknown>[] = [],
): Promise<{ rows: Selectable<Schema[Table]>[]; count: number }> {
  const rowsOf = sql.table(table);
  const matches = sql.join([...conditionsOf(wanted), ...more], sql` and `);
  const field = sql.ref(sort.field);
  const direction = sql.raw(sort.direction);
  // One statement sees one moment; the left join answers the count even when the page is empty. Only uuids are put in order, as whole
  // rows of a large account take several times as long.
  const statement: RawBuilder<Selectable<Schema[Table]> & { uuid: string | null; total: number }> = sql`
    with page as (
      select * from ${rowsOf} where uuid in (
        select uuid from ${rowsOf} where ${matches}
        order by ${field} ${direction}, uuid ${direction} limit ${limit} offset ${offset}
      )
    )
    select page.*, counted.total
    from (select count(*) as total from ${rowsOf} where ${matches}) as counted left join page on true
    order by page.${field} ${direction}, page.uuid ${direction}`;
  const { rows } = await statement.execute(queries);
  return { rows: rows.filter((row) => row.uuid !== null), count: rows[0]?.total ?? 0 };
}

export function conditionsOf(wanted: Readonly<Record<string, WantedValue>>): RawBuilder<unknown>[] {
  return Object.entries(wanted)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
}
