/**
 * Which hosts have a custom domain of the account already: by one request each or, where that takes fewer requests, by the account's
 * whole list, which is read once. Source: docs/guides/moving-in.md.
 */
import { maxPerPage } from '../../api/query.ts';
import { pagesOf } from '../paged-list.ts';

type Query = { readonly host: string } | { readonly sort: string };
type Page = { readonly items: readonly { readonly host: string }[]; readonly count: number };
/** A part of the account's list of custom domains. */
type ReadPage = (query: Query, limit: number, offset: number) => Promise<Page>;

export class OwnHosts {
  readonly #readPage: ReadPage;
  #all: ReadonlySet<string> | undefined;

  constructor(readPage: ReadPage) {
    this.#readPage = readPage;
  }

  /** Those of `hosts`. What is created meanwhile need not be among them. */
  async among(hosts: readonly string[]): Promise<ReadonlySet<string>> {
    const all = this.#all ?? (hosts.length > 1 ? await this.#readAll(hosts.length) : undefined);
    if (all) return new Set(hosts.filter((host) => all.has(host)));
    const own = new Set<string>();
    for (const host of hosts) if ((await this.#readPage({ host }, 1, 0)).items.length > 0) own.add(host);
    return own;
  }

  /** Undefined when it takes more than so many requests. */
  async #readAll(maxRequests: number): Promise<ReadonlySet<string> | undefined> {
    // In the order of creation, so that new ones don't move others to another page.
    const read = (limit: number, offset: number) => this.#readPage({ sort: 'created_at' }, limit, offset);
    const all = new Set<string>();
    for await (const { items, count } of pagesOf({ read }, maxPerPage)) {
      if (count > maxRequests * maxPerPage) return undefined;
      for (const { host } of items) all.add(host);
      if (all.size >= count) break;
    }
    this.#all = all;
    return all;
  }
}
