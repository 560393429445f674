/** The authority that the world trusts, and certificates by it. */
import { makeCertificate } from '../certificate-maker.ts';
import { type Certificate, TestAuthority } from '../certificates.ts';

export const authorityOfWorld: TestAuthority = new TestAuthority();

/** By an intermediate authority, whose certificate is left out. */
export function withoutChain(host: string): Certificate {
  const intermediate = authorityOfWorld.intermediate('Intermediate authority');
  const { pem, keyPem } = makeCertificate({ sans: [host], issuer: intermediate });
  return { cert: pem, key: keyPem };
}

export function ofNextWeek(host: string): Certificate {
  return authorityOfWorld.issue(`DNS:${host}`, 'future');
}

export function selfSigned(host: string): Certificate {
  const { pem, keyPem } = makeCertificate({ sans: [host] });
  return { cert: pem, key: keyPem };
}
