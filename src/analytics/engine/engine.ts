/** The interface of both engines: ClickHouse's own client, plus a fast way to insert rows. */
import type { ClickHouseClient } from '@clickhouse/client';
import type { TakeBlock } from './report-store.ts';
import type { RowsFile } from './rows-file.ts';
import type { Layout } from './schema/layout.ts';

/** Rows to insert into a table, in the form they are sent. */
export type EncodedInsert = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly settings: Readonly<Record<string, string | number>>;
  /** One block of the Native format, in pieces; not changed until the insert is done. */
  readonly block: readonly Uint8Array[];
};

/** How a report's statement runs. */
export type ReportRun = {
  /** The account: on a cluster, all SELECTs of one go to the same replica of a shard, and those of many spread over all. */
  readonly reader?: string;
  /** How long it may run; {@link maxReportSeconds} by default. */
  readonly seconds?: number;
};

/** A file of rows and where they go. */
export type ImportedRows = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly path: string;
};

export type AnalyticsEngine = {
  readonly kind: 'chdb' | 'clickhouse';
  readonly layout: Layout;
  /** For reports: limited in time, and in memory where the engine shares this machine. */
  readonly reports: ClickHouseClient;
  /** Returns the rows of a report's SELECT, with the same limits; `params` replace `{name:Type}` in it. */
  select<Row>(sql: string, params: Readonly<Record<string, unknown>>, run?: ReportRun): Promise<Row[]>;
  /** As {@link AnalyticsEngine.select} for many rows: see BlockStore. */
  readBlocks<Row>(
    sql: string,
    params: Readonly<Record<string, unknown>>,
    take: TakeBlock<Row>,
    signal: AbortSignal,
    run?: ReportRun,
  ): Promise<void>;
  /** For schema, derivation and retention: times out only after minutes without a response. */
  readonly writes: ClickHouseClient;
  /** Inserts rows as one statement. Rejects unless they are known to be stored. */
  insert(insert: EncodedInsert): Promise<void>;
  /** Writes the rows of a SELECT to a new file: the Native format, compressed with gzip. On one thread. */
  exportRows(select: string, path: string): Promise<void>;
  /** Writes the rows of a SELECT to a new file in a format that others read. On one thread. */
  writeFile(file: RowsFile): Promise<void>;
  /** Inserts what {@link exportRows} wrote; a file that fails half-way may leave rows. */
  importRows(rows: ImportedRows): Promise<void>;
  /** Creates what the first table needs (a database); may be called again. */
  prepare(): Promise<void>;
  /** Returns a heavy report's memory to the system, when the engine shares this process. */
  trimMemory(): Promise<void>;
  /** Waits for running statements and releases the engine. */
  close(): Promise<void>;
};

/** Settings that make both engines behave the same, whatever the defaults of their version or profile. */
export const answerSettings = {
  // Sums are read as numbers; byte sums above 2^53 are rounded rather than returned as text.
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
/** A report whose statements take longer together fails: see AnswerTime. */
export const maxReportSeconds = 30;
