/**
 * Custom domains as answers, with the certificates that cover them now. Source: docs/reference/domains.md ("Custom
 * domains").
 */
import type { CertificateLookup } from '../control/certificate-lookup.ts';
import type { CustomDomain } from '../control/custom-domains.ts';
import type { DnsRecords } from '../core/custom-domain.ts';
import { certificateHosts, coverageOf, customDomainToWire } from './schemas/custom-domain.ts';

export type WireDomain = ReturnType<typeof customDomainToWire>;

export type CustomDomainAnswers = {
  /** Domains of one account. */
  readonly many: (accountUuid: string, domains: readonly CustomDomain[]) => Promise<WireDomain[]>;
  readonly one: (domain: CustomDomain) => Promise<WireDomain | undefined>;
};

export function customDomainAnswers(
  certificates: CertificateLookup,
  records: DnsRecords,
): CustomDomainAnswers {
  const many: CustomDomainAnswers['many'] = async (accountUuid, domains) => {
    const coverage = await certificates.findCoverage(accountUuid, domains.flatMap(certificateHosts));
    return domains.map((domain) => customDomainToWire(domain, records, coverageOf(domain, coverage)));
  };
  return { many, one: async (domain) => (await many(domain.accountUuid, [domain]))[0] };
}
