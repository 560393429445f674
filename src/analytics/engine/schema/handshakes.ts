/**
 * How TLS handshakes of hosts ended, by the minute; kept for two days. Source: docs/reference/analytics-store.md ("The table
 * `handshakes`").
 */
import type { Table } from './table.ts';

/**
 * Grain: one row per worker, host, minute and outcome, never changed.
 *
 * Sort key: the only question is about the last minutes of all hosts, so time comes first.
 */
export const handshakes: Table = {
  name: 'handshakes',
  columns: `
    domain UUID COMMENT 'what the requests of the host are recorded under' CODEC(ZSTD),
    day Date MATERIALIZED toDate(time, 'UTC') COMMENT 'UTC',
    time DateTime64(3, 'UTC') COMMENT 'beginning of the minute' CODEC(Delta, ZSTD),
    host String COMMENT 'that the client named, or the wildcard that serves it' CODEC(ZSTD),
    outcome LowCardinality(String) COMMENT 'good, or why it failed',
    count UInt64 CODEC(T64, ZSTD),
    networks String COMMENT 'some of the networks of clients that failed, /24 or /48, by spaces' CODEC(ZSTD),
    batch UInt64 COMMENT 'first 64 bits of the hash of batch and month it came with' CODEC(ZSTD)`,
  engine: 'MergeTree',
  partitionBy: 'toYYYYMM(day)',
  orderBy: '(day, time, domain)',
  shardBy: 'cityHash64(domain)',
  // As for requests: the segment is deleted when the insert is acknowledged.
  settings: ['fsync_after_insert = 1', 'fsync_part_directory = 1'],
  deduplicationWindow: 10_000,
};
