/** When e-mails are due, and of which days reports are. Source: docs/reference/subscriptions.md ("When"). */
import { Temporal } from 'temporal-polyfill';
import { readRange, type TimeRange } from '../../analytics/query/time-range.ts';

const hour = 8;

/** The first time after `nowMs`; of `instant` at once. */
export function nextDue(frequency: string, zone: string, nowMs: number): number {
  if (frequency === 'instant') return nowMs;
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone);
  let date = firstDateOf(frequency, now.toPlainDate());
  for (;;) {
    const due = date.toZonedDateTime({ timeZone: zone, plainTime: { hour } }).epochMilliseconds;
    if (due > nowMs) return due;
    date = date.add(stepOf(frequency));
  }
}

/** The last whole days before `nowMs`, and as many before them. */
export function reportedPeriods(
  frequency: string,
  zone: string,
  nowMs: number,
): { readonly period: TimeRange; readonly before: TimeRange; readonly from: string; readonly to: string } {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone).toPlainDate();
  const end = firstDateOf(frequency, today);
  const start = end.subtract(stepOf(frequency));
  const [from, to] = [start.toString(), end.subtract({ days: 1 }).toString()];
  return {
    period: readRange([from, to], zone, nowMs),
    before: readRange(
      [start.subtract(stepOf(frequency)).toString(), start.subtract({ days: 1 }).toString()],
      zone,
      nowMs,
    ),
    from,
    to,
  };
}

/** That of the period that has begun. */
function firstDateOf(frequency: string, date: Temporal.PlainDate): Temporal.PlainDate {
  if (frequency === 'weekly') return date.subtract({ days: date.dayOfWeek - 1 });
  return frequency === 'monthly' ? date.with({ day: 1 }) : date;
}

function stepOf(frequency: string): { days: number } | { weeks: number } | { months: number } {
  if (frequency === 'weekly') return { weeks: 1 };
  return frequency === 'monthly' ? { months: 1 } : { days: 1 };
}
