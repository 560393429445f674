/** Custom certificates on the wire. Source: docs/reference/certificates.md ("Fields"). */
import { type TObject, Type } from '@sinclair/typebox';
import type { CustomCertificate } from '../../control/custom-certificates.ts';
import { formatTimestamp } from '../../core/clock.ts';
import { type Attribute, bodySchemas, textAttribute } from '../attributes.ts';
import { pageQuery, timestampSchema, uuidSchema } from './common.ts';

const certificateAttribute: Attribute<string> = textAttribute({
  name: 'certificate',
  code: 'certificate_invalid',
  allowed: 'the certificate in PEM, its intermediates with it',
  schema: Type.String({
    description:
      'The certificate in PEM with the intermediates that lead to its root, 20 in all at most, in any order. Roots and what does not belong to the chain are left out.',
  }),
  read: (text) => ({ ok: true, value: text }),
});

const privateKeyAttribute: Attribute<string> = textAttribute({
  name: 'private_key',
  code: 'private_key_invalid',
  allowed: 'one RSA, EC or Ed25519 private key in PEM, not encrypted',
  schema: Type.String({
    writeOnly: true,
    description:
      'Its private key in PEM (PKCS #8, PKCS #1 or SEC 1), not encrypted. Kept encrypted, and never returned.',
  }),
  read: (text) => ({ ok: true, value: text }),
});

/** In the order in which they are checked. */
export const uploadAttributes: {
  readonly certificate: Attribute<string>;
  readonly privateKey: Attribute<string>;
} = { certificate: certificateAttribute, privateKey: privateKeyAttribute };

const fields = {
  uuid: uuidSchema,
  expires_at: timestampSchema('Expiration time.'),
  not_before: timestampSchema('Time before which the certificate is not valid.'),
  fingerprint: Type.String({
    description: 'SHA-256 of the DER, in upper-case hexadecimal pairs with colons.',
  }),
  issuer: Type.String({
    examples: ["CN=R11,O=Let's Encrypt,C=US"],
    description: 'As RFC 4514 writes names.',
  }),
  public_key_sha: Type.String({
    description: 'SHA-1 of the SubjectPublicKeyInfo, in lower-case hexadecimal.',
  }),
  sans: Type.Array(Type.String(), {
    examples: [['example.com', '*.example.com']],
    description: 'The DNS names among the subject alternative names, in their order.',
  }),
  serial_number: Type.String({ description: 'Upper-case hexadecimal.' }),
  signature_algorithm: Type.String({
    examples: ['ecdsa-with-SHA256'],
    description: 'As OpenSSL names it.',
  }),
  subject: Type.String({ examples: ['CN=example.com'], description: 'As RFC 4514 writes names.' }),
  created_at: timestampSchema('Time of the upload.'),
};

/** Every attribute that a body may have; the read-only ones are ignored. */
export const customCertificateAttributeNames: readonly string[] = [
  certificateAttribute.name,
  privateKeyAttribute.name,
  ...Object.keys(fields),
];

export const customCertificateSchema: TObject = Type.Object(fields, { $id: 'CustomCertificate' });

export const customCertificateBodySchema: TObject = bodySchemas(
  'CustomCertificate',
  [certificateAttribute, privateKeyAttribute],
  [certificateAttribute, privateKeyAttribute],
).create;

export const customCertificateQuerySchema: TObject = Type.Object(pageQuery);

export function customCertificateToWire(certificate: CustomCertificate): Record<string, unknown> {
  return {
    uuid: certificate.uuid,
    expires_at: formatTimestamp(certificate.expiresAt),
    not_before: formatTimestamp(certificate.notBefore),
    fingerprint: certificate.fingerprint,
    issuer: certificate.issuer,
    public_key_sha: certificate.publicKeySha,
    sans: certificate.sans,
    serial_number: certificate.serialNumber,
    signature_algorithm: certificate.signatureAlgorithm,
    subject: certificate.subject,
    created_at: formatTimestamp(certificate.createdAt),
  };
}

export function deletedCustomCertificateMessage({ uuid }: CustomCertificate): string {
  return `Custom certificate ${uuid} was deleted.`;
}
