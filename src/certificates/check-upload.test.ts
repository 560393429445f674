import { createHash, createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { Primitive, Utf8String } from 'asn1js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  exportKey,
  type MadeCertificate,
  makeAuthority,
  makeCertificate,
  newEcKey,
  newEd25519Key,
  newRsaKey,
  oids,
  pemOf,
} from '../../test/support/certificate-maker.ts';
import { runs } from '../../test/support/runs.ts';
import { checkUpload } from './check-upload.ts';

const dayMs = 86_400_000;
const now = Date.now();
const leaf = makeCertificate();

function check(certificate: string, key: string | undefined = leaf.keyPem, at = now) {
  return checkUpload(certificate, key, at);
}

function accept(certificate: string, key: string) {
  const result = check(certificate, key);
  if (!result.ok) throw new Error(result.reason);
  return result.certificate;
}

function chainOf(pem: string): (string | undefined)[] {
  return (pem.match(/-----BEGIN[^]+?END CERTIFICATE-----/g) ?? []).map(
    (block) => new X509Certificate(block).fingerprint256,
  );
}

const fingerprintOf = ({ der }: MadeCertificate) => new X509Certificate(der).fingerprint256;

test('reads every field', () => {
  const made = makeCertificate({
    subject: [[[oids.C, 'US']], [[oids.O, 'Acme, Inc.']], [[oids.CN, 'shop']]],
    sans: ['B.example.com', 'a.example.com', '*.example.com', 'xn--bcher-kva.example'],
    otherSans: [
      new Primitive({ idBlock: { tagClass: 3, tagNumber: 7 }, valueHex: new Uint8Array([192, 0, 2, 1]) }),
    ],
    notBefore: new Date('2026-01-02T03:04:05Z'),
    notAfter: new Date('2099-12-31T23:59:59Z'),
    serial: new Uint8Array([0x0a, 0xbc]),
  });
  const hex = createHash('sha256').update(made.der).digest('hex').toUpperCase();
  const spki = new X509Certificate(made.der).publicKey.export({ type: 'spki', format: 'der' });
  expect(accept(made.pem, made.keyPem)).toEqual({
    fingerprint: hex.match(/../g)?.join(':'),
    publicKeySha: createHash('sha1').update(spki).digest('hex'),
    serialNumber: '0ABC',
    subject: 'CN=shop,O=Acme\\, Inc.,C=US',
    issuer: 'CN=shop,O=Acme\\, Inc.,C=US',
    sans: ['B.example.com', 'a.example.com', '*.example.com', 'xn--bcher-kva.example'],
    signatureAlgorithm: 'ecdsa-with-SHA256',
    notBefore: Date.parse('2026-01-02T03:04:05Z'),
    expiresAt: Date.parse('2099-12-31T23:59:59Z'),
    keyType: 'ecdsa',
    names: ['b.example.com', 'a.example.com', '*.example.com', 'xn--bcher-kva.example'],
    chainPem: made.pem,
    privateKeyPem: made.keyPem,
    missingIssuer: null,
  });
});

