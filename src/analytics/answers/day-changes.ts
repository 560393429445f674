/**
 * Which days of which domains have changed since when, as the process knows that alone writes the store. Source: contract
 * section 6 (an answer never depends on caches).
 *
 * A change is marked before its first row can be there and again when its last one is, and in between it is under way:
 * what is read between two equal looks at the marks, with no change under way at the second one, was read of one state.
 * What is not tracked any more counts as changed. Of the two newest days with rows the quarters of an hour are told apart:
 * nearly all rows that arrive are of the last one, and some of tomorrow when clocks differ.
 */

/**
 * What can change: rows of the two tables; who was who before a change of the salt, which few pageviews tell; and what is
 * derived.
 */
export type Changing = 'requests' | 'pageviews' | 'persons' | 'derived';

/** How finely changes are told apart, in milliseconds. */
export const quarterMs = 900_000;
const quartersOfDay = 96;
const dayMs = quarterMs * quartersOfDay;

/** Numbers of quarters of an hour since 1970-01-01, by domain in lower case. */
export type Quarters = ReadonlyMap<string, ReadonlySet<number>>;

/** When what was changed last. */
type Marks = {
  readonly days: Map<number, number>;
  /** Of the newest days, by the quarters of an hour in them; 0 is never. */
  readonly newest: { readonly day: number; readonly quarters: Float64Array }[];
};

const maxNewest = 2;

/** Without a kind or quarters all of them. */
type Change = { readonly kind: Changing | undefined; readonly quarters: Quarters | undefined };

/** Domains times days; beyond, all are forgotten at once and what was answered before is asked again. */
const maxTracked = 400_000;
/** How many days the quarters of a day weigh. */
const weightOfQuarters = 12;

export class DayChanges {
  #moment = 0;
  /** All of a kind changed at least then. */
  readonly #all: Record<Changing, number> = { requests: 0, pageviews: 0, persons: 0, derived: 0 };
  readonly #marks = new Map<string, Marks>();
  readonly #underWay = new Set<Change>();
  #tracked = 0;
  readonly #maxTracked: number;

  constructor(limit: number = maxTracked) {
    this.#maxTracked = limit;
  }

  /** Grows with each change. */
  get moment(): number {
    return this.#moment;
  }

  /**
   * The moment of the latest change of the days from `from` to `to`; or of their rows before an instant, in milliseconds
   * since the Unix epoch.
   */
  lastOf(
    kinds: readonly Changing[],
    domain: string,
    from: number,
    to: number,
    before: number = Number.POSITIVE_INFINITY,
  ): number {
    let last = 0;
    for (const kind of kinds) {
      last = Math.max(last, this.#all[kind]);
      const marks = this.#marks.get(`${kind} ${domain}`);
      for (const [day, moment] of marks?.days ?? []) {
        if (day < from || day > to || moment <= last || day * dayMs >= before) continue;
        const isCut = before < (day + 1) * dayMs;
        const known = isCut ? marks?.newest.find((one) => one.day === day) : undefined;
        last = Math.max(last, known ? lastBefore(known.quarters, before - day * dayMs) : moment);
      }
    }
    return last;
  }

  /** Whether a change of these days, or of their rows before an instant, is under way: some of its rows may be there. */
  isChanging(
    kinds: readonly Changing[],
    domain: string,
    from: number,
    to: number,
    before: number = Number.POSITIVE_INFINITY,
  ): boolean {
    for (const { kind, quarters } of this.#underWay) {
      if (kind !== undefined && !kinds.includes(kind)) continue;
      if (quarters === undefined) return true;
      for (const quarter of quarters.get(domain) ?? []) {
        const day = Math.floor(quarter / quartersOfDay);
        if (day >= from && day <= to && quarter * quarterMs < before) return true;
      }
    }
    return false;
  }

  /**
   * To be called before the first row of a change can be there; what it answers, when the last one is. Without quarters
   * everything of the kind changes, without a kind everything.
   */
  begin(kind?: Changing, quarters?: Quarters): () => void {
    const change = { kind, quarters };
    const mark = (): void => {
      if (kind === undefined || quarters === undefined) this.markAll(kind);
      else this.mark(kind, quarters);
    };
    this.#underWay.add(change);
    mark();
    return () => {
      this.#underWay.delete(change);
      mark();
    };
  }

  /** `quarters` as {@link quartersOf} makes them. */
  mark(kind: Changing, quarters: Quarters): void {
    this.#moment++;
    for (const [domain, changed] of quarters) {
      const name = `${kind} ${domain}`;
      const marks: Marks = this.#marks.get(name) ?? { days: new Map(), newest: [] };
      this.#tracked -= weightOf(marks);
      for (const quarter of changed) {
        const day = Math.floor(quarter / quartersOfDay);
        this.#markQuarter(marks, day, quarter % quartersOfDay);
        marks.days.set(day, this.#moment);
      }
      this.#tracked += weightOf(marks);
      this.#marks.set(name, marks);
    }
    if (this.#tracked > this.#maxTracked) this.#forget();
  }

  #markQuarter({ days, newest }: Marks, day: number, quarter: number): void {
    let known = newest.find((one) => one.day === day);
    // A day that was marked already and is not among them was one of them once: its quarters are not known any more.
    if (known === undefined && !days.has(day)) {
      known = { day, quarters: new Float64Array(quartersOfDay) };
      newest.push(known);
      newest.sort((a, b) => b.day - a.day);
      newest.splice(maxNewest);
    }
    if (known) known.quarters[quarter] = this.#moment;
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
    this.#marks.clear();
    this.#tracked = 0;
    this.markAll();
  }
}

function weightOf({ days, newest }: Marks): number {
  return days.size + newest.length * weightOfQuarters;
}

/** The latest mark of the quarters that begin before `ms` of their day. */
function lastBefore(quarters: Float64Array, ms: number): number {
  return quarters.subarray(0, Math.ceil(ms / quarterMs)).reduce((last, moment) => Math.max(last, moment), 0);
}

type DatedRow = { readonly domain: string; readonly time: number };

/** The quarters of an hour that rows of batches are of; of those rows that `isMeant`, if it is given. */
export function quartersOf<Row extends DatedRow>(
  batches: readonly { readonly rows: readonly Row[] }[],
  isMeant?: (row: Row) => boolean,
): Quarters {
  const found = new Map<string, Set<number>>();
  /** As it is written, so that few names are put in lower case. */
  const known = new Map<string, Set<number>>();
  for (const { rows } of batches)
    for (const row of rows) {
      if (isMeant?.(row) === false) continue;
      let quarters = known.get(row.domain);
      if (quarters === undefined) {
        const lower = row.domain.toLowerCase();
        quarters = found.get(lower) ?? new Set();
        found.set(lower, quarters);
        known.set(row.domain, quarters);
      }
      quarters.add(Math.floor(row.time / quarterMs));
    }
  return found;
}
