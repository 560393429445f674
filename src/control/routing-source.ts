/** Loads routing tables from the control store. Source: docs/guides/operations.md. */
import type { HostRoutes, RoutingSource, StorePosition } from '../core/route.ts';
import type { ControlDatabase, ControlQueries } from './database.ts';
import { readPosition } from './revisions.ts';
import {
  type DomainRouteRow,
  findRuleUpstreams,
  mergeRoutes,
  type RedirectRouteRow,
  type RulesRouteRow,
  selectDomainRoutes,
  selectRedirectRoutes,
  selectRulesRoutes,
} from './route-rows.ts';
import type { OpenTokens } from './upstream-tokens.ts';

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

  async position(queries: ControlQueries = this.#database.queries): Promise<StorePosition> {
    const newest = await readPosition(queries);
    if (newest.revision !== this.#newest?.revision || newest.mark !== this.#newest.mark)
      this.#newestSeen += 1;
    this.#newest = newest;
    return newest;
  }

  async currentRevision(): Promise<number> {
    return (await this.position()).revision;
  }

  async routesAfter(afterHost: string, limit: number): Promise<HostRoutes[]> {
    const { queries } = this.#database;
    const redirects = await this.#redirectsAfter(afterHost, limit);
    // What is beyond a full page of redirects belongs to a later page: reading it now would be in vain.
    const upToHost = redirects.length < limit ? undefined : redirects.at(-1)?.source_host;
    const domains = await this.#domainsAfter(afterHost, upToHost, limit);
    const rules = await this.#rulesAfter(afterHost, upToHost, limit);
    const ruleUpstreams = await findRuleUpstreams(queries, rules);
    return await mergeRoutes({ redirects, domains, rules, ruleUpstreams }, this.#openTokens, limit);
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

  #rulesAfter(afterHost: string, upToHost: string | undefined, limit: number): Promise<RulesRouteRow[]> {
    const query = selectRulesRoutes(this.#database.queries)
      .where('host', '>', afterHost)
      .orderBy('host')
      .limit(limit);
    return (upToHost === undefined ? query : query.where('host', '<=', upToHost)).execute();
  }
}