describe('keys', () => {
  const rsa = newRsaKey();
  test.each([
    ['RSA in PKCS #8', exportKey(rsa), rsa, 'rsa', 'sha256WithRSAEncryption'],
    ['RSA in PKCS #1', exportKey(rsa, 'pkcs1'), rsa, 'rsa', 'sha256WithRSAEncryption'],
  ] as const)('takes %s', (_name, pem, key, keyType, signatureAlgorithm) => {
    expect(accept(makeCertificate({ key }).pem, pem)).toMatchObject({ keyType, signatureAlgorithm });
  });

  test.each(['prime256v1', 'secp384r1', 'secp521r1'])('takes EC on %s in PKCS #8 and SEC 1', (curve) => {
    const key = newEcKey(curve);
    const { pem } = makeCertificate({ key, signature: 'sha384' });
    for (const keyPem of [exportKey(key), exportKey(key, 'sec1')]) {
      expect(accept(pem, keyPem)).toMatchObject({
        keyType: 'ecdsa',
        signatureAlgorithm: 'ecdsa-with-SHA384',
      });
    }
  });

  test('takes Ed25519', () => {
    const made = makeCertificate({ key: newEd25519Key() });
    expect(accept(made.pem, made.keyPem)).toMatchObject({
      keyType: 'ed25519',
      signatureAlgorithm: 'ED25519',
    });
  });

  test('takes an RSA key whose certificate is signed with RSASSA-PSS', () => {
    const made = makeCertificate({ key: rsa, signature: 'pss-sha256' });
    expect(accept(made.pem, made.keyPem).signatureAlgorithm).toBe('rsassaPss');
  });

  test.each([
    ['RSA of 1,024 bits', newRsaKey(1024), /1024 bits, fewer than 2048/],
    ['EC on another curve', newEcKey('secp256k1'), /secp256k1; P-256/],
    ['Ed448', generateKeyPairSync('ed448').privateKey, /kind ed448/],
  ])('refuses %s', (_name, key, reason) => {
    const issuer = makeAuthority('CA');
    const made = makeCertificate({ key, issuer });
    expect(check(made.pem, made.keyPem)).toMatchObject({
      code: 'certificate_invalid',
      reason: expect.stringMatching(reason),
    });
  });

  const encrypted = leaf.key.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' });
  const oldEncrypted = leaf.key.export({
    type: 'sec1',
    format: 'pem',
    cipher: 'aes-128-cbc',
    passphrase: 'x',
  });
  test.each([
    ['nothing', undefined, 'it is missing'],
    ['an empty text', '', 'it is not PEM'],
    ['text', 'hello', 'it is not PEM'],
    ['a certificate', leaf.pem, 'it has no private key, only CERTIFICATE'],
    ['another key', exportKey(newEcKey()), 'does not belong'],
    ['an encrypted key', encrypted.toString(), 'it is encrypted'],
    ['a key encrypted the old way', oldEncrypted.toString(), 'it is encrypted'],
    ['two keys', leaf.keyPem + exportKey(newEcKey()), 'it has 2 private keys'],
    ['a key cut short', leaf.keyPem.slice(0, 100), 'has no end'],
    ['damaged base64', leaf.keyPem.replace(/\n(.)/, '\n*$1'), 'not base64'],
    ['something else in the block', pemOf('PRIVATE KEY', Buffer.from('abc')), 'does not hold a private key'],
    ['a key of OpenSSH', leaf.keyPem.replaceAll('PRIVATE', 'OPENSSH PRIVATE'), 'OpenSSH'],
    ['a DSA key', leaf.keyPem.replaceAll('PRIVATE', 'DSA PRIVATE'), 'not supported'],
  ])('refuses %s', (_name, key, reason) => {
    expect(checkUpload(leaf.pem, key, now)).toEqual({
      ok: false,
      code: 'private_key_invalid',
      reason: expect.stringContaining(reason),
    });
  });

  test('refuses a key whose private half was damaged', () => {
    const jwk = leaf.key.export({ format: 'jwk' });
    const other = newEcKey().export({ format: 'jwk' });
    const mixed = createPrivateKey({ key: { ...jwk, d: other.d ?? '' }, format: 'jwk' });
    expect(check(leaf.pem, exportKey(mixed))).toMatchObject({ code: 'private_key_invalid' });
  });

  test('takes a key beside its parameters and its certificate', () => {
    const parameters = pemOf('EC PARAMETERS', Buffer.from('06082a8648ce3d030107', 'hex'));
    accept(leaf.pem, `${parameters}${leaf.pem}${exportKey(leaf.key, 'sec1')}`);
  });
});

