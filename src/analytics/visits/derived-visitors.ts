/**
 * Which of a domain's days have current derived visitors. Source: docs/reference/analytics-store.md ("Derived
 * visits").
 */
import type { DateRange } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { best, type Derivation, readDerivations } from './derivations.ts';

/** The days of a range that have events, in time order. */
export type VisitorDay = { readonly day: number; readonly derived: Derivation | undefined };

/**
 * Derivations count that saw the days since `start` as they are now. What was before does not matter, so nor does its removal.
 * `start`: SQL over a `day`, the first day since which a visitor of that day counts once.
 */
export async function derivedVisitorDays(
  store: ReportStore,
  domain: string,
  range: DateRange,
  start: string,
): Promise<VisitorDay[]> {
  const { days, derivations } = await readDerivations(store, domain, range, 'visitor_days', start);
  const versions = new Map(days.map(({ day, version }) => [day, version]));
  const isTrue = ({ day, seenDays, seenVersions }: Derivation): boolean => {
    let now = 0n;
    for (let before = day - seenDays; before < day; before++) now += versions.get(before) ?? 0n;
    return BigInt.asUintN(64, now) === seenVersions;
  };
  return days.map(({ day }) => ({
    day,
    derived: best(derivations.filter((one) => one.day === day && isTrue(one))),
  }));
}

export type CountedVisitors = {
  /** Current ones of one day after the other; the visitors of the day's pageviews before `seenUntil` are stored. */
  readonly derived: readonly Derivation[];
  /** From here on the pageviews have to be read; undefined when nothing is left. */
  readonly readFrom: number | undefined;
};

/** How far derivations reach from the start of a range. `start` is as in {@link derivedVisitorDays}. */
export async function countedVisitors(
  store: ReportStore,
  domain: string,
  range: DateRange,
  start: string,
): Promise<CountedVisitors> {
  const derived: Derivation[] = [];
  for (const { day, derived: one } of await derivedVisitorDays(store, domain, range, start)) {
    if (one === undefined) return { derived, readFrom: day * dayMs };
    derived.push(one);
    if (one.seenUntil < (day + 1) * dayMs) return { derived, readFrom: one.seenUntil };
  }
  return { derived, readFrom: undefined };
}
