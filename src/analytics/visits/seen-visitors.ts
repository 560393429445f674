/**
 * Who of some visitors had been seen before an instant, and with which keys, where joining the visitors of a month with
 * those of the last minutes would read all of them: of a domain that has few they are all remembered, of others they are
 * looked up one by one. Source: contract section 6 (Visitor).
 *
 * What is found is remembered: it is true as long as no pageview before the instant comes, which whoever holds this has
 * to see to.
 */
import type { DateRange } from '../../core/date-range.ts';
import { maxPageviewsOfKnown, type ReportStore } from '../answers/report-store.ts';
import { dayMs, rowsIn } from '../engine/row-spans.ts';
import { type VisitorKey, visitorKeys } from '../engine/schema/visitor-days.ts';
import { ofDerived } from './day-conditions.ts';
import { dayVersions } from './day-versions.ts';
import { type VisitorDays, visitorDaysOf } from './visitor-states.ts';

export type SeenQuestion = {
  readonly domain: string;
  readonly keys: readonly VisitorKey[];
  /** The days on which it counts who was seen. */
  readonly range: DateRange;
  /** Of the last day only what is before; milliseconds since the Unix epoch. */
  readonly before: number;
};

/** Whether a visitor, decimal text, was seen; with a key that the question names, whether it was with this value. */
type WasSeen = (who: string, key?: VisitorKey, value?: string) => boolean;

export interface SeenVisitors {
  /** In rows. */
  readonly weight: number;
  /** Answers for some visitors. Rejects with what the store rejects with. */
  lookUp(store: ReportStore, visitors: ReadonlySet<string>): Promise<WasSeen>;
}

type SeenRow = { readonly who: string } & Partial<Record<VisitorKey, string>>;

/** Visitors that are remembered, with their combinations of keys. */
const maxAll = 50_000;

/** Visitors and their keys are looked for as of the days before `today` from what is derived. `size`: see LookedUp. */
export async function findSeenVisitors(
  store: ReportStore,
  question: SeenQuestion,
  today: number,
  size: number,
): Promise<SeenVisitors> {
  const { domain, range } = question;
  const { pageviews } = await dayVersions(store, domain, { ...range, to: Math.min(range.to, today - 1) });
  const days = await visitorDaysOf(store, domain, range, String(range.from), today);
  if (pageviews <= maxPageviewsOfKnown(store)) {
    const legs = legsOf(question, days);
    const rows =
      legs.length === 0
        ? []
        : await store.query<SeenRow>(`SELECT * FROM (${legs.join('\nUNION ALL\n')}) LIMIT ${maxAll + 1}`, {
            domain,
          });
    if (rows.length <= maxAll) return new AllSeen(question, rows);
  }
  return new LookedUp(question, days, size);
}

/** All of them. */
class AllSeen implements SeenVisitors {
  readonly #seen = new Set<string>();

  constructor({ keys }: SeenQuestion, rows: readonly SeenRow[]) {
    for (const row of rows) addTo(this.#seen, keys, row);
  }

  get weight(): number {
    return this.#seen.size;
  }

  lookUp(): Promise<WasSeen> {
    return Promise.resolve((who, key, value) => this.#seen.has(seenAs(who, key, value)));
  }
}

/** Visitors looked up with one statement. */
const atOnce = 1_000;
/** What one of them weighs, in rows. */
const rowsOfSeen = 2;

/** Those that were asked for. */
class LookedUp implements SeenVisitors {
  readonly #question: SeenQuestion;
  readonly #days: VisitorDays;
  readonly #size: number;
  readonly #known = new Map<string, ReadonlySet<string>>();

  /** Remembers as many visitors as `size`. */
  constructor(question: SeenQuestion, days: VisitorDays, size: number) {
    this.#question = question;
    this.#days = days;
    this.#size = size;
  }

  get weight(): number {
    return rowsOfSeen * this.#size;
  }

  async lookUp(store: ReportStore, visitors: ReadonlySet<string>): Promise<WasSeen> {
    const found = new Map<string, ReadonlySet<string>>();
    const unknown: string[] = [];
    for (const visitor of visitors) {
      const known = this.#known.get(visitor);
      if (known === undefined) unknown.push(visitor);
      else found.set(visitor, known);
    }
    for (let start = 0; start < unknown.length; start += atOnce) {
      const asked = unknown.slice(start, start + atOnce);
      const seen = await this.#ask(store, asked);
      for (const visitor of asked) {
        const items = seen.get(visitor) ?? new Set();
        found.set(visitor, items);
        if (this.#known.size < this.#size) this.#known.set(visitor, items);
      }
    }
    return (who, key, value) => found.get(who)?.has(seenAs(who, key, value)) === true;
  }

  async #ask(store: ReportStore, visitors: readonly string[]): Promise<Map<string, Set<string>>> {
    const rows = await store.query<SeenRow>(
      legsOf(this.#question, this.#days, visitors.join(', ')).join('\nUNION ALL\n'),
      { domain: this.#question.domain },
    );
    const seen = new Map<string, Set<string>>();
    for (const row of rows) {
      const items = seen.get(row.who) ?? new Set();
      addTo(items, this.#question.keys, row);
      seen.set(row.who, items);
    }
    return seen;
  }
}

function addTo(seen: Set<string>, keys: readonly VisitorKey[], row: SeenRow): void {
  if (keys.length === 0) seen.add(seenAs(row.who));
  for (const key of keys) seen.add(seenAs(row.who, key, row[key]));
}

function seenAs(who: string, key?: VisitorKey, value?: string): string {
  return key === undefined ? who : `${who} ${key} ${value}`;
}

/** SELECTs of {@link SeenRow}, of some visitors or of all. */
function legsOf(
  { keys, before }: SeenQuestion,
  { derived, readFrom }: VisitorDays,
  visitors?: string,
): string[] {
  const some = visitors === undefined ? '' : ` AND visitor IN (${visitors})`;
  const legs: string[] = [];
  if (derived.length > 0)
    legs.push(`SELECT DISTINCT ${['toString(visitor) AS who', ...keys].join(', ')} FROM visitor_days
      WHERE ${ofDerived(derived)}${some}`);
  if (readFrom !== undefined) {
    const columns = keys.map((key) => `${visitorKeys[key]} AS ${key}`);
    legs.push(`SELECT DISTINCT ${['toString(visitor) AS who', ...columns].join(', ')} FROM events
      WHERE ${rowsIn(readFrom * dayMs, before)}${some}`);
  }
  return legs;
}
