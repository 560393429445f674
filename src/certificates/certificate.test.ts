import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  type BaseBlock,
  BmpString,
  fromBER,
  IA5String,
  Integer,
  PrintableString,
  Sequence,
  TeletexString,
  UniversalString,
  Utf8String,
} from 'asn1js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CertificateRequest,
  makeAuthority,
  makeCertificate,
  type NamePart,
  newEcKey,
  newEd25519Key,
  newRsaKey,
  oids,
} from '../../test/support/certificate-maker.ts';
import { runs } from '../../test/support/runs.ts';
import { skipLoudly } from '../../test/support/skips.ts';
import { readCertificate } from './certificate.ts';

const key = newEcKey();
const { C, CN, DC, O, OU } = oids;
const emailAddress = '1.2.840.113549.1.9.1';
const unknown = '1.2.3.4.5';

function fieldsOf(request: CertificateRequest) {
  const certificate = readCertificate(makeCertificate({ key, ...request }).der);
  if (!certificate) throw new Error('not a certificate');
  return certificate.fields;
}

const subjectOf = (...subject: (readonly NamePart[])[]): string => fieldsOf({ subject }).subject;

describe('names', () => {
  test.each<[string, (readonly NamePart[])[], string]>([
    ['no parts', [], ''],
    [
      'the most general last',
      [[[C, 'US']], [[O, "Let's Encrypt"]], [[CN, 'R11']]],
      "CN=R11,O=Let's Encrypt,C=US",
    ],
    [
      'several parts in one',
      [
        [[DC, 'example']],
        [
          [OU, 'a'],
          [CN, 'b'],
        ],
      ],
      'CN=b+OU=a,DC=example',
    ],
    ['what RFC 4514 escapes', [[[O, 'a,b+c"d\\e<f>g;h=i']]], 'O=a\\,b\\+c\\"d\\\\e\\<f\\>g\\;h=i'],
    ['spaces and signs at the ends', [[[O, ' a ']], [[OU, '#b#']], [[CN, ' ']]], 'CN=\\ ,OU=\\#b#,O=\\ a\\ '],
    ['control characters', [[[CN, 'a\n\u0000\u007f']]], 'CN=a\\0A\\00\\7F'],
    ['letters of every kind', [[[CN, 'Bücher 書 \u{1f4d6}']]], 'CN=Bücher 書 \u{1f4d6}'],
    ['BMPString', [[[CN, new BmpString({ value: 'Bücher 書' })]]], 'CN=Bücher 書'],
    ['UniversalString', [[[CN, new UniversalString({ value: 'Bücher 書' })]]], 'CN=Bücher 書'],
    ['TeletexString as Latin-1', [[[CN, new TeletexString({ value: 'Bücher' })]]], 'CN=Bücher'],
    [
      'PrintableString and IA5String',
      [[[CN, new PrintableString({ value: 'a' })]], [[emailAddress, new IA5String({ value: 'a@b' })]]],
      'emailAddress=a@b,CN=a',
    ],
    ['an unknown type', [[[unknown, 'hello']]], '1.2.3.4.5=#0C0568656C6C6F'],
    ['a value that is no string', [[[CN, new Sequence({ value: [] })]]], 'CN=#3000'],
  ])('writes %s', (_name, subject, text) => {
    expect(subjectOf(...subject)).toBe(text);
  });

  test('the issuer is that of the authority', () => {
    const issuer = makeAuthority('R11', { subject: [[[C, 'US']], [[CN, 'R11']]] });
    expect(fieldsOf({ issuer })).toMatchObject({ issuer: 'CN=R11,C=US', subject: 'CN=leaf' });
  });
});

test('is not led astray by values nested without end', () => {
  let nested: BaseBlock = new Integer({ value: 1 });
  for (let depth = 0; depth < 3_000; depth++) nested = new Sequence({ value: [nested] });
  const start = process.cpuUsage();
  const made = makeCertificate({ key, otherSans: [nested] });
  readCertificate(made.der);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(5_000);
  expect(fromBER(made.der).offset).not.toBe(0);
});

const hasOpenssl = (() => {
  try {
    return openssl(Buffer.alloc(0), 'version').startsWith('OpenSSL 3');
  } catch {
    return false;
  }
})();
if (!hasOpenssl) skipLoudly('certificates against openssl', 'no OpenSSL 3 on this machine');

