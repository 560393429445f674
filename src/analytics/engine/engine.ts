/** The port of both engines: ClickHouse's own client, whatever it talks to, and a quick way in for rows. */
import type { ClickHouseClient } from '@clickhouse/client';
import type { Layout } from './schema/layout.ts';

/** Rows on their way into a table, as they are sent. */
export type EncodedInsert = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly settings: Readonly<Record<string, string | number>>;
  /** One block of the Native format, in pieces; not changed until the insert is done. */
  readonly block: readonly Uint8Array[];
};

export type AnalyticsEngine = {
  readonly kind: 'chdb' | 'clickhouse';
  readonly layout: Layout;
  /** For reports: bound in time, and in memory where the engine shares this machine. */
  readonly reports: ClickHouseClient;
  /** Answers the rows of a report's SELECT, bound as above; `params` stand for `{name:Type}` in it. */
  select<Row>(sql: string, params: Readonly<Record<string, unknown>>): Promise<Row[]>;
  /** For schema, derivation and retention: bound only by minutes without an answer. */
  readonly writes: ClickHouseClient;
  /** Inserts rows as one statement. Rejects when they are not known to be stored. */
  insert(insert: EncodedInsert): Promise<void>;
  /** Makes what has to be there before the first table (a database); may be called again. */
  prepare(): Promise<void>;
  /** Gives back what a heavy report took, when the engine shares this process. */
  trimMemory(): Promise<void>;
  /** Waits for what is under way and releases the engine. */
  close(): Promise<void>;
};

/** Settings that make both engines answer alike, whatever their version's or profile's defaults. */
export const answerSettings = {
  // Sums are read as numbers; the sums of bytes that pass 2^53 are rounded, not turned into text.
  output_format_json_quote_64bit_integers: 0,
  output_format_json_quote_denormals: 0,
  join_use_nulls: 0,
  // Statements name derivations and changed visitors: of a year, or of a night with many, a few hundred KiB.
  max_query_size: '16777216',
} as const;

/** An insert, or the look-up before one, that takes longer is given up and tried again. */
export const insertDeadlineMs = 30_000;
/** A server that takes longer to answer `SELECT 1` is away. */
export const pingDeadlineMs = 10_000;
/** A report that takes longer is refused. */
export const maxReportSeconds = 30;
