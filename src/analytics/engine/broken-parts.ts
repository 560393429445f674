/**
 * Finds parts that the engine has detached because it couldn't read them. Parts detached for other reasons
 * (an operator's DETACH, leftovers of a restart, copies that another part covers) aren't damaged.
 * Source: ClickHouse src/Storages/MergeTree/MergeTreePartInfo.h (DETACH_REASONS).
 */
import type { ClickHouseClient } from '@clickhouse/client';
import { type Layout, quoteName } from './schema/layout.ts';
import { entriesIn } from './schema/table.ts';

export type BrokenPart = {
  readonly table: string;
  /** The directory's name in `detached/`. */
  readonly part: string;
  readonly reason: string;
};

export async function findBrokenParts(client: ClickHouseClient, layout: Layout): Promise<BrokenPart[]> {
  const found = await client.query({
    query: `SELECT table, name AS part, assumeNotNull(reason) AS reason FROM ${entriesIn('system.detached_parts', layout)}
      AND match(reason, '^broken(-|$)') ORDER BY table, part`,
    format: 'JSONEachRow',
  });
  return await found.json<BrokenPart>();
}

export type DamagedPart = { readonly table: string; readonly part: string; readonly reason: string };

/**
 * Reads all parts of the connection's database and compares their checksums; answers the first in which they differ. Reads the
 * whole store, until the signal ends it.
 */
export async function findDamagedPart(
  client: ClickHouseClient,
  signal: AbortSignal,
): Promise<DamagedPart | undefined> {
  const ask = async <Row>(query: string): Promise<Row[]> => {
    signal.throwIfAborted();
    const result = await client.query({
      query,
      format: 'JSONEachRow',
      abort_signal: signal,
      clickhouse_settings: { check_query_single_value_result: 0 },
    });
    return await result.json<Row>();
  };
  const tables = await ask<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree' ORDER BY name",
  );
  for (const { name } of tables) {
    const parts = await ask<{ part_path: string; is_passed: boolean | number; message: string }>(
      `CHECK TABLE ${quoteName(name)}`,
    );
    const damaged = parts.find(({ is_passed: isPassed }) => !isPassed);
    if (damaged) return { table: name, part: damaged.part_path, reason: damaged.message };
  }
  return undefined;
}
