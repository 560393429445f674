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

/**
 * Fields by which proxies, CDNs and platforms tell applications who the client is, and how it got there: believed from trusted
 * proxies only, as is whatever begins with `X-Forwarded`. Lower case.
 */
export const clientClaimFields: readonly string[] = [
  'forwarded',
  'x-real-ip',
  'x-real-port',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-remote-ip',
  'x-remote-addr',
  'x-originating-ip',
  'x-original-forwarded-for',
  'x-original-host',
  'x-host',
  'x-original-url',
  'x-rewrite-url',
  'x-http-host-override',
  'x-proxyuser-ip',
  'x-sucuri-clientip',
  'x-envoy-external-address',
  'x-envoy-original-path',
  'x-azure-clientip',
  'x-azure-socketip',
  'x-arr-clientcert',
  'x-appengine-user-ip',
  'x-nf-client-connection-ip',
  'x-vercel-forwarded-for',
  'x-vercel-proxied-for',
  'x-scheme',
  'x-url-scheme',
  'x-client-cert',
  'x-ssl-client-cert',
  'x-ssl-client-verify',
  'x-ssl-client-s-dn',
  'client-ip',
  'client-cert',
  'client-cert-chain',
  'remote-addr',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'cf-pseudo-ipv4',
  'cf-visitor',
  'cloudfront-viewer-address',
  'cloudfront-forwarded-proto',
  'fastly-client-ip',
  'fastly-client',
  'fastly-ssl',
  'fly-client-ip',
  'fly-forwarded-proto',
  'do-connecting-ip',
  'ali-cdn-real-ip',
  'cdn-src-ip',
  'incap-client-ip',
  'proxy-client-ip',
  'wl-proxy-client-ip',
  'wl-proxy-ssl',
  'front-end-https',
  'ssl-client-cert',
  'ssl-client-verify',
  'ssl-client-s-dn',
];
