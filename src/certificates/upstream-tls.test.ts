import { expect, test } from 'vitest';
import { makeAuthority, makeCertificate, pemOf } from '../../test/support/certificate-maker.ts';
import { findAuthorityProblem } from './upstream-tls.ts';

const root = makeAuthority('Root');
const leaf = makeCertificate({ issuer: root });

test.each<[string, string, string | undefined]>([
  ['an authority', root.pem, undefined],
  ['an authority, an intermediate and a certificate', root.pem + leaf.pem, undefined],
  ['20 certificates', root.pem.repeat(20), undefined],
  [
    'one that expired',
    makeAuthority('Old', { notBefore: new Date(0), notAfter: new Date(1_000) }).pem,
    undefined,
  ],
  ['text', 'hello', 'it is not PEM'],
  ['21 certificates', root.pem.repeat(21), 'it has 21 certificates, more than 20'],
  ['one cut short', root.pem + leaf.pem.slice(0, 200), 'block 2 of 2 has no end'],
  [
    'a block of something else',
    pemOf('CERTIFICATE', Buffer.from('abc')),
    'does not hold an X.509 certificate',
  ],
  ['a request', root.pem + pemOf('CERTIFICATE REQUEST', leaf.der), 'it has a block CERTIFICATE REQUEST'],
  ['a private key', leaf.pem + leaf.keyPem, 'it has a private key'],
  ['a private key that is no PEM', `${leaf.pem}-- BEGIN PRIVATE KEY --`, 'it has a private key'],
])('authorities: %s', (_name, pem, problem) => {
  expect(findAuthorityProblem(pem)).toEqual(problem && expect.stringContaining(problem));
});
