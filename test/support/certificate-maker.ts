/**
 * Makes X.509 certificates of every kind, ordinary and odd, with node:crypto and asn1js: no program has to be installed,
 * and each part can be what a test wants it to be.
 */
import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import {
  Boolean as Asn1Boolean,
  Set as Asn1Set,
  type BaseBlock,
  BitString,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Utf8String,
} from 'asn1js';

export type NamePart = readonly [oid: string, value: string | BaseBlock];

export type CertificateRequest = {
  readonly key?: KeyObject;
  /** Relative names from the most general on, each with one part or several. Default: `CN=leaf`. */
  readonly subject?: readonly (readonly NamePart[])[];
  /** DNS names; null leaves the extension out. Default: `www.example.com`. */
  readonly sans?: readonly string[] | null;
  /** Further general names of the extension, after the DNS names. */
  readonly otherSans?: readonly BaseBlock[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly serial?: Uint8Array;
  readonly isCa?: boolean;
  /** Object identifiers of an extendedKeyUsage. */
  readonly purposes?: readonly string[];
  readonly signature?: SignatureKind;
  /** Undefined: signed by itself. */
  readonly issuer?: MadeCertificate | undefined;
};

export type MadeCertificate = {
  readonly pem: string;
  readonly der: Buffer;
  readonly key: KeyObject;
  /** PKCS #8. */
  readonly keyPem: string;
  readonly subject: readonly (readonly NamePart[])[];
};

type SignatureKind = 'sha1' | 'sha256' | 'sha384' | 'sha512' | 'pss-sha1' | 'pss-sha256';

export const oids = {
  C: '2.5.4.6',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  CN: '2.5.4.3',
  DC: '0.9.2342.19200300.100.1.25',
  serverAuth: '1.3.6.1.5.5.7.3.1',
  clientAuth: '1.3.6.1.5.5.7.3.2',
} as const;

export const newEcKey = (namedCurve = 'prime256v1'): KeyObject =>
  generateKeyPairSync('ec', { namedCurve }).privateKey;
export const newRsaKey = (modulusLength = 2048): KeyObject =>
  generateKeyPairSync('rsa', { modulusLength }).privateKey;
export const newEd25519Key = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

const dayMs = 86_400_000;

/** Makes a certificate; by default one for `www.example.com`, with an EC key, valid for 90 days, signed by itself. */
export function makeCertificate(request: CertificateRequest = {}): MadeCertificate {
  const key = request.key ?? newEcKey();
  const subject = request.subject ?? [[[oids.CN, 'leaf']]];
  const { issuer } = request;
  const signer = issuer?.key ?? key;
  const kind = request.signature ?? 'sha256';
  const algorithm = signatureAlgorithm(signer, kind);
  const now = Date.now();
  const tbs = new Sequence({
    value: [
      new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [new Integer({ value: 2 })] }),
      new Integer({ valueHex: request.serial ?? positive(randomBytes(16)) }),
      algorithm,
      nameOf(issuer?.subject ?? subject),
      new Sequence({
        value: [
          timeOf(request.notBefore ?? new Date(now - dayMs)),
          timeOf(request.notAfter ?? new Date(now + 90 * dayMs)),
        ],
      }),
      nameOf(subject),
      read(createPublicKey(key).export({ type: 'spki', format: 'der' })),
      new Constructed({
        idBlock: { tagClass: 3, tagNumber: 3 },
        value: [new Sequence({ value: extensionsOf(request) })],
      }),
    ],
  });
  const signed = sign(digestOf(signer, kind), Buffer.from(tbs.toBER()), signingKey(signer, kind));
  const certificate = new Sequence({ value: [tbs, algorithm, new BitString({ valueHex: signed })] });
  const der = Buffer.from(certificate.toBER());
  return { der, pem: pemOf('CERTIFICATE', der), key, keyPem: exportKey(key), subject };
}

/** An authority: a root, or an intermediate by another one. */
export function makeAuthority(name: string, request: CertificateRequest = {}): MadeCertificate {
  return makeCertificate({ subject: [[[oids.CN, name]]], sans: null, isCa: true, ...request });
}

export function exportKey(key: KeyObject, type: 'pkcs8' | 'pkcs1' | 'sec1' = 'pkcs8'): string {
  return key.export({ type, format: 'pem' }).toString();
}

