/** Reads one page of a resource's rows, by the filters and the search that its definition has. */
import type { RawBuilder } from 'kysely';
import type { Definitions, Filters } from '../resources/definition.ts';
import type { Resource } from '../resources/resource.ts';
import { entryText } from '../resources/text-map.ts';
import type { ControlDatabase } from './database.ts';
import { type PagedTable, type PageOf, type PageQuery, selectPage, type Wanted } from './page-query.ts';
import { type Search, searchPage } from './page-search.ts';
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
  { definitions, keys }: Resource<D>,
  owner: Wanted<Table>,
  query: FilteredQuery<D, keyof ControlSchema[Table] & string>,
  source?: RawBuilder<unknown>,
): Promise<PageOf<Table>> {
  const values: Readonly<Record<string, unknown>> = query;
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
  const wanted = whole as Wanted<Table>;
  return searches.length === 0
    ? selectPage(database.queries, table, wanted, query, [], source)
    : searchPage(database, table, wanted, query, searches, source);
}

/** One for each entry that the map has to have. */
function entrySearches(name: string, value: unknown): Search[] {
  return Object.entries(value ?? {}).map(([key, text]) => ({
    text: entryText(key, String(text)),
    columns: [name],
    isExact: true,
  }));
}
