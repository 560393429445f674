/**
 * The truth of the analytics store in parts that fit into files: of each table of raw rows, one part a month. What is derived
 * from them is left out. Source: docs/reference/backups.md ("Analytics").
 *
 * A part is read by one statement, so it holds all rows of an insert or none: an insert is of one month, too.
 */
import type { ClickHouseClient } from '@clickhouse/client';
import type { AnalyticsEngine } from './engine.ts';
import { migrateAnalytics } from './migrate.ts';
import { rowsOf } from './rows-of.ts';
import { type Layout, quoteName, quoteText, tableName } from './schema/layout.ts';
import { dropTable, localName, type Table } from './schema/table.ts';
import { allTables, entriesOf, rawTables } from './schema/tables.ts';

export type TablePart = {
  readonly table: string;
  /** 202611 is November 2026. */
  readonly month: number;
  /** Those that were inserted, without what the engine computes from them. */
  readonly columns: readonly string[];
  /** When the parts were listed; later rows of the month are in the part too. */
  readonly rows: number;
};

/** Lists the parts there are. */
export async function listParts({ writes, layout }: AnalyticsEngine): Promise<TablePart[]> {
  const parts: TablePart[] = [];
  for (const table of rawTables) {
    const columns = await insertedColumns(writes, table, layout);
    const months = await rowsOf<{ month: number; rows: number }>(
      writes,
      `SELECT toYYYYMM(day) AS month, count() AS rows FROM ${tableName(table.name, layout)} GROUP BY month ORDER BY month`,
    );
    for (const { month, rows } of months) parts.push({ table: table.name, month, columns, rows });
  }
  return parts;
}

/** Writes a part to a new file. */
export async function exportPart(engine: AnalyticsEngine, part: TablePart, path: string): Promise<void> {
  const columns = part.columns.map(quoteName).join(', ');
  const from = `${tableName(part.table, engine.layout)} WHERE toYYYYMM(day) = ${part.month}`;
  // One thread, so that reports and inserts have the others.
  await engine.exportRows(`SELECT ${columns} FROM ${from} SETTINGS max_threads = 1`, path);
}

/** Inserts what {@link exportPart} wrote into an empty store with the schema the part is of. */
export async function importPart(
  engine: AnalyticsEngine,
  { table, columns }: Pick<TablePart, 'table' | 'columns'>,
  path: string,
): Promise<void> {
  await engine.importRows({ table: tableName(table, engine.layout), columns: columns.map(quoteName), path });
}

/** Makes the tables of a schema version in an empty store. */
export async function makeTables(engine: AnalyticsEngine, version: number): Promise<void> {
  await engine.prepare();
  await migrateAnalytics(engine.writes, engine.layout, 'any', version);
}

/** Whether the store has any of our tables, on any node. */
export async function hasAnalyticsTables({ writes, layout }: AnalyticsEngine): Promise<boolean> {
  const [found] = await rowsOf<{ count: number }>(
    writes,
    `SELECT count() AS count FROM ${entriesOf(allTables, layout)}`,
  );
  return Number(found?.count) > 0;
}

/** Removes every table: a restore that fails leaves the store as it was. */
export async function dropTables({ writes, layout }: AnalyticsEngine): Promise<void> {
  for (const table of allTables) {
    for (const query of dropTable(table, layout)) await writes.command({ query });
  }
}

async function insertedColumns(client: ClickHouseClient, table: Table, layout: Layout): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    client,
    `SELECT name FROM system.columns WHERE database = ${databaseOf(layout)} AND table = ${quoteText(localName(table, layout))} AND default_kind NOT IN ('MATERIALIZED', 'ALIAS') ORDER BY position`,
  );
  return rows.map(({ name }) => name);
}

function databaseOf(layout: Layout): string {
  return layout.kind === 'single' ? 'currentDatabase()' : quoteText(layout.database);
}
