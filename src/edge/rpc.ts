/**
 * What workers request from the application process: what their file has no answer to, as it is ordered, made or kept
 * elsewhere.
 * Source: docs/reference/tls.md; RFC 8555 section 8.3 (HTTP-01), RFC 8737 (TLS-ALPN-01).
 */
import type { ServedCertificate } from '../core/served-certificate.ts';

export type CertificateRequest =
  /**
   * What a host is served with, if the worker found nothing: one is ordered, or made. The default host stands for clients
   * that name none.
   */
  | { readonly kind: 'certificates'; readonly host: string }
  /** The certificate that proves control of a host to an authority. */
  | { readonly kind: 'tls_alpn_challenge'; readonly host: string }
  /** The key authorization behind a token that an authority asks a host for. */
  | { readonly kind: 'http_challenge'; readonly host: string; readonly token: string };

/** Whether a host that nothing is served on is to be served; answered with `nothing` when that is decided, and its routes are everywhere. */
export type UnknownHostRequest = {
  readonly kind: 'unknown_host';
  readonly host: string;
  /** Of the client (client-network.ts). */
  readonly network: string;
};

export type RpcRequest = CertificateRequest | UnknownHostRequest;

export type RpcResponse = {
  readonly certificates: readonly ServedCertificate[];
  /** '' when there is none. */
  readonly keyAuthorization: string;
};

export const nothing: RpcResponse = { certificates: [], keyAuthorization: '' };

/** Answers any worker's request; rejects when the answer isn't known. */
export type RpcHandler = (request: RpcRequest) => Promise<RpcResponse>;
