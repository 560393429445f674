/**
 * Maps hosts to their rules, redirect and custom domain. Requests are answered from here, never from a store.
 * Source: docs/reference/rules.md, docs/reference/redirects.md, docs/reference/domains.md.
 *
 * A table is at one revision of the control store. `load` builds the routes separately and swaps them in at once; `apply`
 * changes hosts one by one; a request in between sees either the old or the new route. Redirects are kept as stored, one
 * small object per host, and compiled when a host is requested: few of a million hosts are, and memory is limited.
 */
import { compileRedirect, type RedirectRoute } from '../core/redirect-route.ts';
import type {
  DomainRoute,
  HostRoutes,
  RoutingPatch,
  RoutingSource,
  RulesEntry,
  RulesRoute,
  RulesSource,
  UpstreamRoute,
} from '../core/route.ts';
import { isWildcardHost } from '../core/wildcard-host.ts';
import { RouteSums } from './route-sums.ts';
import { RulesMemory, rulesBytes } from './rules/rules-memory.ts';
import {
  isCurrent,
  keepRules,
  knownBytes,
  type ServedRules,
  serveRules,
  type TakeRoom,
} from './rules/served-rules.ts';
import { fromStored, type StoredRedirect, toStored } from './stored-redirect.ts';

/** A custom domain, and its own host: the one asked for may be `www.` before it, or one that its wildcard covers. */
export type ServedDomain = { readonly route: DomainRoute; readonly host: string };

export type PatchOutcome = 'applied' | 'gap';

/** Rows of a page this small die young: with pages of 10,000 a load of a million peaks 100 MB higher, no faster. */
const pageSize = 2_000;
/** A compiled route takes about 300 bytes more than a stored one; compiling one again takes 2 µs. */
const maxCompiled = 50_000;

export class RoutingTable {
  #revision = -1;
  #mark = '';
  #redirects = new Map<string, StoredRedirect>();
  #domains = new Map<string, DomainRoute>();
  #wildcards: Wildcards = new Map();
  #rules = new Map<string, ServedRules>();
  readonly #memory: RulesMemory;
  /** Of recently used hosts: a full map becomes the older one, and hosts that are used again move to the newer one. */
  #compiled = new Map<string, RedirectRoute>();
  #compiledBefore = new Map<string, RedirectRoute>();

  constructor(memory: RulesMemory = new RulesMemory()) {
    this.#memory = memory;
  }

  /** The revision of the control store whose changes are all in; -1 before the first load. */
  get revision(): number {
    return this.#revision;
  }

  /** The mark that the store's log has of the revision. */
  get mark(): string {
    return this.#mark;
  }

  /** Redirects, lists of rules and custom domains. */
  get size(): number {
    return this.#redirects.size + this.#rules.size + this.#domains.size;
  }

  /** Finds the rules of a host (lower case, no port), which may not be in memory. */
  rulesOf(host: string): ServedRules | undefined {
    return this.#rules.get(host);
  }

  /** Keeps the rules of a host in memory longer than those of others that are used less. */
  useRules(host: string): void {
    this.#memory.used(host);
  }

  /** Finds the redirect of a host (lower case, no port), whatever paths it is for. */
  redirectOf(host: string): RedirectRoute | undefined {
    return this.#compiled.get(host) ?? this.#compileFor(host);
  }

  /**
   * Finds the custom domain that a host belongs to. `www.` before a domain that redirects there belongs to it too,
   * unless it is a custom domain of its own. A wildcard has the hosts that it covers and that nothing else is served on.
   */
  domainOf(host: string): ServedDomain | undefined {
    const own = this.#domains.get(host);
    if (own) return { route: own, host };
    if (host.startsWith('www.')) {
      const bare = host.slice(4);
      const route = this.#domains.get(bare);
      if (route?.redirectToWww) return { route, host: bare };
    }
    return this.#wildcards.size === 0 ? undefined : this.#wildcardOf(host);
  }

  /** What requests for a host are recorded under: its custom domain, else its redirect, else its rules; '' for none of them. */
  siteOf(host: string): string {
    return (
      this.domainOf(host)?.route.uuid ??
      this.redirectOf(host)?.uuid ??
      this.#rules.get(host)?.route.uuid ??
      ''
    );
  }

