/**
 * Other hosts of the account that redirects lead to, one after the other: what has to be known to find circles.
 * Source: docs/reference/rules.md ("Circles").
 */
import { compileRedirect, type RedirectRoute } from '../core/redirect-route.ts';
import { maxRedirects } from '../rules/follow-redirects.ts';
import { parseRedirectTarget } from '../rules/redirect-target.ts';
import type { Rule } from '../rules/rule.ts';
import type { ControlDatabase } from './database.ts';
import { selectRedirectRoutes, toRedirectRule } from './route-rows.ts';

/** What another host of the account does with requests. */
export type LinkedHost = {
  readonly host: string;
  readonly rules: readonly Rule[];
  /** Undefined: it has none, or one that is paused. */
  readonly redirect: RedirectRoute | undefined;
};

export type LinkedHosts = ReadonlyMap<string, LinkedHost>;

/** Enough for every circle that people make; hostile accounts could name a million. */
const maxHosts = 100;
const maxBytes = 8 * 1024 * 1024;
const hostsPerQuery = 500;

export class LinkedHostsFinder {
  readonly #database: ControlDatabase;

  constructor(database: ControlDatabase) {
    this.#database = database;
  }

  /** The account's other hosts that can be reached from a host with these rules and this redirect, at most 100. */
  async find(
    accountUuid: string,
    host: string,
    rules: readonly Rule[],
    redirect: RedirectRoute | undefined,
  ): Promise<LinkedHosts> {
    const found = new Map<string, LinkedHost>();
    const seen = new Set([host]);
    let bytes = 0;
    const first = new Set<string>();
    addTargets(first, rules, redirect);
    let next = unseen(first, seen);
    for (let step = 0; step < maxRedirects && next.length > 0 && found.size < maxHosts; step++) {
      const linked: LinkedHost[] = [];
      for (
        let start = 0;
        start < next.length && found.size + linked.length < maxHosts;
        start += hostsPerQuery
      ) {
        const read = await this.#read(
          accountUuid,
          next.slice(start, start + hostsPerQuery),
          maxBytes - bytes,
        );
        bytes += read.bytes;
        linked.push(...read.hosts);
      }
      for (const one of linked.slice(0, maxHosts - found.size)) found.set(one.host, one);
      const targets = new Set<string>();
      for (const one of linked) addTargets(targets, one.rules, one.redirect);
      next = unseen(targets, seen);
    }
    return found;
  }

  async #read(
    accountUuid: string,
    hosts: readonly string[],
    maxBytesOfRules: number,
  ): Promise<{ readonly hosts: LinkedHost[]; readonly bytes: number }> {
    const { queries } = this.#database;
    const redirects = await selectRedirectRoutes(queries)
      .where('source_host', 'in', hosts)
      .where('account_uuid', '=', accountUuid)
      .execute();
    const lists = await queries
      .selectFrom('host_rules')
      .select(['host', 'uuid', 'size_bytes'])
      .where('host', 'in', hosts)
      .where('account_uuid', '=', accountUuid)
      .orderBy('size_bytes')
      .execute();
    let bytes = 0;
    const read: string[] = [];
    for (const { uuid, size_bytes: size } of lists) {
      if (bytes + size > maxBytesOfRules || read.length === maxHosts) break;
      bytes += size;
      read.push(uuid);
    }
    const rows =
      read.length === 0
        ? []
        : await queries
            .selectFrom('host_rules')
            .select(['host', 'rules'])
            .where('uuid', 'in', read)
            .execute();
    const linked = new Map<string, LinkedHost>();
    for (const row of redirects) {
      const rule = toRedirectRule(row);
      const redirect = rule === null ? undefined : compileRedirect(rule);
      linked.set(row.source_host, { host: row.source_host, rules: [], redirect });
    }
    for (const { host, rules: json } of rows) {
      const rules: Rule[] = JSON.parse(json);
      linked.set(host, { host, rules, redirect: linked.get(host)?.redirect });
    }
    return { hosts: [...linked.values()], bytes };
  }
}

function addTargets(targets: Set<string>, rules: readonly Rule[], redirect: RedirectRoute | undefined): void {
  if (redirect) targets.add(redirect.destinationHost);
  for (const { active, then } of rules) {
    if (!active || !('redirect' in then) || then.redirect.to.startsWith('/')) continue;
    const parsed = parseRedirectTarget(then.redirect.to);
    if (parsed.ok) targets.add(parsed.target.hostname);
  }
}

function unseen(hosts: ReadonlySet<string>, seen: Set<string>): string[] {
  const fresh = [...hosts].filter((host) => !seen.has(host));
  for (const host of fresh) seen.add(host);
  return fresh;
}
