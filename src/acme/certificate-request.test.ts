import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { lacksCommand } from '../../test/support/skips.ts';
import { requestCertificate } from './certificate-request.ts';
import { challengeCertificate } from './challenge-certificate.ts';

const openssl = (args: string[], input: Buffer | string) =>
  execFileSync('openssl', args, { input }).toString();

const lacksOpenssl = lacksCommand('openssl', 'certificate requests');

it.skipIf(lacksOpenssl)('a request names the host, is signed by its key and holds nothing else', async () => {
  const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.example.com`;
  const { der, privateKeyPem } = await requestCertificate(host);
  const text = openssl(['req', '-inform', 'DER', '-noout', '-text', '-verify'], der);
  expect(text).toContain(`DNS:${host}`);
  expect(text).toMatch(/Subject: *\n/);
  expect(text).toContain('ASN1 OID: prime256v1');
  const publicKey = openssl(['req', '-inform', 'DER', '-noout', '-pubkey'], der);
  expect(openssl(['pkey', '-pubout'], privateKeyPem)).toBe(publicKey);
});

it.skipIf(lacksOpenssl)(
  'a TLS-ALPN-01 certificate has the digest of the key authorization in a critical extension',
  async () => {
    const made = await challengeCertificate('shop.example.com', 'token.thumbprint', Date.now());
    const x509 = new X509Certificate(made.certificatePem);
    expect(x509.subjectAltName).toBe('DNS:shop.example.com');
    expect(x509.verify(x509.publicKey)).toBe(true);
    const digest = createHash('sha256').update('token.thumbprint').digest('hex').toUpperCase();
    const structure = openssl(['asn1parse'], made.certificatePem);
    expect(structure).toMatch(
      new RegExp(`1\\.3\\.6\\.1\\.5\\.5\\.7\\.1\\.31\\n.*BOOLEAN.*255\\n.*OCTET STRING.*0420${digest}`),
    );
  },
);
