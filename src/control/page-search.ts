/**
 * Reads one page of the rows that contain a text in one of several columns. No index helps: every row of the account
 * is scanned once, which takes SQLite about half a second of CPU for a million.
 */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { domainToAscii } from '../core/hostname.ts';
import type { ControlDatabase } from './database.ts';
import {
  afterCursor,
  conditionsOf,
  type PagedTable,
  type PageOf,
  type PageQuery,
  positionOf,
  readPageRows,
  type Wanted,
} from './page-query.ts';
import type { ControlSchema } from './schema.ts';

export type Search = {
  /** Matches without regard to ASCII case, unless the search is exact. */
  readonly text: string;
  readonly isExact?: true;
  /** One of these has it. */
  readonly columns: readonly string[];
};

/** Answers what `selectPage` does, of the rows in which every search finds its text. */
export async function searchPage<Table extends PagedTable>(
  { queries, kind }: ControlDatabase,
  table: Table,
  wanted: Wanted<Table>,
  query: PageQuery<keyof ControlSchema[Table] & string>,
  searches: readonly Search[],
  source: RawBuilder<unknown> = sql.table(table),
): Promise<PageOf<Table>> {
  const matches = sql.join(
    [...conditionsOf(wanted), ...searches.map((search) => contains(kind, search))],
    sql` and `,
  );
  const { sort, limit, offset } = query;
  const direction = sql.raw(sort.direction);
  const after = afterCursor(query, sql.ref('sorted'), sql.ref('uuid'), sort.direction);
  // What matches is read once and kept with no more than what it is sorted by, for most of it only counts.
  const statement: RawBuilder<
    Selectable<ControlSchema[Table]> & { uuid: string | null; sorted: unknown; total: number }
  > = sql`
    with found as materialized (select uuid, ${sql.ref(sort.field)} as sorted from ${source} where ${matches}),
    chosen as (
      select uuid, sorted from found where true ${after}
      order by sorted ${direction}, uuid ${direction} limit ${limit} offset ${offset}
    ),
    page as (select own.*, chosen.sorted from chosen join ${sql.table(table)} as own on own.uuid = chosen.uuid)
    select page.*, counted.total
    from (select count(*) as total from found) as counted left join page on true
    order by page.sorted ${direction}, page.uuid ${direction}`;
  return readPageRows(queries, query, statement, ({ sorted, uuid }) => positionOf(sorted, uuid));
}

/**
 * SQLite's LIKE minds no case; PostgreSQL's ILIKE neither, and folds ASCII only as well, because the columns compare
 * byte by byte. In both `%`, `_` and the escape itself stand for themselves after the escape.
 */
export function contains(
  kind: ControlDatabase['kind'],
  { text, columns, isExact }: Search,
): RawBuilder<unknown> {
  if (isExact) {
    const position = sql.raw(kind === 'postgres' ? 'strpos' : 'instr');
    return sql`(${sql.join(
      columns.map((column) => sql`${position}(${sql.ref(column)}, ${text}) > 0`),
      sql` or `,
    )})`;
  }
  const like = sql.raw(kind === 'postgres' ? 'ilike' : 'like');
  const alternatives = spellings(text).flatMap((spelling) => {
    const pattern = `%${spelling.replace(/[%_!]/g, '!$&')}%`;
    return columns.map((column) => sql`${sql.ref(column)} ${like} ${pattern} escape '!'`);
  });
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

/** Host names are stored as A-labels, so what is not ASCII is looked for in that form too. */
function spellings(text: string): string[] {
  const asHost = /[^\u0000-\u007f]/.test(text) ? domainToAscii(text) : '';
  return asHost === '' ? [text] : [text, asHost];
}
