/**
 * Checks what TLS connections to an upstream are made with, and makes their contexts. No message quotes the input.
 * Source: docs/reference/domains.md ("TLS to upstreams").
 */
import { createSecureContext, type SecureContext } from 'node:tls';
import type { UpstreamTls } from '../core/route.ts';
import { readPublicBundle } from './bundle.ts';
import { writePem } from './pem.ts';

/** Why connections can't trust these certificates; undefined: they can. */
export function findAuthorityProblem(pem: string): string | undefined {
  const bundle = readPublicBundle(pem);
  if (typeof bundle === 'string') return bundle;
  try {
    contextOf({ tlsCa: pem });
    return undefined;
  } catch {
    return 'TLS refuses to use it';
  }
}

/** Throws where TLS refuses it, as it may on another machine. */
export function contextOf({ tlsCa }: UpstreamTls): SecureContext {
  return createSecureContext({
    minVersion: 'TLSv1.2',
    ...(tlsCa !== '' && { ca: certificatesOf(tlsCa), allowPartialTrustChain: true }),
  });
}

/** In the form that OpenSSL reads, whatever the line ends and what is around. */
function certificatesOf(pem: string): string {
  const bundle = readPublicBundle(pem);
  if (typeof bundle === 'string') throw new Error(bundle);
  return bundle.map(({ der }) => writePem('CERTIFICATE', der)).join('');
}
