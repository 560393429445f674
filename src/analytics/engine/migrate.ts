/**
 * Brings the analytics store to the schema of this program. The engine has neither transactions nor locks over DDL:
 * every statement may be repeated, and a migration is recorded after its last one, so a crash, or two processes that
 * start at once, run some statements twice and change nothing by it.
 */
import type { ClickHouseClient } from '@clickhouse/client';
import { migrations } from './migrations.ts';
import { type Layout, quoteText, tableName } from './schema/layout.ts';
import { schemaMigrations } from './schema/schema-migrations.ts';
import { createTable } from './schema/table.ts';

/** The schema version this program works with. */
export const analyticsSchemaVersion: number = migrations.length;

/** The store was written by a newer program; running on it could lose what that one added. */
export class AnalyticsSchemaTooNewError extends Error {
  override readonly name = 'AnalyticsSchemaTooNewError';

  constructor(found: number) {
    super(
      `the analytics store has schema version ${found}, this program knows ${analyticsSchemaVersion}: start the newer Nameplate that wrote it`,
    );
  }
}

/** Migrates to {@link analyticsSchemaVersion}; answers how many ran. Throws {@link AnalyticsSchemaTooNewError}. */
export async function migrateAnalytics(client: ClickHouseClient, layout: Layout): Promise<number> {
  for (const query of createTable(schemaMigrations, layout)) await client.command({ query });
  const table = tableName(schemaMigrations.name, layout);
  const found = await client.query({
    query: `SELECT max(version) AS version FROM ${table}`,
    format: 'JSONEachRow',
  });
  const [row] = await found.json<{ version: number }>();
  const current = row?.version ?? 0;
  if (current > analyticsSchemaVersion) throw new AnalyticsSchemaTooNewError(current);
  const pending = migrations.slice(current);
  for (const { version, name, statements } of pending) {
    for (const query of statements(layout)) await client.command({ query });
    await client.command({
      query: `INSERT INTO ${table} (version, name) SETTINGS async_insert = 0 VALUES (${version}, ${quoteText(name)})`,
    });
  }
  return pending.length;
}
