/**
 * A query's time span and calendar: `date_range` and `timezone`. Source: docs/reference/query.md.
 *
 * Days begin when the zone's calendar says so: they have 23 or 25 hours when clocks change, and a day whose
 * midnight is skipped begins an hour later.
 */
import { Temporal } from 'temporal-polyfill';
import { formatDay } from '../../core/date-range.ts';
import { quoteValue } from '../../core/errors.ts';
import { dayMs, hourMs, minuteMs } from '../../core/time.ts';
import { allowedTimeZone, defaultTimeZone, parseTimeZone } from '../../core/time-zone.ts';
import { queryJson } from './query-json.ts';
import { textLiteral } from './text-literal.ts';
import { type TimeDimension, timeDimensions } from './vocabulary.ts';

export type TimeRange = {
  /** Milliseconds since the Unix epoch; the first is included, the second is not. */
  readonly since: number;
  readonly until: number;
  /** Canonical IANA name. */
  readonly zone: string;
};

export function isTimeDimension(name: string): name is TimeDimension {
  return timeDimensions.some((time) => time === name);
}

/** As `since`: from the first event ever. */
export const everSince = 0;

const maxDays = 3_660;
const latest = Temporal.PlainDate.from('2149-06-06');
const earliest = Temporal.PlainDate.from('1970-01-01');
const periodNames = 'day, month, year, <n>d, <n>mo (n from 1 to 999), all';
const allowedRange = `${periodNames}, two dates YYYY-MM-DD, or two instants YYYY-MM-DDThh:mm:ss with Z or an offset`;

/** Reads `timezone`. Errors: `query_invalid`. */
export function readZone(value: unknown): string {
  if (value === undefined) return defaultTimeZone;
  const zone = typeof value === 'string' ? parseTimeZone(value) : undefined;
  if (zone === undefined) throw queryJson.refuse('timezone', `is ${quoteValue(value)}`, allowedTimeZone);
  // The engine may not know the newest zone aliases, such as Europe/Kyiv.
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}

/** Reads the range at a given place in the query, in a zone. Errors: `query_invalid`. */
export function readRange(value: unknown, zone: string, nowMs: number, place = 'date_range'): TimeRange {
  const today = todayIn(zone, nowMs);
  if (typeof value === 'string') {
    const days = period(value, today);
    if (days === undefined) throw queryJson.refuse(place, `is ${quoteValue(value)}`, allowedRange);
    return days === 'all'
      ? { since: everSince, until: startOf(today.add({ days: 1 }), zone), zone }
      : { since: startOf(days.from, zone), until: startOf(days.to.add({ days: 1 }), zone), zone };
  }
  if (!Array.isArray(value) || value.length !== 2) throw queryJson.refuseValue(place, value, allowedRange);
  const from = readEnd(value[0], `${place}[0]`);
  const to = readEnd(value[1], `${place}[1]`);
  const range = {
    since: from instanceof Temporal.PlainDate ? startOf(from, zone) : from.epochMilliseconds,
    until: to instanceof Temporal.PlainDate ? startOf(to.add({ days: 1 }), zone) : to.epochMilliseconds,
    zone,
  };
  if (range.until <= range.since)
    throw queryJson.refuse(place, `${quoteValue(value)} ends before it begins`, 'the earlier one first');
  if (range.until - range.since > (maxDays + 1) * dayMs)
    throw queryJson.refuse(place, `${quoteValue(value)} is too long`, `at most ${maxDays} days`);
  return range;
}

export function todayIn(zone: string, nowMs: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone).toPlainDate();
}

type Days = { readonly from: Temporal.PlainDate; readonly to: Temporal.PlainDate };

function period(name: string, today: Temporal.PlainDate): Days | 'all' | undefined {
  const monthStart = today.with({ day: 1 });
  if (name === 'all') return 'all';
  if (name === 'day') return { from: today, to: today };
  if (name === 'month') return { from: monthStart, to: today };
  if (name === 'year') return { from: today.with({ month: 1, day: 1 }), to: today };
  const [, count, unit] = /^([1-9][0-9]{0,2})(d|mo)$/.exec(name) ?? [];
  if (unit === 'd') return { from: today.subtract({ days: Number(count) }), to: today.subtract({ days: 1 }) };
  if (unit === 'mo')
    return { from: monthStart.subtract({ months: Number(count) }), to: monthStart.subtract({ days: 1 }) };
  return undefined;
}

