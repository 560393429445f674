/** A custom domain as DNS checks and their output see it. Source: docs/reference/domains.md ("Custom domains"). */

/** `pending_check`: not checked since it was created or its host changed. */
export type DomainStatus = 'pending_check' | 'dns_records_found' | 'dns_records_not_found';

/** A DNS record, as people set it at their provider. */
export type DnsRecord = { readonly type: string; readonly name: string; readonly value: string };

/** The result of checking a domain's records. */
export type DnsFindings = {
  /** The records that were found. */
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
   * Returns why an upstream must not be there, in a sentence that follows a colon; undefined when it may. A name that
   * doesn't resolve is allowed: it may be created later, and every connection is checked again.
   */
  refusal(host: string, port: number): Promise<string | undefined>;
}
