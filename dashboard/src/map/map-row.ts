/** A country's number on the map. */
export type MapRow = {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  readonly name: string;
  readonly count: number;
  /** 0 to 100. */
  readonly percentage: number;
};
