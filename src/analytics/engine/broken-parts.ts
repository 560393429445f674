/**
 * Finds parts that the engine has detached because it couldn't read them. Parts detached for other reasons
 * (an operator's DETACH, leftovers of a restart, copies that another part covers) aren't damaged.
 * Source: ClickHouse src/Storages/MergeTree/MergeTreePartInfo.h (DETACH_REASONS).
 */
import type { ClickHouseClient } from '@clickhouse/client';
import { type Layout, quoteName, quoteText } from './schema/layout.ts';

export type BrokenPart = {
  readonly table: string;
  /** The directory's name in `detached/`. */
  readonly part: string;
  readonly reason: string;
};

export async function findBrokenParts(client: ClickHouseClient, layout: Layout): Promise<BrokenPart[]> {
  const [source, database] =
    layout.kind === 'single'
      ? ['system.detached_parts', 'currentDatabase()']
      : [
          `clusterAllReplicas(${quoteName(layout.cluster)}, system.detached_parts)`,
          quoteText(layout.database),
        ];
  const found = await client.query({
    query: `SELECT table, name AS part, assumeNotNull(reason) AS reason FROM ${source}
      WHERE database = ${database} AND match(reason, '^broken(-|$)') ORDER BY table, part`,
    format: 'JSONEachRow',
  });
  return await found.json<BrokenPart>();
}
