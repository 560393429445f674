/**
 * Certificates as the edge serves them, and where it gets them. Source: docs/reference/tls.md ("Which certificate a
 * client is shown").
 */

/** A certificate with its private key, which never leaves the processes of the service and is never logged. */
export type ServedCertificate = {
  /** SHA-256 of the leaf. */
  readonly fingerprint: string;
  /** The leaf and its chain, PEM. */
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  readonly notBeforeMs: number;
  readonly expiresAtMs: number;
  /** DNS names, wildcards among them, lower case. */
  readonly sans: readonly string[];
  /** The owner; '' for a certificate that Nameplate made itself. */
  readonly accountUuid: string;
};

/** Where the edge finds certificates; implemented by the control store. */
export interface CertificateSource {
  /**
   * The certificates to serve a host with, now: valid ones of the account that the host belongs to, one for each kind
   * of key at most. None: an empty list.
   */
  findForHost(host: string): Promise<readonly ServedCertificate[]>;
}

/** Whether one of a certificate's names is the host, or a wildcard in place of its first label (RFC 9525 section 6.3). */
export function coversHost(sans: readonly string[], host: string): boolean {
  if (sans.includes(host)) return true;
  const dot = host.indexOf('.');
  return dot > 0 && sans.includes(`*${host.slice(dot)}`);
}
