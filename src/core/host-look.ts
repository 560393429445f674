/** What the public sees of a host up to its first answer. Source: docs/reference/diagnosis.md ("Steps"). */
import type { ChallengeType, DnsRecord } from './custom-domain.ts';
import type { ReachOutcome } from './reachable.ts';

export type LookCode =
  | 'not_registered'
  | 'dnssec_bogus'
  | 'name_servers_fail'
  | 'name_server_fails'
  | 'name_servers_disagree'
  | 'dns_unanswered'
  | 'edge_place_unknown'
  | 'no_records'
  | 'apex_without_address'
  | 'two_cnames'
  | 'cname_circle'
  | 'cname_broken'
  | 'cname_elsewhere'
  | 'addresses_mixed'
  | 'ipv6_elsewhere'
  | 'address_elsewhere'
  | 'caa_forbids'
  | 'caa_malformed'
  | 'caa_other_account'
  | 'caa_other_method'
  | 'caa_critical'
  | 'caa_unanswered';

/** `cause` is a sentence. */
export type Looked =
  | { readonly state: 'ok'; readonly detail: string }
  | { readonly state: 'failed' | 'skipped'; readonly code: LookCode; readonly cause: string };

/** `siteUuid`: what requests of the host are recorded under. */
export type ReachedHost = { readonly accountUuid: string; readonly siteUuid?: string | undefined };

export type HostQuestion = ReachedHost & { readonly host: string; readonly challengeType: ChallengeType };

/** An address to shake hands with. */
export type HandshakeAddress = { readonly address: string; readonly isOurs: boolean; readonly port: number };

/** Each question is asked once, and never rejects. */
export interface HostLook {
  /** The records to create for the host. */
  readonly expected: readonly DnsRecord[];
  /** Whether the host's registered domain is delegated to name servers that work and agree. */
  delegation(): Promise<Looked>;
  /** Whether the host's records lead to the edge, or to a proxy that does. */
  addresses(): Promise<Looked>;
  /** Whether its CAA records let one of the authorities issue. */
  caa(): Promise<Looked>;
  reach(): Promise<ReachOutcome>;
  /** Those that may be connected to. */
  handshakeAddresses(): Promise<readonly HandshakeAddress[]>;
}
