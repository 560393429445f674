/** Every pageview that the tracker reported or an import brought. Source: docs/reference/analytics-store.md. */
import type { Layout } from './layout.ts';
import { addColumn, type Table } from './table.ts';

/**
 * Grain: one row a pageview, never changed.
 *
 * Sort key: domain and day as in `requests`. Then visitor and time, so that the pageviews of a visit lie one after the
 * other and visits are found by reading in order. `tie` comes last. Neither is part of the primary index.
 *
 * Projections: `by_day` counts the pageviews of a day and tells its version (count and sum of batches), by which derived
 * rows are known to be current; `by_path` is the report `pages`. Its path comes before the day, so that equal paths lie
 * together: a month of them is grouped in the time of a day of them.
 */
export const pageviews: Table = {
  name: 'pageviews',
  columns: `
    domain UUID COMMENT 'custom domain whose page was seen',
    day Date MATERIALIZED toDate(time, 'UTC') COMMENT 'UTC',
    time DateTime64(3, 'UTC') COMMENT 'when the event arrived' CODEC(Delta, ZSTD),
    visitor UInt64 COMMENT 'hash of the visitor' CODEC(ZSTD),
    previous_visitor UInt64 COMMENT 'hash under the salt before, 0 for none' CODEC(ZSTD),
    path String COMMENT 'without query and fragment' CODEC(ZSTD),
    source LowCardinality(String) COMMENT 'display name, Direct for none',
    utm_source LowCardinality(String),
    utm_medium LowCardinality(String),
    utm_campaign LowCardinality(String),
    utm_term LowCardinality(String),
    utm_content LowCardinality(String),
    browser LowCardinality(String) COMMENT 'display name',
    operating_system LowCardinality(String) COMMENT 'display name',
    screen LowCardinality(String) COMMENT 'class of the viewport width, empty for unknown',
    country LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2, empty for unknown',
    region LowCardinality(String) COMMENT 'ISO 3166-2, empty for unknown',
    region_name LowCardinality(String) COMMENT 'English, empty for unknown',
    city LowCardinality(String) COMMENT 'English, empty for unknown',
    tie UInt32 MATERIALIZED toUInt32(cityHash64(
      path, source, utm_source, utm_medium, utm_campaign, utm_term, utm_content))
      COMMENT 'orders pageviews of one millisecond by what a visit takes from them' CODEC(NONE),
    batch UInt64 COMMENT 'first 64 bits of the hash of batch and month it came with' CODEC(ZSTD)`,
  parts: `
    PROJECTION by_day (SELECT domain, day, count(), sum(batch) GROUP BY domain, day),
    PROJECTION by_path (SELECT domain, path, day, count() GROUP BY domain, path, day)`,
  engine: 'MergeTree',
  partitionBy: 'toYYYYMM(day)',
  primaryKey: '(domain, day, visitor)',
  orderBy: '(domain, day, visitor, time, tie)',
  shardBy: 'cityHash64(domain)',
  // As `requests`: an acknowledged event has to outlive a power cut.
  settings: ['fsync_after_insert = 1', 'fsync_part_directory = 1'],
  deduplicationWindow: 10_000,
};

/**
 * What migration 5 added: of two pageviews of a visitor in the same millisecond the one that arrived first comes first.
 * Rows from before have 0, and are ordered by `tie`.
 */
export function orderOfArrival(layout: Layout): string[] {
  const column =
    "arrival UInt64 COMMENT 'segment number and line: orders pageviews of one millisecond, before tie; 0 when not known' CODEC(Delta, ZSTD)";
  return addColumn(pageviews, layout, column);
}
