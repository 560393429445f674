/** Loads routing tables from the control store. Source: contract sections 3 and 4. */
import type { HostRoutes, RoutingSource } from '../core/route.ts';
import { ControlDatabase } from './database.ts';
import type { ControlLocation } from './location.ts';
import {
  type DomainRouteRow,
  mergeRoutes,
  type RedirectRouteRow,
  selectDomainRoutes,
  selectRedirectRoutes,
} from './route-rows.ts';

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
    const redirects = await this.#redirectsAfter(afterHost, limit);
    // Domains beyond a full page of redirects belong to a later page: reading them now would be in vain.
    const upToHost = redirects.length < limit ? undefined : redirects.at(-1)?.source_host;
    const domains = await this.#domainsAfter(afterHost, upToHost, limit);
    return mergeRoutes(redirects, domains, limit);
  }

  #redirectsAfter(afterHost: string, limit: number): Promise<RedirectRouteRow[]> {
    return selectRedirectRoutes(this.#database.queries)
      .where('source_host', '>', afterHost)
      .orderBy('source_host')
      .limit(limit)
      .execute();
  }

  #domainsAfter(afterHost: string, upToHost: string | undefined, limit: number): Promise<DomainRouteRow[]> {
    const query = selectDomainRoutes(this.#database.queries)
      .where('custom_domains.host', '>', afterHost)
      .orderBy('custom_domains.host')
      .limit(limit);
    return (upToHost === undefined ? query : query.where('custom_domains.host', '<=', upToHost)).execute();
  }
}

/** Opens a connection of its own to load from, for another process than the one that owns the store. */
export async function openRoutingSource(location: ControlLocation): Promise<RoutingSource & AsyncDisposable> {
  const database = await ControlDatabase.open(location, 1);
  const source = new DatabaseRoutingSource(database);
  return {
    currentRevision: () => source.currentRevision(),
    routesAfter: (afterHost, limit) => source.routesAfter(afterHost, limit),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
