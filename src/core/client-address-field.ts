/**
 * The fields in which proxies name the client's address. Each operator picks the one that the proxy in front always
 * sets itself: any other may have come from the client. Source: docs/reference/edge.md ("Trusted proxies").
 */
export type ClientAddressField =
  | 'x-forwarded-for'
  | 'forwarded'
  | 'cf-connecting-ip'
  | 'fastly-client-ip'
  | 'true-client-ip'
  | 'x-azure-clientip'
  | 'x-real-ip';
