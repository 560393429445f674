/** Authorities of client certificates in the form that OpenSSL reads. Source: docs/reference/tls.md ("Client certificates"). */
import { expect, test } from 'vitest';
import { TestAuthority } from '../../test/support/certificates.ts';
import { clientAuthorities, findClientAuthorityProblem } from './client-authorities.ts';

test('each certificate is there once, whatever is around it', () => {
  using authority = new TestAuthority();
  const { pem } = authority.intermediate('Intermediate');
  const again = authority.pem.replaceAll('CERTIFICATE', 'X509 CERTIFICATE').replaceAll('\n', '\r\n');
  const text = `Ours:\r\n${authority.pem}\n${pem}${again}`;
  expect(findClientAuthorityProblem(text)).toBeUndefined();
  expect(clientAuthorities(text)).toBe(authority.pem + pem);
});

// Node takes those that it knows where there are none.
test('no authorities are refused', () => {
  expect(() => clientAuthorities('')).toThrow('there are no authorities');
});
