/**
 * Which days of a domain have derived visits that are still true, and which have to be read from the pageviews. Source:
 * design ("A report").
 */
import { formatDay } from '../../core/date-range.ts';
import { type ReportStore, rememberedRows } from '../answers/report-store.ts';
import { lastDay } from '../engine/row-spans.ts';
import { type DayVersion, dayVersions } from './day-versions.ts';
import { beginsEarly, endsLate } from './parts.ts';

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

/** Of links, `count` and `sum` are the two derivations they were made of. */
type VisitStateRow = DayVersion & {
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

/**
 * The days from `from` to `to` that have pageviews, in time order. Those from `openFrom` on are not asked for and are to be
 * read, whether they have pageviews or not: of days that change all the time nothing is derived.
 */
export async function visitDays(
  store: ReportStore,
  domain: string,
  from: number,
  to: number,
  openFrom: number = Number.POSITIVE_INFINITY,
): Promise<DayState[]> {
  const range = { from: Math.max(0, from), to: Math.min(lastDay, to, openFrom - 1) };
  const { days, areMany } = await dayVersions(store, domain, range);
  const states = areMany
    ? await rememberedRows<VisitStateRow>(
        store,
        { key: 'derived visits', domain, of: ['derived'], ...range },
        visitStates,
        { domain, from: formatDay(range.from), to: formatDay(range.to) },
      )
    : [];
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
  for (let day = Math.max(from, openFrom); day <= Math.min(lastDay, to); day++)
    found.push({ day, derivation: undefined, mayBeFilled: true, links: undefined });
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

/**
 * Whether the pageviews of a day could have a part of a visit that fills it, so that a visit of an earlier day could go
 * on after it. Of a person who changes in it, not all pageviews are looked at together: then it may be.
 */
export async function mayFill(store: ReportStore, domain: string, day: number): Promise<boolean> {
  const rows = await rememberedRows<{ visitor: string }>(
    store,
    { key: 'may be filled', domain, of: ['pageviews'], from: day, to: day },
    `SELECT toString(visitor) AS visitor FROM events WHERE domain = {domain:UUID} AND day = {day:Date}
    GROUP BY visitor
    HAVING (max(${beginsEarly('time')}) AND max(${endsLate('time')})) OR max(previous_visitor NOT IN (0, visitor))
    LIMIT 1`,
    { domain, day: formatDay(day) },
  );
  return rows.length > 0;
}
