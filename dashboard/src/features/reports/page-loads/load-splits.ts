/** What page loads are split by, and the rows of an answer. */

import { numbersOf } from '../../../analytics/metric-values.ts';
import { addDays } from '../../../analytics/presets.ts';
import type { Answer, Dimension } from '../../../analytics/query.ts';
import type { Frequency } from '../../../analytics/range.ts';
import type { CsvTable } from '../../../csv/write-csv.ts';
import { type FilterDimension, noValue } from '../../../filters/filter.ts';
import { formatDayRange, formatDayTime, formatMonth, formatWeekday } from '../../../format/dates.ts';
import { visibleLabel } from '../../../lists/visible-label.ts';
import { countryName } from '../../../map/country-name.ts';
import { classes } from './classes.ts';

/** `value` is in the address. Each but the first has the filter that a row selects. */
export const splits = [
  { value: '', label: 'Over time', head: 'Time' },
  { value: 'page', label: 'Pages', head: 'Page', dimension: 'request:path' },
  { value: 'source', label: 'Sources', head: 'Source', dimension: 'request:source' },
  { value: 'country', label: 'Countries', head: 'Country', dimension: 'request:country' },
  { value: 'datacenter', label: 'Datacenters', head: 'Datacenter', dimension: 'request:datacenter' },
] as const satisfies readonly {
  value: string;
  label: string;
  head: string;
  dimension?: FilterDimension;
}[];

export type Split = (typeof splits)[number];

export function dimensionOf(split: Split, frequency: Frequency): Dimension {
  return 'dimension' in split ? split.dimension : `time:${frequency}`;
}

export type LoadRow = {
  /** A value of the dimension. */
  readonly key: string;
  readonly all: number;
  /** In the order of the classes. */
  readonly counts: readonly number[];
};

/** In the answer's order. Of a series each bucket has a row; of other splits those that have page loads. */
export function loadRows({ results, meta }: Answer): readonly LoadRow[] {
  const rows = results.map(({ dimensions: [key = ''], metrics }): LoadRow => {
    const [all = 0, ...counts] = numbersOf(metrics);
    return { key, all, counts };
  });
  if (meta.time_labels === undefined) return rows.filter(({ all }) => all > 0);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const none = classes.map(() => 0);
  return meta.time_labels.map((key) => byKey.get(key) ?? { key, all: 0, counts: none });
}

/** What a row is called. */
export function rowName(split: Split, frequency: Frequency, key: string): string {
  switch (split.value) {
    case '':
      return timeName(frequency, key);
    case 'country':
      return key === 'Unknown' ? key : countryName(key);
    case 'datacenter':
      return key === noValue ? 'No datacenter' : visibleLabel(key);
    case 'page':
    case 'source':
      return visibleLabel(key);
  }
}

function timeName(frequency: Frequency, key: string): string {
  switch (frequency) {
    case 'hour':
      return formatDayTime(key);
    case 'day':
      return formatWeekday(key);
    case 'week':
      return formatDayRange(key, addDays(key, 6));
    case 'month':
      return formatMonth(key);
  }
}

export function loadsCsv(head: string, rows: readonly LoadRow[]): CsvTable {
  return [
    [head.toLowerCase(), 'page_loads', ...classes.map(({ metric }) => metric)],
    rows.map(({ key, all, counts }) => [key, all, ...counts]),
  ];
}
