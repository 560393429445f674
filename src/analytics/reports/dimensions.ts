/** What reports group by: a key of the rows, which rows have one, and how a key is shown. */
import { STATUS_CODES } from 'node:http';
import type { Frequency } from '../../core/date-range.ts';
import { datacenterProviders } from '../lookup/hosting-networks.ts';

export type DimensionName =
  | 'all'
  | 'date'
  | 'response_time_bucket'
  | 'path'
  | 'status'
  | 'bot'
  | 'datacenter';

export type Dimension = {
  /** SQL: what rows are grouped by; none makes one group of all rows. */
  readonly key?: string | ((frequency: Frequency) => string);
  /** SQL: which rows take part; by default all. */
  readonly condition?: string;
  /** What a key is shown as; by default itself. */
  readonly label?: (key: string) => string;
  /**
   * SQL that sorts items of the same number as their labels do, byte by byte. Without it the labels are known to the
   * program only: then all groups are fetched, so there must be few.
   */
  readonly order?: string;
};

const unknown = 'Unknown';
const providerNames: ReadonlyMap<string, string> = new Map(
  datacenterProviders.map(({ slug, name }) => [slug, name]),
);

/**
 * The first day of the bucket of a row's day, in days since 1970-01-01, as `bucketOf` of core/date-range.ts. The
 * engine's own toMonday answers a `Date`, which has no days before 1970-01-01.
 */
const bucketKeys: Readonly<Record<Frequency, string>> = {
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
};
