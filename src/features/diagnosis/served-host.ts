/** What an account has on a host, for the diagnosis. Source: docs/reference/diagnosis.md ("Steps"). */

import type { Coverage } from '../../control/certificate-lookup.ts';
import type { ControlStore } from '../../control/store.ts';
import { wildcardCovering } from '../../core/wildcard-host.ts';
import type { Redirect } from '../../resources/redirect.ts';
import type { AutomaticCertificate } from '../automatic-certificates/certificate-list.ts';
import { AutomaticCertificateList } from '../automatic-certificates/certificate-list.ts';
import type { CustomDomain } from '../custom-domains/custom-domain-store.ts';
import { CustomDomains } from '../custom-domains/custom-domain-store.ts';
import { Hosts } from '../hosts/host-list.ts';
import { Redirects } from '../redirects/redirect-store.ts';

export type ServedHost = {
  readonly host: string;
  /** Whether the account has the host. Without it, it sees what the public does. */
  readonly isClaimed: boolean;
  /** The custom domain that serves it, or is to. */
  readonly domain: CustomDomain | undefined;
  readonly redirect: Redirect | undefined;
  readonly rules: number;
  readonly coverage: Coverage | undefined;
  readonly automatic: AutomaticCertificate | undefined;
};

type Store = Pick<ControlStore, 'database' | 'clock' | 'proofs' | 'certificates'>;

export async function findServedHost(store: Store, accountUuid: string, host: string): Promise<ServedHost> {
  const [own, wildcard] = await Promise.all([
    onHost(store, accountUuid, host),
    onHost(store, accountUuid, wildcardCovering(host)),
  ]);
  const claim = own ?? wildcard;
  const domain = claim?.customDomainUuid
    ? await new CustomDomains(store).findInAccount(accountUuid, claim.customDomainUuid)
    : await pendingDomain(store, accountUuid, host);
  const redirect = own?.redirectUuid
    ? await new Redirects(store).find(accountUuid, own.redirectUuid)
    : undefined;
  const coverage =
    claim && (await store.certificates.findCoverage(accountUuid, [claim.host])).get(claim.host);
  const automatic = claim && (await new AutomaticCertificateList(store).find(claim.host));
  return {
    host,
    isClaimed: claim !== undefined,
    domain,
    redirect,
    rules: own?.rules ?? 0,
    coverage,
    automatic,
  };
}

async function onHost(store: Store, accountUuid: string, host: string | undefined) {
  if (host === undefined) return undefined;
  const page = { sort: { field: 'host', direction: 'asc' }, limit: 1, offset: 0 } as const;
  return (await new Hosts(store).list({ accountUuid, host, ...page })).hosts[0];
}

/** One whose ownership isn't proven. */
async function pendingDomain(
  store: Store,
  accountUuid: string,
  host: string,
): Promise<CustomDomain | undefined> {
  const domain = await new CustomDomains(store).findByHost(host);
  return domain?.accountUuid === accountUuid ? domain : undefined;
}
