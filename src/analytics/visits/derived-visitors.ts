/**
 * Which of a domain's days have current derived visitors. Source: docs/reference/analytics-store.md ("Derived
 * visits").
 */
import type { DateRange } from '../../core/date-range.ts';
import { dayMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { best, type Derivation, type DerivedDays, readDerivations } from './derivations.ts';

/** A day with events. */
export type VisitorDay = { readonly day: number; readonly derived: Derivation | undefined };

/**
 * The days of a range that have events, in time order. Derivations count that saw the days since `start` as they are now. What
 * was before, or before the first of them, does not matter, so nor does its removal. `start`: SQL over a `day`, the first day since which a visitor of that
 * day counts once.
 */
export async function derivedVisitorDays(
  store: ReportStore,
  domain: string,
  range: DateRange,
  start: string,
): Promise<VisitorDay[]> {
  const [known] = (await readDerivations(store, [domain], range, 'visitor_days', start)).values();
  return known === undefined ? [] : toVisitorDays(known);
}

export function toVisitorDays({ days, derivations }: DerivedDays): VisitorDay[] {
  const versions = new Map(days.map(({ day, version }) => [day, version]));
  const first = days[0]?.day ?? 0;
  const isTrue = ({ day, seen }: Derivation): boolean =>
    seen
      .slice(0, Math.max(0, day - first))
      .every((atTheTime, index) => atTheTime === (versions.get(day - 1 - index) ?? '0'));
  return days.map(({ day }) => ({
    day,
    derived: best(derivations.filter((one) => one.day === day && isTrue(one))),
  }));
}

/** Milliseconds since the Unix epoch; the first is included, the second is not. */
export type ReadSpan = { readonly since: number; readonly until: number };

export type CountedVisitors = {
  /** The first day of the range that has events: a visitor last seen before it is new on the next of its days. */
  readonly from: number;
  /** The visitors of these days' pageviews before `seenUntil` are stored. */
  readonly derived: readonly Derivation[];
  /** The spans of the range whose pageviews have to be read, in time order. */
  readonly read: readonly ReadSpan[];
};

/** Which days of a range count by their derivations. `start` is as in {@link derivedVisitorDays}. */
export async function countedVisitors(
  store: ReportStore,
  domain: string,
  range: DateRange,
  start: string,
): Promise<CountedVisitors> {
  const derived: Derivation[] = [];
  const read: { since: number; until: number }[] = [];
  const days = await derivedVisitorDays(store, domain, range, start);
  for (const { day, derived: one } of days) {
    if (one !== undefined) derived.push(one);
    const [since, until] = [Math.min(one?.seenUntil ?? day * dayMs, (day + 1) * dayMs), (day + 1) * dayMs];
    if (since >= until) continue;
    const before = read.at(-1);
    if (before?.until === since) before.until = until;
    else read.push({ since, until });
  }
  return { from: days[0]?.day ?? range.from, derived, read };
}
