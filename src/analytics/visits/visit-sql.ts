/**
 * SQL of reports that count visits, over derived days and days read from the pageviews alike: the parts of all days, but
 * those that go on with a visit of the day before. Source: docs/reference/web-analytics.md ("A visit").
 */
import type { DateRange } from '../../core/date-range.ts';
import { dayMs } from '../engine/row-spans.ts';
import { ofDerived } from './day-conditions.ts';
import type { DayState } from './day-states.ts';
import type { Person } from './persons.ts';
import { ReadVisits } from './read-visits.ts';
import { lasting, legOfMeans, type VisitKey, type VisitLegs } from './visit-legs.ts';
import { linksOver } from './visit-links.ts';

/**
 * Counts visits that begin in a range, from what is known of the days around it. Needs the parameter `domain`.
 *
 * The first days of the range, as long as they are derived, are counted by their parts: a visit over midnights is a part,
 * and a link for each later part. All parts are counted first; then what is linked is taken away and, where the end of a
 * visit matters, its whole put in their place. From the first day that is not derived on the pageviews are read, in one
 * go over all midnights.
 */
export class VisitSql implements VisitLegs {
  readonly #derived: readonly DayState[];
  readonly #read: readonly DayState[];
  readonly #around: readonly DayState[];
  readonly #to: number;
  #persons: readonly Person[] = [];

  /** `days` reach from the day before the range to the last one in which a visit of it could end. */
  constructor(days: readonly DayState[], { from, to }: DateRange) {
    const readFrom =
      days.find(({ day, derivation }) => day >= from && day <= to && derivation === undefined)?.day ?? to + 1;
    this.#around = days;
    this.#derived = days.filter(({ day }) => day >= from && day < readFrom);
    this.#read = days.filter(({ day }) => day >= readFrom && day <= to);
    this.#to = to;
  }

