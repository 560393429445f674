/**
 * Other hosts of the account that redirects lead to, one after the other: what has to be known to find circles.
 * Source: docs/reference/rules.md ("Circles").
 */
import { setImmediate } from 'node:timers/promises';
import { compileRedirect, type RedirectRoute } from '../core/redirect-route.ts';
import { maxRedirects } from '../rules/follow-redirects.ts';
import type { OtherHost } from '../rules/other-hosts.ts';
import { targetHostname } from '../rules/redirect-target.ts';
import type { Rule } from '../rules/rule.ts';
import type { ControlDatabase, ControlQueries } from './database.ts';
import { together } from './pipelining.ts';
import { selectRedirectRoutes, toRedirectRule } from './route-rows.ts';
import { bytesOf, rulesIn, selectText } from './rules-text.ts';

/** What a host has that redirects. */
export type LinkedHost = {
  readonly host: string;
  /** Its rules as they are stored; undefined where it has none, or its rules are those that lead to others. */
  readonly json: Uint8Array | undefined;
  /** Undefined: it has none, or one that is paused. */
  readonly redirect: RedirectRoute | undefined;
};

/** How much of an account is looked at. */
type Bounds = { readonly hosts: number; readonly rulesBytes: number };

/** Enough for every circle that people make; hostile accounts could name a million. */
export const maxHosts = 100;
const rulesBounds: Bounds = { hosts: maxHosts, rulesBytes: 8 * 1024 * 1024 };
const hostsPerQuery = 500;

/** Takes hosts, and answers which ones they lead to that were not named before. */
type Follow = (hosts: readonly LinkedHost[]) => Promise<readonly string[]>;

/**
 * Looks at an account's host and at its other hosts that can be reached from there, at most 100. `follow` takes them, step by step.
 */
export async function followLinks(
  database: Pick<ControlDatabase, 'queries' | 'kind'>,
  accountUuid: string,
  host: string,
  follow: Follow,
): Promise<void> {
  const redirect = (await readRedirects(database.queries, accountUuid, [host])).get(host);
  const next = await follow([{ host, json: undefined, redirect }]);
  await followHosts(database, accountUuid, next, rulesBounds, follow);
}

/** Looks at these hosts of an account and at those that can be reached from them. Hosts beyond the bounds are left out. */
export async function followHosts(
  database: Pick<ControlDatabase, 'queries' | 'kind'>,
  accountUuid: string,
  hosts: readonly string[],
  bounds: Bounds,
  follow: Follow,
): Promise<void> {
  let next = hosts;
  let found = 0;
  let bytes = 0;
  for (let step = 0; step < maxRedirects && next.length > 0; step++) {
    const others: LinkedHost[] = [];
    for (let start = 0; start < next.length && found < bounds.hosts; start += hostsPerQuery) {
      if (start > 0) await setImmediate();
      const part = next.slice(start, start + hostsPerQuery);
      const read = await readHosts(database, accountUuid, part, bounds.rulesBytes - bytes);
      bytes += read.bytes;
      const taken = read.hosts.slice(0, bounds.hosts - found);
      found += taken.length;
      others.push(...taken);
    }
    next = await follow(others);
  }
}

async function readHosts(
  { queries, kind }: Pick<ControlDatabase, 'queries' | 'kind'>,
  accountUuid: string,
  hosts: readonly string[],
  maxBytesOfRules: number,
): Promise<{ readonly hosts: readonly LinkedHost[]; readonly bytes: number }> {
  const [redirects, lists] = await together([
    readRedirects(queries, accountUuid, hosts),
    queries
      .selectFrom('host_rules')
      .select(['host', 'uuid', 'size_bytes'])
      .where('host', 'in', hosts)
      .where('account_uuid', '=', accountUuid)
      .orderBy('size_bytes')
      .limit(maxHosts)
      .execute(),
  ]);
  let bytes = 0;
  const uuids: string[] = [];
  for (const { uuid, size_bytes: size } of lists) {
    if (bytes + size > maxBytesOfRules) break;
    bytes += size;
    uuids.push(uuid);
  }
  const rows =
    uuids.length === 0
      ? []
      : await queries
          .selectFrom('host_rules')
          .select(['host', selectText(kind).as('text')])
          .where('uuid', 'in', uuids)
          .execute();
  const found = new Map<string, LinkedHost>();
  for (const [host, redirect] of redirects) found.set(host, { host, json: undefined, redirect });
  for (const { host, text } of rows)
    found.set(host, { host, json: bytesOf(text), redirect: redirects.get(host) });
  return { hosts: [...found.values()], bytes };
}

/** The active ones, by host. */
async function readRedirects(
  queries: ControlQueries,
  accountUuid: string,
  hosts: readonly string[],
): Promise<Map<string, RedirectRoute>> {
  const rows = await selectRedirectRoutes(queries)
    .where('source_host', 'in', hosts)
    .where('account_uuid', '=', accountUuid)
    .execute();
  const redirects = new Map<string, RedirectRoute>();
  for (const row of rows) {
    const rule = toRedirectRule(row);
    const redirect = rule === null ? undefined : compileRedirect(rule);
    if (redirect) redirects.set(row.source_host, redirect);
  }
  return redirects;
}

/** The hosts that rules may lead to, read. */
export class FollowedHosts {
  readonly #host: string;
  readonly #rules: readonly Rule[];
  readonly #seen: Set<string>;
  /** The rules' own host has none here. */
  readonly hosts: OtherHost[] = [];

  constructor(host: string, rules: readonly Rule[]) {
    this.#host = host;
    this.#rules = rules;
    this.#seen = new Set([host]);
  }

  /** Returns the hosts that these lead to and that were not seen before, each once. */
  add(linked: readonly LinkedHost[]): string[] {
    const targets: string[] = [];
    const note = (host: string): void => {
      if (this.#seen.has(host)) return;
      this.#seen.add(host);
      targets.push(host);
    };
    for (const { host, json, redirect } of linked) {
      this.#seen.add(host);
      const rules = json ? rulesIn(json) : [];
      this.hosts.push({ host, rules, redirect });
      if (redirect) note(redirect.destinationHost);
      const leading = host === this.#host ? this.#rules : rules;
      for (const { active, then } of leading) {
        const target = active && 'redirect' in then ? targetHostname(then.redirect.to) : '';
        if (target !== '') note(target);
      }
    }
    return targets;
  }
}
