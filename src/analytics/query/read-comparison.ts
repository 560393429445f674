/** Reads `include.comparison` and resolves its range. Source: docs/reference/query.md ("Comparison"). */
import { Temporal } from 'temporal-polyfill';
import { quoteValue } from '../../core/errors.ts';
import { dayMs } from '../../core/time.ts';
import { type Comparison, comparisonModes } from './query.ts';
import { queryJson } from './query-json.ts';
import { everSince, readRange, startOf, type TimeRange } from './time-range.ts';

const place = 'include.comparison';

/** `range` is the query's own range. Errors: `query_invalid`. */
export function readComparison(value: unknown, range: TimeRange, nowMs: number): Comparison | undefined {
  if (value === undefined) return undefined;
  const members = queryJson.members(value, place, ['mode', 'date_range', 'match_day_of_week', 'lost_rows']);
  const mode = queryJson.choice(members.mode, `${place}.mode`, comparisonModes);
  if (range.since === everSince)
    throw queryJson.refuse(place, 'is given', 'with another date_range than all');
  const matchDayOfWeek = queryJson.flag(members.match_day_of_week, `${place}.match_day_of_week`, false);
  const lostRows = queryJson.flag(members.lost_rows, `${place}.lost_rows`, false);
  if (mode === 'custom') {
    if (matchDayOfWeek)
      throw queryJson.refuse(
        `${place}.match_day_of_week`,
        'is true',
        'with previous_period or year_over_year',
      );
    const custom = readRange(members.date_range, range.zone, nowMs, `${place}.date_range`);
    if (custom.since === everSince)
      throw queryJson.refuse(`${place}.date_range`, 'is "all"', 'a range with a beginning');
    return { mode, range: custom, matchDayOfWeek, lostRows };
  }
  if (members.date_range !== undefined)
    throw queryJson.refuse(`${place}.date_range`, `is ${quoteValue(members.date_range)}`, 'with mode custom');
  return { mode, range: earlierRange(mode, range, matchDayOfWeek, nowMs), matchDayOfWeek, lostRows };
}

function earlierRange(
  mode: 'previous_period' | 'year_over_year',
  range: TimeRange,
  matchDayOfWeek: boolean,
  nowMs: number,
): TimeRange {
  const { since, until, zone } = range;
  const zoned = (epochMs: number) => Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(zone);
  const days = { first: zoned(since).toPlainDate(), end: zoned(until).toPlainDate() };
  const isDays = startOf(days.first, zone) === since && startOf(days.end, zone) === until;
  const shift = shiftOf(mode, isDays ? days : until - since, matchDayOfWeek);
  const moved = (epochMs: number) => Math.max(0, zoned(epochMs).subtract(shift).epochMilliseconds);
  const isUnderWay = since < nowMs && nowMs < until;
  const end = isDays ? startOf(movedEnd(days.end, shift), zone) : moved(until);
  return {
    since: isDays ? startOf(days.first.subtract(shift), zone) : moved(since),
    until: isUnderWay ? Math.min(end, moved(nowMs)) : end,
    zone,
  };
}

/** The end is not in the range: the 28 February before it still is when there is no 29 February that year. */
function movedEnd(end: Temporal.PlainDate, shift: Shift): Temporal.PlainDate {
  const moved = end.subtract(shift);
  return shift.years !== undefined && moved.day !== end.day ? moved.add({ days: 1 }) : moved;
}

type Shift = {
  readonly years?: number;
  readonly months?: number;
  readonly days?: number;
  readonly milliseconds?: number;
};

/** How far to move a range back to get the earlier one. `length` is a range of days, or a number of milliseconds. */
function shiftOf(
  mode: 'previous_period' | 'year_over_year',
  length: { readonly first: Temporal.PlainDate; readonly end: Temporal.PlainDate } | number,
  matchDayOfWeek: boolean,
): Shift {
  if (mode === 'year_over_year') return matchDayOfWeek ? { days: 52 * 7 } : { years: 1 };
  if (typeof length === 'number')
    return matchDayOfWeek ? { days: wholeWeeks(length / dayMs) } : { milliseconds: length };
  const { first, end } = length;
  const { days } = first.until(end);
  if (matchDayOfWeek) return { days: wholeWeeks(days) };
  // Whole months are compared with the same number of whole months, whatever their length.
  if (first.day !== 1 || end.day !== 1) return { days };
  return { months: first.until(end, { largestUnit: 'months' }).months };
}

function wholeWeeks(days: number): number {
  return Math.ceil(days / 7) * 7;
}
