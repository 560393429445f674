/** Whether visitors of a host reach this installation. Source: docs/reference/diagnosis.md ("Reachable"). */

/**
 * `direct`: at addresses of ours. `proxied`: at others, such as a customer's CDN, that lead here. `no`: they don't. Null: that isn't
 * known.
 */
export type Reachable = 'direct' | 'proxied' | 'no' | null;

/** Why a host is not reached, or why that isn't known. */
export type ReachCode =
  | 'no_address'
  | 'dns_unanswered'
  | 'address_not_public'
  | 'port_80_closed'
  | 'address_unreachable'
  | 'no_answer'
  | 'no_route'
  | 'edge_unreachable'
  | 'token_missing'
  | 'redirected_elsewhere'
  | 'too_many_redirects'
  | 'connection_broken';

export type ReachOutcome = {
  readonly reachable: Reachable;
  /** Null: it is reached. */
  readonly code: ReachCode | null;
  /** A sentence. */
  readonly detail: string;
};
