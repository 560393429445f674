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

/** The days that rows are of, by domain in lower case. */
export function daysOf(
  rows: Iterable<{ readonly domain: string; readonly time: number }>,
): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  let domain = '';
  let days = new Set<number>();
  for (const row of rows) {
    if (row.domain !== domain) {
      domain = row.domain;
      const lower = domain.toLowerCase();
      const known = found.get(lower);
      days = known ?? new Set();
      if (known === undefined) found.set(lower, days);
    }
    days.add(dayOf(row.time));
  }
  return found;
}
