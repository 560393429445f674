/**
 * Other hosts of the account that redirects lead to, one after the other: what has to be known to find circles.
 * Source: docs/reference/rules.md ("Circles").
 */
import { compileRedirect, type RedirectRoute } from '../core/redirect-route.ts';
import { maxRedirects } from '../rules/follow-redirects.ts';
import type { OtherHost } from '../rules/other-hosts.ts';
import { targetHostname } from '../rules/redirect-target.ts';
import type { Rule } from '../rules/rule.ts';
import type { ControlQueries } from './database.ts';
import { selectRedirectRoutes, toRedirectRule } from './route-rows.ts';

export type LinkedHosts = {
  /** The host's own, if it is active. */
  readonly redirect: RedirectRoute | undefined;
  readonly others: readonly OtherHost[];
};

/** Enough for every circle that people make; hostile accounts could name a million. */
const maxHosts = 100;
const maxBytes = 8 * 1024 * 1024;
const hostsPerQuery = 500;

/** The account's other hosts that can be reached from a host with these rules, at most 100. */
export async function findLinkedHosts(
  queries: ControlQueries,
  accountUuid: string,
  host: string,
  rules: readonly Rule[],
): Promise<LinkedHosts> {
  const redirect = (await readRedirects(queries, accountUuid, [host])).get(host);
  const others: OtherHost[] = [];
  const seen = new Set([host]);
  let bytes = 0;
  let next = unseenTargets([{ host, rules, redirect }], seen);
  for (let step = 0; step < maxRedirects && next.length > 0; step++) {
    const before = others.length;
    for (let start = 0; start < next.length && others.length < maxHosts; start += hostsPerQuery) {
      const part = next.slice(start, start + hostsPerQuery);
      const read = await readHosts(queries, accountUuid, part, maxBytes - bytes);
      bytes += read.bytes;
      others.push(...read.hosts.slice(0, maxHosts - others.length));
    }
    next = unseenTargets(others.slice(before), seen);
  }
  return { redirect, others };
}

async function readHosts(
  queries: ControlQueries,
  accountUuid: string,
  hosts: readonly string[],
  maxBytesOfRules: number,
): Promise<{ readonly hosts: readonly OtherHost[]; readonly bytes: number }> {
  const redirects = await readRedirects(queries, accountUuid, hosts);
  const lists = await queries
    .selectFrom('host_rules')
    .select(['host', 'uuid', 'size_bytes'])
    .where('host', 'in', hosts)
    .where('account_uuid', '=', accountUuid)
    .orderBy('size_bytes')
    .limit(maxHosts)
    .execute();
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
      : await queries.selectFrom('host_rules').select(['host', 'rules']).where('uuid', 'in', uuids).execute();
  const found = new Map<string, OtherHost>();
  for (const [host, redirect] of redirects) found.set(host, { host, rules: [], redirect });
  for (const { host, rules: json } of rows) {
    const rules: Rule[] = JSON.parse(json);
    found.set(host, { host, rules, redirect: redirects.get(host) });
  }
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

/** The hosts that these lead to and that were not seen before, each once. */
function unseenTargets(hosts: readonly OtherHost[], seen: Set<string>): string[] {
  const targets: string[] = [];
  const add = (host: string): void => {
    if (seen.has(host)) return;
    seen.add(host);
    targets.push(host);
  };
  for (const { rules, redirect } of hosts) {
    if (redirect) add(redirect.destinationHost);
    for (const { active, then } of rules) {
      const target = active && 'redirect' in then ? targetHostname(then.redirect.to) : '';
      if (target !== '') add(target);
    }
  }
  return targets;
}
