/** What a chart of a series shows, worked out before anything is drawn: points, their titles, and where axes are marked. */
import { hourMs } from '../../../src/core/time.ts';
import {
  formatDayRange,
  formatDayTime,
  formatHour,
  formatMonth,
  formatMonthName,
  formatShortDay,
  formatShortMonth,
  formatWeekday,
} from '../format/dates.ts';
import { addDays, type DateRange, type Frequency, lastOfMonth } from './presets.ts';

type Series = Readonly<Record<string, number>>;

/** One bucket of a series. */
type Bucket = {
  /** Its first day, or the start of its hour with the zone's offset. */
  readonly key: string;
  /** The days of it that are counted: `Mon, Nov 16, 2026`, `Nov 16 – 22, 2026`, `November 2026`, `Mon, Nov 16, 14:00`. */
  readonly title: string;
  readonly range: DateRange;
  readonly value: number;
};

export type Point = Bucket & {
  /** `cut`: the range begins or ends inside the bucket; `unfinished`: it is not over yet. */
  readonly state: 'whole' | 'cut' | 'unfinished';
  /** The bucket in the same place of the period before. */
  readonly previous: Bucket | undefined;
};

/** Points in time order. Leaves out future buckets and those outside the range. */
export function pointsOf({
  data,
  previous,
  previousTitle,
  range,
  compared,
  frequency,
  today,
  nowMs,
}: {
  readonly data: Series;
  readonly previous?: Series | undefined;
  /** In place of the earlier bucket's own title. */
  readonly previousTitle?: string | undefined;
  readonly range: DateRange;
  /** The days that `previous` covers. */
  readonly compared?: DateRange | undefined;
  readonly frequency: Frequency;
  readonly today: string;
  /** Milliseconds since the Unix epoch; decides which hours are over. */
  readonly nowMs: number;
}): readonly Point[] {
  const before = previous === undefined || compared === undefined ? [] : Object.entries(previous);
  const isToCome = (key: string): boolean =>
    frequency === 'hour' ? Date.parse(key) > nowMs : dayOfKey(key) > today;
  // Leading zeros would only mean that there is no data yet.
  const compares = before.some(([, value]) => value > 0);
  return (
    Object.entries(data)
      // While a new range loads, the series is still the previous one's.
      .filter(
        ([key]) => !isToCome(key) && dayOfKey(key) <= range.to && lastDayOf(key, frequency) >= range.from,
      )
      .map(([key, value], index) => {
        const earlier = before[index];
        const { title, range: days } = bucket(key, value, range, frequency);
        return {
          key,
          title,
          range: days,
          value,
          state:
            frequency === 'hour'
              ? Date.parse(key) + hourMs > nowMs
                ? 'unfinished'
                : 'whole'
              : stateOf(key, range, frequency, today),
          previous:
            !compares || earlier === undefined || compared === undefined
              ? undefined
              : {
                  ...bucket(earlier[0], earlier[1], compared, frequency),
                  ...(previousTitle === undefined ? {} : { title: previousTitle }),
                },
        };
      })
  );
}

function stateOf(first: string, range: DateRange, frequency: Frequency, today: string): Point['state'] {
  const last = lastDayOf(first, frequency);
  if (last >= today && range.to >= today) return 'unfinished';
  return first < range.from || last > range.to ? 'cut' : 'whole';
}

function bucket(key: string, value: number, within: DateRange, frequency: Frequency): Bucket {
  const first = dayOfKey(key);
  if (frequency === 'hour')
    return { key, title: formatDayTime(key), range: { from: first, to: first }, value };
  const last = lastDayOf(first, frequency);
  const range = { from: first < within.from ? within.from : first, to: last > within.to ? within.to : last };
  const isWhole = range.from === first && range.to === last;
  const title =
    range.from === range.to
      ? formatWeekday(range.from)
      : frequency === 'month' && isWhole
        ? formatMonth(first)
        : formatDayRange(range.from, range.to);
  return { key, title, range, value };
}

/** The day on which a bucket begins, in the time zone of the series. */
function dayOfKey(key: string): string {
  return key.slice(0, 10);
}