export function pemOf(label: string, der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .match(/.{1,64}/g);
  return `-----BEGIN ${label}-----\n${lines?.join('\n')}\n-----END ${label}-----\n`;
}

function extensionsOf({ sans = ['www.example.com'], otherSans = [], isCa, purposes }: CertificateRequest) {
  const extensions: BaseBlock[] = [];
  if (sans !== null) {
    const names = sans.map(
      (name) =>
        new Primitive({ idBlock: { tagClass: 3, tagNumber: 2 }, valueHex: Buffer.from(name, 'latin1') }),
    );
    extensions.push(extension('2.5.29.17', new Sequence({ value: [...names, ...otherSans] })));
  }
  if (isCa)
    extensions.push(extension('2.5.29.19', new Sequence({ value: [new Asn1Boolean({ value: true })] })));
  if (purposes) {
    const value = purposes.map((oid) => new ObjectIdentifier({ value: oid }));
    extensions.push(extension('2.5.29.37', new Sequence({ value })));
  }
  return extensions;
}

function extension(oid: string, value: BaseBlock): BaseBlock {
  return new Sequence({
    value: [new ObjectIdentifier({ value: oid }), new OctetString({ valueHex: value.toBER() })],
  });
}

function nameOf(parts: readonly (readonly NamePart[])[]): BaseBlock {
  return new Sequence({
    value: parts.map(
      (relative) =>
        new Asn1Set({
          value: relative.map(
            ([oid, value]) =>
              new Sequence({
                value: [
                  new ObjectIdentifier({ value: oid }),
                  typeof value === 'string' ? new Utf8String({ value }) : value,
                ],
              }),
          ),
        }),
    ),
  });
}

/** In whole seconds, as OpenSSL wants them when it verifies (RFC 5280 section 4.1.2.5.2). */
function timeOf(date: Date): BaseBlock {
  return new GeneralizedTime({ valueDate: new Date(Math.floor(date.getTime() / 1_000) * 1_000) });
}

/** DER integers are signed, and a serial number is not to be negative or padded. */
function positive(bytes: Buffer): Buffer {
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

function digestOf(key: KeyObject, kind: SignatureKind): string | null {
  return key.asymmetricKeyType === 'ed25519' ? null : kind.replace('pss-', '');
}

function signingKey(key: KeyObject, kind: SignatureKind) {
  if (!kind.startsWith('pss-')) return key;
  // RSA_PKCS1_PSS_PADDING, with a salt as long as the digest.
  return { key, padding: 6, saltLength: kind === 'pss-sha1' ? 20 : 32 };
}

function signatureAlgorithm(key: KeyObject, kind: SignatureKind): Sequence {
  const of = (oid: string, ...parameters: BaseBlock[]) =>
    new Sequence({ value: [new ObjectIdentifier({ value: oid }), ...parameters] });
  if (key.asymmetricKeyType === 'ed25519') return of('1.3.101.112');
  if (kind === 'pss-sha1') return of('1.2.840.113549.1.1.10', new Sequence({ value: [] }));
  if (kind === 'pss-sha256') {
    const sha256 = of('2.16.840.1.101.3.4.2.1', new Null());
    const tagged = (tagNumber: number, value: BaseBlock) =>
      new Constructed({ idBlock: { tagClass: 3, tagNumber }, value: [value] });
    const mgf1 = of('1.2.840.113549.1.1.8', sha256);
    const salt = new Integer({ value: 32 });
    return of(
      '1.2.840.113549.1.1.10',
      new Sequence({ value: [tagged(0, sha256), tagged(1, mgf1), tagged(2, salt)] }),
    );
  }
  if (key.asymmetricKeyType === 'ec') {
    return of(
      {
        sha1: '1.2.840.10045.4.1',
        sha256: '1.2.840.10045.4.3.2',
        sha384: '1.2.840.10045.4.3.3',
        sha512: '1.2.840.10045.4.3.4',
      }[kind],
    );
  }
  const number = { sha1: 5, sha256: 11, sha384: 12, sha512: 13 }[kind];
  return of(`1.2.840.113549.1.1.${number}`, new Null());
}

function read(der: Uint8Array): BaseBlock {
  return fromBER(der).result;
}
