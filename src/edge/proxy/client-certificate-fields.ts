/** Tells upstreams of the certificate that a visitor has proven. Source: docs/reference/tls.md ("Client certificates"). */
import type { ClientCertificate } from '../../certificates/client-authorities.ts';

/** Field lines. */
export function clientCertificateFieldsOf({ fingerprint, subject }: ClientCertificate): string {
  const subjectLine = subject === '' ? '' : `X-Client-Cert-Subject: ${subject}\r\n`;
  return `X-Client-Cert-Fingerprint: ${fingerprint}\r\n${subjectLine}`;
}
