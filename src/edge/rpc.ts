/**
 * What workers request from the application process, which alone has the secret key: certificates with their private keys, and
 * upstreams' tokens.
 * Source: docs/reference/tls.md, docs/reference/domains.md; RFC 8555 section 8.3 (HTTP-01), RFC 8737 (TLS-ALPN-01).
 */
import type { StoredToken } from '../control/upstream-tokens.ts';
import type { ServedCertificate } from '../core/served-certificate.ts';

/** A request about one host. */
export type HostRequest =
  /** What a host is served with; the default host stands for clients that name none. */
  | { readonly kind: 'certificates'; readonly host: string }
  /** The certificate that proves control of a host to an authority. */
  | { readonly kind: 'tls_alpn_challenge'; readonly host: string }
  /** The key authorization behind a token that an authority asks a host for. */
  | { readonly kind: 'http_challenge'; readonly host: string; readonly token: string };

export type RpcRequest =
  | HostRequest
  /** The tokens of upstreams in clear, for routes that the worker has read from the control store. */
  | { readonly kind: 'upstream_tokens'; readonly tokens: readonly StoredToken[] };

export type RpcResponse = {
  readonly certificates: readonly ServedCertificate[];
  /** '' when there is none. */
  readonly keyAuthorization: string;
  /** In the order of the request. */
  readonly upstreamTokens: readonly (string | null)[];
};

export const nothing: RpcResponse = { certificates: [], keyAuthorization: '', upstreamTokens: [] };

/** Answers any worker's request about a host; rejects when the answer isn't known. */
export type HostRequestHandler = (request: HostRequest) => Promise<RpcResponse>;
