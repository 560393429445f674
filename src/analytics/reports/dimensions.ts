/** What reports group by: a key of the rows, which rows have one, and how a key is shown. */
import { STATUS_CODES } from 'node:http';
import type { Frequency } from '../../core/date-range.ts';
import { slugOf } from '../../core/slug.ts';
import { datacenterProviders } from '../lookup/hosting-networks.ts';
import { countryName, regionName } from './place-names.ts';
import type { LocationType, UtmParam } from './report.ts';

export type DimensionName =
  | 'all'
  | 'date'
  | 'response_time_bucket'
  | 'path'
  | 'status'
  | 'bot'
  | 'datacenter'
  | 'source'
  | UtmParam
  | LocationType
  | 'browser'
  | 'operating_system'
  | 'screen'
  | 'entry_path'
  | 'exit_path';

export type Dimension = {
  /** SQL: what rows are grouped by; none makes one group of all rows. */
  readonly key?: string | ((frequency: Frequency) => string);
  /** SQL: which rows take part; by default all. */
  readonly condition?: string;
  /** What a key is shown as; by default itself. */
  readonly label?: (key: string) => string;
  /** The second field that names an item; by default the key. */
  readonly id?: (key: string) => string;
  /**
   * SQL that sorts items of the same number as their labels do, byte by byte. Without it the labels are known to the
   * program only: then all groups are fetched, so there must be few.
   */
  readonly order?: string;
  /** What `order` sorts by; by default the key. */
  readonly sortText?: (key: string) => string;
};

const unknown = 'Unknown';
const providerNames: ReadonlyMap<string, string> = new Map(
  datacenterProviders.map(({ slug, name }) => [slug, name]),
);

const screenNames: Readonly<Record<string, string>> = {
  mobile: 'Mobile',
  tablet: 'Tablet',
  laptop: 'Laptop',
  desktop: 'Desktop',
};

/** A key of two texts: see `visitorKeys` of engine/schema/visitor-days.ts. */
const beforeNul = (key: string): string => key.split('\0', 1)[0] ?? '';
const afterNul = (key: string): string => key.slice(beforeNul(key).length + 1);

const utm: Dimension = { condition: "key != ''", order: 'key' };

/**
 * The first day of the bucket of a row's day, in days since 1970-01-01, as `bucketOf` of core/date-range.ts. The
 * engine's own toMonday answers a `Date`, which has no days before 1970-01-01.
 */
export const bucketKeys: Readonly<Record<Frequency, string>> = {
  day: 'toInt32(day)',
  week: 'toInt32(day) - (toInt32(day) + 3) % 7',
  month: 'toInt32(toStartOfMonth(day))',
};

export const dimensions: Readonly<Record<DimensionName, Dimension>> = {
  all: {},
  date: { key: (frequency) => bucketKeys[frequency] },
  response_time_bucket: { key: 'bucket' },
  path: { key: 'path', order: 'key' },
  status: {
    key: 'status',
    label: (key) => `${key} ${STATUS_CODES[key] ?? unknown}`,
    order: 'toString(key)',
  },
  bot: { key: 'bot', condition: "bot != ''", order: 'key' },
  datacenter: {
    key: 'datacenter',
    condition: "datacenter != ''",
    // A provider that has left the table keeps its slug.
    label: (key) => providerNames.get(key) ?? key,
  },
  source: { order: 'key' },
  utm_source: utm,
  utm_medium: utm,
  utm_campaign: utm,
  utm_term: utm,
  utm_content: utm,
  browser: { id: slugOf },
  operating_system: { id: slugOf },
  screen: { label: (key) => screenNames[key] ?? unknown, id: (key) => (key === '' ? 'unknown' : key) },
  country: { label: (key) => countryName(key) ?? (key || unknown) },
  region: {
    label: (key) => beforeNul(key) || (regionName(afterNul(key)) ?? (afterNul(key) || unknown)),
    id: afterNul,
  },
  city: {
    label: (key) => beforeNul(key) || unknown,
    id: afterNul,
    order: `if(key = '', '${unknown}', key)`,
    sortText: (key) => key || unknown,
  },
  entry_path: { order: 'key' },
  exit_path: { order: 'key' },
};
