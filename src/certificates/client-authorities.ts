/**
 * Authorities whose client certificates visitors of a host need, and what those certificates say of a visitor.
 * Source: docs/reference/tls.md ("Client certificates"); RFC 5280 section 4.2.1.9. No message quotes the input.
 */
import { createSecureContext } from 'node:tls';
import { readPublicBundle } from './bundle.ts';
import { readCertificate } from './certificate.ts';
import { readPem, writePem } from './pem.ts';

/** Why these can't be authorities of client certificates; undefined: they can. */
export function findClientAuthorityProblem(pem: string): string | undefined {
  const bundle = readPublicBundle(pem);
  if (typeof bundle === 'string') return bundle;
  const other = bundle.findIndex(({ x509 }) => !x509.ca);
  if (other !== -1)
    return `certificate ${other + 1} of ${bundle.length} is not that of an authority: its basic constraints do not say CA`;
  try {
    createSecureContext({ ca: clientAuthorities(pem) });
    return undefined;
  } catch {
    return 'TLS refuses to use it';
  }
}

/** A bundle that was checked, in the form that OpenSSL reads, each certificate once. Handshakes wait for it, so they aren't read again. */
export function clientAuthorities(pem: string): string {
  const blocks = readPem(pem).flatMap(({ der }) => (der ? [writePem('CERTIFICATE', der)] : []));
  // Instead of none, Node takes the authorities that it knows.
  if (blocks.length === 0) throw new Error('there are no authorities');
  return [...new Set(blocks)].join('');
}

/** A visitor's certificate, whose chain TLS has verified. */
export type ClientCertificate = {
  /** Upper-case hex pairs with colons. */
  readonly fingerprint: string;
  readonly expiresAtMs: number;
  /** As RFC 4514 writes it, in ASCII: ready to be a field's value; '' without a subject, or with one that is too long for a head. */
  readonly subject: string;
};

const maxSubjectLength = 4_096;
const notAscii = /[^ -~]+/g;

/** Each byte of the UTF-8 as a backslash and two digits (RFC 4514 section 2.4). */
function escapedBytes(text: string): string {
  return Buffer.from(text).toString('hex').toUpperCase().replaceAll(/../g, String.raw`\$&`);
}

/** Undefined: it can't be read. */
export function readClientCertificate(der: Uint8Array): ClientCertificate | undefined {
  const read = readCertificate(der);
  if (!read) return undefined;
  const { fingerprint, expiresAt, subject: text } = read.fields;
  const subject = text.replaceAll(notAscii, escapedBytes);
  return {
    fingerprint,
    expiresAtMs: expiresAt,
    subject: subject.length > maxSubjectLength ? '' : subject,
  };
}
