/**
 * Migrates the control store to this program's schema, and reports whether it is up to date. Other machines may use the
 * store with other versions of the program, so only `nameplate migrate`, and a start that is allowed to, change the schema of a
 * store that already has one. Everything happens in one transaction under an exclusive lock: if two processes start at once, one
 * migrates and the other finds the work done, and a crash leaves either the old schema or the new one.
 */

import { sql } from 'kysely';
import { commandName } from '../core/program-files.ts';
import { ControlDatabase, type ControlQueries, type ControlTransaction } from './database.ts';
import { isTableMissing } from './failures.ts';
import type { ControlLocation } from './location.ts';
import { accountsTokensRedirects } from './migrations/0001-accounts-tokens-redirects.ts';
import { upstreamsCustomDomains } from './migrations/0002-upstreams-custom-domains.ts';
import { visitorSalts } from './migrations/0003-visitor-salts.ts';
import { customCertificates } from './migrations/0004-custom-certificates.ts';
import { automaticCertificates } from './migrations/0005-automatic-certificates.ts';
import { hsts } from './migrations/0006-hsts.ts';
import { sessions } from './migrations/0007-sessions.ts';
import { sealedAuthTokens } from './migrations/0008-sealed-auth-tokens.ts';
import { analyticsLease } from './migrations/0009-analytics-lease.ts';
import { hostClaims } from './migrations/0010-host-claims.ts';
import { analyticsSettings } from './migrations/0011-analytics-settings.ts';
import { redirectNotes } from './migrations/0012-redirect-notes.ts';
import { usableFromColumn } from './migrations/0013-usable-from.ts';
import { auditEvents } from './migrations/0014-audit-events.ts';
import { people } from './migrations/0015-people.ts';
import { identities } from './migrations/0016-identities.ts';
import { passkeys } from './migrations/0017-passkeys.ts';
import { aiCrawlers } from './migrations/0018-ai-crawlers.ts';
import { hostRules } from './migrations/0019-host-rules.ts';
import { errorPages } from './migrations/0020-error-pages.ts';
import { externalIds } from './migrations/0021-external-ids.ts';
import { dnsChallenges } from './migrations/0022-dns-challenges.ts';
import { hostClaimsByAccount } from './migrations/0023-host-claims-by-account.ts';
import { connectLinks } from './migrations/0024-connect-links.ts';
import { idempotencyKeys } from './migrations/0025-idempotency-keys.ts';
import { severalAuthorities } from './migrations/0026-several-authorities.ts';
import { upstreamNames } from './migrations/0027-upstream-names.ts';
import { geoFields } from './migrations/0028-geo-fields.ts';
import { metadataFields } from './migrations/0029-metadata-fields.ts';
import { releasedHosts } from './migrations/0030-released-hosts.ts';
import { webhooks } from './migrations/0031-webhooks.ts';
import { usage } from './migrations/0032-usage.ts';
import { domainReadiness } from './migrations/0033-domain-readiness.ts';
import { statisticsLinks } from './migrations/0034-statistics-links.ts';
import { hostsBelow } from './migrations/0035-hosts-below.ts';
import { upstreamTargets } from './migrations/0036-upstream-targets.ts';
import { leaseIndexes } from './migrations/0037-lease-indexes.ts';
import { upstreamHealthChecks } from './migrations/0038-upstream-health-checks.ts';
import { upstreamTls } from './migrations/0039-upstream-tls.ts';
import { readyIndex } from './migrations/0040-ready-index.ts';
import { upstreamClientCertificates } from './migrations/0041-upstream-client-certificates.ts';
import { upstreamCompression } from './migrations/0042-upstream-compression.ts';
import { accountLimits } from './migrations/0043-account-limits.ts';
import { dueChecksIndex } from './migrations/0044-due-checks-index.ts';
import { webhookEvents } from './migrations/0045-webhook-events.ts';
import { certificateAccounts } from './migrations/0046-certificate-accounts.ts';
import { passwordResets } from './migrations/0047-password-resets.ts';
import { seenHosts } from './migrations/0048-seen-hosts.ts';
import { findings } from './migrations/0049-findings.ts';
import { renewalRehearsals } from './migrations/0050-renewal-rehearsals.ts';
import { annotations } from './migrations/0051-annotations.ts';
import { brandNames } from './migrations/0052-brand-names.ts';
import { lostRecords } from './migrations/0053-lost-records.ts';
import { trafficChecks } from './migrations/0054-traffic-checks.ts';
import { subscriptions } from './migrations/0055-subscriptions.ts';
import { upstreamChecks } from './migrations/0056-upstream-checks.ts';
import { hostChecks } from './migrations/0057-host-checks.ts';
import { destinationChecks } from './migrations/0058-destination-checks.ts';
import { hostRecords } from './migrations/0059-host-records.ts';
import { orderFailures } from './migrations/0060-order-failures.ts';
import { connectReminders } from './migrations/0061-connect-reminders.ts';
import { renewalTimes } from './migrations/0062-renewal-times.ts';
import { revisionMarks } from './migrations/0063-revision-marks.ts';
import { reachedThroughProxies } from './migrations/0064-reached-through-proxies.ts';
import { savedViews } from './migrations/0065-saved-views.ts';
import { savedFunnels } from './migrations/0066-saved-funnels.ts';
import { searchTerms } from './migrations/0067-search-terms.ts';
import { engagement } from './migrations/0068-engagement.ts';
import { referrerPaths } from './migrations/0069-referrer-paths.ts';
import { webVitals } from './migrations/0070-web-vitals.ts';
import { backgroundIndexes } from './migrations/0071-background-indexes.ts';
import { signedTokens } from './migrations/0072-signed-tokens.ts';
import { versions } from './migrations/0073-versions.ts';
import { exports } from './migrations/0074-exports.ts';
import { plans } from './migrations/0075-plans.ts';
import { mayApply } from './migrations/0076-may-apply.ts';
import { orderBudget } from './migrations/0078-order-budget.ts';
import { visitorsTls } from './migrations/0079-visitors-tls.ts';
import { importedAccounts } from './migrations/0082-imported-accounts.ts';
import { domainConnect } from './migrations/0084-domain-connect.ts';
import type { Migration, PortableTypes } from './migrations/migration.ts';
import { SchemaError } from './schema-error.ts';

