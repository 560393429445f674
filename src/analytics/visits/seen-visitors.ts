/**
 * Who of some visitors had been seen before an instant, and with which keys: looked up one by one, where joining the
 * visitors of a month with those of the last minutes would read all of them. Source: contract section 6 (Visitor).
 *
 * What is found is remembered: it is true as long as no pageview before the instant comes, which whoever holds this has
 * to see to.
 */
import { type VisitorKey, visitorKeys } from '../engine/schema/visitor-days.ts';
import { dayMs, ofDerived, pageviewsIn } from './day-conditions.ts';
import type { ReportStore } from './report-store.ts';
import type { VisitorDays } from './visitor-states.ts';

/** Visitors looked up with one statement. */
const atOnce = 1_000;

export type SeenQuestion = {
  readonly domain: string;
  readonly keys: readonly VisitorKey[];
  /** Milliseconds since the Unix epoch. */
  readonly before: number;
};

/** What a visitor was seen with: {@link seenWith} of each key; undefined when it was not seen. */
type Seen = ReadonlySet<string> | undefined;

export function seenWith(key: VisitorKey, value: string): string {
  return `${key} ${value}`;
}

export class SeenVisitors {
  readonly #question: SeenQuestion;
  readonly #days: VisitorDays;
  readonly #maxRemembered: number;
  readonly #known = new Map<string, Seen>();

  /** `days` are those before the instant on which it counts who was seen. */
  constructor(question: SeenQuestion, days: VisitorDays, maxRemembered: number) {
    this.#question = question;
    this.#days = days;
    this.#maxRemembered = maxRemembered;
  }

  /** Visitors are decimal text. Rejects with what the store rejects with. */
  async lookUp(store: ReportStore, visitors: Iterable<string>): Promise<ReadonlyMap<string, Seen>> {
    const found = new Map<string, Seen>();
    const unknown: string[] = [];
    for (const visitor of new Set(visitors))
      if (this.#known.has(visitor)) found.set(visitor, this.#known.get(visitor));
      else unknown.push(visitor);
    for (let start = 0; start < unknown.length; start += atOnce) {
      const asked = unknown.slice(start, start + atOnce);
      const seen = await this.#ask(store, asked);
      for (const visitor of asked) {
        found.set(visitor, seen.get(visitor));
        if (this.#known.size < this.#maxRemembered) this.#known.set(visitor, seen.get(visitor));
      }
    }
    return found;
  }

  async #ask(store: ReportStore, visitors: readonly string[]): Promise<Map<string, Set<string>>> {
    const { domain, keys } = this.#question;
    const rows = await store.query<{ who: string } & Record<VisitorKey, string>>(
      this.#legs(visitors.join(', ')).join('\nUNION ALL\n'),
      { domain },
    );
    const seen = new Map<string, Set<string>>();
    for (const row of rows) {
      const items = seen.get(row.who) ?? new Set();
      for (const key of keys) items.add(seenWith(key, row[key]));
      seen.set(row.who, items);
    }
    return seen;
  }

  #legs(visitors: string): string[] {
    const { keys, before } = this.#question;
    const { derived, readFrom } = this.#days;
    const legs: string[] = [];
    if (derived.length > 0)
      legs.push(`SELECT DISTINCT ${['toString(visitor) AS who', ...keys].join(', ')} FROM visitor_days
        WHERE ${ofDerived(derived)} AND visitor IN (${visitors})`);
    if (readFrom !== undefined) {
      const columns = keys.map((key) => `${visitorKeys[key]} AS ${key}`);
      legs.push(`SELECT DISTINCT ${['toString(visitor) AS who', ...columns].join(', ')} FROM pageviews
        WHERE ${pageviewsIn(readFrom * dayMs, before)} AND visitor IN (${visitors})`);
    }
    return legs;
  }
}
