/**
 * Custom certificates of accounts, their private keys sealed. They never change: one is replaced by another.
 * Source: docs/reference/certificates.md.
 */

import type { CertificateFields } from '../../certificates/certificate.ts';
import type { CheckedCertificate } from '../../certificates/check-upload.ts';
import { recordChange } from '../../control/audit-trail.ts';
import { type Audited, auditedResource } from '../../control/audited.ts';
import {
  type CustomCertificate,
  toCustomCertificate,
  toNameRows,
  toRow,
} from '../../control/custom-certificate-row.ts';
import type { ControlDatabase, ControlTransaction } from '../../control/database.ts';
import { refreshReadiness } from '../../control/domain-readiness.ts';
import { isUniqueViolation } from '../../control/failures.ts';
import { type PageQuery, selectPage } from '../../control/page-query.ts';
import { recordRevisions } from '../../control/revisions.ts';
import { certificateKeyIdentity } from '../../control/sealed-columns.ts';
import type { SecretKeys } from '../../control/secret-keys.ts';
import type { ControlStore } from '../../control/store.ts';
import type { Clock } from '../../core/clock.ts';
import { ServiceError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import {
  type customCertificateDefinitions,
  customCertificateResource,
} from '../../resources/custom-certificate.ts';
import type { Entity } from '../../resources/definition.ts';

export type { CustomCertificate } from '../../control/custom-certificate-row.ts';

/** Rows of one INSERT; each takes seven parameters and both engines allow at least 32,766. */
const namesPerInsert = 1_000;
const newestFirst = { field: 'created_at', direction: 'desc' } as const;

export const auditedCertificate: Audited<Entity<typeof customCertificateDefinitions>> = auditedResource(
  'custom_certificate',
  customCertificateResource,
  ({ sans, subject }) => sans[0] ?? subject,
);

export class CustomCertificates {
  readonly #database: ControlDatabase;
  readonly #clock: Clock;
  readonly #secretKeys: SecretKeys;

  constructor({ database, clock, secretKeys }: Pick<ControlStore, 'database' | 'clock' | 'secretKeys'>) {
    this.#database = database;
    this.#clock = clock;
    this.#secretKeys = secretKeys;
  }

  /** Stores a certificate with its key. Errors: `certificate_taken`; throws SecretKeyError without the secret key. */
  async create(accountUuid: string, checked: CheckedCertificate): Promise<CustomCertificate> {
    const certificate: CustomCertificate = {
      ...fieldsOf(checked),
      uuid: newUuid(),
      accountUuid,
      missingIssuer: checked.missingIssuer,
      createdAt: this.#clock.now(),
    };
    try {
      await this.#database.transaction((trx) => this.#insert(trx, certificate, checked));
    } catch (error) {
      if (!isUniqueViolation(error, 'custom_certificates', 'fingerprint')) throw error;
      throw certificateTaken(checked.fingerprint, await this.#uuidOf(accountUuid, checked.fingerprint));
    }
    return certificate;
  }

  async find(accountUuid: string, uuid: string): Promise<CustomCertificate | undefined> {
    const row = await this.#database.queries
      .selectFrom('custom_certificates')
      .selectAll()
      .where('uuid', '=', uuid)
      .where('account_uuid', '=', accountUuid)
      .executeTakeFirst();
    return row && toCustomCertificate(row);
  }

  /** One page, newest first, and the count of all, as of one moment. */
  async list(
    accountUuid: string,
    range: Omit<PageQuery<never>, 'sort'>,
  ): Promise<{ certificates: CustomCertificate[]; count: number }> {
    const { rows, count } = await selectPage(
      this.#database.queries,
      'custom_certificates',
      { account_uuid: accountUuid },
      { ...range, sort: newestFirst },
    );
    return { certificates: rows.map(toCustomCertificate), count };
  }

  /** Deletes a certificate and its key; answers what it was, or undefined when there was none. */
  delete(accountUuid: string, uuid: string): Promise<CustomCertificate | undefined> {
    return this.#database.transaction(async (trx) => {
      const names = await namesOf(trx, [uuid]);
      const row = await trx
        .deleteFrom('custom_certificates')
        .where('uuid', '=', uuid)
        .where('account_uuid', '=', accountUuid)
        .returningAll()
        .executeTakeFirst();
      if (!row) return undefined;
      const certificate = toCustomCertificate(row);
      recordChange(trx, auditedCertificate, accountUuid, certificate, null);
      await this.#changed(trx, names, accountUuid);
      return certificate;
    });
  }

  /** Deletes every certificate whose private key is sealed with one of these keys; answers how many. */
  async deleteSealedWith(trx: ControlTransaction, keyIds: readonly string[]): Promise<number> {
    if (keyIds.length === 0) return 0;
    const rows = await trx
      .selectFrom('certificate_keys')
      .select('certificate_uuid')
      .where('key_id', 'in', keyIds)
      .execute();
    const uuids = rows.map(({ certificate_uuid }) => certificate_uuid);
    for (let start = 0; start < uuids.length; start += namesPerInsert) {
      const part = uuids.slice(start, start + namesPerInsert);
      const names = await namesOf(trx, part);
      const deleted = await trx
        .deleteFrom('custom_certificates')
        .where('uuid', 'in', part)
        .returningAll()
        .execute();
      for (const certificate of deleted.map(toCustomCertificate))
        recordChange(trx, auditedCertificate, certificate.accountUuid, certificate, null);
      await this.#changed(trx, names);
    }
    return uuids.length;
  }

  async #insert(
    trx: ControlTransaction,
    certificate: CustomCertificate,
    checked: CheckedCertificate,
  ): Promise<void> {
    await trx.insertInto('custom_certificates').values(toRow(certificate)).execute();
    const { uuid, accountUuid } = certificate;
    recordChange(trx, auditedCertificate, accountUuid, null, certificate);
    const sealed = await this.#secretKeys.seal(trx, checked.privateKeyPem, certificateKeyIdentity(uuid));
    await trx
      .insertInto('certificate_keys')
      .values({
        certificate_uuid: uuid,
        chain_pem: checked.chainPem,
        sealed_key: sealed.text,
        key_id: sealed.keyId,
      })
      .execute();
    const names = toNameRows(certificate, checked);
    for (let start = 0; start < names.length; start += namesPerInsert) {
      await trx
        .insertInto('certificate_names')
        .values(names.slice(start, start + namesPerInsert))
        .execute();
    }
    await this.#changed(trx, checked.names, accountUuid);
  }

  /** The last steps of a change of certificates with these names. */
  async #changed(trx: ControlTransaction, names: readonly string[], accountUuid?: string): Promise<void> {
    const { kind } = this.#database;
    const subject = accountUuid === undefined ? { names } : { names, accountUuid };
    await refreshReadiness(trx, kind, subject, this.#clock.now());
    recordRevisions(trx, 'certificate', names);
  }

  async #uuidOf(accountUuid: string, fingerprint: string): Promise<string | undefined> {
    const row = await this.#database.queries
      .selectFrom('custom_certificates')
      .select('uuid')
      .where('account_uuid', '=', accountUuid)
      .where('fingerprint', '=', fingerprint)
      .executeTakeFirst();
    return row?.uuid;
  }
}

/** Everything but what must not leave with the certificate: its key above all. */
function fieldsOf(checked: CheckedCertificate): CertificateFields {
  return {
    expiresAt: checked.expiresAt,
    notBefore: checked.notBefore,
    fingerprint: checked.fingerprint,
    issuer: checked.issuer,
    publicKeySha: checked.publicKeySha,
    sans: checked.sans,
    serialNumber: checked.serialNumber,
    signatureAlgorithm: checked.signatureAlgorithm,
    subject: checked.subject,
  };
}

async function namesOf(trx: ControlTransaction, uuids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('certificate_names')
    .select('name')
    .distinct()
    .where('certificate_uuid', 'in', uuids)
    .execute();
  return rows.map(({ name }) => name);
}

function certificateTaken(fingerprint: string, uuid: string | undefined): ServiceError {
  const which = uuid === undefined ? '' : ` as ${uuid}`;
  return new ServiceError(
    'certificate_taken',
    `certificate with the fingerprint ${fingerprint} is stored already${which}; to give it another chain, delete that one first`,
  );
}
