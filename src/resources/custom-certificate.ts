/** Custom certificates. Source: docs/reference/certificates.md ("Fields"). */
import type { Entity } from './definition.ts';
import { defineResource, type Resource } from './resource.ts';

export const customCertificateDefinitions = {
  certificate: {
    type: 'text',
    required: true,
    writeOnly: true,
    allowed: 'the certificate in PEM, its intermediates with it',
    refused:
      'is missing or not a PEM certificate that can be served: expired, without a DNS name, with a key or a signature that is too weak',
    description:
      'The certificate in PEM with the intermediates that lead to its root, 20 in all at most, in any order. Roots and what does not belong to the chain are left out.',
  },
  private_key: {
    type: 'text',
    required: true,
    writeOnly: true,
    allowed: 'one RSA, EC or Ed25519 private key in PEM, not encrypted',
    refused: 'is missing, not a PEM private key, encrypted, or not the key of the certificate',
    description:
      'Its private key in PEM (PKCS #8, PKCS #1 or SEC 1), not encrypted. Kept encrypted, and never returned.',
  },
  uuid: { type: 'uuid', readOnly: true },
  expires_at: { type: 'timestamp', readOnly: true, description: 'Expiration time.' },
  not_before: {
    type: 'timestamp',
    readOnly: true,
    description: 'Time before which the certificate is not valid.',
  },
  fingerprint: {
    type: 'text',
    readOnly: true,
    description: 'SHA-256 of the DER, in upper-case hexadecimal pairs with colons.',
  },
  issuer: {
    type: 'text',
    readOnly: true,
    examples: ["CN=R11,O=Let's Encrypt,C=US"],
    description: 'As RFC 4514 writes names.',
  },
  public_key_sha: {
    type: 'text',
    readOnly: true,
    description: 'SHA-1 of the SubjectPublicKeyInfo, in lower-case hexadecimal.',
  },
  sans: {
    type: 'texts',
    readOnly: true,
    examples: [['example.com', '*.example.com']],
    description: 'The DNS names among the subject alternative names, in their order.',
  },
  serial_number: { type: 'text', readOnly: true, description: 'Upper-case hexadecimal.' },
  signature_algorithm: {
    type: 'text',
    readOnly: true,
    examples: ['ecdsa-with-SHA256'],
    description: 'As OpenSSL names it.',
  },
  subject: {
    type: 'text',
    readOnly: true,
    examples: ['CN=example.com'],
    description: 'As RFC 4514 writes names.',
  },
  created_at: { type: 'timestamp', readOnly: true, description: 'Time of the upload.' },
} as const;

type Definitions = typeof customCertificateDefinitions;
export type CustomCertificateEntity = Entity<Definitions>;

export const customCertificateResource: Resource<Definitions> = defineResource(
  'CustomCertificate',
  customCertificateDefinitions,
);
