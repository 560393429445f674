/**
 * Remembers what was answered, as long as no row came that has a say in it. Source: contract section 6 (an answer never
 * depends on caches).
 *
 * An answer belongs to the days that it was made of and to the moment before the first of its statements. It is given
 * again only while none of these days has changed since that moment; so it is what asking again would answer. The same
 * question asked while it is being answered waits for that answer, under the same condition.
 *
 * An answer that is made of rows as they are may say what it becomes with others: then rows that are added by this process
 * do not outdate it, as long as nothing else changes until they are there.
 */
import { type AddedBatches, type AddedRows, rowsOfDomains } from './added-rows.ts';
import type { Changing, DayChanges, Quarters } from './day-changes.ts';

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
  /**
   * What it becomes when rows of its domain are added, some of which may be of other days; undefined when that has to be
   * asked.
   */
  readonly grown?: (added: AddedRows) => Answered<T> | undefined;
};

/**
 * Answers a question; with `memory` the answer is going to be remembered, and `outdated` is what was remembered before
 * something changed.
 */
export type Ask<T> = (memory: { readonly outdated: T | undefined } | undefined) => Promise<Answered<T>>;

type Entry = {
  readonly question: Question;
  readonly moment: number;
  readonly answer: Promise<unknown>;
  /** What `answer` is, once it is there; until then, what was answered before. */
  last: { readonly value: unknown } | undefined;
  to: number;
  rows: number;
  grown: Answered<unknown>['grown'];
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
  /** Those that grow, by what they are made of. */
  readonly #growing = new Map<string, Set<string>>();
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
    const { domain, of, from, to, before } = question;
    const id = `${of.join()} ${domain} ${from} ${to} ${before ?? ''} ${question.key}`;
    const known = this.#entries.get(id);
    if (known && this.#isGiven(question, known)) {
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
      question,
      moment,
      answer: asked.then(({ value }) => value),
      last: known?.last,
      // Until it is known how far it reaches.
      to: Number.POSITIVE_INFINITY,
      rows: rowsOfEntry,
      grown: undefined,
    };
    this.#forget(id);
    this.#entries.set(id, entry);
    this.#rows += entry.rows;
    asked.then(
      (answered) => this.#settle(id, entry, answered),
      () => {
        if (this.#entries.get(id) === entry) this.#forget(id);
      },
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return entry.answer as Promise<T>;
  }

  /**
   * Begins a change that adds rows, all of them in `quarters`; see DayChanges. What it answers ends the change, and has to
   * know whether all of the rows are there now and none of them was there before.
   */
  beginAdding(added: AddedBatches, quarters: Quarters): (areAdded: boolean) => void {
    const growing = this.#growingOf(added.kind, quarters);
    const end = this.#changes.begin(added.kind, quarters);
    const begun = this.#changes.moment;
    return (areAdded) => {
      let grown: readonly (readonly [id: string, Entry, Answered<unknown>])[] = [];
      try {
        // Where something else changed as well, it is not known what it was.
        if (areAdded) grown = this.#grow(added, growing, begun);
      } finally {
        end();
      }
      for (const [id, entry, answered] of grown) this.#replace(id, entry, answered);
    };
  }

  /** Those that are what asking would answer; others never grow again and are forgotten. */
  #growingOf(kind: Changing, quarters: Quarters): readonly [id: string, Entry][] {
    if (this.#growing.size === 0) return [];
    const found: [string, Entry][] = [];
    for (const domain of quarters.keys())
      for (const id of this.#growing.get(`${kind} ${domain}`) ?? []) {
        const entry = this.#entries.get(id);
        if (entry === undefined) continue;
        if (this.#lastOf(entry) <= entry.moment) found.push([id, entry]);
        else this.#forget(id);
      }
    return found;
  }

  #grow(
    added: AddedBatches,
    growing: readonly [id: string, Entry][],
    begun: number,
  ): (readonly [id: string, Entry, Answered<unknown>])[] {
    const changed = growing.filter(([, entry]) => {
      const last = this.#lastOf(entry);
      return last > entry.moment && last <= begun;
    });
    if (changed.length === 0) return [];
    const rows = rowsOfDomains(added, new Set(changed.map(([, { question }]) => question.domain)));
    return changed.flatMap(([id, entry]) => {
      const ofDomain = rows.get(entry.question.domain);
      const answered = ofDomain && entry.grown?.(ofDomain);
      return answered ? [[id, entry, answered] as const] : [];
    });
  }

  /** In its place: to grow is not to be asked for. */
  #replace(id: string, { question, to }: Entry, answered: Answered<unknown>): void {
    const replaced = this.#entries.get(id);
    if (replaced === undefined) return;
    this.#rows -= replaced.rows;
    const entry: Entry = {
      question,
      moment: this.#changes.moment,
      answer: Promise.resolve(answered.value),
      last: undefined,
      to,
      rows: rowsOfEntry,
      grown: undefined,
    };
    this.#entries.set(id, entry);
    this.#rows += entry.rows;
    this.#settle(id, entry, { to, ...answered });
  }

  #isGiven({ isPart = false }: Question, entry: Entry): boolean {
    if (this.#lastOf(entry) > entry.moment) return false;
    const { of, domain, from, before } = entry.question;
    return !isPart || !this.#changes.isChanging(of, domain, from, entry.to, before);
  }

  #lastOf({ question: { of, domain, from, before }, to }: Entry): number {
    return this.#changes.lastOf(of, domain, from, to, before);
  }

  #settle(id: string, entry: Entry, { value, rows, to, grown }: Answered<unknown>): void {
    if (this.#entries.get(id) !== entry) return;
    entry.last = { value };
    entry.to = to ?? entry.question.to;
    entry.rows += rows;
    this.#rows += rows;
    if (grown) {
      entry.grown = grown;
      const name = madeOf(entry.question);
      this.#growing.set(name, (this.#growing.get(name) ?? new Set()).add(id));
    }
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
    const name = madeOf(entry.question);
    const growing = this.#growing.get(name);
    growing?.delete(id);
    if (growing?.size === 0) this.#growing.delete(name);
  }
}

function madeOf({ of, domain }: Question): string {
  return `${of.join()} ${domain}`;
}