  /** The days of which it matters who was who before; undefined when no pageviews are read. */
  get personDays(): DateRange | undefined {
    return this.#read.length === 0
      ? undefined
      : { from: this.#readFrom, to: Math.max(this.#to, this.#around.at(-1)?.day ?? 0) };
  }

  /** Tells who was who before on the days above; before any of the others. */
  setPersons(persons: readonly Person[]): void {
    this.#persons = persons;
  }

  counts(visitKey: VisitKey): string[] {
    const { key, condition } = visitKey;
    const having = condition === undefined ? '' : ` AND ${condition.replaceAll('key', key)}`;
    const legs: string[] = [];
    if (this.#derived.length > 0)
      legs.push(
        `SELECT ${key} AS key, toInt64(count()) AS n FROM visits WHERE ${ofDerived(this.#derived)}${having} GROUP BY key`,
        `SELECT ${key} AS key, -toInt64(count()) AS n FROM (${this.#continuing()}) WHERE 1${having} GROUP BY key`,
      );
    legs.push(...this.#readVisits.flatMap((visits) => visits.counts(visitKey)));
    return legs;
  }

  bounces(key?: string): string[] {
    const legs: string[] = [];
    if (this.#derived.length > 0)
      legs.push(
        legOfMeans(key, 'toInt64(countIf(pageviews = 1))', 'toInt64(count())', this.#parts(key)),
        legOfMeans(key, '-toInt64(countIf(pageviews = 1))', '-toInt64(count())', `(${this.#continuing()})`),
        legOfMeans(key, '-toInt64(countIf(tail_pageviews = 1))', none, `(${this.#continued()})`, dayOfTail),
      );
    legs.push(...this.#readVisits.flatMap((visits) => visits.bounces(key)));
    return legs;
  }

  durations(key?: string): { readonly with: string; readonly legs: string[] } {
    const part = lasting('started', 'ended');
    const legs: string[] = [];
    if (this.#derived.length > 0)
      legs.push(
        legOfMeans(key, part, 'toInt64(count())', this.#parts(key)),
        legOfMeans(key, `-${part}`, '-toInt64(count())', `(${this.#continuing()})`),
        ...(this.#areChainsShort
          ? [legOfMeans(key, lasting('tail_ended', 'ended'), none, `(${this.#continued()})`, dayOfTail)]
          : this.#durationsOfChains(key)),
      );
    legs.push(...this.#readVisits.flatMap((visits) => visits.durations(key).legs));
    return { with: this.#chains(), legs };
  }

  #durationsOfChains(key: string | undefined): string[] {
    const tail = lasting('tail_started', 'tail_ended');
    const whole = lasting('first_started', 'last_ended');
    return [
      legOfMeans(key, `-${tail}`, none, `(${this.#continued()})`, dayOfTail),
      legOfMeans(key, tail, none, `(${this.#filling()})`, dayOfTail),
      legOfMeans(key, whole, none, `(${chainEnds})`, 'toDate(first_started)'),
    ];
  }

  exits(): { readonly with: string; readonly legs: string[] } {
    const legs: string[] = [];
    if (this.#derived.length > 0)
      legs.push(
        `SELECT exit_path AS key, toInt64(count()) AS n FROM visits WHERE ${ofDerived(this.#derived)} GROUP BY key`,
        `SELECT tail_exit_path AS key, -toInt64(count()) AS n FROM (${this.#continued()}) GROUP BY key`,
        ...(this.#areChainsShort ? this.#exitsOfLaterParts() : this.#exitsOfChains()),
      );
    legs.push(...this.#readVisits.flatMap((visits) => visits.exits().legs));
    return { with: this.#chains(), legs };
  }

  /**
   * A later part is not one of its own, but ends the visit of its earlier part: where both are counted here, that comes to
   * nothing, so only the midnights at which the days begin and end are read.
   */
  #exitsOfLaterParts(): string[] {
    const begins = new Set(this.#days);
    const ends = new Set(this.#days.map((day) => day + 1));
    const sides = [
      { sign: '-', midnights: [...begins].filter((day) => !ends.has(day)) },
      { sign: '', midnights: [...ends].filter((day) => !begins.has(day)) },
    ];
    return sides.map(
      ({ sign, midnights }) =>
        `SELECT exit_path AS key, ${sign}toInt64(count()) AS n FROM (${linksOver(this.#around, midnights)}) GROUP BY key`,
    );
  }

  #exitsOfChains(): string[] {
    return [
      `SELECT exit_path AS key, -toInt64(count()) AS n FROM (${this.#continuing()}) GROUP BY key`,
      `SELECT tail_exit_path AS key, toInt64(count()) AS n FROM (${this.#filling()}) GROUP BY key`,
      `SELECT last_path AS key, toInt64(count()) AS n FROM (${chainEnds}) GROUP BY key`,
    ];
  }

  /** Whether no visit of the derived days can go over two midnights: no part fills a day after which there is another. */
  get #areChainsShort(): boolean {
    const days = new Set(this.#around.map(({ day }) => day));
    const first = this.#days[0] ?? 0;
    return !this.#around.some(({ day, mayBeFilled }) => mayBeFilled && day >= first && days.has(day + 1));
  }

  get #readFrom(): number {
    return this.#read[0]?.day ?? this.#to + 1;
  }

  /** Visits that begin on the days that are read; none or one. */
  get #readVisits(): ReadVisits[] {
    if (this.#read.length === 0) return [];
    const last = Math.max(this.#to, this.#around.at(-1)?.day ?? 0);
    return [
      new ReadVisits(
        {
          since: this.#readFrom * dayMs,
          until: (this.#to + 1) * dayMs,
          rowsUntil: (last + 1) * dayMs,
        },
        this.#persons,
      ),
    ];
  }

  /** Parts of the days that are derived; without a key all of them are one group. */
  #parts(key: string | undefined): string {
    return `visits WHERE ${ofDerived(this.#derived)}${key === undefined ? ' GROUP BY domain' : ''}`;
  }

  get #days(): number[] {
    return this.#derived.map(({ day }) => day);
  }

  /** Links whose later part is in a derived day of the range. */
  #continuing(): string {
    return linksOver(this.#around, this.#days);
  }

  /** Links whose earlier part is in a derived day of the range. */
  #continued(): string {
    return linksOver(
      this.#around,
      this.#days.map((day) => day + 1),
    );
  }

  /** Links as above whose earlier part goes on with another one: its part fills the day. */
  #filling(): string {
    return `SELECT * FROM (${this.#continued()}) WHERE tail_edge = 3
      AND (toUInt16(day) - 1, tail_visitor) IN (SELECT toUInt16(day), visitor FROM (${this.#continuing()}))`;
  }

  /**
   * The visits of the range that go over midnight, with a row for each later part. Only a part that fills its day can
   * have a later one still, and there are few of these: most chains end with the first step.
   */
  #chains(): string {
    if (this.#derived.length === 0 || this.#areChainsShort) return '';
    const steps = linksOver(
      this.#around,
      this.#around
        .filter(({ mayBeFilled, day }) => mayBeFilled && day > (this.#days[0] ?? 0))
        .map(({ day }) => day + 1),
    );
    const first = `SELECT day AS root_day, tail_visitor AS root, tail_started, toUInt16(day) AS at, visitor, ended, exit_path, edge
      FROM (${this.#continued()})
      WHERE NOT (tail_edge = 3
        AND (toUInt16(day) - 1, tail_visitor) IN (SELECT toUInt16(day), visitor FROM (${this.#continuing()})))`;
    return `WITH RECURSIVE chains AS (
      ${first}
      UNION ALL
      SELECT c.root_day, c.root, c.tail_started, s.at, s.visitor, s.ended, s.exit_path, s.edge
      FROM chains AS c
      INNER JOIN (SELECT *, toUInt16(day) AS at FROM (${steps}) WHERE tail_edge = 3) AS s
        ON s.at = c.at + 1 AND s.tail_visitor = c.visitor
      WHERE c.edge = 3)`;
  }

  /** The day after the range, if it is known and has pageviews, or may have. */
  get dayAfter(): DayState | undefined {
    const last = this.#around.at(-1);
    return last !== undefined && last.day > this.#to ? last : undefined;
  }
}

const none = 'toInt64(0)';
/** SQL: the day of a link's earlier part. */
const dayOfTail = 'day - 1';

const chainEnds = `SELECT any(tail_started) AS first_started, max(ended) AS last_ended,
    argMax(exit_path, (ended, at)) AS last_path
  FROM chains GROUP BY root_day, root`;
