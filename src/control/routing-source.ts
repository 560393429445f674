/** Loads routing tables from the control store. Source: docs/guides/operations.md. */
import { sql } from 'kysely';
import type { HostRoutes, RoutingSource, StorePosition } from '../core/route.ts';
import { ControlDatabase } from './database.ts';
import type { ControlLocation } from './location.ts';
import {
  type DomainRouteRow,
  mergeRoutes,
  openUpstreams,
  type RedirectRouteRow,
  selectDomainRoutes,
  selectRedirectRoutes,
} from './route-rows.ts';
import type { OpenTokens } from './upstream-tokens.ts';

/**
 * What tells PostgreSQL servers with different histories apart: when the server started, which differs after a failover,
 * and the table itself, which differs after a restore from a dump. Every role may read both, and poolers and managed
 * services have them, which is not so for timelines.
 */
const postgresEpoch = sql<string>`concat(extract(epoch from pg_postmaster_start_time()), ' ', 'revision_clock'::regclass::oid)`;
/** The file has one history: while it is open it cannot be replaced. */
const sqliteEpoch = sql<string>`''`;

/** Reads routes page by page; paused redirects are left out. */
export class DatabaseRoutingSource implements RoutingSource {
  readonly #database: ControlDatabase;
  readonly #openTokens: OpenTokens;
  #newest: StorePosition | undefined;
  #newestSeen = 0;

  constructor(database: ControlDatabase, openTokens: OpenTokens) {
    this.#database = database;
    this.#openTokens = openTokens;
  }

  /** Another number whenever another position was read, or what was seen is to be forgotten. */
  get newestSeen(): number {
    return this.#newestSeen;
  }

  forgetSeen(): void {
    this.#newestSeen += 1;
  }

  async position(): Promise<StorePosition> {
    const epoch = this.#database.kind === 'postgres' ? postgresEpoch : sqliteEpoch;
    const newest = await this.#database.queries
      .selectFrom('revision_clock')
      .select(['value as revision', epoch.as('epoch')])
      .where('id', '=', 1)
      .executeTakeFirstOrThrow();
    if (newest.revision !== this.#newest?.revision || newest.epoch !== this.#newest.epoch)
      this.#newestSeen += 1;
    this.#newest = newest;
    return newest;
  }

  async currentRevision(): Promise<number> {
    return (await this.position()).revision;
  }

  async routesAfter(afterHost: string, limit: number): Promise<HostRoutes[]> {
    const redirects = await this.#redirectsAfter(afterHost, limit);
    // Domains beyond a full page of redirects belong to a later page: reading them now would be in vain.
    const upToHost = redirects.length < limit ? undefined : redirects.at(-1)?.source_host;
    const domains = await this.#domainsAfter(afterHost, upToHost, limit);
    return mergeRoutes(redirects, domains, await openUpstreams(domains, this.#openTokens), limit);
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

/**
 * Opens a connection of its own to load from, for another process than the one that owns the store. That one has the
 * secret key, so `openTokens` asks it.
 */
export async function openRoutingSource(
  location: ControlLocation,
  openTokens: OpenTokens,
): Promise<RoutingSource & AsyncDisposable> {
  const database = await ControlDatabase.open(location, 1);
  const source = new DatabaseRoutingSource(database, openTokens);
  return {
    position: () => source.position(),
    routesAfter: (afterHost, limit) => source.routesAfter(afterHost, limit),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
