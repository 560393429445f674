/** What reports need of the analytics store. */
import type { Ask, Question } from './answer-memory.ts';

export interface ReportStore {
  /** Answers the rows of one SELECT; `params` stand for `{name:Type}` in it. */
  query<T>(sql: string, params: Record<string, unknown>): Promise<T[]>;
  /** Answers what `ask` answers, from memory as long as that is the same; see AnswerMemory. By default always asks. */
  remember?<T>(question: Question, ask: Ask<T>): Promise<T>;
  /**
   * How many pageviews a range has to have for derived rows to be looked for; by default 100,000. Fewer are read sooner
   * than it is known what is derived of them.
   */
  readonly minDerivedPageviews?: number;
  /** How many rows of the last minutes are counted outside the engine; by default 2,000. */
  readonly maxRecentRows?: number;
  /** How many pageviews a range may have for all its visitors to be remembered; by default 250,000. */
  readonly maxPageviewsOfKnown?: number;
}

const defaultMinDerived = 100_000;
const defaultMaxRecent = 2_000;
const defaultMaxOfKnown = 250_000;

export function minDerivedPageviews(store: ReportStore): number {
  return store.minDerivedPageviews ?? defaultMinDerived;
}

export function maxRecentRows(store: ReportStore): number {
  return store.maxRecentRows ?? defaultMaxRecent;
}

export function maxPageviewsOfKnown(store: ReportStore): number {
  return store.maxPageviewsOfKnown ?? defaultMaxOfKnown;
}

/** Asks through the memory, if there is one. */
export async function remembered<T>(store: ReportStore, question: Question, ask: Ask<T>): Promise<T> {
  return store.remember === undefined ? (await ask(undefined)).value : store.remember(question, ask);
}

/** As {@link remembered}, of the rows of one statement over the days of the question. */
export function rememberedRows<Row>(
  store: ReportStore,
  question: Question,
  sql: string,
  params: Record<string, unknown>,
): Promise<readonly Row[]> {
  return remembered<readonly Row[]>(store, question, async () => {
    const value = await store.query<Row>(sql, params);
    return { value, rows: value.length };
  });
}
