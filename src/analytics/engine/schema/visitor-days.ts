/** Visitors, derived from `events` day by day; a cache. Source: docs/reference/analytics-store.md. */
import { derivedSettings, type Table } from './table.ts';

/** What visitors are counted by, and from which columns of `events` it comes. '' is unknown. */
export const visitorKeys = {
  browser: "if(browser = '', 'Unknown', browser)",
  operating_system: "if(operating_system = '', 'Unknown', operating_system)",
  screen: 'screen',
  country: 'country',
  // Two columns in one text, the label first, so that it sorts as the label does.
  region: "if(region = '' AND region_name = '', '', concat(region_name, '\\0', region))",
  city: "if(city = '', '', concat(city, '\\0', country))",
} as const;

export type VisitorKey = keyof typeof visitorKeys;

const keyNames = Object.keys(visitorKeys);

/**
 * Grain: one row per visitor, day and combination of the keys above that the visitor's pageviews had in it; mostly one a
 * visitor-day.
 *
 * `since` tells how many days before a visitor was last seen: the visitors of the days from F to T are the rows of these
 * days with `since > day - F`, each counted on the first of its days in the range. `since_<key>` tells the same of the
 * visitor with this key. So distinct visitors add up, of any range, and projections can hold them. In rows that are not
 * the first of their visitor (with their key) in their day it is 0, which no range counts; 65535 is: not seen before,
 * as far back as is looked.
 *
 * Made together with the rows of `visits` of the same derivation, of the day's pageviews before `seen_until`.
 */
export const visitorDays: Table = {
  name: 'visitor_days',
  columns: `
    domain UUID,
    day Date COMMENT 'UTC',
    derivation UInt64 COMMENT 'as in visits' CODEC(ZSTD),
    visitor UInt64 CODEC(LZ4),
    ${keyNames.map((name) => `${name} LowCardinality(String)`).join(',\n    ')},
    since UInt16,
    ${keyNames.map((name) => `since_${name} UInt16`).join(',\n    ')}`,
  parts: [
    `PROJECTION by_since (
      SELECT domain, day, derivation, since, count() GROUP BY domain, day, derivation, since)`,
    ...keyNames.map(
      (name) => `PROJECTION by_${name} (
      SELECT domain, ${name}, day, derivation, since_${name}, count()
      GROUP BY domain, ${name}, day, derivation, since_${name})`,
    ),
  ].join(',\n    '),
  engine: 'MergeTree',
  partitionBy: 'toYYYYMM(day)',
  orderBy: '(domain, day, derivation, visitor)',
  shardBy: 'cityHash64(domain)',
  settings: derivedSettings,
};
