/** How handshakes with a client end that are counted by host. Source: docs/reference/traffic-findings.md ("Handshakes"). */

/** Alerts by which a client refuses the certificate that it was shown. Source: RFC 8446 section 6.2. */
export type CertificateAlert =
  | 'bad_certificate'
  | 'certificate_unknown'
  | 'certificate_expired'
  | 'unknown_ca';
export type HandshakeFailure = 'no_certificate' | 'certificate_unusable' | CertificateAlert;
export type CountedHandshake = 'good' | HandshakeFailure;

export const certificateAlerts: readonly CertificateAlert[] = [
  'bad_certificate',
  'certificate_unknown',
  'certificate_expired',
  'unknown_ca',
];
export const handshakeFailures: readonly HandshakeFailure[] = [
  'no_certificate',
  'certificate_unusable',
  ...certificateAlerts,
];
export const countedHandshakes: readonly CountedHandshake[] = ['good', ...handshakeFailures];
