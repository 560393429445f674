/**
 * The versions of a domain's days. Source: design ("A report").
 *
 * The version of a day is count and sum(batch) of its pageviews. Rows are never changed, batches come whole, and the
 * number of a batch is 64 bits of a hash: days of one version have the same pageviews. A count alone would not do: when
 * retention has emptied a day, as many others may be imported into it.
 */
import { type DateRange, formatDay } from '../../core/date-range.ts';
import { minDerivedPageviews, type ReportStore, rememberedRows } from '../answers/report-store.ts';

/** As text: wider than numbers of ours. */
export type DayVersion = { readonly number: number; readonly count: string; readonly sum: string };

const versions = `SELECT toInt32(day) AS number, toString(count()) AS count, toString(sum(batch)) AS sum
  FROM events WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date} GROUP BY day ORDER BY number`;

export type DayVersions = {
  /** The days that have pageviews, in time order. */
  readonly days: readonly DayVersion[];
  /** Of all of them. */
  readonly pageviews: number;
  /** Whether there are so many pageviews that derived rows are looked for. */
  readonly areMany: boolean;
};

/** Asks for the versions of the days from `from` to `to`. */
export async function dayVersions(
  store: ReportStore,
  domain: string,
  { from, to }: DateRange,
): Promise<DayVersions> {
  if (from > to) return { days: [], pageviews: 0, areMany: false };
  const days = await rememberedRows<DayVersion>(
    store,
    { key: 'versions', domain, of: ['pageviews'], from, to },
    versions,
    { domain, from: formatDay(from), to: formatDay(to) },
  );
  const pageviews = days.reduce((sum, { count }) => sum + Number(count), 0);
  return { days, pageviews, areMany: pageviews >= minDerivedPageviews(store) };
}
