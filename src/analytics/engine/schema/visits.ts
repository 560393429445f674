/** Visits and what is known of their derivation from `events`; a cache. Source: docs/reference/analytics-store.md. */
import { referrerColumn } from './referrer-column.ts';
import { derivedSettings, type Table } from './table.ts';

/**
 * Grain: one row per visit, under the UTC day on which it starts, with everything a question may ask of it; and one per
 * custom event outside any visit (`pageviews` is 0). What a visit is stands in visits/visit-rule.ts.
 *
 * Sort key: a question asks for one domain, a range of days and of each day one derivation. Projections: the reports that
 * group visits and add something up. Campaigns share one: most visits have none, and a campaign's parameters go together.
 */
export const visits: Table = {
  name: 'visits',
  columns: `
    domain UUID,
    day Date COMMENT 'UTC day of started',
    derivation UInt64 COMMENT 'the run that made the row: 42 bits of milliseconds since 1970, then random bits' CODEC(ZSTD),
    visitor UInt64 COMMENT 'hash of the first event' CODEC(LZ4),
    started DateTime64(3, 'UTC') COMMENT 'first event' CODEC(T64, LZ4),
    ended DateTime64(3, 'UTC') COMMENT 'last event, custom ones included' CODEC(T64, LZ4),
    duration_ms UInt64 COMMENT 'from the first to the last pageview' CODEC(T64, ZSTD),
    pageviews UInt32 CODEC(T64, ZSTD),
    events UInt32 COMMENT 'pageviews and custom events' CODEC(T64, ZSTD),
    entry_path String COMMENT 'of the first event, as are the columns from source to city' CODEC(ZSTD),
    exit_path String COMMENT 'of the last pageview' CODEC(ZSTD),
    source LowCardinality(String),
    utm_source LowCardinality(String),
    utm_medium LowCardinality(String),
    utm_campaign LowCardinality(String),
    utm_term LowCardinality(String),
    utm_content LowCardinality(String),
    browser LowCardinality(String),
    operating_system LowCardinality(String),
    screen LowCardinality(String),
    country LowCardinality(String),
    region LowCardinality(String),
    region_name LowCardinality(String),
    city LowCardinality(String),
    event_offsets Array(UInt64) COMMENT 'of each event, milliseconds since started; the lists below are in the same order' CODEC(T64, ZSTD),
    event_names Array(LowCardinality(String)),
    event_paths Array(String) CODEC(ZSTD),
    event_props Array(Map(LowCardinality(String), String)) CODEC(ZSTD),
    event_amounts Array(Decimal(18, 3)) CODEC(ZSTD),
    event_currencies Array(LowCardinality(String)),
    event_visitors Array(UInt64) COMMENT 'empty when all events have the same hash' CODEC(ZSTD),
    ${referrerColumn}`,
  parts: [
    `PROJECTION by_day (
      SELECT domain, day, derivation, count(), countIf(pageviews > 0), countIf(pageviews = 1), sum(duration_ms)
      GROUP BY domain, day, derivation)`,
    ...[
      ['source', 'source'],
      ['utm', 'utm_source, utm_medium, utm_campaign, utm_term, utm_content'],
      ['entry', 'entry_path'],
      ['exit', 'exit_path'],
    ].map(
      ([name, columns]) => `PROJECTION by_${name} (
      SELECT domain, ${columns}, day, derivation, countIf(pageviews > 0) GROUP BY domain, ${columns}, day, derivation)`,
    ),
  ].join(',\n    '),
  engine: 'MergeTree',
  partitionBy: 'toYYYYMM(day)',
  orderBy: '(domain, day, derivation)',
  shardBy: 'cityHash64(domain)',
  settings: derivedSettings,
};

/**
 * Grain: one row per finished derivation of a domain and day, written after its rows in `visits` and `visitor_days`.
 *
 * A derivation looked at the events from half an hour before its day until `seen_until`, and stored the visits of the day
 * that start before `starts_until` and that no event since `seen_until` could go on with. It is current while the events
 * it looked at have the same count and sum of batches, and `visits` has as many rows of it as it stored. Rows are never
 * changed and batches come whole, so equal sums mean equal events.
 */
export const visitDerivations: Table = {
  name: 'visit_derivations',
  columns: `
    domain UUID,
    day Date,
    derivation UInt64 COMMENT 'as in visits' CODEC(ZSTD),
    starts_until DateTime64(3, 'UTC') COMMENT 'a full half hour, as seen_until',
    seen_until DateTime64(3, 'UTC'),
    event_count UInt64 COMMENT 'events looked at',
    batch_sum UInt64 COMMENT 'their sum of batch, modulo 2^64',
    visit_count UInt64 COMMENT 'rows stored in visits',
    open Array(UInt64) COMMENT 'visitors whose visit starts on the day and could go on: read from the events instead',
    open_since DateTime64(3, 'UTC') COMMENT 'start of the first of their visits, 1970 without any',
    earlier UInt64 COMMENT 'visits that started before the day and could go on at seen_until',
    visitor_count UInt64 COMMENT 'rows stored in visitor_days; see there',
    seen Array(UInt64) COMMENT 'version of each day before, the nearest first: 0 without events, else a hash of day, count() and sum(batch)'`,
  engine: 'MergeTree',
  partitionBy: 'toYYYYMM(day)',
  orderBy: '(domain, day, derivation)',
  shardBy: 'cityHash64(domain)',
  settings: derivedSettings,
};
