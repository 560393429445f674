/** What a check finds wrong with DNS records, as codes with what the sentences are made of. Source: docs/reference/dns.md ("What can be wrong"). */

/** Names of hosts and records, values of records, addresses. */
export type DnsCause =
  /** The host leads to `found` instead of `wanted`. */
  | { readonly code: 'elsewhere'; readonly host: string; readonly found: string; readonly wanted: string }
  | { readonly code: 'missing'; readonly host: string }
  | { readonly code: 'unregistered'; readonly domain: string }
  | { readonly code: 'no_address'; readonly host: string }
  /** Its CNAME records lead back to themselves. */
  | { readonly code: 'cname_circle'; readonly host: string }
  /** It also has records of other servers. */
  | { readonly code: 'stray'; readonly host: string; readonly type: string; readonly addresses: string }
  | { readonly code: 'proxied'; readonly host: string; readonly provider: string }
  | { readonly code: 'not_public'; readonly address: string }
  /** A wildcard record answers for the host. */
  | { readonly code: 'wildcard'; readonly host: string; readonly wildcard: string }
  /** It is the apex of a zone, where no CNAME record can be. */
  | { readonly code: 'apex'; readonly host: string }
  /** The provider added the zone to the name: `label` is to be entered. */
  | { readonly code: 'doubled'; readonly name: string; readonly label: string }
  /** The provider added the zone to the value, which needs a dot at its end. */
  | { readonly code: 'end_dot'; readonly value: string }
  /** CAA records forbid the certificate, and `record` would allow it. */
  | { readonly code: 'caa'; readonly name: string; readonly record: string }
  /** CAA records forbid it, and no record that is added would allow it. */
  | { readonly code: 'caa_unusable'; readonly name: string }
  /** A challenge isn't delegated. */
  | { readonly code: 'challenge'; readonly name: string; readonly value: string }
  | { readonly code: 'unanswered'; readonly name: string }
  | { readonly code: 'ownership' }
  /** Only the operator of the service can fix it. */
  | { readonly code: 'operator' };

export type DnsProblem = {
  /** For operators: what is wrong and how to fix it. */
  readonly text: string;
  readonly cause: DnsCause;
};
