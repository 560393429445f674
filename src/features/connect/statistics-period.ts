/** The times whose statistics can be chosen. Source: docs/reference/connect-page.md ("Shared statistics"). */
import { readRange, readZone, type TimeRange, todayIn } from '../../analytics/query/time-range.ts';
import type { Reader } from '../../core/accept-language.ts';
import { bucketOf, formatDay, parseDay } from '../../core/date-range.ts';
import { statisticsTexts } from '../../core/statistics-texts.ts';

export type Period = {
  /** As in the page's address: `7d`, `30d`, `90d` or a month such as `2026-11`. */
  readonly id: string;
  readonly range: TimeRange;
};

export const defaultPeriod = '30d';
const dayCounts: Readonly<Record<string, number>> = { '7d': 7, '30d': 30, '90d': 90 };
/** Months before the current one that can be chosen, so that a link has an end of statements to ask for. */
const maxMonthsAgo = 24;

/** Reads a period in a domain's time zone, days as queries have them (`30d`); anything that is none is the default. */
export function readPeriod(text: unknown, timeZone: string, nowMs: number): Period {
  const zone = readZone(timeZone);
  const today = todayOf(zone, nowMs);
  const id =
    typeof text === 'string' && (Object.hasOwn(dayCounts, text) || isOffered(text, today))
      ? text
      : defaultPeriod;
  if (dayCounts[id] !== undefined) return { id, range: readRange(id, zone, nowMs) };
  const from = parseDay(`${id}-01`) ?? today;
  const to = Math.min(lastDayOfMonth(from), today);
  return { id, range: readRange([formatDay(from), formatDay(to)], zone, nowMs) };
}

/** What can be chosen beside a period: the last days, and the months around it. */
export function offeredPeriods({ id, range }: Period, nowMs: number): string[] {
  const today = todayOf(range.zone, nowMs);
  const month = Object.hasOwn(dayCounts, id) ? monthId(today) : id;
  const months = [addMonths(month, -1), month, addMonths(month, 1)].filter((each) => isOffered(each, today));
  return [...Object.keys(dayCounts), ...months];
}

function isOffered(id: string, today: number): boolean {
  const first = /^\d{4}-\d{2}$/.test(id) ? parseDay(`${id}-01`) : undefined;
  return first !== undefined && first <= today && id >= addMonths(monthId(today), -maxMonthsAgo);
}

export function periodLabel(id: string, { language, locale }: Reader): string {
  const days = dayCounts[id];
  if (days !== undefined) return statisticsTexts[language].lastDays(days);
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${id}-01`),
  );
}

function todayOf(zone: string, nowMs: number): number {
  return parseDay(todayIn(zone, nowMs).toString()) ?? 0;
}

function monthId(day: number): string {
  return formatDay(day).slice(0, 7);
}

function addMonths(id: string, count: number): string {
  const [year = 0, month = 1] = id.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 7);
}

/** `first` is the first day of a month. */
function lastDayOfMonth(first: number): number {
  return bucketOf(first + 31, 'month') - 1;
}
