/** A custom domain as DNS checks and their output see it. Source: docs/reference/domains.md ("Custom domains"). */

export const domainStatuses = ['pending_check', 'dns_records_found', 'dns_records_not_found'] as const;
/** `pending_check`: not checked since it was made or its host changed. */
export type DomainStatus = (typeof domainStatuses)[number];

export const challengeTypes = ['http01'] as const;
export type ChallengeType = (typeof challengeTypes)[number];

/** A DNS record, as people set it at their provider. */
export type DnsRecord = { readonly type: string; readonly name: string; readonly value: string };

/** What a check of a domain's records came to. */
export type DnsFindings = {
  /** The records that were there. */
  readonly found: readonly DnsRecord[];
  /** What is wrong with them and how to fix it, a sentence each; none when all is well. */
  readonly problems: readonly string[];
};

/** Knows which records lead a host to the edge. */
export interface DnsRecords {
  /** The records to create for a host, and for its `www.` with `redirectToWww`. */
  expected(host: string, redirectToWww: boolean): readonly DnsRecord[];
}

/** Judges where an upstream may be. */
export interface UpstreamCheck {
  /**
   * Answers why an upstream must not be there, in a sentence that follows a colon; undefined when it may. A name that
   * does not resolve may: it can be made later, and every connection is checked again.
   */
  refusal(host: string, port: number): Promise<string | undefined>;
}