function lastDayOf(key: string, frequency: Frequency): string {
  const first = dayOfKey(key);
  if (frequency === 'day' || frequency === 'hour') return first;
  return frequency === 'week' ? addDays(first, 6) : lastOfMonth(first);
}

/** The chart in a sentence or two. */
export function summaryOf(
  label: string,
  points: readonly Point[],
  format: (value: number) => string,
): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return `${label}: no data`;
  if (first === last) return `${label}, ${first.title}: ${format(first.value)}.`;
  const highest = points.reduce((best, point) => (point.value > best.value ? point : best));
  const lowest = points.reduce((best, point) => (point.value < best.value ? point : best));
  return (
    `${label} from ${first.title} to ${last.title}. ` +
    `Highest ${format(highest.value)} (${highest.title}), lowest ${format(lowest.value)} (${lowest.title}).`
  );
}

export type Tick = { readonly index: number; readonly label: string };

/** Marks of the time axis, at most `maxCount`: days in even steps, then the first days of months, then of years. */
export function timeTicks(points: readonly Point[], frequency: Frequency, maxCount: number): readonly Tick[] {
  const count = Math.max(1, Math.floor(maxCount));
  if (frequency === 'hour') return hourTicks(points, count);
  if (frequency !== 'month') {
    for (const step of frequency === 'day' ? [1, 2, 3, 5, 7, 14] : [1, 2, 3]) {
      if (Math.ceil(points.length / step) <= count) {
        return points.flatMap(({ range }, index) =>
          index % step === 0 ? [{ index, label: formatShortDay(range.from) }] : [],
        );
      }
    }
  }
  const months = monthStarts(points);
  for (const step of [1, 2, 3, 6, 12, 24, 60]) {
    // Counted from year 0, so that steps begin with January.
    const starts = months.filter(({ month }) => month % step === 0);
    if (starts.length === 0) break;
    if (starts.length <= count) return starts.map(monthTick);
  }
  return points.slice(0, 1).map(({ range }) => ({ index: 0, label: formatShortDay(range.from) }));
}

function hourTicks(points: readonly Point[], count: number): readonly Tick[] {
  const step = [1, 2, 3, 4, 6, 12].find((hours) => Math.ceil(points.length / hours) <= count) ?? 24;
  return points.flatMap(({ key, range }, index) =>
    index % step === 0 ? [{ index, label: step === 24 ? formatShortDay(range.from) : formatHour(key) }] : [],
  );
}

function monthTick({ index, day, month }: MonthStart, place: number): Tick {
  // The year where it begins is enough.
  return {
    index,
    label: place === 0 || month % 12 === 0 ? formatShortMonth(day) : formatMonthName(day, 'short'),
  };
}

type MonthStart = { readonly index: number; readonly day: string; readonly month: number };

function monthStarts(points: readonly Point[]): readonly MonthStart[] {
  const starts: MonthStart[] = [];
  let before = '';
  for (const [index, { range }] of points.entries()) {
    const month = range.from.slice(0, 7);
    // A first month that is cut gets its mark only when it is the only one: marks stand for first days.
    if (month !== before && (index > 0 || range.from.endsWith('-01') || points.length === 1)) {
      const [year = 0, number = 0] = month.split('-').map(Number);
      starts.push({ index, day: range.from, month: year * 12 + number - 1 });
    }
    before = month;
  }
  return starts;
}

export type ValueKind = 'integer' | 'number' | 'duration';

const durationSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000, 86_400];

/** Marks of the value axis from 0 to just above the highest value, at round numbers. */
export function valueTicks(highest: number, kind: ValueKind, maxCount: number): readonly number[] {
  const wanted = Math.max(highest, 0) / Math.max(1, maxCount - 1);
  const step = kind === 'duration' ? durationStep(wanted) : roundStep(wanted, kind === 'integer');
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < highest || ticks.length < 2) ticks.push(ticks.length * step);
  return ticks;
}

function roundStep(wanted: number, integersOnly: boolean): number {
  if (wanted <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= wanted * 0.999) ??
    wanted;
  return integersOnly ? Math.max(1, Number.isInteger(step) ? step : Math.ceil(step)) : step;
}

function durationStep(wanted: number): number {
  return durationSteps.find((step) => step >= wanted) ?? roundStep(wanted, true);
}
