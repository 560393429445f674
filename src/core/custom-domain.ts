/** A custom domain as DNS checks and their output see it. Source: docs/reference/domains.md ("Custom domains"). */

import type { AddressScope } from './address-policy.ts';
import type { DnsCause } from './dns-problem.ts';

/** `pending_check`: not checked since it was created or its host changed. */
export type DomainStatus = 'pending_check' | 'dns_records_found' | 'dns_records_not_found';

/** `http01`: over the connections that lead here. `dns01`: through a TXT record in a zone of ours. */
export type ChallengeType = 'http01' | 'dns01';

/** What decides which records a custom domain needs. */
export type DomainInDns = {
  readonly accountUuid: string;
  readonly host: string;
  readonly redirectToWww: boolean;
  readonly challengeType: ChallengeType;
};

/** `required`: looked for and not there. `pending`: not looked for yet. */
export type OwnershipStatus = 'verified' | 'required' | 'pending';

/** A DNS record, as people set it at their provider. */
export type DnsRecord = { readonly type: string; readonly name: string; readonly value: string };

/** The result of checking a domain's records. */
export type DnsFindings = {
  /** The records that were found. */
  readonly found: readonly DnsRecord[];
  /** What is wrong with them and how to fix it, a sentence each; none when all is well. */
  readonly problems: readonly string[];
  /** The same as codes, in the same order; undefined where a version without them has checked. */
  readonly causes?: readonly DnsCause[] | undefined;
};

/** Knows which records lead a host to the edge. */
export interface DnsRecords {
  /** The records to create for its host, for its `www.` with `redirectToWww`, and for challenges with `dns01`. */
  expected(domain: DomainInDns): readonly DnsRecord[];
}

/** Judges where an upstream, or another server that requests are sent to, may be. */
export interface UpstreamCheck {
  /**
   * Returns why an upstream must not be there, in a sentence that follows a colon; undefined when it may. A name that
   * doesn't resolve is allowed: it may be created later, and every connection is checked again. `accountUuid`: whose it is.
   */
  refusal(accountUuid: string, host: string, port: number, which?: AddressScope): Promise<string | undefined>;
}
