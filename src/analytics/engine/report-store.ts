/** What queries need from the analytics store. */

export interface ReportStore {
  /** Returns the rows of one SELECT; `params` replace `{name:Type}` in it. */
  query<T>(sql: string, params: Record<string, unknown>): Promise<T[]>;
}

/** Takes a block of rows, each an array in the order of the columns. The next block is read when it is done. */
export type TakeBlock<Row> = (rows: readonly Row[]) => Promise<void>;

/** What reading many rows needs from the analytics store. */
export interface BlockStore {
  /**
   * Hands over the rows of one SELECT without holding all of them. `params` replace `{name:Type}`: numbers, dates and
   * UUIDs only. Rejects with the signal's reason once it is aborted.
   */
  readBlocks<Row>(
    sql: string,
    params: Record<string, unknown>,
    take: TakeBlock<Row>,
    signal: AbortSignal,
  ): Promise<void>;
}
