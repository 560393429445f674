/**
 * Every request the edge answered for a host that has something here. Source: docs/reference/analytics-store.md ("The table
 * `requests`").
 */
import type { Layout } from './layout.ts';
import { referrerColumn } from './referrer-column.ts';
import { addColumns, alterTable, type Table } from './table.ts';

/** Columns that stores of before migration 9 lack; their rows have them empty. */
const addedColumns = [
  "host LowCardinality(String) COMMENT 'that was asked'",
  "protocol LowCardinality(String) COMMENT 'HTTP/1.0, HTTP/1.1, HTTP/2'",
  "tls_version LowCardinality(String) COMMENT 'as OpenSSL names it, empty in clear text'",
  "country LowCardinality(String) COMMENT 'ISO 3166-1 alpha-2, empty for unknown'",
  "source LowCardinality(String) COMMENT 'display name, Direct for none'",
  "browser LowCardinality(String) COMMENT 'display name'",
  "operating_system LowCardinality(String) COMMENT 'display name'",
  "device LowCardinality(String) COMMENT 'mobile, tablet, desktop, empty for unknown'",
  "bot_class LowCardinality(String) COMMENT 'of the crawler, empty for none'",
  "redirect UUID COMMENT 'redirect whose click it is, zero for none' CODEC(ZSTD)",
  "visitor UInt64 COMMENT 'hash of the visitor who clicked, 0 for none' CODEC(ZSTD)",
  "rule LowCardinality(String) COMMENT 'name or place of the rule that answered'",
  "target String COMMENT 'Location without query and fragment' CODEC(ZSTD)",
  "upstream_us UInt64 COMMENT 'microseconds to the head of the upstream answer, 0 without an upstream' CODEC(T64, ZSTD)",
  "failure LowCardinality(String) COMMENT 'reason, empty for none'",
];

/** Stores of before migration 10 lack it; their rows have it zero. */
const requestId = "request_id UUID COMMENT 'names the request in its answer, zero for none'";

/** Stores of before migration 13 lack them; their rows have them empty. */
const proxiedColumns = [
  "upstream LowCardinality(String) COMMENT 'host and port that it was proxied to'",
  "upstream_location String COMMENT 'Location of the upstream answer without query and fragment' CODEC(ZSTD)",
  "cache LowCardinality(String) COMMENT 'what caches in front of the upstream did, empty for unknown'",
  "cache_age UInt64 COMMENT 'seconds since the cache made its copy, 0 for unknown' CODEC(T64, ZSTD)",
];

/** Stores of before migration 14 lack it; their rows have it empty. */
const botVerified =
  "bot_verified LowCardinality(String) COMMENT 'verified, claimed, none; empty for not judged'";

/** Stores of before migration 15 lack it; their rows have it empty. */
const pageLoad =
  "page_load LowCardinality(String) COMMENT 'measured, not_measured, empty for what is no page load'";

/** A redirect's clicks may be among the many requests of its host's custom domain. */
const redirectIndex = 'redirect_index redirect TYPE bloom_filter(0.001) GRANULARITY 1';

/** Finds one request among those of all accounts, of which it is known only when they were. */
const requestIdIndex = 'request_id_index request_id TYPE bloom_filter(0.001) GRANULARITY 1';

/**
 * Grain: one row per request, never changed.
 *
 * Sort key: every report asks for one domain and a range of days, so these come first and a report reads nothing of
 * other domains. Then time: within a domain and day it makes `time` compress to about a byte and keeps the rows of one
 * batch together, which is what finding a batch again needs. Partitions are months, which retention drops whole.
 *
 * Projections are the rollups: the engine keeps them inside each part and writes them together with the rows, so
 * they can't disagree. Each serves the reports named with it, as long as those use only its columns and
 * its aggregates exactly as written here: `sum(bytes_in) + sum(bytes_out)`, not `sum(bytes_in + bytes_out)`.
 */
