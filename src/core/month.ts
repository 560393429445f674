/** UTC calendar months, written `YYYY-MM`: as texts they sort by time. Source: docs/reference/usage.md. */
import { type DateRange, dayOf } from './date-range.ts';
import { dayMs } from './time.ts';

/** The month of an instant. */
export function monthOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 7);
}

/** Reads `YYYY-MM` from 1970-01 on; undefined for any other text. */
export function parseMonth(text: string): string | undefined {
  return /^(?:19[7-9][0-9]|2[0-9]{3})-(?:0[1-9]|1[0-2])$/.test(text) ? text : undefined;
}

/** The first instant of a month, in milliseconds since the Unix epoch. */
export function monthStart(month: string): number {
  return Date.parse(`${month}-01T00:00:00Z`);
}

export function nextMonth(month: string): string {
  // No month has more than 31 days, and the first 32 days of one end in the next.
  return monthOf(monthStart(month) + 32 * dayMs);
}

/** The first instant after a month. */
export function monthEnd(month: string): number {
  return monthStart(nextMonth(month));
}

export function daysOfMonth(month: string): DateRange {
  return { from: dayOf(monthStart(month)), to: dayOf(monthEnd(month)) - 1 };
}

/** The months from one to another, both included; none when the second is earlier. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month);
  return months;
}
