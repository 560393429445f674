/** The hours of a span against what was expected. Source: docs/reference/expectation.md. */
import { dayOf } from '../../core/date-range.ts';
import { dayMs, hourMs } from '../../core/time.ts';
import type { ReportStore } from '../engine/report-store.ts';
import { type Expectation, expectationIn, type Kept, referenceSpanMs, referencesOf } from './expectation.ts';
import { countTogether, firstHours, type Span, servedHours } from './hour-counts.ts';
import { ZoneClock } from './zone-clock.ts';

export type TrafficSeries = {
  /** Counted together: one custom domain, or all that an account has. */
  readonly domains: readonly string[];
  readonly zone: string;
  readonly span: Span;
};

/** Every whole hour that starts in the span. */
export async function trafficSeries(
  store: ReportStore,
  { domains, zone, span }: TrafficSeries,
  kept: Kept,
): Promise<Expectation[]> {
  const first = Math.ceil(span.since / hourMs) * hourMs;
  if (first >= span.until) return [];
  const clock = new ZoneClock(zone, first - referenceSpanMs, span.until);
  const hours = Array.from({ length: Math.ceil((span.until - first) / hourMs) }, (_, index) => {
    const hour = first + index * hourMs;
    return { hour, references: referencesOf(hour, clock) };
  });
  const counts = await countTogether(store, domains, {
    since: first - referenceSpanMs,
    until: first + hours.length * hourMs,
  });
  const firsts = [...(await firstHours(store, first - referenceSpanMs, domains)).values()];
  const firstHour = firsts.reduce<number | undefined>(
    (earliest, hour) => Math.min(earliest ?? hour, hour),
    undefined,
  );
  // Where they have requests themselves, the installation has.
  const silent = hours.flatMap(({ references }) =>
    references.filter((hour) => !counts.has(hour) && hour >= (firstHour ?? Number.POSITIVE_INFINITY)),
  );
  const served = silent.length === 0 ? new Set<number>() : await servedHours(store, spanAround(silent));
  const recorded = {
    requestsIn: (hour: number) => counts.get(hour)?.requests ?? 0,
    firstHour,
    isServed: (hour: number) => counts.has(hour) || served.has(hour),
  };
  return hours.map(({ hour, references }) => expectationIn(hour, references, recorded, kept));
}

/** What retention keeps, and what is over. 0 days keep everything. */
export function keptAt(nowMs: number, retentionDays: number): Kept {
  return { since: retentionDays === 0 ? 0 : (dayOf(nowMs) - retentionDays) * dayMs, until: nowMs };
}

function spanAround(hours: readonly number[]): Span {
  return hours.reduce(
    (around, hour) => ({ since: Math.min(around.since, hour), until: Math.max(around.until, hour + hourMs) }),
    { since: Number.POSITIVE_INFINITY, until: 0 },
  );
}
