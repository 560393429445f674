/**
 * Makes certificates that nobody vouches for: for clients that name no host, and to try HTTPS where no authority could
 * reach this machine.
 * Source: issue 5 parts 2 and 3; RFC 5280 section 4.1.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  Boolean as Asn1Boolean,
  Set as Asn1Set,
  BitString,
  Constructed,
  fromBER,
  Integer,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  UTCTime,
  Utf8String,
} from 'asn1js';
import type { ServedCertificate } from '../../core/served-certificate.ts';

const ecdsaWithSha256 = '1.2.840.10045.4.3.2';
const commonName = '2.5.4.3';
const organizationName = '2.5.4.10';
const extensionIds = {
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
};
const serverAuth = '1.3.6.1.5.5.7.3.1';
const contextSpecific = 3;
/** What browsers accept at most is 398 days; nobody should come to rely on these. */
const lifetimeMs = 30 * 24 * 60 * 60 * 1000;
/** For clients whose clock is behind. */
const backdatedMs = 24 * 60 * 60 * 1000;

/** Signs certificates with one P-256 key that lives as long as the process. */
export class SelfSigner {
  readonly #privateKey: KeyObject;
  readonly #publicKeyInfo: Buffer;
  readonly #privateKeyPem: string;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    this.#privateKey = privateKey;
    this.#publicKeyInfo = publicKey.export({ type: 'spki', format: 'der' });
    this.#privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  }

  /** A certificate for one host. */
  issue(host: string, nowMs: number): ServedCertificate {
    const notBeforeMs = nowMs - backdatedMs;
    const expiresAtMs = nowMs + lifetimeMs;
    const tbsCertificate = tbsOf(host, this.#publicKeyInfo, new Date(notBeforeMs), new Date(expiresAtMs));
    const signature = sign('sha256', Buffer.from(tbsCertificate.toBER()), this.#privateKey);
    const certificate = new Sequence({
      value: [tbsCertificate, algorithm(), new BitString({ valueHex: bytes(signature) })],
    });
    const der = Buffer.from(certificate.toBER());
    return {
      fingerprint: createHash('sha256').update(der).digest('hex'),
      certificatePem: toPem(der),
      privateKeyPem: this.#privateKeyPem,
      notBeforeMs,
      expiresAtMs,
      sans: [host],
      accountUuid: '',
    };
  }
}

function tbsOf(host: string, publicKeyInfo: Buffer, notBefore: Date, notAfter: Date): Sequence {
  return new Sequence({
    value: [
      tagged(0, [new Integer({ value: 2 })]),
      // A positive number of 16 bytes.
      new Integer({ valueHex: bytes(Buffer.concat([Buffer.of(0x40), randomBytes(15)])) }),
      algorithm(),
      name([
        [organizationName, 'Nameplate self-signed'],
        [commonName, 'Nameplate self-signed'],
      ]),
      new Sequence({ value: [new UTCTime({ valueDate: notBefore }), new UTCTime({ valueDate: notAfter })] }),
      // A common name holds 64 characters at most; the host is in the subjectAltName.
      name([[commonName, host.length <= 64 ? host : 'Nameplate']]),
      fromBER(publicKeyInfo).result,
      tagged(3, [extensions(host)]),
    ],
  });
}

function extensions(host: string): Sequence {
  const dnsName = new Primitive({
    idBlock: { tagClass: contextSpecific, tagNumber: 2 },
    valueHex: bytes(Buffer.from(host, 'latin1')),
  });
  return new Sequence({
    value: [
      extension(extensionIds.subjectAltName, new Sequence({ value: [dnsName] })),
      extension(extensionIds.basicConstraints, new Sequence({ value: [] }), 'critical'),
      extension(
        extensionIds.extendedKeyUsage,
        new Sequence({ value: [new ObjectIdentifier({ value: serverAuth })] }),
      ),
    ],
  });
}

function extension(id: string, value: Sequence, criticality: 'critical' | 'optional' = 'optional'): Sequence {
  const critical = criticality === 'critical' ? [new Asn1Boolean({ value: true })] : [];
  return new Sequence({
    value: [new ObjectIdentifier({ value: id }), ...critical, new OctetString({ valueHex: value.toBER() })],
  });
}

function name(attributes: readonly (readonly [string, string])[]): Sequence {
  return new Sequence({
    value: attributes.map(
      ([id, value]) =>
        new Asn1Set({
          value: [new Sequence({ value: [new ObjectIdentifier({ value: id }), new Utf8String({ value })] })],
        }),
    ),
  });
}

function algorithm(): Sequence {
  return new Sequence({ value: [new ObjectIdentifier({ value: ecdsaWithSha256 })] });
}

function tagged(number: number, value: (Sequence | Integer)[]): Constructed {
  return new Constructed({ idBlock: { tagClass: contextSpecific, tagNumber: number }, value });
}

function bytes(buffer: Buffer): ArrayBuffer {
  return Uint8Array.from(buffer).buffer;
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
