/**
 * Reads the rows that an answer consists of, unless they have more than {@link maxAnswerBytes}. A path has up to 8 KiB, and rows are
 * in this process's memory several times: as text, as values, and as the answer. Funnels, of 100 rows at most, and questions
 * whose rows have no labels need no bound. Source: docs/reference/analytics-store.md ("Embedded").
 */
import { engineErrorCode } from '../engine/failures.ts';
import type { ReportStore } from '../engine/report-store.ts';

const mebibyte = 1024 * 1024;
/** Of the columns of one statement's rows, as the engine holds them. */
const maxAnswerBytes = 16 * mebibyte;
const tooManyRowsOrBytes = '396';

type AnswerStatement = {
  /** Of labels in their order, and numbers. Needs the parameter `domain`. */
  readonly sql: string;
  /** The columns of text. */
  readonly labels: readonly string[];
  /** By default as long as any report may take. */
  readonly seconds?: string;
  /** What is thrown when there are more bytes than `most`. */
  readonly refuse: (most: string) => Error;
};

/** The engine refuses what is too large before it hands over any of it. */
export async function answerRows<Row>(
  store: ReportStore,
  domain: string,
  { sql, labels, seconds, refuse }: AnswerStatement,
): Promise<Row[]> {
  const settings = [
    `max_result_bytes = ${maxAnswerBytes}`,
    "result_overflow_mode = 'throw'",
    ...(seconds === undefined ? [] : [`max_execution_time = ${seconds}`]),
  ];
  // A LowCardinality column counts with all values of its dictionary, those beyond the limit too.
  const texts = labels.map((label) => `CAST(${label} AS String) AS ${label}`);
  const rows = texts.length === 0 ? sql : `SELECT * REPLACE (${texts.join(', ')}) FROM (${sql})`;
  try {
    return await store.query<Row>(`${rows} SETTINGS ${settings.join(', ')}`, { domain });
  } catch (error) {
    if (engineErrorCode(error) !== tooManyRowsOrBytes) throw error;
    throw refuse(`${maxAnswerBytes / mebibyte} MiB`);
  }
}
