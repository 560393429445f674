/** SQL conditions that choose days of a domain: pageviews, or what is derived of them. */
import { formatDay } from '../../core/date-range.ts';
import type { DayState } from './day-states.ts';

type Days = { readonly derived: readonly DayState[]; readonly read: readonly DayState[] };

export function divide(days: readonly DayState[]): Days {
  return {
    derived: days.filter(({ derivation }) => derivation !== undefined),
    read: days.filter(({ derivation }) => derivation === undefined),
  };
}

/** Rows derived of these days. Needs the parameter `domain`. */
export function ofDerived(
  days: readonly { readonly day: number; readonly derivation: string | undefined }[],
): string {
  const derivations = days.map(({ derivation }) => derivation).join(', ');
  return `${ofDays(days)} AND derivation IN (${derivations})`;
}

/** Rows of these days. Needs the parameter `domain`. */
export function ofDays(days: readonly { readonly day: number }[]): string {
  return `domain = {domain:UUID} AND ${onDays(days)}`;
}

/** Days in time order: a range where they are one, which is looked up sooner than a list. */
export function onDays(days: readonly { readonly day: number }[]): string {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return '0';
  if (last.day - first.day === days.length - 1)
    return first === last
      ? `day = '${formatDay(first.day)}'`
      : `day BETWEEN '${formatDay(first.day)}' AND '${formatDay(last.day)}'`;
  return `day IN (${days.map(({ day }) => `'${formatDay(day)}'`).join(', ')})`;
}