const migrations: readonly Migration[] = [
  accountsTokensRedirects,
  upstreamsCustomDomains,
  visitorSalts,
  customCertificates,
  automaticCertificates,
  hsts,
  sessions,
  sealedAuthTokens,
  analyticsLease,
  hostClaims,
  analyticsSettings,
  redirectNotes,
  usableFromColumn,
  auditEvents,
  people,
  identities,
  passkeys,
  aiCrawlers,
  hostRules,
  errorPages,
  externalIds,
  dnsChallenges,
  hostClaimsByAccount,
  connectLinks,
  idempotencyKeys,
  severalAuthorities,
  upstreamNames,
  geoFields,
  metadataFields,
  releasedHosts,
  webhooks,
  usage,
  domainReadiness,
  statisticsLinks,
  hostsBelow,
  upstreamTargets,
  leaseIndexes,
  upstreamHealthChecks,
  upstreamTls,
  readyIndex,
  upstreamClientCertificates,
  upstreamCompression,
  accountLimits,
  dueChecksIndex,
  webhookEvents,
  certificateAccounts,
  passwordResets,
  seenHosts,
  findings,
  renewalRehearsals,
  annotations,
  brandNames,
  lostRecords,
  trafficChecks,
  subscriptions,
  upstreamChecks,
  hostChecks,
  destinationChecks,
  hostRecords,
  orderFailures,
  connectReminders,
  renewalTimes,
  revisionMarks,
  reachedThroughProxies,
  savedViews,
  savedFunnels,
  searchTerms,
  engagement,
  referrerPaths,
  webVitals,
  backgroundIndexes,
  signedTokens,
  versions,
  exports,
  plans,
  mayApply,
  orderBudget,
  visitorsTls,
  importedAccounts,
  domainConnect,
];

/** The schema version this program works with. */
export const schemaVersion: number = migrations.at(-1)?.version ?? 0;

/** What a store says of its schema. */
export type StoredSchema = {
  /** 0 when it has no tables yet. */
  readonly version: number;
  /** The oldest schema version whose programs may use it. */
  readonly usableFrom: number;
};

/** Any number that nothing else in the same PostgreSQL database locks; read "nameplate" on a phone's keys. */
const advisoryLock = 626_375_283;

/** An older program made the store, and others like it may be using it. */
export class SchemaTooOldError extends SchemaError {
  override readonly name = 'SchemaTooOldError';

  constructor(found: number) {
    super(
      `the control store has schema version ${found}, this program needs ${schemaVersion}: stop every older Nameplate on it, back it up and run "${commandName} migrate"`,
    );
  }
}

/** A newer program wrote the store, in a way that running on it could lose what that one added. */
export class SchemaTooNewError extends SchemaError {
  override readonly name = 'SchemaTooNewError';

  constructor(found: number) {
    super(
      `the control store has schema version ${found}, this program knows ${schemaVersion}: start the newer Nameplate that wrote it`,
    );
  }
}

/** Runs `work` in a transaction that no other process runs at the same time through this function. */
export function exclusively<T>(
  database: ControlDatabase,
  work: (trx: ControlTransaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (trx) => {
    // On SQLite every transaction holds the one write lock from its beginning.
    if (database.kind === 'postgres')
      await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(trx);
    return work(trx);
  });
}

