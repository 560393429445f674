/**
 * Which days of a domain have derived rows that are still true, and which have to be read from the pageviews. Source:
 * design ("A report").
 *
 * The version of a day is count and sum(batch) of its pageviews. Rows are never changed, batches come whole, and the
 * number of a batch is 64 bits of a hash: days of one version have the same pageviews. A count alone would not do: when
 * retention has emptied a day, as many others may be imported into it.
 */
import { type DateRange, formatDay } from '../../core/date-range.ts';

/** What reports need of the analytics store. */
export interface ReportStore {
  query<T>(sql: string, params: Record<string, unknown>): Promise<T[]>;
  /**
   * How many pageviews a range has to have for derived rows to be looked for; by default 100,000. Fewer are read sooner
   * than it is known what is derived of them.
   */
  readonly minDerivedPageviews?: number;
}

const minDerivedPageviews = 100_000;

export type DayState = {
  /** Counted from 1970-01-01. */
  readonly day: number;
  /** A derivation that is true, as decimal text; undefined: the pageviews have to be read. */
  readonly derivation: string | undefined;
  /** Whether there can be a part of a visit that fills the day from end to end. */
  readonly mayBeFilled: boolean;
  /** The derivation of its links to the day before, if both days are derived and linked. */
  readonly links: string | undefined;
};

/** As text: wider than numbers of ours. */
type Version = { readonly count: string; readonly sum: string };

type VersionRow = Version & { readonly number: number };

const versions = `SELECT toInt32(day) AS number, toString(count()) AS count, toString(sum(batch)) AS sum
  FROM pageviews WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date} GROUP BY day ORDER BY number`;

/** Of links, `count` and `sum` are the two derivations they were made of. */
type VisitStateRow = VersionRow & {
  readonly kind: 'visits' | 'links';
  readonly derivation: string;
  readonly filled: number;
};

const visitStates = `
  SELECT 'visits' AS kind, toInt32(day) AS number, toString(derivation) AS derivation,
    toString(sum(pageviews)) AS count, toString(sum(batch_sum)) AS sum, toInt64(countIf(edge = 3)) AS filled
  FROM visits WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date} GROUP BY day, derivation
  UNION ALL
  SELECT 'links', toInt32(day), toString(derivation), toString(any(before)), toString(any(after)), toInt64(0)
  FROM visit_links WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date}
  GROUP BY day, derivation HAVING max(expected) = countIf(expected IS NULL)`;

/** The days from `from` to `to` that have pageviews, in time order. */
export async function visitDays(
  store: ReportStore,
  domain: string,
  from: number,
  to: number,
): Promise<DayState[]> {
  const params = {
    domain,
    from: formatDay(Math.max(0, from)),
    to: formatDay(Math.min(lastDay, to)),
  };
  const days = await store.query<VersionRow>(versions, params);
  const isLarge = isWorthDeriving(store, days);
  const states = isLarge ? await store.query<VisitStateRow>(visitStates, params) : [];
  const statesOf = groupByDay(states);
  const found: DayState[] = [];
  for (const { number, count, sum } of days) {
    const ofDay = statesOf.get(number) ?? [];
    const current = ofDay
      .filter((row) => row.kind === 'visits' && row.count === count && row.sum === sum)
      // All are the same; links are made of the newest.
      .reduce<VisitStateRow | undefined>(newer, undefined);
    const before = found.at(-1);
    const links = ofDay.find(
      (row) =>
        row.kind === 'links' &&
        before?.day === number - 1 &&
        row.count === before.derivation &&
        row.sum === current?.derivation,
    );
    found.push({
      day: number,
      derivation: current?.derivation,
      mayBeFilled: current === undefined || current.filled > 0,
      links: links?.derivation,
    });
  }
  return found;
}

function newer(a: VisitStateRow | undefined, b: VisitStateRow): VisitStateRow {
  return a === undefined || BigInt(b.derivation) > BigInt(a.derivation) ? b : a;
}

function groupByDay(rows: readonly VisitStateRow[]): Map<number, VisitStateRow[]> {
  const groups = new Map<number, VisitStateRow[]>();
  for (const row of rows) {
    const group = groups.get(row.number);
    if (group) group.push(row);
    else groups.set(row.number, [row]);
  }
  return groups;
}

function isWorthDeriving(store: ReportStore, days: readonly VersionRow[]): boolean {
  let pageviews = 0;
  for (const { count } of days) pageviews += Number(count);
  return pageviews >= (store.minDerivedPageviews ?? minDerivedPageviews);
}

/** The last day that a `Date` of the store can be. */
const lastDay = 65_535;

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
const visitorStates = (start: string): string => `
  WITH (SELECT groupArray((number, version)) FROM (
      SELECT toInt32(day) AS number, (count(), sum(batch)) AS version
      FROM pageviews WHERE domain = {domain:UUID} AND day BETWEEN {from:Date} AND {to:Date} GROUP BY day)) AS now
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

/** How far derivations of the range reach. `start`: SQL, the first day since which a visitor of a `day` counts once. */
export async function visitorDaysOf(
  store: ReportStore,
  domain: string,
  range: DateRange,
  start: string,
): Promise<VisitorDays> {
  const { days, current } = await askVisitorDays(store, domain, range, start);
  const derived: { day: number; derivation: string }[] = [];
  for (const day of days) {
    const derivation = current.get(day);
    if (derivation === undefined) return { derived, readFrom: day };
    derived.push({ day, derivation });
  }
  return { derived, readFrom: undefined };
}

async function askVisitorDays(
  store: ReportStore,
  domain: string,
  range: DateRange,
  start: string,
): Promise<{ days: number[]; current: Map<number, string> }> {
  const params = { domain, from: formatDay(range.from), to: formatDay(range.to) };
  const days = await store.query<VersionRow>(versions, params);
  const states = isWorthDeriving(store, days)
    ? await store.query<VisitorStateRow>(visitorStates(start), params)
    : [];
  return {
    days: days.map(({ number }) => number),
    current: new Map(states.map(({ number, derivation }) => [number, derivation])),
  };
}
