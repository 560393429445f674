/** What queries need from the analytics store. */

export interface ReportStore {
  /** Returns the rows of one SELECT; `params` replace `{name:Type}` in it. */
  query<T>(sql: string, params: Record<string, unknown>): Promise<T[]>;
}
