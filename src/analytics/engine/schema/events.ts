/** Every event from the tracker, a server or an import. Source: docs/reference/analytics-store.md. */
import { type ReportName, reportNames } from '../../../core/report-scripts.ts';
import { reportMark } from '../pageview-row.ts';
import { type Layout, onCluster, tableName } from './layout.ts';
import { referrerColumn } from './referrer-column.ts';
import { addColumn, alterTable, createTable, localName, type Table } from './table.ts';

/** Columns that stores of before migration 6 lack, or got by migration 5. */
const addedColumns = [
  "arrival UInt64 COMMENT 'segment number and line: orders pageviews of one millisecond, before tie; 0 when not known' CODEC(Delta, ZSTD)",
  "name LowCardinality(String) DEFAULT 'pageview' COMMENT 'pageview, or the name of a custom event'",
  "props Map(LowCardinality(String), String) COMMENT 'properties of a custom event, values as text' CODEC(ZSTD)",
  "revenue_amount Decimal(18, 3) COMMENT 'in units of revenue_currency, 0 for none' CODEC(ZSTD)",
  "revenue_currency LowCardinality(String) COMMENT 'ISO 4217, empty for no revenue'",
];

/** SQL: the half hours since 1970-01-01 that an event came in. */
export const halfHour = 'intDiv(toUnixTimestamp(time), 1800)';

/** After a day is over: visits that have not ended by then are read from the events for ever. The projection below has it. */
export const finalAfterHalfHours = 12;

/**
 * SQL: which derivations of whole days look at an event, besides that of its own day: `dayParts.early`, the day before; `dayParts.late`,
 * the day after; 0, none.
 */
export const dayParts = { early: 1, late: 2 } as const;
export const dayPart: string = `multiIf(${halfHour} % 48 < ${finalAfterHalfHours}, ${dayParts.early}, ${halfHour} % 48 = 47, ${dayParts.late}, 0)`;

/** SQL: whether a row is an event. Reports aren't, nor are events that older programs stored under their names. */
export const isEvent: string = `name NOT IN (${reportNames.map((name) => `'${name}'`).join(', ')})`;

/** SQL: whether the visitor had another hash under the previous salt. */
export const isHashChange = 'previous_visitor != 0 AND previous_visitor != visitor';

/** SQL: whether a row is a report of that name. Its properties have what is reported: docs/reference/analytics-store.md. */
export function isReport(name: ReportName): string {
  return `name = '${name}' AND has(mapKeys(props), '${reportMark}')`;
}

const projections = {
  by_half_hour: `(
    SELECT domain, day, ${halfHour}, name, count(), sum(batch), countIf(${isHashChange})
    GROUP BY domain, day, ${halfHour}, name)`,
  by_name_path: '(SELECT domain, name, path, day, count() GROUP BY domain, name, path, day)',
};

const byDayPart = `by_day_part (
    SELECT domain, day, ${dayPart}, name, count(), sum(batch), countIf(${isHashChange})
    GROUP BY domain, day, ${dayPart}, name)`;

/**
 * Grain: one row per event, never changed. A pageview is an event whose `name` is `pageview`.
 *
 * Sort key: domain and day as in `requests`, because every question asks for one domain and a range of days. Then visitor
 * and time: the events of a visit lie one after another, and visits are found by reading in order. `name` is not part of
 * it: a visit's custom events lie between its pageviews. `tie` comes last. Neither is part of the primary index.
 *
 * Projections: `by_half_hour` counts events and holds their version (count and sum of batches), which tells whether
 * derived rows are current. `by_day_part` has the same in fewer rows, for the whole days of many domains. `by_name_path` is the
 * report `pages`: its path comes before the day, so that equal paths lie together and a month of them is grouped in the time of a day
 * of them.
 */
export const events: Table = {
  name: 'events',
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
    batch UInt64 COMMENT 'first 64 bits of the hash of batch and month it came with' CODEC(ZSTD),
    ${[...addedColumns, referrerColumn].join(',\n    ')}`,
  parts: [...Object.entries(projections).map(([name, sql]) => `${name} ${sql}`), byDayPart]
    .map((projection) => `PROJECTION ${projection}`)
    .join(',\n    '),
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
 * What migration 6 does: the table `pageviews` of older stores becomes `events`, all its rows pageviews; other stores get
 * the table. Of two events of a visitor in the same millisecond the one that arrived first comes first; rows stored
 * before migration 5 have 0 and are ordered by `tie`.
 */
export function eventsOfPageviews(layout: Layout): string[] {
  const [before, now] = [{ ...events, name: 'pageviews' }, events].map((table) =>
    tableName(localName(table, layout), layout),
  );
  return [
    `RENAME TABLE IF EXISTS ${before} TO ${now}${onCluster(layout)}`,
    // A Distributed table names the table it reads and has no rows of its own, so it is dropped and created again.
    ...(layout.kind === 'cluster'
      ? [`DROP TABLE IF EXISTS ${tableName('pageviews', layout)}${onCluster(layout)}`]
      : []),
    ...createTable(events, layout),
    ...addedColumns.flatMap((column) => addColumn(events, layout, column)),
    ...[
      ...Object.entries(projections).map(([name, sql]) => `ADD PROJECTION IF NOT EXISTS ${name} ${sql}`),
      // In the background; parts that wait for it are read without.
      ...Object.keys(projections).map((name) => `MATERIALIZE PROJECTION IF EXISTS ${name}`),
      'DROP PROJECTION IF EXISTS by_day',
      'DROP PROJECTION IF EXISTS by_path',
    ].map((change) => alterTable(events, layout, change)),
  ];
}

/** What migration 17 does. In the background; parts that wait for it are read without. */
export function countDayParts(layout: Layout): string[] {
  return [`ADD PROJECTION IF NOT EXISTS ${byDayPart}`, 'MATERIALIZE PROJECTION IF EXISTS by_day_part'].map(
    (change) => alterTable(events, layout, change),
  );
}
