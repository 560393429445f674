/**
 * Which days of which domains have changed since when, as the process knows that alone writes the store. Source: contract
 * section 6 (an answer never depends on caches).
 *
 * A change is marked before its first row can be there and again when its last one is, so what is read between two equal
 * looks at the marks was read of one state. What is not tracked any more counts as changed.
 */
import { dayOf } from '../../core/date-range.ts';

/**
 * What can change: rows of the two tables; who was who before a change of the salt, which few pageviews tell; and what is
 * derived.
 */
export type Changing = 'requests' | 'pageviews' | 'persons' | 'derived';

type Days = Map<number, number>;

/** Domains times days; beyond, all are forgotten at once and what was answered before is asked again. */
const maxTracked = 100_000;

export class DayChanges {
  #moment = 0;
  /** All of a kind changed at least then. */
  readonly #all: Record<Changing, number> = { requests: 0, pageviews: 0, persons: 0, derived: 0 };
  readonly #days = new Map<string, Days>();
  #tracked = 0;
  readonly #maxTracked: number;

  constructor(limit: number = maxTracked) {
    this.#maxTracked = limit;
  }

  /** Grows with each change. */
  get moment(): number {
    return this.#moment;
  }

  /** The moment of the latest change of the days from `from` to `to`. */
  lastOf(kinds: readonly Changing[], domain: string, from: number, to: number): number {
    let last = 0;
    for (const kind of kinds) {
      last = Math.max(last, this.#all[kind]);
      for (const [day, moment] of this.#days.get(`${kind} ${domain}`) ?? [])
        if (day >= from && day <= to && moment > last) last = moment;
    }
    return last;
  }

  /** `days` by domain, as {@link daysOf} makes them. */
  mark(kind: Changing, days: ReadonlyMap<string, ReadonlySet<number>>): void {
    this.#moment++;
    for (const [domain, changed] of days) {
      const name = `${kind} ${domain}`;
      const known = this.#days.get(name) ?? new Map<number, number>();
      this.#tracked -= known.size;
      for (const day of changed) known.set(day, this.#moment);
      this.#tracked += known.size;
      this.#days.set(name, known);
    }
    if (this.#tracked > this.#maxTracked) this.#forget();
  }

  /** Everything of a kind, or of all of them. */
  markAll(kind?: Changing): void {
    this.#moment++;
    if (kind !== undefined) this.#all[kind] = this.#moment;
    else
      Object.assign(this.#all, {
        requests: this.#moment,
        pageviews: this.#moment,
        persons: this.#moment,
        derived: this.#moment,
      });
  }

  #forget(): void {
    this.#days.clear();
    this.#tracked = 0;
    this.markAll();
  }
}

type DatedRow = { readonly domain: string; readonly time: number };

/** The days that rows of batches are of, by domain in lower case; of those rows that `isMeant`, if it is given. */
export function daysOf<Row extends DatedRow>(
  batches: readonly { readonly rows: readonly Row[] }[],
  isMeant?: (row: Row) => boolean,
): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  /** As it is written, so that few names are put in lower case. */
  const known = new Map<string, Set<number>>();
  for (const { rows } of batches)
    for (const row of rows) {
      if (isMeant?.(row) === false) continue;
      let days = known.get(row.domain);
      if (days === undefined) {
        const lower = row.domain.toLowerCase();
        days = found.get(lower) ?? new Set();
        found.set(lower, days);
        known.set(row.domain, days);
      }
      days.add(dayOf(row.time));
    }
  return found;
}
