/**
 * Which days of a domain have derived visitors that are still true. Source: design ("A report").
 */
import { type DateRange, formatDay } from '../../core/date-range.ts';
import { type ReportStore, remembered } from '../answers/report-store.ts';
import { type DayVersion, dayVersions } from './day-versions.ts';

export type VisitorDays = {
  /** The first days of the range that are derived; each with its derivation. */
  readonly derived: readonly { readonly day: number; readonly derivation: string }[];
  /** From here on the pageviews have to be read; undefined when nothing is left. */
  readonly readFrom: number | undefined;
};

type VisitorStateRow = { readonly number: number; readonly derivation: string };

/**
 * Derivations of a day that vouch for themselves, and saw the days from `start` to it as they are now, by the sum of
 * their versions. What was before `start` does not matter, so nor does its removal.
 */
const visitorStates = (start: string, now: readonly DayVersion[]): string => `
  WITH [${now.map(({ number, count, sum }) => `(${number}, (${count}, ${sum}))`).join(', ')}]::Array(Tuple(Int32, Tuple(UInt64, UInt64))) AS now
  SELECT toInt32(r.day) AS number, toString(r.derivation) AS derivation
  FROM (
    SELECT day, derivation, any(seen) AS seen, greatest(0, toInt32(day) - ${start}) AS needed
    FROM visitor_day_records
    WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date} GROUP BY day, derivation) AS r
  INNER JOIN (
    SELECT day, derivation, sum(pageviews) AS count, sum(batch_sum) AS sum FROM visitor_days
    WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date} GROUP BY day, derivation) AS d
    ON r.day = d.day AND r.derivation = d.derivation
  WHERE has(now, (toInt32(r.day), (d.count, d.sum)))
    AND length(r.seen) >= r.needed
    AND arraySum(arraySlice(r.seen, 1, r.needed)) = arraySum(
      x -> if(x.1 < toInt32(r.day) AND x.1 >= toInt32(r.day) - r.needed, ${seenVersion('x.1', 'x.2.1', 'x.2.2')}, 0), now)`;

/** SQL: the version of a day as derivations write down what they saw. */
export function seenVersion(day: string, count: string, sum: string): string {
  return `cityHash64(toInt32(${day}), toUInt64(${count}), toUInt64(${sum}))`;
}

/** Derivations that are true, by day. `start`: SQL, the first day that a derivation of a `day` has to have seen. */
export async function visitorDaysValid(
  store: ReportStore,
  domain: string,
  range: DateRange,
  start: string,
): Promise<ReadonlyMap<number, string>> {
  return (await askVisitorDays(store, domain, range, start)).current;
}

/**
 * How far derivations of the range reach. `start`: SQL, the first day since which a visitor of a `day` counts once. Days
 * from `openFrom` on are not asked for and are to be read.
 */
export async function visitorDaysOf(
  store: ReportStore,
  domain: string,
  { from, to }: DateRange,
  start: string,
  openFrom: number = Number.POSITIVE_INFINITY,
): Promise<VisitorDays> {
  const settled = { from, to: Math.min(to, openFrom - 1) };
  const { days, current } = await askVisitorDays(store, domain, settled, start);
  const derived: { day: number; derivation: string }[] = [];
  for (const day of days) {
    const derivation = current.get(day);
    if (derivation === undefined) return { derived, readFrom: day };
    derived.push({ day, derivation });
  }
  return { derived, readFrom: settled.to < to ? Math.max(from, openFrom) : undefined };
}

async function askVisitorDays(
  store: ReportStore,
  domain: string,
  range: DateRange,
  start: string,
): Promise<{ days: readonly number[]; current: ReadonlyMap<number, string> }> {
  const { days, areMany } = await dayVersions(store, domain, range);
  const states = areMany
    ? await remembered<readonly VisitorStateRow[]>(
        store,
        { key: `derived visitors ${start}`, domain, of: ['pageviews', 'derived'], ...range },
        async () => {
          // Once more: what is remembered has to be made of what there is since it is asked for.
          const now = await dayVersions(store, domain, range);
          const value = await store.query<VisitorStateRow>(visitorStates(start, now.days), {
            domain,
            from: formatDay(range.from),
            to: formatDay(range.to),
          });
          return { value, rows: value.length };
        },
      )
    : [];
  return {
    days: days.map(({ number }) => number),
    current: new Map(states.map(({ number, derivation }) => [number, derivation])),
  };
}
