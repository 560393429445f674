/**
 * What a domain's certificate is like. Automatic certificates and those that the account uploaded are served alike; which
 * of the two a domain has shows in the list of uploaded ones, which come first. Source: docs/reference/acme.md.
 */

import type { components } from '../../../../../client/src/openapi.ts';
import { dayMs } from '../../../../../src/core/time.ts';
import { warnedMs } from '../../../../../src/core/unrenewed-certificate.ts';
import { needsUploadedCertificate } from '../../../../../src/core/wildcard-host.ts';
import type { CustomDomain } from '../domain-queries.ts';
import { isConnected } from '../is-connected.ts';

type OwnCertificate = Pick<components['schemas']['CustomCertificate'], 'uuid' | 'expires_at' | 'sans'>;

export type CertificateState =
  | {
      readonly kind: 'valid';
      /** The uploaded one that it is; undefined for an automatic one, and while that is not known. */
      readonly own: OwnCertificate | undefined;
      readonly issuer: string;
      readonly expiresAt: string;
      /** Someone has to act before it expires. */
      readonly isUrgent: boolean;
      /** Why the last attempt to renew it, or to get one for the `www.` host, failed. */
      readonly error: string | null;
    }
  /** None is ordered for it, so one has to be uploaded. */
  | { readonly kind: 'to_upload' }
  | { readonly kind: 'failed'; readonly error: string }
  /** The records are found and the ownership is proven, so one is being ordered, where automatic certificates are on. */
  | { readonly kind: 'coming' }
  /** None is ordered before the records are found. */
  | { readonly kind: 'waiting' };

/** Automatic ones have been renewed long before, unless renewals fail. */
const automaticUrgentMs = 7 * dayMs;

export function certificateState(
  domain: Pick<CustomDomain, 'host' | 'status' | 'certificate' | 'ownership' | 'challenge_type'>,
  ownCertificates: readonly OwnCertificate[],
  nowMs: number,
): CertificateState {
  const { certificate, host } = domain;
  if (certificate?.expires_at) {
    const { expires_at: expiresAt, issuer, last_error: error } = certificate;
    const own = ownCertificates.find(
      (candidate) => candidate.expires_at === expiresAt && coversHost(candidate.sans, host),
    );
    const left = Date.parse(expiresAt) - nowMs;
    return {
      kind: 'valid',
      own,
      issuer: issuerName(issuer ?? ''),
      expiresAt,
      isUrgent: left < (own ? warnedMs : automaticUrgentMs),
      error,
    };
  }
  if (needsUploadedCertificate(host, domain.challenge_type)) return { kind: 'to_upload' };
  if (certificate?.last_error) return { kind: 'failed', error: certificate.last_error };
  return { kind: isConnected(domain) ? 'coming' : 'waiting' };
}

/** Who issued a certificate: the organisation in a name as RFC 4514 writes it, else its common name, else all of it. */
export function issuerName(name: string): string {
  const parts = name.split(/(?<!\\),/).map((part) => part.trim());
  const valueOf = (type: string): string | undefined =>
    parts.find((part) => part.startsWith(`${type}=`))?.slice(type.length + 1);
  return (valueOf('O') ?? valueOf('CN') ?? name).replace(/\\(.)/g, '$1');
}

/** A wildcard stands for one label. Source: RFC 9525 section 6.3. */
function coversHost(sans: readonly string[], host: string): boolean {
  return sans.some((san) => {
    const name = san.toLowerCase();
    return name === host || (name.startsWith('*.') && host.slice(host.indexOf('.')) === name.slice(1));
  });
}