function readEnd(value: unknown, place: string): Temporal.PlainDate | Temporal.Instant {
  const allowed = 'a date YYYY-MM-DD or an instant YYYY-MM-DDThh:mm:ss with Z or an offset, 1970 to 2149';
  try {
    if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
      const date = Temporal.PlainDate.from(value);
      if (Temporal.PlainDate.compare(date, earliest) >= 0 && Temporal.PlainDate.compare(date, latest) < 0)
        return date;
    } else if (
      typeof value === 'string' &&
      /^\d{4}-\d{2}-\d{2}[Tt ][0-9:.]+([Zz]|[+-]\d{2}:?\d{2})$/.test(value)
    ) {
      const instant = Temporal.Instant.from(value);
      const date = instant.toZonedDateTimeISO('UTC').toPlainDate();
      if (Temporal.PlainDate.compare(date, earliest) >= 0 && Temporal.PlainDate.compare(date, latest) < 0)
        return instant;
    }
  } catch {
    // No such day or time: rejected below.
  }
  throw queryJson.refuse(place, `is ${quoteValue(value)}`, allowed);
}

/** The beginning of a day `2026-11-28`, in milliseconds since the Unix epoch. */
export function startOfDay(date: string, zone: string): number {
  return startOf(Temporal.PlainDate.from(date), zone);
}

export function startOf(date: Temporal.PlainDate, zone: string): number {
  return Math.max(0, date.toZonedDateTime(zone).epochMilliseconds);
}

/**
 * SQL: the key of the bucket that an instant falls into, a whole number; {@link bucketLabel} reads it. `utcDay` is SQL of
 * the instant's day in UTC, which projections have.
 */
export function bucketSql(name: TimeDimension, time: string, utcDay: string, range: TimeRange): string {
  const { zone } = range;
  const at = textLiteral(zone);
  // The engine's own toStartOfHour is wrong where clocks move by half an hour.
  const ofClock = clockUnitMs(name);
  if (ofClock !== undefined) {
    const seconds = `toInt64(toUnixTimestamp(${time}))`;
    const start = `${seconds} - positiveModulo(${seconds} + timeZoneOffset(toTimeZone(${time}, ${at})), ${ofClock / 1000})`;
    const changes = changesWithin(ofClock, range).map(
      (change) => `if(${seconds} >= ${change}, ${change}, 0)`,
    );
    return changes.length === 0 ? `(${start})` : `greatest(${[start, ...changes].join(', ')})`;
  }
  const date = zone === 'UTC' ? utcDay : `toDate(${time}, ${at})`;
  const day = `toInt64(toInt32(${date}))`;
  // The engine's own toMonday returns a `Date`, which can't represent days before 1970-01-01.
  if (name === 'time:week') return `(${day} - (${day} + 3) % 7)`;
  return name === 'time:month' ? `toInt64(toInt32(toStartOfMonth(${date})))` : day;
}

/** The length of buckets that are an hour or a minute of the clock; undefined for those of days. */
function clockUnitMs(name: TimeDimension): number | undefined {
  if (name === 'time:minute') return minuteMs;
  return name === 'time:hour' ? hourMs : undefined;
}

/**
 * Seconds since the epoch at which clocks move and don't show a full hour, or minute, then. Such an hour of the clock begins
 * with the change: counted back by its offset, it would begin within the hour before or with it.
 */
function changesWithin(unitMs: number, { since, until, zone }: TimeRange): number[] {
  const changes: number[] = [];
  let at = Temporal.Instant.fromEpochMilliseconds(since - hourMs)
    .toZonedDateTimeISO(zone)
    .getTimeZoneTransition('next');
  for (; at && at.epochMilliseconds < until; at = at.getTimeZoneTransition('next'))
    if (clockOf(at) % unitMs !== 0) changes.push(at.epochMilliseconds / 1000);
  return changes;
}

/** A bucket's label in responses: its first day, or the hour or minute of the clock with the offset then. */
export function bucketLabel(name: TimeDimension, key: string, { zone }: TimeRange): string {
  const unitMs = clockUnitMs(name);
  if (unitMs === undefined) return formatDay(Number(key));
  const at = Temporal.Instant.fromEpochMilliseconds(Number(key) * 1000).toZonedDateTimeISO(zone);
  return clockLabel(lastFull(unitMs, at), at.offset);
}

/** The key of the bucket with this label. */
export function bucketKey(name: TimeDimension, label: string, { zone }: TimeRange): string {
  if (clockUnitMs(name) === undefined) return String(Date.parse(label) / dayMs);
  const start = Temporal.Instant.from(label).toZonedDateTimeISO(zone);
  const change = label.endsWith(start.offset) ? undefined : start.getTimeZoneTransition('next');
  return String((change ?? start).epochMilliseconds / 1000);
}

/** Whether a range may be counted by minutes: 24 hours, or a day of the zone, which may have 25. */
export function isShortEnoughForMinutes({ since, until, zone }: TimeRange): boolean {
  const isOneDay = () => {
    const day = dateAt(since, zone);
    return startOf(day, zone) === since && startOf(day.add({ days: 1 }), zone) === until;
  };
  return until - since <= dayMs || isOneDay();
}

