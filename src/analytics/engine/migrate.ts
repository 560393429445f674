/**
 * Migrates the analytics store to this program's schema. The engine has neither transactions nor locks for DDL, so
 * every statement may be repeated, and a migration is recorded after its last statement. After a crash, or when two processes
 * start at once, some statements run twice, which changes nothing. On a cluster, see cluster-state.ts first.
 */

import type { ClickHouseClient } from '@clickhouse/client';
import { commandName } from '../../core/program-files.ts';
import { joinTables, requireAllNodes } from './cluster-state.ts';
import type { AnalyticsEngine } from './engine.ts';
import { AnalyticsAwayError, engineErrorCode } from './failures.ts';
import { migrations } from './migrations.ts';
import { type ClusterLayout, type Layout, quoteText, tableName } from './schema/layout.ts';
import { schemaMigrations } from './schema/schema-migrations.ts';
import { createTable, ofAllNodes } from './schema/table.ts';
import { entriesOf } from './schema/tables.ts';

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
  if (layout.kind === 'single' || !(await hasJoined(client, layout))) {
    if (layout.kind === 'cluster') await requireAllNodes(client, layout);
    for (const query of createTable(schemaMigrations, layout)) await client.command({ query });
  }
  const table = tableName(schemaMigrations.name, layout);
  const current = await readVersion(client, layout);
  if (current > analyticsSchemaVersion) throw new AnalyticsSchemaTooNewError(current);
  const pending = migrations.slice(current, target);
  // Before the next line, since a node that is away may know a newer version.
  if (layout.kind === 'cluster' && pending.length > 0) await requireAllNodes(client, layout);
  if (which === 'empty' && current > 0 && pending.length > 0) throw new AnalyticsSchemaTooOldError(current);
  for (const { version, name, statements } of pending) {
    for (const query of statements(layout)) await client.command({ query });
    await client.command({
      query: `INSERT INTO ${table} (version, name) SETTINGS async_insert = 0 VALUES (${version}, ${quoteText(name)})`,
    });
  }
  return pending.length;
}

/** Lets nodes without tables have those of the others; returns whether any node records migrations. */
async function hasJoined(client: ClickHouseClient, layout: ClusterLayout): Promise<boolean> {
  return (await joinTables(client, layout)).includes(schemaMigrations.name);
}

async function readVersion(client: ClickHouseClient, layout: Layout, signal?: AbortSignal): Promise<number> {
  const table = tableName(schemaMigrations.name, layout);
  const found = await client.query({
    // The newest that any node has: one that is new or behind doesn't have all rows yet.
    query: `SELECT max(version) AS version FROM ${layout.kind === 'single' ? table : ofAllNodes(layout, table)}`,
    format: 'JSONEachRow',
    ...(signal && { abort_signal: signal }),
  });
  const [row] = await found.json<{ version: number }>();
  return row?.version ?? 0;
}

/** ClickHouse src/Common/ErrorCodes.cpp: UNKNOWN_TABLE, UNKNOWN_DATABASE. */
const notMade: ReadonlySet<string> = new Set(['60', '81']);
const answerWithinMs = 5_000;

/**
 * The schema version of a store, which is left as it is; 0 when it has no tables yet. Throws AnalyticsAwayError when only
 * other nodes of a cluster have them.
 */
export async function findAnalyticsSchema(
  engine: Pick<AnalyticsEngine, 'reports' | 'layout'>,
): Promise<number> {
  try {
    return await readVersion(engine.reports, engine.layout, AbortSignal.timeout(answerWithinMs));
  } catch (error) {
    if (!notMade.has(engineErrorCode(error) ?? '')) throw error;
    if (engine.layout.kind === 'single') return 0;
    const found = await engine.reports.query({
      query: `SELECT toUInt32(count()) AS count FROM ${entriesOf([schemaMigrations], engine.layout)}`,
      format: 'JSONEachRow',
      abort_signal: AbortSignal.timeout(answerWithinMs),
    });
    const [row] = await found.json<{ count: number }>();
    if (!row?.count) return 0;
    throw new AnalyticsAwayError(
      `this node lacks the tables that others of the cluster have: run "${commandName} migrate", or start Nameplate`,
    );
  }
}
