/** Visitors, derived from `events` day by day; a cache. Source: contract section 6 (Visitor), design ("A report"). */
import type { PageviewRow } from '../../pageview-row.ts';
import type { Layout } from './layout.ts';
import { alterTable, type Table } from './table.ts';

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

/** The same of a row that is on its way into `events`. */
export const visitorKeyOf: Readonly<Record<VisitorKey, (row: PageviewRow) => string>> = {
  browser: ({ browser }) => browser || 'Unknown',
  operating_system: ({ operating_system: name }) => name || 'Unknown',
  screen: ({ screen }) => screen,
  country: ({ country }) => country,
  region: ({ region, region_name: name }) => (region === '' && name === '' ? '' : `${name}\0${region}`),
  city: ({ city, country }) => (city === '' ? '' : `${city}\0${country}`),
};

const keyNames = Object.keys(visitorKeys);

/**
 * Grain: one row a visitor, day and combination of the keys above that the visitor had in it; mostly one a visitor-day.
 *
 * `since` tells how many days before a visitor was last seen: the visitors of the days from F to T are the rows of these
 * days with `since > day - F`, each counted on the first of its days in the range. `since_<key>` tells the same of the
 * visitor with this key. So distinct visitors add up, of any range, and projections can hold them. In rows that are not
 * the first of their visitor (with their key) in their day it is 0, which no range counts; 65535 is: not seen before,
 * as far back as is looked.
 *
 * A derivation vouches for itself as those of `visits` do; see there. What it saw of the days before is in
 * `visitor_day_records`.
 */
export const visitorDays: Table = {
  name: 'visitor_days',
  columns: `
    domain UUID,
    day Date COMMENT 'UTC',
    derivation UInt64 COMMENT 'as in visits' CODEC(ZSTD),
    visitor UInt64 CODEC(ZSTD),
    ${keyNames.map((name) => `${name} LowCardinality(String)`).join(',\n    ')},
    pageviews UInt32,
    batch_sum UInt64 COMMENT 'sum of batch over the pageviews, modulo 2^64' CODEC(ZSTD),
    since UInt16,
    ${keyNames.map((name) => `since_${name} UInt16`).join(',\n    ')}`,
  parts: [
    `PROJECTION by_day (
      SELECT domain, day, derivation, sum(pageviews), sum(batch_sum) GROUP BY domain, day, derivation)`,
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
  settings: [],
};

/**
 * What migration 4 made of `visitor`: hashes hardly compress, and half of the time that it takes to find some among
 * millions went into unpacking them. What was written before is read as it is until it is merged.
 */
export function quickVisitors(layout: Layout): string[] {
  return [alterTable(visitorDays, layout, 'MODIFY COLUMN visitor UInt64 CODEC(LZ4)')];
}

/** Grain: one row a finished derivation of `visitor_days`; without it that one is not used. */
export const visitorDayRecords: Table = {
  name: 'visitor_day_records',
  columns: `
    domain UUID,
    day Date,
    derivation UInt64,
    seen Array(UInt64) COMMENT 'version of each day before, the nearest first: 0 without pageviews, else a hash of day, count() and sum(batch)'`,
  engine: 'MergeTree',
  partitionBy: 'toYYYYMM(day)',
  orderBy: '(domain, day, derivation)',
  shardBy: 'cityHash64(domain)',
  settings: [],
};
