/** SQL conditions that choose days of a domain, or a span of time: pageviews, or what is derived of them. */
import { dayOf, formatDay } from '../../core/date-range.ts';
import { type DayState, lastDay } from './day-states.ts';

export const dayMs = 86_400_000;

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

/**
 * Pageviews from an instant to another one, in milliseconds since the Unix epoch; the second may be infinite. Needs the
 * parameter `domain`.
 */
export function pageviewsIn(since: number, until: number): string {
  const from = Math.max(0, since);
  const to = Math.min(until, (lastDay + 1) * dayMs);
  const days = `day BETWEEN '${formatDay(dayOf(from))}' AND '${formatDay(Math.max(0, dayOf(to - 1)))}'`;
  return [
    `domain = {domain:UUID} AND ${days}`,
    ...(from % dayMs === 0 ? [] : [`time >= ${instant(from)}`]),
    ...(to % dayMs === 0 ? [] : [`time < ${instant(to)}`]),
  ].join(' AND ');
}

/** SQL: an instant in milliseconds since the Unix epoch. */
export function instant(ms: number): string {
  return `fromUnixTimestamp64Milli(${ms}, 'UTC')`;
}
