/**
 * Checks what TLS connections to an upstream are made with, and makes their contexts. No message quotes the input.
 * Source: docs/reference/domains.md ("TLS to upstreams").
 */
import { createSecureContext, type SecureContext } from 'node:tls';
import { formatTimestamp } from '../core/clock.ts';
import type { UpstreamTls } from '../core/route.ts';
import { readPublicBundle } from './bundle.ts';
import type { ReadCertificate } from './certificate.ts';
import { canSign, isPairOf } from './key-pair.ts';
import { readKeyType } from './key-type.ts';
import { writePem } from './pem.ts';
import { readPrivateKey } from './private-key.ts';

/** id-kp-clientAuth, and anyExtendedKeyUsage. */
const clientPurposes: ReadonlySet<string> = new Set(['1.3.6.1.5.5.7.3.2', '2.5.29.37.0']);

/** Why connections can't trust these certificates; undefined: they can. */
export function findAuthorityProblem(pem: string): string | undefined {
  const bundle = readPublicBundle(pem);
  if (typeof bundle === 'string') return bundle;
  return isUsable({ tlsCa: pem, tlsClientCertificate: '', tlsClientKey: '' })
    ? undefined
    : 'TLS refuses to use it';
}

/** Why upstreams can't be shown this certificate, with its chain, at the time `now`; undefined: they can. */
export function findClientCertificateProblem(pem: string, now: number): string | undefined {
  const bundle = readPublicBundle(pem);
  if (typeof bundle === 'string') return bundle;
  const leaf = leafOf(bundle);
  const keyType = readKeyType(leaf.publicKey);
  if (!keyType.ok) return keyType.reason;
  if (leaf.fields.expiresAt <= now) return `it expired at ${formatTimestamp(leaf.fields.expiresAt)}`;
  const { extendedKeyUsage } = leaf;
  if (extendedKeyUsage && !extendedKeyUsage.some((purpose) => clientPurposes.has(purpose)))
    return 'its extended key usage does not allow TLS clients';
  return undefined;
}

/** Why a key can't be used with a client certificate that was checked; undefined: it can. */
export function findClientKeyProblem(certificatePem: string, keyPem: string): string | undefined {
  const bundle = readPublicBundle(certificatePem);
  if (typeof bundle === 'string') return bundle;
  const reading = readPrivateKey(keyPem);
  if (!reading.ok) return reading.reason;
  const leaf = leafOf(bundle);
  if (!isPairOf(reading.key, leaf)) {
    const other = bundle.findIndex((certificate) => isPairOf(reading.key, certificate));
    return other < 0
      ? 'it does not belong to tls_client_certificate'
      : `it belongs to certificate ${other + 1} of ${bundle.length} in tls_client_certificate, which must come first`;
  }
  if (!canSign(reading.key, leaf)) return 'it is damaged: what it signs does not verify';
  return isUsable({ tlsCa: '', tlsClientCertificate: certificatePem, tlsClientKey: keyPem })
    ? undefined
    : 'TLS refuses to use it with tls_client_certificate';
}

/** Whether the key of one client certificate is that of the other. */
export function haveSameKey(onePem: string, otherPem: string): boolean {
  const [one, other] = [readPublicBundle(onePem), readPublicBundle(otherPem)];
  if (typeof one === 'string' || typeof other === 'string') return false;
  return leafOf(one).fields.publicKeySha === leafOf(other).fields.publicKeySha;
}

/** When a client certificate that was checked expires, in milliseconds since the epoch. */
export function expiryOf(certificatePem: string): number | null {
  const bundle = readPublicBundle(certificatePem);
  return typeof bundle === 'string' ? null : leafOf(bundle).fields.expiresAt;
}

/** PKCS #8: one key has one form. Throws where there is none. */
export function plainKeyOf(keyPem: string): string {
  const reading = readPrivateKey(keyPem);
  if (!reading.ok) throw new Error(`the private key cannot be read: ${reading.reason}`);
  return reading.key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** What a context is made of; its key can be read. */
export type UsableTls = UpstreamTls & { readonly tlsClientKey: string };

/** Throws where TLS refuses it, as it may on another machine. */
export function contextOf({ tlsCa, tlsClientCertificate, tlsClientKey }: UsableTls): SecureContext {
  return createSecureContext({
    minVersion: 'TLSv1.2',
    ...(tlsCa !== '' && { ca: certificatesOf(tlsCa), allowPartialTrustChain: true }),
    ...(tlsClientCertificate !== '' && {
      cert: certificatesOf(tlsClientCertificate),
      key: plainKeyOf(tlsClientKey),
    }),
  });
}

function isUsable(tls: UsableTls): boolean {
  try {
    contextOf(tls);
    return true;
  } catch {
    return false;
  }
}

function leafOf([first]: readonly ReadCertificate[]): ReadCertificate {
  if (!first) throw new Error('a bundle is never empty');
  return first;
}

/** In the form that OpenSSL reads, whatever the line ends and what is around. */
function certificatesOf(pem: string): string {
  const bundle = readPublicBundle(pem);
  if (typeof bundle === 'string') throw new Error(bundle);
  return bundle.map(({ der }) => writePem('CERTIFICATE', der)).join('');
}
