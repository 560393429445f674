/**
 * Ranges of UTC calendar days and the buckets of a time series in them. A day is counted from 1970-01-01, which is 0.
 * Source: docs/reference/web-analytics.md ("Parameters"), RFC 3339 section 5.6 (full-date).
 */
import { quoteValue, ServiceError } from './errors.ts';
import { dayMs } from './time.ts';

/** Both days are included. */
export type DateRange = { readonly from: number; readonly to: number };

export const frequencies = ['day', 'week', 'month'] as const;
export type Frequency = (typeof frequencies)[number];

/** How many days a range may have. */
const maxRangeDays = 3_660;
/** How many days before today a report begins by default. */
const defaultRangeStart = 30;

/** 1970-01-01 to 2149-06-06: the days that the analytics store can tell apart (ClickHouse's `Date`). */
export const lastDay = 65_535;
export const allowedDate: string = `a date YYYY-MM-DD from ${formatDay(0)} to ${formatDay(lastDay)}`;

/** The day of an instant. */
export function dayOf(epochMs: number): number {
  return Math.floor(epochMs / dayMs);
}

/** Formats a day as `YYYY-MM-DD`. */
export function formatDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** Reads `YYYY-MM-DD`; undefined for any other form, for days no month has, and outside 1970-01-01 to 2149-06-06. */
export function parseDay(text: string): number | undefined {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return undefined;
  const epochMs = Date.parse(`${text}T00:00:00Z`);
  // Not every engine refuses 2026-02-30; some read it as 2026-03-02.
  if (Number.isNaN(epochMs) || formatDay(dayOf(epochMs)) !== text) return undefined;
  const day = dayOf(epochMs);
  return day >= 0 && day <= lastDay ? day : undefined;
}

/** Reads a parameter that is a date, if it is given. Errors: `from_invalid`, `to_invalid`. */
export function readDay(name: 'from' | 'to', text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const day = parseDay(text);
  if (day === undefined) {
    throw new ServiceError(
      `${name}_invalid`,
      `${name} ${quoteValue(text)} is invalid; allowed: ${allowedDate}`,
    );
  }
  return day;
}

/**
 * Makes a range; the day that is left out is `defaultStart` days before the day of `nowMs`, or that day itself. Errors:
 * `date_range_invalid` when `from` is after `to`, or the range has more than 3,660 days, both included.
 */
export function makeDateRange(
  given: { readonly from: number | undefined; readonly to: number | undefined },
  nowMs: number,
  defaultStart: number = defaultRangeStart,
): DateRange {
  const today = dayOf(nowMs);
  const { from = today - defaultStart, to = today } = given;
  const byDefault = ' (by default)';
  const shown =
    `from ${formatDay(from)}${given.from === undefined ? byDefault : ''} ` +
    `to ${formatDay(to)}${given.to === undefined ? byDefault : ''}`;
  if (from > to) throw new ServiceError('date_range_invalid', `${shown} is no range: from is after to`);
  const days = to - from + 1;
  if (days > maxRangeDays) {
    throw new ServiceError(
      'date_range_invalid',
      `${shown} has ${days} days; allowed: at most ${maxRangeDays}`,
    );
  }
  return { from, to };
}

const bucketStarts: Readonly<Record<Frequency, (day: number) => number>> = {
  day: (day) => day,
  // Day 0 was a Thursday, three days after its Monday; no day before it is asked for.
  week: (day) => day - ((day + 3) % 7),
  month: (day) => day - (new Date(day * dayMs).getUTCDate() - 1),
};

/** The first day of the bucket that a day falls into: the day itself, its Monday, or the 1st of its month. */
export function bucketOf(day: number, frequency: Frequency): number {
  return bucketStarts[frequency](day);
}

/** The first days of all buckets that have a day in the range, in time order; the first may lie before the range. */
export function bucketsIn(range: DateRange, frequency: Frequency): number[] {
  const buckets: number[] = [];
  for (let day = range.from; day <= range.to; ) {
    const bucket = bucketOf(day, frequency);
    buckets.push(bucket);
    day = nextBucket(bucket, frequency);
  }
  return buckets;
}

function nextBucket(bucket: number, frequency: Frequency): number {
  if (frequency === 'day') return bucket + 1;
  // Every month ends within 31 days.
  return frequency === 'week' ? bucket + 7 : bucketOf(bucket + 31, 'month');
}