  /** Finds one of the upstreams that requests for a host are proxied to. */
  upstreamOf(host: string, uuid: string): UpstreamRoute | undefined {
    const own = this.domainOf(host)?.route.upstream;
    return own?.uuid === uuid ? own : this.#rules.get(host)?.upstreams.get(uuid);
  }

  #wildcardOf(host: string): ServedDomain | undefined {
    const wildcard = this.#wildcards.get(host.slice(host.indexOf('.')));
    return wildcard && !this.#redirects.has(host) && !this.#rules.has(host) ? wildcard : undefined;
  }

  /** Of a host that is served: the custom domain's own, which is a wildcard for all that it covers, or the host itself. */
  configuredHostOf(host: string): string {
    return this.domainOf(host)?.host ?? host;
  }

  /** The host whose certificates are shown for a host: the wildcard where that serves it, so that all it covers share one. */
  certifiedHostOf(host: string): string {
    const served = this.#wildcards.size === 0 ? undefined : this.domainOf(host);
    return served && isWildcardHost(served.host) ? served.host : host;
  }

  /** Whether rules, a redirect or a custom domain answer a host, on any path. */
  has(host: string): boolean {
    return this.#redirects.has(host) || this.#rules.has(host) || this.domainOf(host) !== undefined;
  }

  /** Replaces everything by what the source has. */
  async load(source: RoutingSource, lists: RulesSource = noLists): Promise<void> {
    const { revision, mark } = await source.position();
    const redirects = new Map<string, StoredRedirect>();
    const domains = new Map<string, DomainRoute>();
    const wildcards: Wildcards = new Map();
    const ruleRoutes = new Map<string, RulesRoute>();
    for (let afterHost = '', isLast = false; !isLast; ) {
      const page = await source.routesAfter(afterHost, pageSize);
      for (const entry of page) {
        put(redirects, domains, wildcards, entry);
        if (entry.rules) ruleRoutes.set(entry.host, entry.rules);
      }
      afterHost = page.at(-1)?.host ?? '';
      isLast = page.length < pageSize;
      // Requests are answered from the old routes meanwhile: give them a turn.
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    // Whoever asks for this doubts what is here: the same version of a list may be another one.
    const rules = await serveRules(ruleRoutes, none, lists, (list, bytes = this.#bytesOf(list)) =>
      this.#memory.takeFree(list, bytes),
    );
    this.#memory.retain(rules);
    for (const [host, list] of rules) rules.set(host, this.#held(host, list));
    this.#redirects = redirects;
    this.#domains = domains;
    this.#wildcards = wildcards;
    this.#rules = rules;
    this.#compiled = new Map();
    this.#compiledBefore = new Map();
    this.#revision = revision;
    this.#mark = mark;
  }

  /** Reads the rules of a patch, for `apply`. `onProblem` learns why they can't be read; then they stay as they are. */
  async readRules(
    patch: RoutingPatch,
    lists: RulesSource,
    onProblem: (error: unknown) => void,
  ): Promise<ReadonlyMap<string, ServedRules>> {
    const routes = new Map<string, RulesRoute>();
    for (const { host, rules } of patch.hosts) if (rules) routes.set(host, rules);
    if (routes.size === 0) return none;
    try {
      return await serveRules(routes, this.#rules, lists, this.#takeRoom);
    } catch (error) {
      onProblem(error);
      return await keepRules(routes, this.#rules);
    }
  }

  /**
   * Brings the table up to the patch's revision; `rules` has those of its hosts. A patch that begins later than the table is
   * at would leave a gap and changes nothing: reload. One that ends no later than that is older than what is here, and is
   * left out.
   */
  apply(patch: RoutingPatch, rules: ReadonlyMap<string, ServedRules> = none): PatchOutcome {
    if (patch.fromRevision > this.#revision) return 'gap';
    if (patch.toRevision <= this.#revision) return 'applied';
    for (const entry of patch.hosts) {
      const { host } = entry;
      put(this.#redirects, this.#domains, this.#wildcards, entry);
      const list = rules.get(host);
      if (list) this.#rules.set(host, this.#held(host, list));
      else this.#dropRules(host);
      this.#compiled.delete(host);
      this.#compiledBefore.delete(host);
    }
    this.#revision = patch.toRevision;
    this.#mark = patch.mark;
    return 'applied';
  }

  /** Reads the rules of a host that are not in memory, if there is room for them. Rejects like `lists`. */
  async loadRules(host: string, lists: RulesSource): Promise<void> {
    const before = this.#rules.get(host);
    if (!before || before.compiled) return;
    const routes = new Map([[host, before.route]]);
    const served = await serveRules(routes, this.#rules, lists, this.#takeRoom);
    const list = served.get(host);
    // Unless a patch changed it meanwhile.
    if (list && this.#rules.get(host) === before) this.#rules.set(host, list);
  }

  /** Whether there is room for a list, for which others are unloaded. */
  readonly #takeRoom: TakeRoom = (list, bytes = this.#bytesOf(list)) => {
    const unloaded = this.#memory.take(list, bytes);
    for (const host of unloaded ?? []) {
      const served = this.#rules.get(host);
      if (served) this.#rules.set(host, { ...served, compiled: undefined });
    }
    return unloaded !== undefined;
  };

  /** What a list takes, about, until it was compiled once. */
  #bytesOf(list: RulesEntry): number {
    return knownBytes(this.#rules.get(list.host)?.read ?? null, list) ?? rulesBytes(list);
  }

  /** Rules that were unloaded while others were read stay so. */
  #held(host: string, list: ServedRules): ServedRules {
    return list.read === null || this.#memory.has(host) ? list : { ...list, compiled: undefined };
  }

  #dropRules(host: string): void {
    this.#rules.delete(host);
    this.#memory.release(host);
  }

  /** Reads rules that could not be read when they changed; returns whether all are there now. Rejects like `lists`. */
  async refreshRules(lists: RulesSource): Promise<boolean> {
    const behind = new Map<string, RulesRoute>();
    for (const [host, { route, read }] of this.#rules) if (!isCurrent(route, read)) behind.set(host, route);
    if (behind.size === 0) return true;
    for (const [host, rules] of await serveRules(behind, this.#rules, lists, this.#takeRoom)) {
      // Changed by a patch meanwhile.
      if (this.#rules.get(host)?.route !== rules.route) continue;
      this.#rules.set(host, this.#held(host, rules));
      if (isCurrent(rules.route, rules.read)) behind.delete(host);
    }
    return behind.size === 0;
  }

  /** Checksums of all routes, made in slices between requests: patches meanwhile may be in them or not. */
  async sums(): Promise<number[]> {
    const redirects = this.#redirects;
    const domains = this.#domains;
    const rules = this.#rules;
    const sums = new RouteSums();
    let added = 0;
    const add = async (host: string, redirect: StoredRedirect | null): Promise<void> => {
      sums.add(host, redirect, domains.get(host) ?? null, rules.get(host)?.route);
      added += 1;
      if (added % pageSize === 0) await new Promise<void>((resolve) => setImmediate(resolve));
    };
    for (const [host, redirect] of redirects) await add(host, redirect);
    for (const host of domains.keys()) if (!redirects.has(host)) await add(host, null);
    for (const host of rules.keys()) if (!redirects.has(host) && !domains.has(host)) await add(host, null);
    // Reloaded meanwhile: the summed routes are no longer served.
    return redirects === this.#redirects ? sums.toArray() : await this.sums();
  }

  #compileFor(host: string): RedirectRoute | undefined {
    const rule = this.#redirects.get(host);
    if (!rule) return undefined;
    const route = this.#compiledBefore.get(host) ?? compileRedirect(fromStored(rule));
    if (!route) return undefined;
    this.#keep(host, route);
    return route;
  }

  #keep(host: string, route: RedirectRoute): void {
    if (this.#compiled.size >= maxCompiled) {
      this.#compiledBefore = this.#compiled;
      this.#compiled = new Map();
    }
    this.#compiled.set(host, route);
  }
}

/** Domains with wildcards once more, by what a host has from its first dot on. */
type Wildcards = Map<string, ServedDomain>;

/** Where no host has rules. */
const none: ReadonlyMap<string, ServedRules> = new Map();
const noLists: RulesSource = { async *rulesOf() {} };

function put(
  redirects: Map<string, StoredRedirect>,
  domains: Map<string, DomainRoute>,
  wildcards: Wildcards,
  { host, redirect, domain }: HostRoutes,
): void {
  if (redirect) redirects.set(host, toStored(redirect));
  else redirects.delete(host);
  if (domain) domains.set(host, domain);
  else domains.delete(host);
  if (!isWildcardHost(host)) return;
  if (domain) wildcards.set(host.slice(1), { route: domain, host });
  else wildcards.delete(host.slice(1));
}
