/**
 * SQL of reports that count visits, over derived days and days read from the pageviews alike: the parts of all days, but
 * those that go on with a visit of the day before. Source: spec section 4.2 rule 1, contract section 6 (Visit).
 */
import { type DateRange, formatDay } from '../../core/date-range.ts';
import { ofDerived } from './day-conditions.ts';
import type { DayState } from './day-states.ts';
import { beginsEarly, endsLate, following, type Person, visitsOfPageviews } from './parts.ts';
import { linksOver } from './visit-links.ts';

/** What visits are counted by: a column of the parts, or an expression over `day`. */
export type VisitKey = {
  /** SQL over the table `visits`. */
  readonly key: string;
  /** SQL over the first pageview of a visit. */
  readonly entry: string;
  /** Columns of `pageviews` that `entry` uses. */
  readonly columns: readonly string[];
  /** SQL over the key: which visits take part. */
  readonly condition?: string;
};

/**
 * Counts visits that begin in a range, from what is known of the days around it. Needs the parameter `domain`.
 *
 * The first days of the range, as long as they are derived, are counted by their parts: a visit over midnights is a part,
 * and a link for each later part. All parts are counted first; then what is linked is taken away and, where the end of a
 * visit matters, its whole put in their place. From the first day that is not derived on the pageviews are read, in one
 * go over all midnights.
 */
export class VisitSql {
  readonly #derived: readonly DayState[];
  readonly #read: readonly DayState[];
  readonly #around: readonly DayState[];
  readonly #to: number;
  #persons: readonly Person[] = [];

