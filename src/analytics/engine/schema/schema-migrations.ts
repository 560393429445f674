/** Which migrations have been applied to the store. */
import type { Table } from './table.ts';

/**
 * Grain: one row per migration. Few rows, all read at every start. Two processes that migrate one server at once may
 * both write the same row; the sort key merges them.
 */
export const schemaMigrations: Table = {
  name: 'schema_migrations',
  columns: `
    version UInt32 COMMENT 'counts up from 1 without gaps',
    name String,
    applied_at DateTime64(3, 'UTC') DEFAULT now64(3)`,
  engine: 'ReplacingMergeTree',
  orderBy: 'version',
  settings: [],
};
