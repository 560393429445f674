/** Why no connection to an upstream could be made. Source: docs/reference/proxy.md ("When the upstream fails"). */
export type DialFailure = {
  readonly kind:
    | 'timeout'
    | 'not_found'
    | 'address_refused'
    | 'refused'
    | 'tls'
    | 'unreachable'
    | 'client_key_unreadable';
  /** For the log: says more than a visitor should know. */
  readonly detail: string;
};
