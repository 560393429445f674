/** A custom certificate, and the rows it is stored as. Source: docs/reference/certificates.md ("Fields"). */
import type { Insertable, Selectable } from 'kysely';
import type { CheckedCertificate } from '../certificates/check-upload.ts';
import { wildcardCovering } from '../core/wildcard-host.ts';
import { type CustomCertificateEntity, customCertificateResource } from '../resources/custom-certificate.ts';
import { fromColumns, toColumns } from './columns.ts';
import type { CertificateNameRow, CustomCertificateRow } from './schema.ts';

export type CustomCertificate = CustomCertificateEntity & {
  readonly accountUuid: string;
  /** An issuer that clients may not have, because the chain ends before it. */
  readonly missingIssuer: string | null;
};

export function toRow(certificate: CustomCertificate): Insertable<CustomCertificateRow> {
  return {
    ...toColumns(customCertificateResource, customCertificateResource.stored, certificate),
    account_uuid: certificate.accountUuid,
    missing_issuer: certificate.missingIssuer,
    expiry_notice_days: null,
  };
}

export function toCustomCertificate(row: Selectable<CustomCertificateRow>): CustomCertificate {
  return {
    ...fromColumns(customCertificateResource, customCertificateResource.stored, row),
    accountUuid: row.account_uuid,
    missingIssuer: row.missing_issuer,
  };
}

export function toNameRows(
  { uuid, accountUuid }: Pick<CustomCertificate, 'uuid' | 'accountUuid'>,
  { names, keyType, notBefore, expiresAt }: CheckedCertificate,
): Insertable<CertificateNameRow>[] {
  return names.map((name) => ({
    certificate_uuid: uuid,
    name,
    covered_by: wildcardCovering(name) ?? null,
    account_uuid: accountUuid,
    key_type: keyType,
    not_before: notBefore,
    expires_at: expiresAt,
  }));
}