function openssl(input: Buffer, ...args: string[]): string {
  return execFileSync('openssl', args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] });
}

describe.skipIf(!hasOpenssl)('as openssl shows it', () => {
  const show = (der: Buffer, ...args: string[]) =>
    openssl(der, 'x509', '-inform', 'DER', '-noout', '-nameopt', 'RFC2253,-esc_msb,utf8', ...args).trimEnd();

  function compare(request: CertificateRequest): void {
    const { der } = makeCertificate({ key, ...request });
    const fields = readCertificate(der)?.fields;
    const shown = show(der, '-subject', '-issuer', '-serial', '-fingerprint', '-sha256').split('\n');
    expect(shown).toEqual([
      `subject=${fields?.subject}`,
      `issuer=${fields?.issuer}`,
      `serial=${fields?.serialNumber}`,
      `sha256 Fingerprint=${fields?.fingerprint}`,
    ]);
  }

  const rsa = newRsaKey();
  test.each<[string, CertificateRequest]>([
    ['ECDSA with SHA-256', {}],
    ['ECDSA with SHA-384', { signature: 'sha384' }],
    ['ECDSA with SHA-512', { signature: 'sha512' }],
    ['ECDSA with SHA-1', { signature: 'sha1' }],
    ['RSA with SHA-1', { key: rsa, signature: 'sha1' }],
    ['RSA with SHA-256', { key: rsa }],
    ['RSA with SHA-384', { key: rsa, signature: 'sha384' }],
    ['RSA with SHA-512', { key: rsa, signature: 'sha512' }],
    ['RSASSA-PSS', { key: rsa, signature: 'pss-sha256' }],
    ['Ed25519', { key: newEd25519Key() }],
  ])('%s', (_name, request) => {
    const { der } = makeCertificate({ key, ...request });
    const fields = readCertificate(der)?.fields;
    const text = show(der, '-text');
    expect(/Signature Algorithm: (.*)/.exec(text)?.[1]?.trimEnd()).toBe(fields?.signatureAlgorithm);
    const publicKey = openssl(der, 'x509', '-inform', 'DER', '-noout', '-pubkey');
    const spki = Buffer.from(publicKey.replaceAll(/-----.*-----|\s/g, ''), 'base64');
    expect(createHash('sha1').update(spki).digest('hex')).toBe(fields?.publicKeySha);
    const [notBefore = '', notAfter = ''] = show(der, '-startdate', '-enddate').split('\n');
    expect(Date.parse(notBefore.slice('notBefore='.length))).toBe(fields?.notBefore);
    expect(Date.parse(notAfter.slice('notAfter='.length))).toBe(fields?.expiresAt);
    compare(request);
  });

  test.each([[0x01], [0x0f, 0xff], [0x00, 0x80], Array.from({ length: 20 }, () => 0x7f)])(
    'serial number %#',
    (...serial) => compare({ serial: new Uint8Array(serial) }),
  );

  test('names of every kind', () => {
    const oid = fc.constantFrom(CN, O, OU, C, DC, emailAddress, unknown, '2.5.4.9', '2.5.4.5', '2.5.4.97');
    // A lone "#" is left out: OpenSSL does not escape it, which RFC 4514 asks for.
    const isEscapedByOpenssl = (content: string) => content !== '#';
    const text = fc
      .oneof(
        fc.string({ minLength: 1, maxLength: 12 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 }),
        fc.constantFrom(' a', 'a ', '#a', ' ', '\\', '"', 'a+b', '\u0000', '\n', '\u007f', '\u0080', '  '),
      )
      .filter(isEscapedByOpenssl);
    const latin = fc
      .string({
        unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
        minLength: 1,
        maxLength: 8,
      })
      .filter(isEscapedByOpenssl);
    const value = fc.oneof(
      text,
      text.map((content) => new Utf8String({ value: content })),
      latin.map((content) => new TeletexString({ value: content })),
      latin.map((content) => new BmpString({ value: content })),
    );
    const part = fc.tuple(oid, value);
    const relative = fc.oneof(
      part.map((one) => [one]),
      fc.tuple(part, part),
    );
    fc.assert(
      fc.property(fc.array(relative, { minLength: 1, maxLength: 4 }), (subject) => compare({ subject })),
      { numRuns: runs(40) },
    );
  });
});