/** Tells whether this program can use the store, which may be newer in a compatible way. */
export function isUsable({ version, usableFrom }: StoredSchema): boolean {
  return version >= schemaVersion && usableFrom <= schemaVersion;
}

/** Tells whether programs of the schema version `found` can stay while the store is migrated to this program's schema. */
export function isCompatibleFrom(found: number): boolean {
  return migrations.every(({ version, isCompatible }) => version <= found || isCompatible === true);
}

/**
 * Passes when the store has {@link schemaVersion}, or a newer one that this program can use. A store without any tables, which is unused, gets them when
 * `whenEmpty` says so. Throws {@link SchemaError}.
 */
export async function requireSchema(
  database: ControlDatabase,
  whenEmpty: 'create' | 'refuse',
): Promise<void> {
  const found = await findSchema(database);
  if (isUsable(found)) return;
  if (found.version > schemaVersion) throw new SchemaTooNewError(found.version);
  if (found.version > 0) throw new SchemaTooOldError(found.version);
  if (whenEmpty === 'refuse') {
    throw new SchemaError(
      `the control store has no tables yet: make them with "${commandName} serve", "${commandName} migrate" or "${commandName} account create"`,
    );
  }
  await migrate(database);
}

/** Opens the store for as long as it takes to migrate it; answers the version it had. Throws {@link SchemaTooNewError}. */
export async function migrateStore(location: ControlLocation): Promise<number> {
  await using database = await ControlDatabase.open(location, 1);
  const found = await findSchemaVersion(database);
  await migrate(database);
  return found;
}

/** Migrates to `target`; answers how many migrations ran. Throws {@link SchemaTooNewError}. */
export function migrate(database: ControlDatabase, target: number = schemaVersion): Promise<number> {
  return exclusively(database, (trx) => migrateWithin(trx, database.kind, target));
}

/** The same within a transaction that is under way, which {@link exclusively} began. */
export async function migrateWithin(
  trx: ControlTransaction,
  kind: ControlLocation['kind'],
  target: number,
): Promise<number> {
  const types: PortableTypes = {
    text: kind === 'postgres' ? sql`text collate "C"` : 'text',
    // PostgreSQL has had no random uuid of its own before version 13; this is as good, and there without MD5 too.
    mark:
      kind === 'postgres'
        ? sql`encode(sha256(convert_to(random()::text || clock_timestamp()::text, 'UTF8')), 'hex')`
        : '',
  };
  await sql`create table if not exists schema_version (version integer primary key)`.execute(trx);
  const found = await readSchema(trx);
  const current = found.version;
  if (current > schemaVersion && !isUsable(found)) throw new SchemaTooNewError(current);
  const pending = migrations.filter(({ version }) => version > current && version <= target);
  for (const migration of pending) {
    await migration.up(trx.schema, types);
    await migration.seed?.(trx);
    await recordVersion(trx, migration.version);
  }
  return pending.length;
}

/** The schema of a store that nothing has to be migrated for. */
export async function findSchema(database: ControlDatabase): Promise<StoredSchema> {
  try {
    return await readSchema(database.queries);
  } catch (error) {
    if (isTableMissing(error)) return { version: 0, usableFrom: 0 };
    throw error;
  }
}

/** The version of a store that nothing has to be migrated for; 0 when it has no tables yet. */
export async function findSchemaVersion(database: ControlDatabase): Promise<number> {
  return (await findSchema(database)).version;
}

async function recordVersion(trx: ControlTransaction, version: number): Promise<void> {
  await sql`insert into schema_version (version) values (${version})`.execute(trx);
  if (version < usableFromColumn.version) return;
  const oldest = oldestUser(version);
  await sql`update schema_version set usable_from = ${oldest} where version = ${version}`.execute(trx);
}

/** The oldest schema version from which every migration up to `version` is compatible. */
function oldestUser(version: number): number {
  const incompatible = migrations.filter((one) => one.version <= version && one.isCompatible !== true);
  return incompatible.at(-1)?.version ?? 0;
}

async function readSchema(trx: ControlQueries): Promise<StoredSchema> {
  const newest = await sql<{
    version: number | null;
  }>`select max(version) as version from schema_version`.execute(trx);
  const version = newest.rows[0]?.version ?? 0;
  // Older programs recorded no more, and a store of this version is of no other's concern.
  if (version <= schemaVersion) return { version, usableFrom: version };
  const stored = await sql<{
    usable_from: number | null;
  }>`select usable_from from schema_version where version = ${version}`.execute(trx);
  return { version, usableFrom: stored.rows[0]?.usable_from ?? version };
}
