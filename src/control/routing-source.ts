/** Loads routing tables from the control store. Source: contract section 3. */
import { type Selectable, sql } from 'kysely';
import type { HostRoutes, RoutingSource } from '../core/route.ts';
import { ControlDatabase } from './database.ts';
import type { ControlLocation } from './location.ts';
import type { RedirectRow } from './schema.ts';

export const routeColumns = [
  'source_host',
  'match_path',
  'destination_url',
  'redirect_type',
  'preserve_path',
  'preserve_query_string',
] as const;

type RouteRow = Pick<Selectable<RedirectRow>, (typeof routeColumns)[number]>;

/** Reads routes page by page; paused redirects are left out. */
export class DatabaseRoutingSource implements RoutingSource {
  readonly #database: ControlDatabase;
  #newestSeen = -1;

  constructor(database: ControlDatabase) {
    this.#database = database;
  }

  /** The revision that was read last, by whoever asked; -1 before that. */
  get newestSeen(): number {
    return this.#newestSeen;
  }

  async currentRevision(): Promise<number> {
    const row = await this.#database.queries
      .selectFrom('revision_clock')
      .select('value')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    this.#newestSeen = row.value;
    return row.value;
  }

  async routesAfter(afterHost: string, limit: number): Promise<HostRoutes[]> {
    const rows = await this.#database.queries
      .selectFrom('redirects')
      .select(routeColumns)
      .where('source_host', '>', afterHost)
      .where('active', '=', sql.lit(1))
      .orderBy('source_host')
      .limit(limit)
      .execute();
    return rows.map(toHostRoutes);
  }
}

/** Opens a connection of its own to load from, for another process than the one that owns the store. */
export async function openRoutingSource(location: ControlLocation): Promise<RoutingSource & AsyncDisposable> {
  const database = ControlDatabase.open(location, 1);
  const source = new DatabaseRoutingSource(database);
  return {
    currentRevision: () => source.currentRevision(),
    routesAfter: (afterHost, limit) => source.routesAfter(afterHost, limit),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

export function toHostRoutes(row: RouteRow): HostRoutes {
  return {
    host: row.source_host,
    redirect: {
      matchPath: row.match_path,
      destinationUrl: row.destination_url,
      redirectType: row.redirect_type,
      preservePath: row.preserve_path === 1,
      preserveQueryString: row.preserve_query_string === 1,
    },
  };
}
