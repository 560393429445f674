/**
 * One X.509 certificate, read: OpenSSL decides whether it is one, its DER says the rest. Source: RFC 5280,
 * docs/reference/certificates.md ("Fields").
 */
import { createHash, type KeyObject, X509Certificate } from 'node:crypto';
import { childrenOf, contentOf, isTagged, partsOf, readDer } from './asn1.ts';
import { formatName } from './distinguished-name.ts';
import { readSignatureAlgorithm, type SignatureAlgorithm } from './signature-algorithm.ts';

/** What is shown of a certificate. */
export type CertificateFields = {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly notBefore: number;
  /** SHA-256 of the DER: upper-case hex pairs with colons. */
  readonly fingerprint: string;
  readonly issuer: string;
  /** SHA-1 of the SubjectPublicKeyInfo: lower-case hex. */
  readonly publicKeySha: string;
  /** DNS names in the order of the certificate, as they stand there. */
  readonly sans: readonly string[];
  /** Upper-case hex. */
  readonly serialNumber: string;
  readonly signatureAlgorithm: string;
  readonly subject: string;
};

export type ReadCertificate = {
  readonly fields: CertificateFields;
  readonly x509: X509Certificate;
  readonly der: Uint8Array;
  /** Undefined: of a kind that OpenSSL does not know. */
  readonly publicKey: KeyObject | undefined;
  readonly signature: SignatureAlgorithm;
  /** Whether there is a subjectAltName at all, of whatever kind. */
  readonly hasSubjectAltName: boolean;
  /** Object identifiers of the purposes that its key is for; undefined: any. */
  readonly extendedKeyUsage: readonly string[] | undefined;
  readonly isSelfSigned: boolean;
};

const subjectAltNameId = '2.5.29.17';
const dnsNameTag = 2;

/** Reads a certificate; undefined when it is none. Never throws. */
export function readCertificate(der: Uint8Array): ReadCertificate | undefined {
  try {
    return takeApart(new X509Certificate(der));
  } catch {
    // OpenSSL, asn1js and we ourselves throw errors of many kinds, and all mean the same.
    return undefined;
  }
}

function takeApart(x509: X509Certificate): ReadCertificate | undefined {
  const der = x509.raw;
  const parts = partsOf(der);
  const notBefore = Date.parse(x509.validFrom);
  const expiresAt = Date.parse(x509.validTo);
  if (Number.isNaN(notBefore) || Number.isNaN(expiresAt)) return undefined;
  const signature = readSignatureAlgorithm(parts.signatureAlgorithm);
  const subjectAltName = parts.extensions.get(subjectAltNameId);
  const publicKey = publicKeyOf(x509);
  // Declared to be there always, but undefined in a certificate without the extension.
  const extendedKeyUsage: readonly string[] | undefined = x509.keyUsage;
  return {
    fields: {
      expiresAt,
      notBefore,
      fingerprint: x509.fingerprint256,
      issuer: formatName(parts.issuer),
      publicKeySha: createHash('sha1').update(parts.subjectPublicKeyInfo).digest('hex'),
      sans: subjectAltName === undefined ? [] : dnsNamesOf(subjectAltName),
      serialNumber: x509.serialNumber,
      signatureAlgorithm: signature.name,
      subject: formatName(parts.subject),
    },
    x509,
    der,
    publicKey,
    signature,
    hasSubjectAltName: subjectAltName !== undefined,
    extendedKeyUsage,
    isSelfSigned: publicKey !== undefined && isIssuedBy(x509, x509, publicKey),
  };
}

/** Whether `issuer` has the name and the key that signed `x509`. */
export function isIssuedBy(x509: X509Certificate, issuer: X509Certificate, issuerKey: KeyObject): boolean {
  try {
    return x509.checkIssued(issuer) && x509.verify(issuerKey);
  } catch {
    return false;
  }
}

function publicKeyOf(x509: X509Certificate): KeyObject | undefined {
  try {
    return x509.publicKey;
  } catch {
    return undefined;
  }
}

function dnsNamesOf(subjectAltName: Uint8Array): string[] {
  return childrenOf(readDer(subjectAltName))
    .filter((name) => isTagged(name, dnsNameTag))
    .map((name) => Buffer.from(contentOf(name)).toString('latin1'));
}
