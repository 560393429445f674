/** SQL that counts visits from pageviews, whatever is derived of them. Source: contract section 6 (Visit). */
import { dayMs, instant, rowsIn } from '../engine/row-spans.ts';
import { endsOfVisits, following, gapMs, personOf, visitsOfPageviews } from './parts.ts';
import type { Person } from './persons.ts';
import { lasting, legOfMeans, type VisitKey, type VisitLegs } from './visit-legs.ts';

/** Milliseconds since the Unix epoch. */
export type VisitSpan = {
  /** Visits that begin in here are counted. */
  readonly since: number;
  readonly until: number;
  /** Pageviews from here on are not looked at. */
  readonly rowsUntil: number;
};

/** Visits that begin in a span of time. The legs need the parameter `domain`. */
export class ReadVisits implements VisitLegs {
  readonly #span: VisitSpan;
  readonly #persons: readonly Person[];

  constructor(span: VisitSpan, persons: readonly Person[]) {
    this.#span = span;
    this.#persons = persons;
  }

  counts({ entry, columns, condition }: VisitKey): string[] {
    const having = condition === undefined ? '' : ` AND ${condition.replaceAll('key', entry)}`;
    const pageviews = following(columns, this.#where(this.#span.until), this.#persons);
    return [
      `SELECT ${entry} AS key, toInt64(count()) AS n FROM (${pageviews})
        WHERE starts AND ${this.#begins('time')}${having} GROUP BY key`,
    ];
  }

  bounces(key?: string): string[] {
    const pageviews = following([], this.#where(this.#span.until + gapMs), this.#persons);
    const first = `(${pageviews}) WHERE starts AND ${this.#begins('time')}`;
    return [legOfMeans(key, 'toInt64(countIf(ends))', 'toInt64(count())', first)];
  }

  durations(key?: string): { readonly with: string; readonly legs: string[] } {
    const ends = `(${this.#ends([])})`;
    return {
      with: '',
      legs: [legOfMeans(key, lasting('started', 'ended'), 'toInt64(count())', ends, 'first_day')],
    };
  }

  exits(): { readonly with: string; readonly legs: string[] } {
    return {
      with: '',
      legs: [`SELECT path AS key, toInt64(count()) AS n FROM (${this.#ends(['path'])}) GROUP BY key`],
    };
  }

  #ends(columns: readonly string[]): string {
    const where = this.#where(Number.POSITIVE_INFINITY);
    return `SELECT * FROM (${endsOfVisits(columns, where, this.#persons)}) WHERE ${this.#begins('started')}`;
  }

  /** Those that can be in a visit that counts, and those that tell whether one begins. */
  #where(until: number): string {
    return rowsIn(this.#span.since - gapMs, Math.min(until, this.#span.rowsUntil));
  }

  #begins(column: string): string {
    return `${column} >= ${instant(this.#span.since)} AND ${column} < ${instant(this.#span.until)}`;
  }
}

export type EndSpan = {
  /** Visits begin before. */
  readonly begunBefore: number;
  /** The last pageview is in here; both may be infinite. */
  readonly since: number;
  readonly until: number;
  /** Pageviews from here on are not looked at. */
  readonly rowsUntil: number;
  /** Whether visits that began before midnight count with what they have after it. */
  readonly goesOn: boolean;
};

/**
 * What the pageviews after a midnight add to what visits were at midnight: visits that begin after it, and how much later
 * those that go on over it end. The legs need the parameter `domain`.
 */
export class VisitsAfterMidnight implements Pick<VisitLegs, 'durations' | 'exits'> {
  readonly #midnight: number;
  readonly #span: EndSpan;
  readonly #persons: readonly Person[];

  constructor(day: number, span: EndSpan, persons: readonly Person[]) {
    this.#midnight = day * dayMs;
    this.#span = span;
    this.#persons = persons;
  }

  durations(key?: string): { readonly with: string; readonly legs: string[] } {
    const begun = `started >= ${instant(this.#midnight)}`;
    const since = `if(${begun}, started, ended_at_midnight)`;
    return {
      with: '',
      legs: [
        legOfMeans(
          key,
          lasting(since, 'ended'),
          `toInt64(countIf(${begun}))`,
          `(${this.#visits()})`,
          'first_day',
        ),
      ],
    };
  }

  exits(): { readonly with: string; readonly legs: string[] } {
    const begun = `started >= ${instant(this.#midnight)}`;
    const items = `if(${begun}, [(exit_path, toInt64(1))], [(exit_path, 1), (path_at_midnight, -1)])`;
    return {
      with: '',
      legs: [
        `SELECT item.1 AS key, sum(item.2) AS n FROM (SELECT arrayJoin(${items}) AS item FROM (${this.#visits()})) GROUP BY key`,
      ],
    };
  }

  #visits(): string {
    const { until, begunBefore, goesOn } = this.#span;
    const conditions = [
      ...(Number.isFinite(until) ? [`ended < ${instant(until)}`] : []),
      ...(goesOn ? [] : [`started >= ${instant(this.#midnight)}`]),
      `started < ${instant(begunBefore)}`,
    ];
    const visits = visitsReaching(this.#midnight, this.#span, this.#persons);
    return `SELECT * FROM (${visits}) WHERE ${conditions.join(' AND ')}`;
  }
}

/**
 * Visits that end after a midnight, and not before `since`, with what they were at midnight; all in milliseconds since the
 * Unix epoch. Of what is long before midnight nothing is read. See visitsOfPageviews for the columns.
 */
export function visitsReaching(
  midnight: number,
  { since, rowsUntil }: Pick<EndSpan, 'since' | 'rowsUntil'>,
  persons: readonly Person[],
): string {
  const rows = rowsIn(midnight - gapMs, rowsUntil);
  const person = personOf(persons);
  // Only whoever was there since then can have a visit that ends since then.
  const isLate = Number.isFinite(since)
    ? ` AND ${person} IN (SELECT ${person} FROM events WHERE ${rowsIn(since, rowsUntil)})`
    : '';
  return `SELECT * FROM (${visitsOfPageviews(`${rows}${isLate}`, persons, midnight)})
    WHERE ended >= ${instant(Math.max(midnight, since))}`;
}
