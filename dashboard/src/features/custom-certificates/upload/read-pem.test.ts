import { expect, test } from 'vitest';
import { authorityPem, keyPem, leafPem, precisePem } from './pem-fixtures.ts';
import { joinFound, leafOf, readPem } from './read-pem.ts';

const leafSummary = {
  subject: 'shop.example.com',
  issuer: 'Example CA',
  names: ['shop.example.com', '*.shop.example.com'],
  notBefore: '2026-02-01T00:00:00.000Z',
  expiresAt: '2027-02-01T12:30:00.000Z',
  isAuthority: false,
  keyKind: 'EC',
};

test('finds certificates and the key in one file, whatever stands around them', () => {
  const found = readPem('all.pem', `Bag Attributes\r\n${authorityPem}subject=x\n${leafPem}\n${keyPem}`);
  expect(found.certificates.map(({ summary }) => summary?.subject)).toEqual([
    'Example CA',
    'shop.example.com',
  ]);
  expect(found.keys).toEqual([{ source: 'all.pem', pem: keyPem, kind: 'EC' }]);
  expect(found.remarks).toEqual([]);
  expect(leafOf(found.certificates)).toEqual({ source: 'all.pem', pem: leafPem, summary: leafSummary });
});

test('reads other line ends', () => {
  const found = readPem('a', leafPem.replaceAll('\n', '\r\n'));
  expect(found.certificates[0]?.summary).toEqual(leafSummary);
});

test('joins files, and takes nothing twice', () => {
  const found = joinFound([
    readPem('a', leafPem),
    readPem('b', leafPem + authorityPem),
    readPem('c', keyPem),
  ]);
  expect(found.certificates).toHaveLength(2);
  expect(found.keys).toHaveLength(1);
});

test('reads times with parts of seconds', () => {
  expect(readPem('a', precisePem).certificates[0]?.summary).toMatchObject({
    notBefore: '2026-02-01T00:00:00.000Z',
    expiresAt: '2027-02-01T12:30:00.000Z',
  });
});

test('a damaged certificate is found, but cannot be read', () => {
  const damaged = leafPem.replace(/[A-Za-z0-9+/]{40}\n/, '\n');
  expect(readPem('a', damaged).certificates).toMatchObject([{ summary: undefined }]);
  const nonsense = '-----BEGIN CERTIFICATE-----\n!!!\n-----END CERTIFICATE-----';
  expect(readPem('a', nonsense).certificates).toMatchObject([{ summary: undefined }]);
});

test.each([
  ['-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----', 'RSA'],
  ['-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----', 'EC'],
  ['-----BEGIN PRIVATE KEY-----\n????\n-----END PRIVATE KEY-----', ''],
])('knows the kind of a key by its label', (pem, kind) => {
  expect(readPem('a', pem).keys).toMatchObject([{ kind }]);
});

test.each([
  [
    '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA\n-----END ENCRYPTED PRIVATE KEY-----',
    /^f contains a password-protected private key/,
  ],
  [
    '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAA\n-----END RSA PRIVATE KEY-----',
    /^f contains a password-protected private key/,
  ],
  [
    '-----BEGIN CERTIFICATE REQUEST-----\nAA\n-----END CERTIFICATE REQUEST-----',
    /^f contains a certificate signing request/,
  ],
  ['-----BEGIN PKCS7-----\nAA\n-----END PKCS7-----', /^f is PKCS #7/],
  ['-----BEGIN CERTIFICATE-----\nAA', 'f is incomplete: the PEM end line is missing.'],
  ['0\u0082\u0003\u0000', /^f isn't text\. Convert it to PEM/],
  ['hello', 'f contains no PEM certificate or private key.'],
])('says what is wrong with %j', (text, remark) => {
  expect(readPem('f', text)).toEqual({
    certificates: [],
    keys: [],
    remarks: [expect.stringMatching(remark)],
  });
});

test('never says anything of a key', () => {
  const secret = keyPem.split('\n')[1] ?? '';
  expect(JSON.stringify(readPem('f', keyPem).remarks)).not.toContain(secret);
});
