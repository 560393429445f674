/**
 * The days that all analytics pages of a domain are about. They are kept in the address, so that a page can be shared,
 * reloaded and revisited: `?period=7d`, or `?from=…&to=…`, and `&frequency=week` or `&compare=year` unless they are
 * the defaults. Invalid values are ignored.
 */
import { createContext, use, useMemo } from 'react';
import { useAddress } from '../ui/address.ts';
import {
  type Comparison,
  comparedWith,
  comparisons,
  type DateRange,
  defaultFrequency,
  defaultPreset,
  type Frequency,
  frequenciesFor,
  isPreset,
  type Preset,
  presetOf,
  rangeOf,
  readRange,
} from './presets.ts';
import { useToday } from './today.ts';

export type { DateRange, Frequency } from './presets.ts';

type DateSelection = {
  readonly range: DateRange;
  readonly comparison: Comparison;
  /** The days it is compared with; undefined when it is not. */
  readonly previous: DateRange | undefined;
  /** Undefined when the days were picked one by one. */
  readonly preset: Preset | undefined;
  readonly frequency: Frequency;
  /** The frequencies that suit the range's length. */
  readonly frequencies: readonly Frequency[];
};

/** The first day with data, which "all time" begins with; the domain's frame provides it. */
export const FirstDayContext = createContext<string | undefined>(undefined);

export function useDateRange(): DateSelection & {
  readonly setRange: (range: DateRange) => void;
  readonly setPreset: (preset: Preset) => void;
  readonly setFrequency: (frequency: Frequency) => void;
  readonly setComparison: (comparison: Comparison) => void;
} {
  const [search, setSearch] = useAddress();
  const today = useToday();
  const firstDay = use(FirstDayContext);
  const text = search.toString();
  const selection = useMemo(
    () => readSelection(new URLSearchParams(text), today, firstDay),
    [text, today, firstDay],
  );
  return {
    ...selection,
    setRange: (range) => setSearch((before) => withRange(before, range, today)),
    setPreset: (preset) => setSearch((before) => withPreset(before, preset)),
    setFrequency: (frequency) =>
      setSearch((before) => withFrequency(before, frequency, selection.range), { replace: true }),
    setComparison: (comparison) =>
      setSearch((before) => withComparison(before, comparison), { replace: true }),
  };
}

/** What the search of an address selects. Never throws. */
export function readSelection(
  search: URLSearchParams,
  today: string,
  firstDay: string | undefined,
): DateSelection {
  const named = search.get('period');
  const picked = named === null ? readRange(search.get('from'), search.get('to')) : undefined;
  const preset = isPreset(named) ? named : picked === undefined ? defaultPreset : undefined;
  const range =
    preset === undefined ? (picked ?? rangeOf(defaultPreset, today)) : rangeOf(preset, today, firstDay);
  const frequencies = frequenciesFor(range);
  const wanted = search.get('frequency');
  const compared = search.get('compare');
  const comparison = comparisons.find(({ value }) => value === compared)?.value ?? 'previous';
  return {
    range,
    comparison,
    // There is nothing before all time.
    previous: preset === 'all' ? undefined : comparedWith(range, comparison),
    preset,
    frequency: frequencies.find((frequency) => frequency === wanted) ?? defaultFrequency(range),
    frequencies,
  };
}

export function withPreset(before: URLSearchParams, preset: Preset): URLSearchParams {
  const next = withoutDays(before);
  if (preset !== defaultPreset) next.set('period', preset);
  return next;
}

/** Days that are a preset's become that preset, which moves on with the days. */
export function withRange(before: URLSearchParams, range: DateRange, today: string): URLSearchParams {
  const preset = presetOf(range, today);
  if (preset !== undefined) return withPreset(before, preset);
  const next = withoutDays(before);
  next.set('from', range.from);
  next.set('to', range.to);
  return next;
}

function withFrequency(before: URLSearchParams, frequency: Frequency, range: DateRange): URLSearchParams {
  const next = new URLSearchParams(before);
  if (frequency === defaultFrequency(range)) next.delete('frequency');
  else next.set('frequency', frequency);
  return next;
}

function withComparison(before: URLSearchParams, comparison: Comparison): URLSearchParams {
  const next = new URLSearchParams(before);
  if (comparison === 'previous') next.delete('compare');
  else next.set('compare', comparison);
  return next;
}

/** Another range begins with its usual frequency. */
function withoutDays(before: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(before);
  for (const name of ['period', 'from', 'to', 'frequency']) next.delete(name);
  return next;
}
