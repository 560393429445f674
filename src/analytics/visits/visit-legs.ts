/** What counts visits: SELECTs whose rows add up to the answer. Source: contract section 6 (Visit). */

/** What visits are counted by: a column of the parts, or an expression over `day`. */
export type VisitKey = {
  /** SQL over the table `visits`. */
  readonly key: string;
  /** SQL over the first pageview of a visit. */
  readonly entry: string;
  /** Columns of `pageviews` that `entry` uses. */
  readonly columns: readonly string[];
  /** SQL over the key: which visits take part. */
  readonly condition?: string;
};

export interface VisitLegs {
  /** Rows `key`, `n`: visits by a key. The numbers of equal keys have to be added up. */
  counts(key: VisitKey): string[];
  /**
   * Rows `total`, `units`: visits of one pageview and all visits. With a key, SQL over `day`, each row has the `key` of the
   * day on which its visits begin. The numbers of equal keys have to be added up.
   */
  bounces(key?: string): string[];
  /** As above: milliseconds from the first to the last pageview of all visits, and how many visits there are. */
  durations(key?: string): { readonly with: string; readonly legs: string[] };
  /** Rows `key`, `n`: visits by the path of their last pageview. */
  exits(): { readonly with: string; readonly legs: string[] };
}

/** Numbers of all rows, or with a key of the rows of each; `day` is SQL: the day that a row is counted to. */
export function legOfMeans(
  key: string | undefined,
  total: string,
  units: string,
  rows: string,
  day = 'day',
): string {
  const numbers = `${total} AS total, ${units} AS units`;
  return key === undefined
    ? `SELECT ${numbers} FROM ${rows}`
    : `SELECT ${key.replaceAll(/\bday\b/g, day)} AS key, ${numbers} FROM ${rows} GROUP BY key`;
}

/** SQL: milliseconds from a column to another one, added up. */
export const lasting = (start: string, end: string): string =>
  `toInt64(sum(dateDiff('millisecond', ${start}, ${end})))`;
