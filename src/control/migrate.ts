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
import { auditEvents } from './migrations/0013-audit-events.ts';
import type { Migration, PortableTypes } from './migrations/migration.ts';

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
  auditEvents,
];

/** The schema version this program works with. */
export const schemaVersion: number = migrations.at(-1)?.version ?? 0;

/** Any number that nothing else in the same PostgreSQL database locks; read "nameplate" on a phone's keys. */
const advisoryLock = 626_375_283;

/** The store does not have the schema of this program; the message is one line for the operator. */
export class SchemaError extends Error {
  override readonly name: string = 'SchemaError';
}

/** An older program made the store, and others like it may be using it. */
export class SchemaTooOldError extends SchemaError {
  override readonly name = 'SchemaTooOldError';

  constructor(found: number) {
    super(
      `the control store has schema version ${found}, this program needs ${schemaVersion}: stop every older Nameplate on it, back it up and run "${commandName} migrate"`,
    );
  }
}

/** A newer program wrote the store; running on it could lose what that one added. */
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

/**
 * Passes when the store has {@link schemaVersion}. A store without any tables, which is unused, gets them when
 * `whenEmpty` says so. Throws {@link SchemaError}.
 */
export async function requireSchema(
  database: ControlDatabase,
  whenEmpty: 'create' | 'refuse',
): Promise<void> {
  const found = await findSchemaVersion(database);
  if (found > schemaVersion) throw new SchemaTooNewError(found);
  if (found === schemaVersion) return;
  if (found > 0) throw new SchemaTooOldError(found);
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
  const types: PortableTypes = {
    text: database.kind === 'postgres' ? sql`text collate "C"` : 'text',
  };
  return exclusively(database, async (trx) => {
    await sql`create table if not exists schema_version (version integer primary key)`.execute(trx);
    const current = await readVersion(trx);
    if (current > schemaVersion) throw new SchemaTooNewError(current);
    const pending = migrations.filter(({ version }) => version > current && version <= target);
    for (const migration of pending) {
      await migration.up(trx.schema, types);
      await migration.seed?.(trx);
      await sql`insert into schema_version (version) values (${migration.version})`.execute(trx);
    }
    return pending.length;
  });
}

/** The version of a store that nothing has to be migrated for; 0 when it has no tables yet. */
export async function findSchemaVersion(database: ControlDatabase): Promise<number> {
  try {
    return await readVersion(database.queries);
  } catch (error) {
    if (isTableMissing(error)) return 0;
    throw error;
  }
}

async function readVersion(trx: ControlQueries): Promise<number> {
  const result = await sql<{
    version: number | null;
  }>`select max(version) as version from schema_version`.execute(trx);
  return result.rows[0]?.version ?? 0;
}
