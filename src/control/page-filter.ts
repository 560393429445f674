/** Reads one page of a resource's rows, by the filters and the search that its definition has. */
import { type RawBuilder, sql } from 'kysely';
import type { Definitions, Filters } from '../resources/definition.ts';
import type { Resource } from '../resources/resource.ts';
import { entryText } from '../resources/text-map.ts';
import type { ControlDatabase } from './database.ts';
import {
  conditionsOf,
  type PagedTable,
  type PageOf,
  type PageQuery,
  selectPage,
  type Wanted,
} from './page-query.ts';
import { contains, type Search, searchPage } from './page-search.ts';
import type { ControlSchema } from './schema.ts';

export type FilteredQuery<D, Field extends string> = PageQuery<Field> &
  Filters<D> & {
    /** Part of any searched attribute, in whatever case. */
    readonly search?: string | undefined;
  };

/** Answers the rows that have the values of `owner` and match the query. `source` has the rows with further columns. */
export function filterPage<Table extends PagedTable, D extends Definitions>(
  database: ControlDatabase,
  table: Table,
  resource: Resource<D>,
  owner: Wanted<Table>,
  query: FilteredQuery<D, keyof ControlSchema[Table] & string>,
  source?: RawBuilder<unknown>,
): Promise<PageOf<Table>> {
  const { wanted, searches } = readFiltered(resource, owner, query);
  return searches.length === 0 && source === undefined
    ? selectPage(database.queries, table, wanted, query)
    : searchPage(database, table, wanted, query, searches, source);
}

/** The uuids of all rows that {@link filterPage} would have on its pages, in their order. */
export async function filterUuids<Table extends PagedTable, D extends Definitions>(
  { queries, kind }: ControlDatabase,
  table: Table,
  resource: Resource<D>,
  owner: Wanted<Table>,
  query: Pick<FilteredQuery<D, keyof ControlSchema[Table] & string>, 'sort'> & object,
  source: RawBuilder<unknown> = sql.table(table),
): Promise<string[]> {
  const { wanted, searches } = readFiltered(resource, owner, query);
  const matches = sql.join(
    [...conditionsOf(wanted), ...searches.map((search) => contains(kind, search))],
    sql` and `,
  );
  const direction = sql.raw(query.sort.direction);
  const { rows } = await sql<{ uuid: string }>`select uuid from ${source} where ${matches}
    order by ${sql.ref(query.sort.field)} ${direction}, uuid ${direction}`.execute(queries);
  return rows.map(({ uuid }) => uuid);
}

function readFiltered<Table extends PagedTable, D extends Definitions>(
  { definitions, keys }: Resource<D>,
  owner: Wanted<Table>,
  query: object & { readonly search?: string | undefined },
): { readonly wanted: Wanted<Table>; readonly searches: readonly Search[] } {
  const values: Readonly<Record<string, unknown>> = { ...query };
  const whole: Record<string, string | number | undefined> = { ...owner };
  const searches: Search[] = [];
  const searched: string[] = [];
  for (const [name, definition] of Object.entries(definitions)) {
    if (definition.searched) searched.push(name);
    const value = values[keys[name] ?? ''];
    if (!definition.filter || value === undefined) continue;
    if (definition.filter.by === 'entries') searches.push(...entrySearches(name, value));
    else if (typeof value === 'boolean') whole[name] = value ? 1 : 0;
    else if (typeof value !== 'string') continue;
    else if (definition.filter.by === 'whole') whole[name] = value;
    else searches.push({ text: value, columns: [name] });
  }
  if (query.search !== undefined) searches.push({ text: query.search, columns: searched });
  // The resource's attributes are columns of its table.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { wanted: whole as Wanted<Table>, searches };
}

/** One for each entry that the map has to have. */
function entrySearches(name: string, value: unknown): Search[] {
  return Object.entries(value ?? {}).map(([key, text]) => ({
    text: entryText(key, String(text)),
    columns: [name],
    isExact: true,
  }));
}
