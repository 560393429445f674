/** What leads visitors of custom domains to the edge, for the API. Source: docs/reference/domains.md ("Custom domains"). */

import type { DnsRecords } from '../core/custom-domain.ts';
import type { HostLook, HostQuestion } from '../core/host-look.ts';
import type { CustomDomain } from '../features/custom-domains/custom-domain-store.ts';

/** Checks the DNS records of a domain at once. */
export interface DomainVerifier {
  /** Stores the result and returns the domain as it is then; undefined when there is none. */
  verify(domainUuid: string): Promise<CustomDomain | undefined>;
}

/** What leads visitors of custom domains to the edge. */
export type DomainDns = {
  readonly records: DnsRecords;
  readonly verifier: DomainVerifier;
  /** Of the registered domain of a host, in lower case; none where they aren't known. */
  readonly nameServersOf: (host: string) => Promise<readonly string[]>;
  /** Looks at a host as the public sees it; undefined where nothing is served. */
  readonly look: (question: HostQuestion, signal: AbortSignal) => HostLook | undefined;
  /** Public name of the edge, which cannot be a custom domain. */
  readonly edgeHostname: string | undefined;
  /** In which challenges are answered; undefined: none. */
  readonly zone: string | undefined;
};
