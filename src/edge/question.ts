/**
 * What workers ask the main process, which alone has the secret key: certificates with their keys, and upstreams'
 * tokens.
 * Source: docs/reference/tls.md, docs/reference/domains.md; RFC 8555 section 8.3 (HTTP-01), RFC 8737 (TLS-ALPN-01).
 */
import type { StoredToken } from '../control/upstream-tokens.ts';
import type { ServedCertificate } from '../core/served-certificate.ts';

/** What is asked for a host. */
export type HostQuestion =
  /** What a host is served with; the default host stands for clients that name none. */
  | { readonly kind: 'certificates'; readonly host: string }
  /** The certificate that proves control of a host to an authority. */
  | { readonly kind: 'tls_alpn_challenge'; readonly host: string }
  /** The key authorization behind a token that an authority asks a host for. */
  | { readonly kind: 'http_challenge'; readonly host: string; readonly token: string };

export type EdgeQuestion =
  | HostQuestion
  /** The tokens of upstreams in clear, for routes that the worker has read from the control store. */
  | { readonly kind: 'upstream_tokens'; readonly tokens: readonly StoredToken[] };

export type EdgeAnswer = {
  readonly certificates: readonly ServedCertificate[];
  /** '' when there is none. */
  readonly keyAuthorization: string;
  /** In the order of the question. */
  readonly upstreamTokens: readonly (string | null)[];
};

export const nothing: EdgeAnswer = { certificates: [], keyAuthorization: '', upstreamTokens: [] };

/** Answers what all workers ask for hosts; rejects when it cannot be said. */
export type EdgeDesk = (question: HostQuestion) => Promise<EdgeAnswer>;
