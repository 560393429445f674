/**
 * Migrates the analytics store to this program's schema. The engine has neither transactions nor locks for DDL, so
 * every statement may be repeated, and a migration is recorded after its last statement. After a crash, or when two processes
 * start at once, some statements run twice, which changes nothing.
 */

import type { ClickHouseClient } from '@clickhouse/client';
import { commandName } from '../../core/program-files.ts';
import { migrations } from './migrations.ts';
import { type Layout, quoteText, tableName } from './schema/layout.ts';
import { schemaMigrations } from './schema/schema-migrations.ts';
import { createTable } from './schema/table.ts';

/** The schema version this program works with. */
export const analyticsSchemaVersion: number = migrations.length;

/** The store does not have the schema of this program; the message is one line for the operator. */
export class AnalyticsSchemaError extends Error {
  override readonly name: string = 'AnalyticsSchemaError';
}

/** An older program made the store, and others like it may be using it. */
export class AnalyticsSchemaTooOldError extends AnalyticsSchemaError {
  override readonly name = 'AnalyticsSchemaTooOldError';

  constructor(found: number) {
    super(
      `the analytics store has schema version ${found}, this program needs ${analyticsSchemaVersion}: stop every older Nameplate on it, back it up and run "${commandName} migrate"`,
    );
  }
}

/** A newer program wrote the store; running on it could lose what that one added. */
export class AnalyticsSchemaTooNewError extends AnalyticsSchemaError {
  override readonly name = 'AnalyticsSchemaTooNewError';

  constructor(found: number) {
    super(
      `the analytics store has schema version ${found}, this program knows ${analyticsSchemaVersion}: start the newer Nameplate that wrote it`,
    );
  }
}

/**
 * Migrates to `target`; returns how many migrations ran. Throws {@link AnalyticsSchemaTooNewError},
 * and where only an empty store may be migrated, {@link AnalyticsSchemaTooOldError}.
 */
export async function migrateAnalytics(
  client: ClickHouseClient,
  layout: Layout,
  which: 'any' | 'empty' = 'any',
  target: number = analyticsSchemaVersion,
): Promise<number> {
  for (const query of createTable(schemaMigrations, layout)) await client.command({ query });
  const table = tableName(schemaMigrations.name, layout);
  const current = await findAnalyticsSchemaVersion(client, layout);
  if (current > analyticsSchemaVersion) throw new AnalyticsSchemaTooNewError(current);
  const pending = migrations.slice(current, target);
  if (which === 'empty' && current > 0 && pending.length > 0) throw new AnalyticsSchemaTooOldError(current);
  for (const { version, name, statements } of pending) {
    for (const query of statements(layout)) await client.command({ query });
    await client.command({
      query: `INSERT INTO ${table} (version, name) SETTINGS async_insert = 0 VALUES (${version}, ${quoteText(name)})`,
    });
  }
  return pending.length;
}

/** The version of a store that has the table of migrations; 0 before the first one. */
export async function findAnalyticsSchemaVersion(client: ClickHouseClient, layout: Layout): Promise<number> {
  const found = await client.query({
    query: `SELECT max(version) AS version FROM ${tableName(schemaMigrations.name, layout)}`,
    format: 'JSONEachRow',
  });
  const [row] = await found.json<{ version: number }>();
  return row?.version ?? 0;
}
