/** Visits, derived from `events` day by day; a cache. Source: contract section 6 (Visit), design ("A report"). */
import type { Table } from './table.ts';

/**
 * Grain: one row a part of a visit that lies in one UTC day; a visit over midnight has several, which reports put
 * together. So the rows of a day depend on the pageviews of that day alone.
 *
 * A `derivation` is one run over one domain and day. It vouches for itself: when its `pageviews` and `batch_sum` add up
 * to count and sum(batch) of the day's pageviews now, it was made of exactly these, and all of it is here. Half of one,
 * or one made before a pageview arrived late, does not add up and is not used. Several that do are the same.
 *
 * Sort key: `edge` after the derivation, because only parts at midnight are read one by one. Projections: `by_day` is
 * what vouches, and numbers over all visits; the others are the reports that group visits.
 */
export const visits: Table = {
  name: 'visits',
  columns: `
    domain UUID,
    day Date COMMENT 'UTC',
    derivation UInt64 COMMENT 'the run that made the row: 42 bits of milliseconds since 1970, then random bits' CODEC(ZSTD),
    edge UInt8 COMMENT '1: begins within 30 minutes after midnight, 2: ends within 30 minutes before, 3: both, 0: neither',
    visitor UInt64 CODEC(ZSTD),
    previous_visitor UInt64 COMMENT 'hash under the salt before, 0 for none' CODEC(ZSTD),
    started DateTime64(3, 'UTC') COMMENT 'first pageview' CODEC(Delta, ZSTD),
    ended DateTime64(3, 'UTC') COMMENT 'last pageview' CODEC(Delta, ZSTD),
    pageviews UInt32,
    entry_path String COMMENT 'of the first pageview, as are source and utm' CODEC(ZSTD),
    exit_path String COMMENT 'of the last pageview' CODEC(ZSTD),
    source LowCardinality(String),
    utm_source LowCardinality(String),
    utm_medium LowCardinality(String),
    utm_campaign LowCardinality(String),
    utm_term LowCardinality(String),
    utm_content LowCardinality(String),
    batch_sum UInt64 COMMENT 'sum of batch over the pageviews, modulo 2^64' CODEC(ZSTD)`,
  parts: `
    PROJECTION by_day (
      SELECT domain, day, derivation, count(), sum(pageviews), sum(batch_sum), countIf(pageviews = 1),
        sum(dateDiff('millisecond', started, ended)), countIf(edge = 3)
      GROUP BY domain, day, derivation),
    PROJECTION by_source (
      SELECT domain, source, day, derivation, count() GROUP BY domain, source, day, derivation),
    PROJECTION by_utm_source (
      SELECT domain, utm_source, day, derivation, count() GROUP BY domain, utm_source, day, derivation),
    PROJECTION by_utm_medium (
      SELECT domain, utm_medium, day, derivation, count() GROUP BY domain, utm_medium, day, derivation),
    PROJECTION by_utm_campaign (
      SELECT domain, utm_campaign, day, derivation, count() GROUP BY domain, utm_campaign, day, derivation),
    PROJECTION by_utm_term (
      SELECT domain, utm_term, day, derivation, count() GROUP BY domain, utm_term, day, derivation),
    PROJECTION by_utm_content (
      SELECT domain, utm_content, day, derivation, count() GROUP BY domain, utm_content, day, derivation),
    PROJECTION by_entry (
      SELECT domain, entry_path, day, derivation, count() GROUP BY domain, entry_path, day, derivation),
    PROJECTION by_exit (
      SELECT domain, exit_path, day, derivation, count() GROUP BY domain, exit_path, day, derivation)`,
  engine: 'MergeTree',
  partitionBy: 'toYYYYMM(day)',
  orderBy: '(domain, day, derivation, edge, visitor)',
  shardBy: 'cityHash64(domain)',
  // Not synced: what a power cut takes is derived again.
  settings: [],
};

/**
 * Grain: one row a midnight that a visit goes over, with what `visits` has of its part after midnight and, as `tail_…`,
 * of its part before. Made of two derivations of `visits`, `before` and `after`, which never change; used where both are
 * used. The row with `expected` says how many others its derivation has, and is written after them.
 */
export const visitLinks: Table = {
  name: 'visit_links',
  columns: `
    domain UUID,
    day Date COMMENT 'the one after midnight',
    derivation UInt64 COMMENT 'as in visits',
    before UInt64 COMMENT 'derivation of visits of the day before',
    after UInt64 COMMENT 'derivation of visits of the day',
    expected Nullable(UInt64) COMMENT 'only in the row that counts the others',
    visitor UInt64,
    edge UInt8,
    started DateTime64(3, 'UTC'),
    ended DateTime64(3, 'UTC'),
    pageviews UInt32,
    entry_path String,
    exit_path String,
    source LowCardinality(String),
    utm_source LowCardinality(String),
    utm_medium LowCardinality(String),
    utm_campaign LowCardinality(String),
    utm_term LowCardinality(String),
    utm_content LowCardinality(String),
    tail_visitor UInt64,
    tail_edge UInt8,
    tail_started DateTime64(3, 'UTC'),
    tail_ended DateTime64(3, 'UTC'),
    tail_pageviews UInt32,
    tail_exit_path String`,
  engine: 'MergeTree',
  partitionBy: 'toYYYYMM(day)',
  orderBy: '(domain, day, derivation)',
  shardBy: 'cityHash64(domain)',
  settings: [],
};
