/** What an account has on a host, and what the host's requests are recorded under. */
import type { HostRules } from '../control/host-rules.ts';
import type { ControlStore } from '../control/store.ts';
import { parseHostname } from '../core/hostname.ts';
import { notFound } from './guard.ts';

export type Hosts = Pick<ControlStore, 'customDomains' | 'redirects' | 'hostRules'>;

export type OwnedHost = {
  readonly host: string;
  /** Whether it is, or belongs to, a custom domain of the account. */
  readonly hasDomain: boolean;
  readonly rules: HostRules | undefined;
  /** Uuids of all these: requests of a former account are recorded under others. */
  readonly owners: readonly string[];
};

/** Errors: `not_found` when the account has nothing on the host. */
export async function findOwnedHost(
  { customDomains, redirects, hostRules }: Hosts,
  accountUuid: string,
  named: string,
): Promise<OwnedHost> {
  const parsed = parseHostname(named);
  if (!parsed.ok) throw notFound('host', named);
  const { host } = parsed;
  const owners: string[] = [];
  const domain = await customDomains.findByHost(host);
  if (domain?.accountUuid === accountUuid) owners.push(domain.uuid);
  const bare = host.startsWith('www.')
    ? await customDomains.findByHost(host.slice('www.'.length))
    : undefined;
  if (bare?.accountUuid === accountUuid && bare.redirectToWww) owners.push(bare.uuid);
  const hasDomain = owners.length > 0;
  const redirectUuid = await redirects.uuidOfHost(host);
  if (redirectUuid !== undefined && (await redirects.find(accountUuid, redirectUuid)))
    owners.push(redirectUuid);
  const rules = await hostRules.find(accountUuid, host);
  if (rules) owners.push(rules.uuid);
  if (owners.length === 0) throw notFound('host', named);
  return { host, hasDomain, rules, owners };
}
