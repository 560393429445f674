/** Reads the certificates of a PEM text. No message quotes the input. Source: RFC 7468. */
import { type ReadCertificate, readCertificate } from './certificate.ts';
import { readPem } from './pem.ts';

/** RFC 7468; the second one is what OpenSSL once wrote. */
const certificateLabels: ReadonlySet<string> = new Set(['CERTIFICATE', 'X509 CERTIFICATE']);
/** A certificate with settings of OpenSSL's behind it. Left out, the chain would be judged without its leaf. */
const trustedLabel = 'TRUSTED CERTIFICATE';
const maxCertificates = 20;

/** Reads all certificates of a PEM text, each once; a string says why that fails. */
export function readBundle(text: string): ReadCertificate[] | string {
  const blocks = readPem(text);
  if (blocks.some(({ label }) => label === trustedLabel))
    return `it has a block ${trustedLabel}, which only OpenSSL reads; "openssl x509 -in FILE -out FILE" makes a block CERTIFICATE of it`;
  const found = blocks.filter(({ label }) => certificateLabels.has(label));
  if (found.length === 0) {
    const labels = [...new Set(blocks.map(({ label }) => label))].slice(0, 5).join(', ');
    return labels === ''
      ? 'it is not PEM: there is no line -----BEGIN CERTIFICATE-----'
      : `it has no certificate, only ${labels}`;
  }
  if (found.length > maxCertificates)
    return `it has ${found.length} certificates, more than ${maxCertificates}`;
  const bundle = new Map<string, ReadCertificate>();
  for (const [index, { der }] of found.entries()) {
    const which =
      found.length === 1 ? 'its block CERTIFICATE' : `CERTIFICATE block ${index + 1} of ${found.length}`;
    if (!der) return `${which} has no end or is not base64`;
    const certificate = readCertificate(der);
    if (!certificate) return `${which} does not hold an X.509 certificate`;
    bundle.set(certificate.fields.fingerprint, certificate);
  }
  return [...bundle.values()];
}

/**
 * The same for a text that is kept as it is and may be read again: nothing but certificates may be in it.
 */
export function readPublicBundle(text: string): ReadCertificate[] | string {
  if (text.includes('PRIVATE KEY'))
    return 'it has a private key; only certificates belong here, where everybody with a token can read them';
  const other = readPem(text).find(({ label }) => !certificateLabels.has(label));
  if (other) return `it has a block ${other.label}; only certificates belong here`;
  return readBundle(text);
}
