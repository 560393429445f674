/**
 * Stores certificates that another program obtained as automatic ones. They serve until their own renewal, which is ordered with the
 * account that they were, so that it can say what it replaces. Source: docs/guides/moving-in.md, RFC 9773 section 5.
 */
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { CheckedCertificate } from '../../certificates/check-upload.ts';
import type { ImportedAccount } from '../../control/acme-account-keys.ts';
import { recordChange } from '../../control/audit-trail.ts';
import type { ControlTransaction } from '../../control/database.ts';
import { refreshReadiness } from '../../control/domain-readiness.ts';
import { together } from '../../control/pipelining.ts';
import { recordRevisions } from '../../control/revisions.ts';
import type { AutomaticCertificateRow } from '../../control/schema.ts';
import { automaticKeyIdentity } from '../../control/sealed-columns.ts';
import type { ControlStore } from '../../control/store.ts';
import { findClaims, newRow } from '../../control/wanted-certificates.ts';
import { firstRehearsalAt, placeOf, renewalDueAt } from '../../core/renewal-time.ts';
import { hourMs } from '../../core/time.ts';
import { auditedCertificateOrder } from './certificate-store.ts';

export type CheckedImport = {
  readonly host: string;
  readonly certificate: CheckedCertificate;
  /** Of the authority that issued it; null: not known. */
  readonly directoryUrl: string | null;
  /** The imported account that ordered it, by its URL; null: not known. */
  readonly accountUrl: string | null;
};

/** `unchanged`: the host has it already, or one that ends later, or was in the list before. */
export type ImportResult = 'imported' | 'unchanged' | 'not_found' | 'host_taken';

type Store = Pick<ControlStore, 'database' | 'clock' | 'secretKeys' | 'acmeAccounts'>;
type NewRow = Insertable<AutomaticCertificateRow>;

/** What an import changes of a host that is there. A lease stays: what is ordered under it counts, and takes the place of this one. */
const importedColumns = [
  'next_attempt_at',
  'failures',
  'last_error',
  'last_error_code',
  'fingerprint',
  'issuer',
  'not_before',
  'expires_at',
  'directory_url',
  'acme_account_id',
  'expiry_announced',
  'renew_at',
  'next_rehearsal_at',
  'rehearsal',
] as const;
const keyColumns = ['chain_pem', 'sealed_key', 'key_id'] as const;
/** Each has a parameter for every column; both engines allow at least 32,766. */
const rowsPerInsert = 500;
/** Its authority is first asked when to renew it within this time, which finds out about revocations. */
const firstLookWithinMs = hourMs;

/** In one transaction; answers what became of each certificate, or in a dry run would have, in their order. Throws SecretKeyError. */
export function importCertificates(
  { database, clock, secretKeys, acmeAccounts }: Store,
  accountUuid: string,
  accounts: readonly ImportedAccount[],
  list: readonly CheckedImport[],
  isDryRun = false,
): Promise<ImportResult[]> {
  const now = clock.now();
  return database.transaction(async (trx) => {
    const accountIds = new Map<string, string>();
    for (const account of isDryRun ? [] : accounts)
      accountIds.set(
        nameOf(account.directoryUrl, account.url),
        await acmeAccounts.keepImported(trx, account),
      );
    const hosts = list.map(({ host }) => host);
    const claims = new Map(
      (hosts.length === 0 ? [] : await findClaims(trx, database.kind, hosts)).map((claim) => [
        claim.host,
        claim.account_uuid,
      ]),
    );
    const known = await findEnds(trx, hosts);
    const results = list.map(({ host, certificate: { expiresAt } }): ImportResult => {
      const owner = claims.get(host);
      if (owner !== accountUuid) return owner === undefined ? 'not_found' : 'host_taken';
      if ((known.get(host) ?? 0) >= expiresAt) return 'unchanged';
      known.set(host, Number.POSITIVE_INFINITY);
      return 'imported';
    });
    if (isDryRun) return results;
    const imported = list.filter((_, place) => results[place] === 'imported');
    const columnsOfOne = ({ certificate, directoryUrl, accountUrl }: CheckedImport) =>
      columnsOf(certificate, directoryUrl, accountIds.get(nameOf(directoryUrl, accountUrl)) ?? null, now);
    const sealed = await together(
      imported.map(({ host, certificate }) =>
        secretKeys.seal(trx, certificate.privateKeyPem, automaticKeyIdentity(host)),
      ),
    );
    const keys = imported.map(({ host, certificate }, place) => ({
      host,
      chain_pem: certificate.chainPem,
      sealed_key: sealed[place]?.text ?? '',
      key_id: sealed[place]?.keyId ?? '',
    }));
    const rows = imported.map((one) => ({ ...newRow(one.host, accountUuid, now), ...columnsOfOne(one) }));
    for (let start = 0; start < imported.length; start += rowsPerInsert) {
      const end = start + rowsPerInsert;
      await trx
        .insertInto('automatic_certificates')
        .values(rows.slice(start, end))
        .onConflict((conflict) => conflict.column('host').doUpdateSet(fromExcluded(importedColumns)))
        .execute();
      await trx
        .insertInto('automatic_certificate_keys')
        .values(keys.slice(start, end))
        .onConflict((conflict) => conflict.column('host').doUpdateSet(fromExcluded(keyColumns)))
        .execute();
    }
    for (const { host, certificate } of imported) {
      const before = { uuid: accountUuid, host, orderedAt: null };
      const after = { ...before, importedFingerprint: certificate.fingerprint };
      recordChange(trx, auditedCertificateOrder, accountUuid, before, after);
    }
    const names = imported.map(({ host }) => host);
    if (names.length > 0) await refreshReadiness(trx, database.kind, { names }, now);
    recordRevisions(trx, 'certificate', names);
    return results;
  });
}

/** What an insert of a row that is there already changes. */
function fromExcluded<Name extends string>(names: readonly Name[]): Record<Name, RawBuilder<never>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one of each name
  return Object.fromEntries(names.map((name) => [name, sql`excluded.${sql.ref(name)}`])) as Record<
    Name,
    RawBuilder<never>
  >;
}

/** Accounts' URLs are unique with their authority only. */
function nameOf(directoryUrl: string | null, accountUrl: string | null): string {
  return `${directoryUrl} ${accountUrl}`;
}

/** When the certificates end that hosts have. */
async function findEnds(trx: ControlTransaction, hosts: readonly string[]): Promise<Map<string, number>> {
  if (hosts.length === 0) return new Map();
  const rows = await trx
    .selectFrom('automatic_certificates')
    .select(['host', 'expires_at'])
    .where('host', 'in', hosts)
    .execute();
  return new Map(rows.map(({ host, expires_at: expiresAt }) => [host, expiresAt ?? 0]));
}

function columnsOf(
  certificate: CheckedCertificate,
  directoryUrl: string | null,
  accountId: string | null,
  now: number,
): Pick<NewRow, (typeof importedColumns)[number]> {
  const { fingerprint, issuer, notBefore, expiresAt } = certificate;
  const lookAt = now + Math.round(firstLookWithinMs * placeOf(fingerprint));
  return {
    next_attempt_at: Math.max(now, Math.min(lookAt, renewalDueAt(certificate))),
    failures: 0,
    last_error: null,
    last_error_code: null,
    fingerprint,
    issuer,
    not_before: Math.min(notBefore, now),
    expires_at: expiresAt,
    directory_url: directoryUrl,
    acme_account_id: accountId,
    expiry_announced: 0,
    renew_at: null,
    next_rehearsal_at: firstRehearsalAt(certificate),
    rehearsal: null,
  };
}