export const requests: Table = {
  name: 'requests',
  columns: `
    domain UUID COMMENT 'custom domain, else redirect, else list of rules of the host that was asked',
    day Date MATERIALIZED toDate(time, 'UTC') COMMENT 'UTC',
    time DateTime64(3, 'UTC') COMMENT 'first byte of the request' CODEC(Delta, ZSTD),
    method LowCardinality(String),
    path String COMMENT 'without the query; bytes from 0x80 percent-encoded' CODEC(ZSTD),
    status UInt16,
    bytes_in UInt64 COMMENT 'start line, fields and body of the request' CODEC(T64, ZSTD),
    bytes_out UInt64 COMMENT 'start line, fields and body of the response' CODEC(T64, ZSTD),
    duration_us UInt64 COMMENT 'microseconds, first byte of the request to last byte of the response' CODEC(T64, ZSTD),
    bucket UInt8 MATERIALIZED multiIf(
      duration_us < 1000000, intDiv(duration_us, 100000),
      duration_us < 1500000, 10,
      duration_us < 2000000, 11,
      duration_us < 3000000, 12,
      duration_us < 5000000, 13,
      duration_us < 10000000, 14,
      15) COMMENT 'of response_time_distribution, in the order of the report; lower bound included',
    bot LowCardinality(String) COMMENT 'name of the crawler, empty for none',
    datacenter LowCardinality(String) COMMENT 'slug of the hosting network, empty for none',
    batch UInt64 COMMENT 'first 64 bits of the hash of batch and month it came with' CODEC(ZSTD),
    ${[...addedColumns, requestId, ...proxiedColumns, botVerified, pageLoad, referrerColumn].join(',\n    ')}`,
  parts: `
    INDEX batch_index batch TYPE bloom_filter(0.001) GRANULARITY 1,
    INDEX ${redirectIndex},
    INDEX ${requestIdIndex},
    PROJECTION by_day (
      SELECT domain, day, bucket, status, count(), sum(bytes_in), sum(bytes_out), sum(duration_us)
      GROUP BY domain, day, bucket, status),
    PROJECTION by_client (SELECT domain, day, bot, datacenter, count() GROUP BY domain, day, bot, datacenter),
    PROJECTION by_path (SELECT domain, day, path, count() GROUP BY domain, day, path)`,
  engine: 'MergeTree',
  partitionBy: 'toYYYYMM(day)',
  orderBy: '(domain, day, time)',
  shardBy: 'cityHash64(domain)',
  // The spool's segment is deleted when the insert is acknowledged: it has to outlive a power cut by then, which costs
  // about 10 ms an insert.
  settings: ['fsync_after_insert = 1', 'fsync_part_directory = 1'],
  deduplicationWindow: 10_000,
};

/**
 * What migration 3 made of the projection `by_path`: the path before the day. Equal paths then lie together, which makes
 * a month of `files` 2.2 times as quick; a single day takes as long as its month.
 */
export function pathBeforeDay(layout: Layout): string[] {
  return [
    'ADD PROJECTION IF NOT EXISTS by_path_day (SELECT domain, path, day, count() GROUP BY domain, path, day)',
    // In the background; parts that wait for it are read without.
    'MATERIALIZE PROJECTION IF EXISTS by_path_day',
    'DROP PROJECTION IF EXISTS by_path',
  ].map((change) => alterTable(requests, layout, change));
}

/** What migration 9 does: more is known of each request. Older parts have no redirects, so nothing is to be indexed. */
export function widerRequests(layout: Layout): string[] {
  return addColumns(requests, layout, addedColumns, [`ADD INDEX IF NOT EXISTS ${redirectIndex}`]);
}

/** What migration 10 does: each request can be found by the id that its answer had. */
export function requestIds(layout: Layout): string[] {
  return addColumns(requests, layout, [requestId]);
}

/** What migration 11 does: finding a request by its id reads an index, and the id's column only where the index says so. */
export function requestIdsIndexed(layout: Layout): string[] {
  return [
    `ADD INDEX IF NOT EXISTS ${requestIdIndex}`,
    // In the background; parts that wait for it are read whole.
    'MATERIALIZE INDEX IF EXISTS request_id_index',
  ].map((change) => alterTable(requests, layout, change));
}

/** What migration 13 does: where a request was proxied to, and what caches there did. */
export function proxiedRequests(layout: Layout): string[] {
  return addColumns(requests, layout, proxiedColumns);
}

/** What migration 14 does: whether a crawler is who it says it is. */
export function verifiedCrawlers(layout: Layout): string[] {
  return addColumns(requests, layout, [botVerified]);
}

/** What migration 15 does: which requests are page loads. */
export function pageLoads(layout: Layout): string[] {
  return addColumns(requests, layout, [pageLoad]);
}