describe('certificates', () => {
  const request = pemOf('CERTIFICATE REQUEST', Buffer.from('abc'));
  test.each<[string, string, string]>([
    ['an empty text', '', 'it is not PEM'],
    ['text', 'hello', 'it is not PEM'],
    ['DER', leaf.der.toString('latin1'), 'it is not PEM'],
    ['a request', request, 'it has no certificate, only CERTIFICATE REQUEST'],
    ['a private key', leaf.keyPem, 'it has no certificate, only PRIVATE KEY'],
    [
      'OpenSSL’s own form',
      leaf.pem.replaceAll(' CERTIFICATE-', ' TRUSTED CERTIFICATE-'),
      'it has a block TRUSTED CERTIFICATE, which only OpenSSL reads',
    ],
    [
      'that form before an intermediate',
      leaf.pem.replaceAll(' CERTIFICATE-', ' TRUSTED CERTIFICATE-') + leaf.pem,
      'it has a block TRUSTED CERTIFICATE',
    ],
    ['one cut short', leaf.pem.slice(0, 200), 'has no end'],
    ['one without an end line', leaf.pem.replace(/-----END.*\n/, ''), 'has no end'],
    ['damaged base64', leaf.pem.replace('\nMII', '\nM!!'), 'is not base64'],
    ['something else in the block', pemOf('CERTIFICATE', Buffer.from('abc')), 'does not hold an X.509'],
    ['a damaged second one', leaf.pem + pemOf('CERTIFICATE', Buffer.from('abc')), 'block 2 of 2'],
    ['21 of them', leaf.pem.repeat(21), 'it has 21 certificates, more than 20'],
    [
      'one that expired',
      makeCertificate({ key: leaf.key, notBefore: new Date(0), notAfter: new Date(now) }).pem,
      `it expired at ${new Date(now).toISOString().slice(0, 19)}`,
    ],
    [
      'one that ends before it begins',
      makeCertificate({
        key: leaf.key,
        notBefore: new Date(now + 9 * dayMs),
        notAfter: new Date(now + dayMs),
      }).pem,
      'it ends before it begins',
    ],
    ['one without names', makeCertificate({ key: leaf.key, sans: null }).pem, 'no subject alternative name'],
    [
      'one with an IP address only',
      makeCertificate({
        key: leaf.key,
        sans: [],
        otherSans: [new Primitive({ idBlock: { tagClass: 3, tagNumber: 7 }, valueHex: new Uint8Array(4) })],
      }).pem,
      'have no DNS name',
    ],
    [
      'one with names that no host has',
      makeCertificate({
        key: leaf.key,
        sans: ['f*.example.com', '*.com', 'a..b', 'a b.example', 'x.example.com.'],
      }).pem,
      'none of its subject alternative names',
    ],
    [
      'one signed with SHA-1',
      makeCertificate({ key: leaf.key, signature: 'sha1' }).pem,
      'signed with ecdsa-with-SHA1',
    ],
    [
      'one for clients only',
      makeCertificate({ key: leaf.key, purposes: [oids.clientAuth] }).pem,
      'extended key usage',
    ],
  ])('refuses %s', (_name, certificate, reason) => {
    expect(check(certificate)).toEqual({
      ok: false,
      code: 'certificate_invalid',
      reason: expect.stringContaining(reason),
    });
  });

  test('refuses RSASSA-PSS with SHA-1, which is what its empty parameters mean', () => {
    const made = makeCertificate({ key: newRsaKey(), signature: 'pss-sha1' });
    expect(check(made.pem, made.keyPem)).toMatchObject({ reason: expect.stringContaining('rsassaPss') });
  });

  test('takes one that is not valid yet, one that is an authority and one for servers', () => {
    accept(makeCertificate({ key: leaf.key, notBefore: new Date(now + dayMs) }).pem, leaf.keyPem);
    accept(makeCertificate({ key: leaf.key, isCa: true }).pem, leaf.keyPem);
    accept(makeCertificate({ key: leaf.key, purposes: [oids.clientAuth, oids.serverAuth] }).pem, leaf.keyPem);
  });

  test('takes 100 names, and keeps those that no host has out of the names it serves', () => {
    const sans = Array.from({ length: 100 }, (_, index) => `h${index}.example.com`);
    expect(accept(makeCertificate({ key: leaf.key, sans }).pem, leaf.keyPem).names).toEqual(sans);
    const odd = accept(
      makeCertificate({ key: leaf.key, sans: ['*.com', 'localhost', 'A.example'] }).pem,
      leaf.keyPem,
    );
    expect(odd).toMatchObject({
      sans: ['*.com', 'localhost', 'A.example'],
      names: ['localhost', 'a.example'],
    });
  });

  test('takes text around the blocks, other line ends and trailing spaces', () => {
    const { fingerprint } = accept(leaf.pem, leaf.keyPem);
    for (const edit of [
      (pem: string) => `Bag Attributes\n  name: x\n${pem}\nbye`,
      (pem: string) => pem.replaceAll('\n', '\r\n'),
      (pem: string) => pem.replaceAll('\n', '  \t\n'),
      (pem: string) => pem.replaceAll('\n', '\r'),
      (pem: string) => `\ufeff${pem}`,
      (pem: string) => `${request}${pem}`,
    ]) {
      expect(accept(edit(leaf.pem), edit(leaf.keyPem))).toMatchObject({ fingerprint, chainPem: leaf.pem });
    }
  });

  test('checks the certificate before the key', () => {
    const expired = makeCertificate({ notBefore: new Date(0), notAfter: new Date(1000) });
    for (const key of [undefined, 'x', leaf.keyPem, expired.keyPem]) {
      expect(check(expired.pem, key)).toMatchObject({ code: 'certificate_invalid' });
    }
  });
});

