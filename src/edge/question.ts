/**
 * What workers ask the main process, which alone reads certificates and opens their keys.
 * Source: issue 5 parts 2 and 3; RFC 8555 section 8.3 (HTTP-01), RFC 8737 (TLS-ALPN-01).
 */
import type { ServedCertificate } from '../core/served-certificate.ts';

export type EdgeQuestion =
  /** What a host is served with; the default host stands for clients that name none. */
  | { readonly kind: 'certificates'; readonly host: string }
  /** The certificate that proves control of a host to an authority. */
  | { readonly kind: 'tls_alpn_challenge'; readonly host: string }
  /** The key authorization behind a token that an authority asks a host for. */
  | { readonly kind: 'http_challenge'; readonly host: string; readonly token: string };

export type EdgeAnswer = {
  readonly certificates: readonly ServedCertificate[];
  /** '' when there is none. */
  readonly keyAuthorization: string;
};

export const nothing: EdgeAnswer = { certificates: [], keyAuthorization: '' };

/** Answers the questions of all workers; rejects when it cannot be said. */
export type EdgeDesk = (question: EdgeQuestion) => Promise<EdgeAnswer>;