/** What one range may have; more are refused before they are made. */
const maxLabels = 10_000;
const leastBucketMs: Readonly<Record<TimeDimension, number>> = {
  'time:minute': minuteMs,
  'time:hour': hourMs,
  'time:day': dayMs,
  'time:week': 7 * dayMs,
  'time:month': 28 * dayMs,
};

/** Errors: `query_invalid` for a range that has too many buckets to list them. */
export function refuseManyBuckets(
  { since, until }: TimeRange,
  dimension: TimeDimension,
  place: string,
): void {
  const count = Math.ceil((until - since) / leastBucketMs[dimension]);
  if (count > maxLabels)
    throw queryJson.refuse(
      place,
      `needs ${count} buckets of ${dimension}`,
      `at most ${maxLabels}, of a shorter date_range`,
    );
}

/** The labels of all buckets of a range, in time order. The first bucket may begin before the range. */
export function timeLabels(range: TimeRange, dimension: TimeDimension): string[] {
  const unitMs = clockUnitMs(dimension);
  return unitMs === undefined ? dateLabels(range, dimension) : clockLabels(range, unitMs);
}

/** Counted from one change of the clocks to the next: asking the calendar for each of 10,000 hours takes a second. */
function clockLabels({ since, until, zone }: TimeRange, unitMs: number): string[] {
  const labels: string[] = [];
  let at: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(since).toZonedDateTimeISO(zone);
  while (at && at.epochMilliseconds < until) {
    const next: Temporal.ZonedDateTime | null = at.getTimeZoneTransition('next');
    const clock = clockOf(at);
    const clockEnd = clock + Math.min(until, next?.epochMilliseconds ?? until) - at.epochMilliseconds;
    for (let each = lastFull(unitMs, at); each < clockEnd; each += unitMs)
      labels.push(clockLabel(each, at.offset));
    at = next;
  }
  return labels;
}

function dateLabels({ since, until, zone }: TimeRange, dimension: TimeDimension): string[] {
  if (since >= until) return [];
  const first = dateAt(since, zone);
  const last = dateAt(until - 1, zone);
  if (dimension === 'time:month') {
    const labels: string[] = [];
    for (
      let at = first.with({ day: 1 });
      Temporal.PlainDate.compare(at, last) <= 0;
      at = at.add({ months: 1 })
    )
      labels.push(at.toString());
    return labels;
  }
  const step = dimension === 'time:week' ? 7 : 1;
  const start = dimension === 'time:week' ? first.subtract({ days: first.dayOfWeek - 1 }) : first;
  const skipped = step === 1 ? skippedDates(since, until, zone) : new Set<string>();
  const labels: string[] = [];
  for (let day = dayNumber(start); day <= dayNumber(last); day += step) {
    const label = formatDay(day);
    if (!skipped.has(label)) labels.push(label);
  }
  return labels;
}

/** Dates that a zone never had, such as 30 December 2011 in Samoa. */
function skippedDates(since: number, until: number, zone: string): ReadonlySet<string> {
  const skipped = new Set<string>();
  let at = Temporal.Instant.fromEpochMilliseconds(since).toZonedDateTimeISO(zone);
  for (;;) {
    const change = at.getTimeZoneTransition('next');
    if (!change || change.epochMilliseconds >= until) return skipped;
    const before = dayNumber(dateAt(change.epochMilliseconds - 1, zone));
    for (let day = before + 1; day < dayNumber(change.toPlainDate()); day++) skipped.add(formatDay(day));
    at = change;
  }
}

/** The zone's date at an instant. */
export function dateAt(epochMs: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone).toPlainDate();
}

function dayNumber(date: Temporal.PlainDate): number {
  return Date.UTC(date.year, date.month - 1, date.day) / dayMs;
}

/** `clockMs` is the bucket's beginning on the clock. */
function clockLabel(clockMs: number, offset: string): string {
  return `${new Date(clockMs).toISOString().slice(0, 19)}${offset}`;
}

/** What the clock shows, as milliseconds since it showed 1970. */
function clockOf(at: Temporal.ZonedDateTime): number {
  return at.epochMilliseconds + at.offsetNanoseconds / 1_000_000;
}

/** The last full hour or minute that the clock shows. */
function lastFull(unitMs: number, at: Temporal.ZonedDateTime): number {
  return Math.floor(clockOf(at) / unitMs) * unitMs;
}

/** `2026-10-25T02:00:00+02:00`: when clocks go back, the offset distinguishes the repeated hour. */
export function instantLabel(epochMs: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(zone)
    .toString({ timeZoneName: 'never', calendarName: 'never', smallestUnit: 'second' });
}
