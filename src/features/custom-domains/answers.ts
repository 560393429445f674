/**
 * Custom domains as answers, with what they have now beside their rows: certificates, and the claims on their hosts. Source:
 * docs/reference/domains.md ("Custom domains").
 */

import { together } from '../../control/pipelining.ts';
import type { ControlStore } from '../../control/store.ts';
import type { DnsRecords } from '../../core/custom-domain.ts';
import { readAttention } from '../attention/verdict.ts';
import { type CustomDomain, CustomDomains } from './custom-domain-store.ts';
import { certificateHosts, coverageOf, customDomainToWire, type DomainState, ownershipOf } from './wire.ts';

export type WireDomain = ReturnType<typeof customDomainToWire>;
type Store = Pick<ControlStore, 'certificates' | 'proofs' | 'database' | 'clock'>;

export type CustomDomainAnswers = {
  /** Domains of one account. */
  readonly many: (domains: readonly CustomDomain[]) => Promise<WireDomain[]>;
  readonly one: (domain: CustomDomain) => Promise<WireDomain | undefined>;
};

export function customDomainAnswers(store: Store, records: DnsRecords): CustomDomainAnswers {
  const many: CustomDomainAnswers['many'] = async (domains) => {
    const [first] = domains;
    if (!first) return [];
    const judged = domains.map(({ host, readyAt, dns: { lastCheckAt: checkedAt } }) => ({
      host,
      times: { readyAt, checkedAt },
    }));
    const [stateOf, attention] = await together([
      readDomainStates(store, first.accountUuid, domains),
      readAttention(store, first.accountUuid, judged),
    ]);
    return domains.map((domain, place) =>
      customDomainToWire(domain, records, { ...stateOf(domain), ...attention[place] }),
    );
  };
  return { many, one: async (domain) => (await many([domain]))[0] };
}

/** Reads what domains of one account have now. */
export async function readDomainStates(
  store: Store,
  accountUuid: string,
  domains: readonly CustomDomain[],
): Promise<(domain: CustomDomain) => DomainState> {
  const hosts = domains.flatMap(certificateHosts);
  const [coverage, claimed] = await together([
    store.certificates.findCoverage(accountUuid, hosts),
    new CustomDomains(store).findClaimed(accountUuid, hosts),
  ]);
  return (domain) => ({ coverage: coverageOf(domain, coverage), ownership: ownershipOf(domain, claimed) });
}
