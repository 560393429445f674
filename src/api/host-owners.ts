/** What an account has on a host, and what the host's requests are recorded under. */

import type { ControlStore } from '../control/store.ts';
import { parseHostname } from '../core/hostname.ts';
import { isWildcardHost, parseHostOrWildcard, wildcardCovering } from '../core/wildcard-host.ts';
import { CustomDomains } from '../features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../features/redirects/redirect-store.ts';
import { HostRulesStore } from '../features/rules/host-rules-store.ts';
import { notFound } from './guard.ts';

export type Hosts = Pick<ControlStore, 'database' | 'clock' | 'proofs'>;

export type OwnedHost = {
  readonly host: string;
  /** Whether it is, or belongs to, a custom domain of the account. */
  readonly hasDomain: boolean;
  /** Uuids of all these: requests of a former account are recorded under others. */
  readonly owners: readonly string[];
};

/** What an account has on one host itself. Errors: `not_found` when that is nothing. */
export async function findOwnedHost(hosts: Hosts, accountUuid: string, named: string): Promise<OwnedHost> {
  const parsed = parseHostname(named);
  const owned = parsed.ok ? await findOwn(hosts, accountUuid, parsed.host) : undefined;
  if (!owned || owned.owners.length === 0) throw notFound('host', named);
  return owned;
}

/**
 * What the requests of a host are recorded under, or those of all hosts that a wildcard covers. A wildcard may have served a host
 * before there was something on it. Errors: `not_found` when the account has neither.
 */
export async function findRecordedHost(
  hosts: Hosts,
  accountUuid: string,
  named: string,
): Promise<Pick<OwnedHost, 'host' | 'owners'>> {
  const parsed = parseHostOrWildcard(named);
  if (!parsed.ok) throw notFound('host', named);
  const { host } = parsed;
  const wildcard = isWildcardHost(host) ? host : wildcardCovering(host);
  const covering = wildcard === undefined ? undefined : await new CustomDomains(hosts).findByHost(wildcard);
  const own = isWildcardHost(host) ? [] : (await findOwn(hosts, accountUuid, host)).owners;
  const owners = covering?.accountUuid === accountUuid ? [...own, covering.uuid] : own;
  if (owners.length === 0) throw notFound('host', named);
  return { host, owners };
}

/** Whether what a request for a host is recorded under is the account's: a custom domain, a redirect or a list of rules. */
export async function isOwner(
  hosts: Hosts,
  accountUuid: string,
  owner: string,
  host: string,
): Promise<boolean> {
  if (await new CustomDomains(hosts).findInAccount(accountUuid, owner)) return true;
  if (await new Redirects(hosts).find(accountUuid, owner)) return true;
  return (await new HostRulesStore(hosts).findState(accountUuid, host))?.uuid === owner;
}

async function findOwn(hosts: Hosts, accountUuid: string, host: string): Promise<OwnedHost> {
  const customDomains = new CustomDomains(hosts);
  const owners: string[] = [];
  const domain = await customDomains.findByHost(host);
  if (domain?.accountUuid === accountUuid) owners.push(domain.uuid);
  const bare = host.startsWith('www.')
    ? await customDomains.findByHost(host.slice('www.'.length))
    : undefined;
  if (bare?.accountUuid === accountUuid && bare.redirectToWww) owners.push(bare.uuid);
  const hasDomain = owners.length > 0;
  const redirectUuid = await new Redirects(hosts).uuidOfHost(host, accountUuid);
  if (redirectUuid !== undefined) owners.push(redirectUuid);
  const rules = await new HostRulesStore(hosts).findState(accountUuid, host);
  if (rules) owners.push(rules.uuid);
  return { host, hasDomain, owners };
}