describe('chains', () => {
  const root = makeAuthority('Root');
  const upper = makeAuthority('Upper', { issuer: root });
  const lower = makeAuthority('Lower', { issuer: upper });
  const end = makeCertificate({ issuer: lower });
  const wanted = [end, lower, upper].map(fingerprintOf);
  const stranger = makeCertificate();

  test.each([
    ['in order', [end, lower, upper]],
    ['in the wrong order', [upper, end, lower]],
    ['with the root', [end, lower, upper, root]],
    ['with the root first', [root, upper, lower, end]],
    ['with a certificate twice', [end, lower, end, upper, lower]],
    ['with a certificate that has nothing to do with it', [stranger, upper, lower, end]],
  ])('puts a chain %s right', (_name, bundle) => {
    const checked = accept(bundle.map(({ pem }) => pem).join(''), end.keyPem);
    expect(chainOf(checked.chainPem)).toEqual(wanted);
    // The root is not among those that clients are known to have, unless it was sent along.
    expect(checked.missingIssuer).toBe(bundle.includes(root) ? null : 'CN=Root');
  });

  test('names the issuer where the chain ends too early', () => {
    expect(accept(end.pem, end.keyPem)).toMatchObject({ chainPem: end.pem, missingIssuer: 'CN=Lower' });
    expect(accept(end.pem + upper.pem, end.keyPem).missingIssuer).toBe('CN=Lower');
  });

  test('keeps a cross-signed certificate instead of the root of the same name', () => {
    const older = makeAuthority('Older root');
    const crossed = makeAuthority('Root', { key: root.key, issuer: older });
    const bundle = [end, lower, upper, root, crossed, older];
    const checked = accept(bundle.map(({ pem }) => pem).join(''), end.keyPem);
    expect(chainOf(checked.chainPem)).toEqual([...wanted, fingerprintOf(crossed)]);
    expect(checked.missingIssuer).toBeNull();
  });

  test('is not led in a circle', () => {
    const keys = [newEcKey(), newEcKey()] as const;
    const one = makeAuthority('One', { key: keys[0] });
    const two = makeAuthority('Two', { key: keys[1], issuer: one });
    const again = makeAuthority('One', { key: keys[0], issuer: two });
    const made = makeCertificate({ issuer: again });
    const checked = accept([made, again, two].map(({ pem }) => pem).join(''), made.keyPem);
    expect(chainOf(checked.chainPem)).toEqual([made, again, two].map(fingerprintOf));
  });

  test('refuses an intermediate that TLS would not send', () => {
    const weak = makeAuthority('Weak', { issuer: root, signature: 'sha1' });
    const made = makeCertificate({ issuer: weak });
    expect(check(made.pem + weak.pem, made.keyPem)).toMatchObject({
      code: 'certificate_invalid',
      reason:
        'the intermediate certificate CN=Weak is signed with ecdsa-with-SHA1, which uses SHA-1 or an older digest',
    });
    const short = makeAuthority('Short', { issuer: root, key: newRsaKey(1024) });
    const other = makeCertificate({ issuer: short });
    expect(check(other.pem + short.pem, other.keyPem)).toMatchObject({
      reason: 'of the intermediate certificate CN=Short, its RSA key has 1024 bits, fewer than 2048',
    });
    // A root is not sent, so it may be signed as it likes.
    const oldRoot = makeAuthority('Old root', { signature: 'sha1' });
    const fine = makeCertificate({ issuer: oldRoot });
    accept(fine.pem + oldRoot.pem, fine.keyPem);
  });

  test('finds the certificate of the key, wherever it stands and whatever else is valid', () => {
    const previous = makeCertificate({ issuer: lower, notBefore: new Date(0), notAfter: new Date(1000) });
    const checked = accept(previous.pem + end.pem + lower.pem, end.keyPem);
    expect(chainOf(checked.chainPem)).toEqual([end, lower].map(fingerprintOf));
  });
});

