/**
 * Rows that the engine writes to a file for others to read. Source: docs/reference/exports.md.
 *
 * The rows stream: one thread, small blocks and small row groups, so that memory doesn't grow with the rows. Only visits that
 * aren't derived are grouped, which spills to the disk.
 */
import { quoteText } from './schema/layout.ts';

export const rowsFileFormats = ['Parquet', 'CSVWithNames', 'CSV', 'JSONEachRow'] as const;
export type RowsFileFormat = (typeof rowsFileFormats)[number];

export type RowsFile = {
  readonly select: string;
  /** Of a new file. */
  readonly path: string;
  readonly format: RowsFileFormat;
};

export interface RowsFileStore {
  /** Writes the rows of one SELECT to a new file. Throws AnalyticsAwayError while the store is away. */
  writeFile(file: RowsFile): Promise<void>;
}

const mebibyte = 1024 * 1024;

const settings: Readonly<Record<string, string | number>> = {
  max_execution_time: 0,
  max_threads: 1,
  max_block_size: 8_192,
  preferred_block_size_bytes: mebibyte,
  max_bytes_before_external_group_by: 32 * mebibyte,
  max_bytes_before_external_sort: 32 * mebibyte,
  // Of 4 MiB at a time and each column; a file of an hour isn't read from elsewhere.
  max_read_buffer_size: 128 * 1024,
  output_format_parquet_row_group_size: 50_000,
  output_format_parquet_row_group_size_bytes: 16 * mebibyte,
  output_format_parquet_parallel_encoding: 0,
  output_format_parquet_compression_method: "'zstd'",
  output_format_parquet_write_bloom_filter: 0,
  output_format_parquet_write_page_index: 0,
  output_format_parallel_formatting: 0,
  output_format_json_escape_forward_slashes: 0,
  format_csv_null_representation: "''",
};

/** As the settings stand in a statement, after its format. */
export const rowsFileSettings: string = Object.entries(settings)
  .map(([name, value]) => `${name} = ${value}`)
  .join(', ');

/** The embedded engine writes the file itself. */
export function selectIntoRowsFile({ select, path, format }: RowsFile): string {
  return `${select} INTO OUTFILE ${quoteText(path)} FORMAT ${format} SETTINGS ${rowsFileSettings}`;
}