  /** `days` reach from the day before the range to the last one in which a visit of it could end. */
  constructor(days: readonly DayState[], { from, to }: DateRange) {
    const readFrom =
      days.find(({ day, derivation }) => day >= from && derivation === undefined)?.day ?? to + 1;
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
  setPersons(changes: readonly { readonly visitor: string; readonly previous: string }[]): void {
    const previous = new Map(changes.map((change) => [change.visitor, change.previous]));
    this.#persons = [...previous.keys()].map((visitor) => {
      let first = visitor;
      // A hash is nobody's who comes after it, but a file that is imported may say so.
      for (
        let steps = 0, before = previous.get(visitor);
        before !== undefined && steps < maxHashes;
        steps++
      ) {
        first = before;
        before = previous.get(first);
      }
      return { visitor, first };
    });
  }

  /** Rows `key`, `n`: visits by a key. The numbers of equal keys have to be added up. */
  counts({ key, entry, columns, condition }: VisitKey): string[] {
    const having = condition === undefined ? '' : ` AND ${condition.replaceAll('key', key)}`;
    const legs: string[] = [];
    if (this.#derived.length > 0)
      legs.push(
        `SELECT ${key} AS key, toInt64(count()) AS n FROM visits WHERE ${ofDerived(this.#derived)}${having} GROUP BY key`,
        `SELECT ${key} AS key, -toInt64(count()) AS n FROM (${this.#continuing()}) WHERE 1${having} GROUP BY key`,
      );
    if (this.#read.length > 0)
      legs.push(`SELECT ${entry} AS key, toInt64(count()) AS n FROM (${this.#following(columns, '0')})
        WHERE starts AND ${this.#readDays('day')}${having} GROUP BY key`);
    return legs;
  }

  /**
   * Rows `total`, `units`: visits of one pageview and all visits. With a key, SQL over `day`, each row has the `key` of the
   * day on which its visits begin. The numbers of equal keys have to be added up.
   */
  bounces(key?: string): string[] {
    const legs: string[] = [];
    if (this.#derived.length > 0)
      legs.push(
        mean(key, 'toInt64(countIf(pageviews = 1))', 'toInt64(count())', this.#parts(key)),
        mean(key, '-toInt64(countIf(pageviews = 1))', '-toInt64(count())', `(${this.#continuing()})`),
        mean(key, '-toInt64(countIf(tail_pageviews = 1))', none, `(${this.#continued()})`, dayOfTail),
      );
    if (this.#read.length > 0) {
      const pageviews = this.#following([], beginsEarly('time'));
      const first = `(${pageviews}) WHERE starts AND ${this.#readDays('day')}`;
      legs.push(mean(key, 'toInt64(countIf(ends))', 'toInt64(count())', first));
    }
    return legs;
  }

  /** As above: milliseconds from the first to the last pageview of all visits, and how many visits there are. */
  durations(key?: string): { readonly with: string; readonly legs: string[] } {
    const part = lasting('started', 'ended');
    const tail = lasting('tail_started', 'tail_ended');
    const whole = lasting('first_started', 'last_ended');
    const legs: string[] = [];
    if (this.#derived.length > 0)
      legs.push(
        mean(key, part, 'toInt64(count())', this.#parts(key)),
        mean(key, `-${part}`, '-toInt64(count())', `(${this.#continuing()})`),
        mean(key, `-${tail}`, none, `(${this.#continued()})`, dayOfTail),
        mean(key, tail, none, `(${this.#filling()})`, dayOfTail),
        mean(key, whole, none, `(${chainEnds})`, 'toDate(first_started)'),
      );
    if (this.#read.length > 0)
      legs.push(mean(key, part, 'toInt64(count())', `(${this.#wholeVisits()})`, 'first_day'));
    return { with: this.#chains(), legs };
  }

  /** Rows `key`, `n`: visits by the path of their last pageview. */
  exits(): { readonly with: string; readonly legs: string[] } {
    const legs: string[] = [];
    if (this.#derived.length > 0)
      legs.push(
        `SELECT exit_path AS key, toInt64(count()) AS n FROM visits WHERE ${ofDerived(this.#derived)} GROUP BY key`,
        `SELECT exit_path AS key, -toInt64(count()) AS n FROM (${this.#continuing()}) GROUP BY key`,
        `SELECT tail_exit_path AS key, -toInt64(count()) AS n FROM (${this.#continued()}) GROUP BY key`,
        `SELECT tail_exit_path AS key, toInt64(count()) AS n FROM (${this.#filling()}) GROUP BY key`,
        `SELECT last_path AS key, toInt64(count()) AS n FROM (${chainEnds}) GROUP BY key`,
      );
    if (this.#read.length > 0)
      legs.push(`SELECT exit_path AS key, toInt64(count()) AS n FROM (${this.#wholeVisits()}) GROUP BY key`);
    return { with: this.#chains(), legs };
  }

  get #readFrom(): number {
    return this.#read[0]?.day ?? this.#to + 1;
  }

  /** SQL: the days that are read; those among them without pageviews do not matter. */
  #readDays(column: string): string {
    return `${column} BETWEEN '${formatDay(this.#readFrom)}' AND '${formatDay(this.#to)}'`;
  }

  /** The pageviews of the days that are read, and of the half hour before; `after`: SQL, which of the days after. */
  #readWhere(after: string): string {
    const last = after === '0' ? this.#to : Math.max(this.#to, this.#around.at(-1)?.day ?? 0);
    const days = `day BETWEEN '${formatDay(Math.max(0, this.#readFrom - 1))}' AND '${formatDay(last)}'`;
    const parts = [
      `(day >= '${formatDay(this.#readFrom)}' OR ${endsLate('time')})`,
      ...(last === this.#to || after === '1' ? [] : [`(day <= '${formatDay(this.#to)}' OR ${after})`]),
    ];
    return `domain = {domain:UUID} AND ${days} AND ${parts.join(' AND ')}`;
  }

  #following(columns: readonly string[], after: string): string {
    return following(columns, this.#readWhere(after), this.#persons);
  }

  /** Visits that begin on a day that is read. */
  #wholeVisits(): string {
    return `SELECT * FROM (${visitsOfPageviews(this.#readWhere('1'), this.#persons)})
      WHERE ${this.#readDays('first_day')}`;
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
    if (this.#derived.length === 0) return '';
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

  /** Whether no visit can begin in the range. */
  get isEmpty(): boolean {
    return this.#derived.length + this.#read.length === 0;
  }

  /** The day after the range, if it is known and has pageviews, or may have. */
  get dayAfter(): DayState | undefined {
    const last = this.#around.at(-1);
    return last !== undefined && last.day > this.#to ? last : undefined;
  }
}

/** Salts that one person may have been seen under. */
const maxHashes = 4_000;

const none = 'toInt64(0)';
/** SQL: the day of a link's earlier part. */
const dayOfTail = 'day - 1';

/** Numbers of all rows, or with a key of the rows of each; `day` is SQL: the day that a row is counted to. */
function mean(key: string | undefined, total: string, units: string, rows: string, day = 'day'): string {
  const numbers = `${total} AS total, ${units} AS units`;
  return key === undefined
    ? `SELECT ${numbers} FROM ${rows}`
    : `SELECT ${key.replaceAll(/\bday\b/g, day)} AS key, ${numbers} FROM ${rows} GROUP BY key`;
}

const lasting = (start: string, end: string): string =>
  `toInt64(sum(dateDiff('millisecond', ${start}, ${end})))`;

const chainEnds = `SELECT any(tail_started) AS first_started, max(ended) AS last_ended,
    argMax(exit_path, (ended, at)) AS last_path
  FROM chains GROUP BY root_day, root`;
