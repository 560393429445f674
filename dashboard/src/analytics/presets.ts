/**
 * Ranges of days by name, and what follows from a range: the period before it and the buckets that suit it. "Last 30 days"
 * and "last 12 months" are the API's `30d` and `12mo`: the 30 days before today, and the 12 whole months before this one.
 * Source: docs/reference/query.md ("Ranges and time zones").
 */
import {
  dayOf,
  formatDay,
  parseDay,
  type Frequency as ReportFrequency,
} from '../../../src/core/date-range.ts';

/** The query API has hours, the reports don't. */
export type Frequency = ReportFrequency | 'hour';

/** Both days are included, `YYYY-MM-DD`. */
export type DateRange = { readonly from: string; readonly to: string };

/** Source: docs/reference/web-analytics.md ("Parameters"). */
export const maxRangeDays = 3_660;

export const presets = [
  { id: 'today', label: 'Today' },
  { id: 'yesterday', label: 'Yesterday' },
  { id: '7d', label: 'Last 7 days' },
  { id: '30d', label: 'Last 30 days' },
  { id: '90d', label: 'Last 90 days' },
  { id: 'month', label: 'This month' },
  { id: 'last-month', label: 'Last month' },
  { id: 'year', label: 'This year' },
  { id: '12mo', label: 'Last 12 months' },
  { id: 'all', label: 'All time' },
] as const;

export type Preset = (typeof presets)[number]['id'];

export const defaultPreset: Preset = '30d';

export function isPreset(text: string | null): text is Preset {
  return presets.some(({ id }) => id === text);
}

/** The days of a preset. `firstDay` is where "all time" begins. */
export function rangeOf(preset: Preset, today: string, firstDay: string = today): DateRange {
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case '7d':
      return daysBefore(today, 7);
    case '30d':
      return daysBefore(today, 30);
    case '90d':
      return daysBefore(today, 90);
    case 'month':
      return { from: firstOfMonth(today), to: today };
    case 'last-month':
      return { from: addMonths(firstOfMonth(today), -1), to: addDays(firstOfMonth(today), -1) };
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case '12mo':
      return { from: addMonths(firstOfMonth(today), -12), to: addDays(firstOfMonth(today), -1) };
    case 'all':
      return { from: firstDay > today ? today : laterOf(firstDay, oldestDay(today)), to: today };
  }
}

function daysBefore(today: string, days: number): DateRange {
  return { from: addDays(today, -days), to: addDays(today, -1) };
}

/** The first day that a range up to today can have. */
export function oldestDay(today: string): string {
  return addDays(today, 1 - maxRangeDays);
}

/** Reads two days of an address; undefined when they are not a range that the API answers. */
export function readRange(from: string | null, to: string | null): DateRange | undefined {
  if (from === null || to === null) return undefined;
  const first = parseDay(from);
  const last = parseDay(to);
  if (first === undefined || last === undefined || first > last) return undefined;
  return last - first + 1 > maxRangeDays ? undefined : { from, to };
}

export const comparisons = [
  { value: 'previous', label: 'Previous period' },
  { value: 'weekdays', label: 'Previous period, same weekdays' },
  { value: 'year', label: 'Same days last year' },
  { value: 'off', label: 'No comparison' },
] as const;

/** Names the day that a single day is compared with. */
export const dayCompared = {
  previous: 'the day before',
  weekdays: 'a week before',
  year: 'a year before',
  off: '',
} as const;

export type Comparison = (typeof comparisons)[number]['value'];

/**
 * Returns the comparison range, which has the same length: `previous` ends the day before, `weekdays` is shifted back by
 * the fewest whole weeks that avoid an overlap, `year` begins a year earlier (February 28 for a 29th). Undefined for
 * `off` and for ranges before 1970.
 */
export function comparedWith(range: DateRange, comparison: Comparison): DateRange | undefined {
  if (comparison === 'off') return undefined;
  const length = lengthOf(range);
  const from =
    comparison === 'year'
      ? yearBefore(range.from)
      : addDays(range.from, comparison === 'previous' ? -length : -7 * Math.ceil(length / 7));
  return from < '1970-01-01' ? undefined : { from, to: addDays(from, length - 1) };
}

/**
 * The range one step further (`1`) or back (`-1`): whole months go by months, others by their own length. Undefined when
 * it would begin after today.
 */
export function stepped(range: DateRange, direction: 1 | -1, today: string): DateRange | undefined {
  const months = wholeMonths(range);
  const next =
    months === 0
      ? {
          from: addDays(range.from, direction * lengthOf(range)),
          to: addDays(range.to, direction * lengthOf(range)),
        }
      : {
          from: addMonths(range.from, direction * months),
          to: addDays(addMonths(range.from, direction * months + months), -1),
        };
  return next.from > today || next.from < '1970-01-01' ? undefined : next;
}

/** The preset whose days these are at present, if one is. */
export function presetOf(range: DateRange, today: string): Preset | undefined {
  return presets.find(({ id }) => {
    if (id === 'all') return false;
    const days = rangeOf(id, today);
    return days.from === range.from && days.to === range.to;
  })?.id;
}

/** How many days a range has. */
export function lengthOf(range: DateRange): number {
  return numberOf(range.to) - numberOf(range.from) + 1;
}

const hoursUpToDays = 7;
const weeksFromDays = 14;
const monthsFromDays = 45;

/** The bucket sizes offered for a range: at least two buckets, at most a few hundred. */
export function frequenciesFor(range: DateRange): readonly Frequency[] {
  const days = lengthOf(range);
  if (days === 1) return ['hour'];
  if (days <= hoursUpToDays) return ['hour', 'day'];
  if (days < weeksFromDays) return ['day'];
  return days < monthsFromDays ? ['day', 'week'] : ['day', 'week', 'month'];
}

/** Around 10 to 100 points in a chart. */
export function defaultFrequency(range: DateRange): Frequency {
  const days = lengthOf(range);
  if (days === 1) return 'hour';
  if (days <= 100) return 'day';
  return days <= 190 ? 'week' : 'month';
}

export function addDays(day: string, days: number): string {
  return formatDay(numberOf(day) + days);
}

function addMonths(firstDay: string, months: number): string {
  const date = new Date(`${firstDay}T00:00:00Z`);
  return formatDay(dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)));
}

function yearBefore(day: string): string {
  const before = `${String(Number(day.slice(0, 4)) - 1).padStart(4, '0')}${day.slice(4)}`;
  return parseDay(before) === undefined ? addDays(day, -366) : before;
}

export function lastOfMonth(day: string): string {
  return addDays(addMonths(firstOfMonth(day), 1), -1);
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** How many calendar months a range is, whole ones only; 0 when it is not made of such. */
function wholeMonths(range: DateRange): number {
  if (!range.from.endsWith('-01') || !addDays(range.to, 1).endsWith('-01')) return 0;
  const after = addDays(range.to, 1);
  const years = Number(after.slice(0, 4)) - Number(range.from.slice(0, 4));
  return years * 12 + Number(after.slice(5, 7)) - Number(range.from.slice(5, 7));
}

function numberOf(day: string): number {
  return dayOf(Date.parse(`${day}T00:00:00Z`));
}

function laterOf(a: string, b: string): string {
  return a > b ? a : b;
}
