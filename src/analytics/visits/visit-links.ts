/**
 * SQL of the links that put the parts of a visit together over midnights, between derived days and days read from the
 * pageviews alike. Source: contract section 6 (Visit).
 */
import { divide, ofDays, ofDerived } from './day-conditions.ts';
import type { DayState } from './day-states.ts';
import {
  earlyPageviews,
  latePageviews,
  linkColumns,
  linked,
  linkedVisitors,
  partColumns,
  partsOfPageviews,
} from './parts.ts';

/** Links over the midnights at which `days` begin, from what is known of the days around. */
export function linksOver(around: readonly DayState[], days: readonly number[]): string {
  const set = new Set(days);
  const after = around.filter(({ day }) => set.has(day));
  const cached = after.filter(({ links }) => links !== undefined);
  const others = new Set(after.filter(({ links }) => links === undefined).map(({ day }) => day));
  const legs: string[] = [];
  if (cached.length > 0)
    legs.push(`SELECT ${linkColumns.join(', ')} FROM visit_links
      WHERE ${ofDays(cached)}
        AND derivation IN (${cached.map(({ links }) => links).join(', ')}) AND expected IS NULL`);
  const tails = around.filter(({ day }) => others.has(day + 1));
  const heads = around.filter(({ day }) => others.has(day) && tails.some((tail) => tail.day === day - 1));
  if (heads.length > 0) legs.push(`SELECT ${linkColumns.join(', ')} FROM (${linksOf(tails, heads)})`);
  return unite(linkColumns.join(', '), legs, 'visit_links');
}

/** The links between days in a row, each derived or not. */
function linksOf(tails: readonly DayState[], heads: readonly DayState[]): string {
  const read = [...divide(tails).read, ...divide(heads).read];
  if (read.length === 0) return linked(edges(tails), edges(heads));
  // Of the days that are read, only those are looked at closely who have a link.
  const pairs = linkedVisitors(
    brief(tails, 'day, visitor, ended', latePageviews),
    brief(heads, 'day, visitor, previous_visitor, started', earlyPageviews),
  );
  return linked(edges(tails, pairs), edges(heads, pairs));
}

function brief(days: readonly DayState[], columns: string, find: (where: string) => string): string {
  const { derived, read } = divide(days);
  return unite(
    columns,
    [
      ...(derived.length === 0
        ? []
        : [`SELECT ${columns} FROM visits WHERE ${ofDerived(derived)} AND edge IN (1, 2, 3)`]),
      ...(read.length === 0 ? [] : [`SELECT ${columns} FROM (${find(ofDays(read))})`]),
    ],
    'visits',
  );
}

/** Parts at midnight, of days that are read those of the day and visitor in `pairs`. */
function edges(days: readonly DayState[], pairs = ''): string {
  const columns = partColumns.join(', ');
  const { derived, read } = divide(days);
  return unite(
    columns,
    [
      ...(derived.length === 0
        ? []
        : [`SELECT ${columns} FROM visits WHERE ${ofDerived(derived)} AND edge IN (1, 2, 3)`]),
      ...(read.length === 0
        ? []
        : [
            `SELECT ${columns} FROM (${partsOfPageviews(`${ofDays(read)} AND (day, visitor) IN (SELECT pair.1, pair.2 FROM (${pairs}))`)})`,
          ]),
    ],
    'visits',
  );
}

function unite(columns: string, legs: readonly string[], table: string): string {
  return legs.length === 0 ? `SELECT ${columns} FROM ${table} WHERE 0` : legs.join('\nUNION ALL\n');
}

/** The links between two derived days in a row. `domain` is SQL. */
export function derivedLinks(before: DayState, after: DayState, domain: string): string {
  return linksOf([before], [after]).replaceAll('{domain:UUID}', domain);
}
