/** A custom certificate, and the rows it is stored as. Source: docs/reference/certificates.md ("Fields"). */
import type { Insertable, Selectable } from 'kysely';
import type { CertificateFields } from '../certificates/certificate.ts';
import type { CheckedCertificate } from '../certificates/check-upload.ts';
import { namesCovering } from '../certificates/served-names.ts';
import type { CertificateNameRow, CustomCertificateRow } from './schema.ts';

export type CustomCertificate = CertificateFields & {
  readonly uuid: string;
  readonly accountUuid: string;
  /** An issuer that clients may not have, because the chain ends before it. */
  readonly missingIssuer: string | null;
  readonly createdAt: number;
};

export function toRow(certificate: CustomCertificate): Insertable<CustomCertificateRow> {
  return {
    uuid: certificate.uuid,
    account_uuid: certificate.accountUuid,
    fingerprint: certificate.fingerprint,
    expires_at: certificate.expiresAt,
    not_before: certificate.notBefore,
    issuer: certificate.issuer,
    public_key_sha: certificate.publicKeySha,
    sans: JSON.stringify(certificate.sans),
    serial_number: certificate.serialNumber,
    signature_algorithm: certificate.signatureAlgorithm,
    subject: certificate.subject,
    missing_issuer: certificate.missingIssuer,
    expiry_notice_days: null,
    created_at: certificate.createdAt,
  };
}

export function toCustomCertificate(row: Selectable<CustomCertificateRow>): CustomCertificate {
  const sans: string[] = JSON.parse(row.sans);
  return {
    uuid: row.uuid,
    accountUuid: row.account_uuid,
    fingerprint: row.fingerprint,
    expiresAt: row.expires_at,
    notBefore: row.not_before,
    issuer: row.issuer,
    publicKeySha: row.public_key_sha,
    sans,
    serialNumber: row.serial_number,
    signatureAlgorithm: row.signature_algorithm,
    subject: row.subject,
    missingIssuer: row.missing_issuer,
    createdAt: row.created_at,
  };
}

export function toNameRows(
  { uuid, accountUuid }: Pick<CustomCertificate, 'uuid' | 'accountUuid'>,
  { names, keyType, notBefore, expiresAt }: CheckedCertificate,
): Insertable<CertificateNameRow>[] {
  return names.map((name) => ({
    certificate_uuid: uuid,
    name,
    covered_by: name.startsWith('*.') ? null : (namesCovering(name).wildcard ?? null),
    account_uuid: accountUuid,
    key_type: keyType,
    not_before: notBefore,
    expires_at: expiresAt,
  }));
}
