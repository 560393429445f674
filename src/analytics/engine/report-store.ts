/** What questions need of the analytics store. */

export interface ReportStore {
  /** Answers the rows of one SELECT; `params` stand for `{name:Type}` in it. */
  query<T>(sql: string, params: Record<string, unknown>): Promise<T[]>;
}
