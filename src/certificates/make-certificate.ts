/** Makes a certificate for one host, signed with its own key. Source: RFC 5280 section 4.1. */
import { createHash, type KeyObject, randomBytes } from 'node:crypto';
import { fromBER, Integer, Sequence, UTCTime } from 'asn1js';
import type { ServedCertificate } from '../core/served-certificate.ts';
import { arrayBufferOf, hostExtension, signatureAlgorithm, signed, tagged } from './der-writer.ts';
import { writePem } from './pem.ts';

export type WantedCertificate = {
  readonly host: string;
  readonly issuer: Sequence;
  readonly subject: Sequence;
  readonly notBeforeMs: number;
  readonly expiresAtMs: number;
  /** Beside the subjectAltName. */
  readonly extensions: readonly Sequence[];
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKeyInfo: Uint8Array;
  readonly privateKey: KeyObject;
  /** The private key as PKCS #8 in PEM. */
  readonly privateKeyPem: string;
};

/** `privateKey` is an EC key, and the one of `publicKeyInfo`. */
export function makeCertificate(wanted: WantedCertificate): ServedCertificate {
  const { host, notBeforeMs, expiresAtMs, privateKeyPem } = wanted;
  const content = new Sequence({
    value: [
      tagged(0, [new Integer({ value: 2 })]),
      // A positive number of 16 bytes.
      new Integer({ valueHex: arrayBufferOf(Buffer.concat([Buffer.of(0x40), randomBytes(15)])) }),
      signatureAlgorithm(),
      wanted.issuer,
      new Sequence({
        value: [
          new UTCTime({ valueDate: new Date(notBeforeMs) }),
          new UTCTime({ valueDate: new Date(expiresAtMs) }),
        ],
      }),
      wanted.subject,
      fromBER(wanted.publicKeyInfo).result,
      tagged(3, [new Sequence({ value: [hostExtension(host), ...wanted.extensions] })]),
    ],
  });
  const der = signed(content, wanted.privateKey);
  return {
    fingerprint: createHash('sha256').update(der).digest('hex'),
    certificatePem: writePem('CERTIFICATE', der),
    privateKeyPem,
    notBeforeMs,
    expiresAtMs,
    sans: [host],
    accountUuid: '',
  };
}
