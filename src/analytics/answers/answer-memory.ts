/**
 * Remembers what was answered, as long as no row came that has a say in it. Source: contract section 6 (an answer never
 * depends on caches).
 *
 * An answer belongs to the days that it was made of and to the moment before the first of its statements. It is given
 * again only while none of these days has changed since that moment; so it is what asking again would answer. The same
 * question asked while it is being answered waits for that answer, under the same condition.
 */
import type { Changing, DayChanges } from './day-changes.ts';

export type Question = {
  /** With the other fields, tells questions apart. */
  readonly key: string;
  readonly domain: string;
  /** What the answer is made of. */
  readonly of: readonly Changing[];
  /** The days it is made of, both included. */
  readonly from: number;
  readonly to: number;
  /** Only rows before this instant have a say in it, in milliseconds since the Unix epoch; by default all. */
  readonly before?: number;
  /** Whether it is not given again while a change of it is under way: to be added up with others of the same state. */
  readonly isPart?: boolean;
};

export type Answered<T> = {
  readonly value: T;
  /** How many rows it has, to know what it weighs. */
  readonly rows: number;
  /** The last day it was made of, when it is not the question's. */
  readonly to?: number;
};

/**
 * Answers a question; with `memory` the answer is going to be remembered, and `outdated` is what was remembered before
 * something changed.
 */
export type Ask<T> = (memory: { readonly outdated: T | undefined } | undefined) => Promise<Answered<T>>;

type Entry = {
  readonly moment: number;
  readonly answer: Promise<unknown>;
  /** What `answer` is, once it is there; until then, what was answered before. */
  last: { readonly value: unknown } | undefined;
  readonly from: number;
  to: number;
  rows: number;
};

/** Of all that is remembered; a row takes 100 to 300 bytes. */
const maxRows = 400_000;
/** What an answer weighs besides its rows. */
const rowsOfEntry = 4;

export class AnswerMemory {
  readonly #changes: DayChanges;
  readonly #maxRows: number;
  /** The one used last comes last. */
  readonly #entries = new Map<string, Entry>();
  #rows = 0;

  constructor(changes: DayChanges, limit: number = maxRows) {
    this.#changes = changes;
    this.#maxRows = limit;
  }

  /**
   * Answers what is remembered, or what `ask` answers. Answers are shared: nobody may change one. A key always has
   * answers of one type.
   */
  remember<T>(question: Question, ask: Ask<T>): Promise<T> {
    const { domain, of, from, before } = question;
    const id = `${of.join()} ${domain} ${from} ${question.to} ${before ?? ''} ${question.key}`;
    const known = this.#entries.get(id);
    if (known && this.#isStill(question, known)) {
      this.#entries.delete(id);
      this.#entries.set(id, known);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- entries of one key are of one type
      return known.answer as Promise<T>;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    const outdated = known?.last?.value as T | undefined;
    const moment = this.#changes.moment;
    const asked = ask({ outdated });
    const entry: Entry = {
      moment,
      answer: asked.then(({ value }) => value),
      last: known?.last,
      from,
      // Until it is known how far it reaches.
      to: Number.POSITIVE_INFINITY,
      rows: rowsOfEntry,
    };
    this.#forget(id);
    this.#entries.set(id, entry);
    this.#rows += entry.rows;
    asked.then(
      (answered) => this.#settle(id, entry, answered, question.to),
      () => {
        if (this.#entries.get(id) === entry) this.#forget(id);
      },
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return entry.answer as Promise<T>;
  }

  #isStill({ domain, of, before, isPart = false }: Question, { from, to, moment }: Entry): boolean {
    if (this.#changes.lastOf(of, domain, from, to, before) > moment) return false;
    return !isPart || !this.#changes.isChanging(of, domain, from, to, before);
  }

  #settle(id: string, entry: Entry, { value, rows, to }: Answered<unknown>, asked: number): void {
    if (this.#entries.get(id) !== entry) return;
    entry.last = { value };
    entry.to = to ?? asked;
    entry.rows += rows;
    this.#rows += rows;
    // Not for one that would push out most others.
    if (entry.rows > this.#maxRows / 2) this.#forget(id);
    for (const oldest of this.#entries.keys()) {
      if (this.#rows <= this.#maxRows) break;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#rows -= entry.rows;
    this.#entries.delete(id);
  }
}
