/** Dates in the locale of the page. Days of reports are UTC days; times are shown in the reader's own zone. */
import { locale } from './locale.ts';

const day = new Intl.DateTimeFormat(locale, {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const shortDay = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', day: 'numeric', month: 'short' });
const weekday = new Intl.DateTimeFormat(locale, {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});
const month = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long', year: 'numeric' });
const shortMonth = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short', year: 'numeric' });
const monthNames = {
  short: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'short' }),
  long: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', month: 'long' }),
};
const weekdayNames = {
  short: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'short' }),
  long: new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' }),
};
const hour = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', timeStyle: 'short' });
const dayTime = new Intl.DateTimeFormat(locale, {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});
const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const localDate = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(locale);

/** A UTC day, `YYYY-MM-DD`. */
export function formatShortDay(isoDay: string): string {
  return shortDay.format(new Date(`${isoDay}T00:00:00Z`));
}

export function formatWeekday(isoDay: string): string {
  return weekday.format(new Date(`${isoDay}T00:00:00Z`));
}

export function formatMonth(isoDay: string): string {
  return month.format(new Date(`${isoDay}T00:00:00Z`));
}

export function formatShortMonth(isoDay: string): string {
  return shortMonth.format(new Date(`${isoDay}T00:00:00Z`));
}

/** The name alone: `Nov`, `November`. */
export function formatMonthName(isoDay: string, length: 'short' | 'long'): string {
  return monthNames[length].format(new Date(`${isoDay}T00:00:00Z`));
}

/** The name alone: `Sat`, `Saturday`. */
export function formatWeekdayName(isoDay: string, length: 'short' | 'long'): string {
  return weekdayNames[length].format(new Date(`${isoDay}T00:00:00Z`));
}

/** The local time of an instant with an offset, such as `2026-10-25T02:00:00+02:00`. */
export function formatHour(instant: string): string {
  return hour.format(wallClock(instant));
}

export function formatDayTime(instant: string): string {
  return dayTime.format(wallClock(instant));
}

/** The local time as if it were UTC. */
function wallClock(instant: string): Date {
  return new Date(`${instant.slice(0, 19)}Z`);
}

/** From one UTC day to another, both included: `Oct 1 – 31, 2026`. */
export function formatDayRange(fromIsoDay: string, toIsoDay: string): string {
  return day.formatRange(new Date(`${fromIsoDay}T00:00:00Z`), new Date(`${toIsoDay}T00:00:00Z`));
}

/** A time of the API, in the reader's zone. */
export function formatDateTime(timestamp: string): string {
  return dateTime.format(new Date(timestamp));
}

export function formatDate(timestamp: string): string {
  return localDate.format(new Date(timestamp));
}

/** Each unit from two of it on: what is 47 hours away is not "tomorrow", and 59 days are no month. */
const steps = [
  { unit: 'year', seconds: 31_556_952 },
  { unit: 'month', seconds: 2_629_746 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** How far a time is away: `3 days ago`, `in 2 months`. */
export function formatRelative(timestamp: string, nowMs: number = Date.now()): string {
  const away = (Date.parse(timestamp) - nowMs) / 1000;
  for (const { unit, seconds } of steps) {
    const least = unit === 'minute' ? seconds : 2 * seconds;
    if (Math.abs(away) >= least) return relative.format(Math.trunc(away / seconds), unit);
  }
  return 'just now';
}