describe('whatever comes', () => {
  const outcome = (certificate: string, key: string) => {
    const result = check(certificate, key);
    if (!result.ok) expect(['certificate_invalid', 'private_key_invalid']).toContain(result.code);
    return result;
  };

  test('text ends in one of the two errors', () => {
    const piece = fc.constantFrom(
      '-----BEGIN CERTIFICATE-----',
      '-----END CERTIFICATE-----',
      '-----BEGIN PRIVATE KEY-----',
      '-----END PRIVATE KEY-----',
      'MIIB',
      'Proc-Type: 4,ENCRYPTED',
      '\n',
      '\r',
      ' ',
      '=',
    );
    const text = fc
      .array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 30 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, text, (certificate, key) => {
        expect(outcome(certificate, key).ok).toBe(false);
      }),
      { numRuns: runs(500) },
    );
  });

  test('damaged certificates and keys are refused or taken, and nothing else', () => {
    const der = makeCertificate({
      key: leaf.key,
      isCa: true,
      purposes: [oids.serverAuth],
      subject: [[[oids.CN, new Utf8String({ value: 'é' })]]],
    }).der;
    const keyDer = leaf.key.export({ type: 'pkcs8', format: 'der' });
    const damage = fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { minLength: 1, maxLength: 3 });
    const apply = (bytes: Buffer, edits: readonly (readonly [number, number])[]) => {
      const copy = Buffer.from(bytes);
      for (const [at, value] of edits) copy[at % copy.length] = value;
      return copy;
    };
    fc.assert(
      fc.property(damage, damage, fc.boolean(), (one, other, both) => {
        outcome(pemOf('CERTIFICATE', apply(der, one)), leaf.keyPem);
        if (both) outcome(leaf.pem, pemOf('PRIVATE KEY', apply(keyDer, other)));
      }),
      { numRuns: runs(200) },
    );
  });

  test('a message never has anything of what was given', () => {
    const secret = leaf.keyPem.split('\n')[1] ?? '';
    for (const [certificate, key] of [
      [leaf.keyPem, leaf.keyPem],
      [leaf.pem, leaf.keyPem.replace('END', 'END X')],
      [leaf.pem, `${leaf.keyPem}${leaf.keyPem}`],
      [leaf.pem, leaf.keyPem.replaceAll('\n', '\\n')],
      [leaf.keyPem.replaceAll('\n', ''), leaf.keyPem.replaceAll('\n', '')],
    ] as const) {
      const result = check(certificate, key);
      expect(result.ok).toBe(false);
      expect(JSON.stringify(result)).not.toContain(secret.slice(0, 20));
    }
  });

  test('a mebibyte of anything is done with soon', () => {
    const size = 1024 * 1024;
    const begin = '-----BEGIN CERTIFICATE-----\n';
    const nested = Buffer.concat(
      Array.from({ length: 5_000 }, (_, index) => Buffer.from([0x30, 0x82, (index >> 8) & 255, index & 255])),
    );
    const inputs = [
      'A'.repeat(size),
      '\n'.repeat(size),
      begin.repeat(size / begin.length),
      `${begin}${'A'.repeat(size)}`,
      `${begin}${`${'A'.repeat(64)}\n`.repeat(size / 65)}-----END CERTIFICATE-----`,
      `${begin}${': \n'.repeat(size / 3)}-----END CERTIFICATE-----`,
      pemOf('CERTIFICATE', nested),
      leaf.pem.repeat(1_000),
    ];
    for (const input of inputs) {
      const start = process.cpuUsage();
      outcome(input, leaf.keyPem);
      outcome(leaf.pem, input);
      // Of the CPU: the clock also runs while others have it.
      expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000);
    }
  });
});
