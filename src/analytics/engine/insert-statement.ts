/** Inserts as statements: a block that follows the statement, or one in a file. */
import type { EncodedInsert, ImportedRows } from './engine.ts';
import { quoteText } from './schema/layout.ts';

/** The block's bytes follow. */
export function insertStatement(insert: EncodedInsert): string {
  return `${target(insert)} ${settings(insert)} FORMAT Native`;
}

export function insertFromFile(insert: EncodedInsert, path: string): string {
  return `${target(insert)} FROM INFILE ${quoteText(path)} ${settings(insert)} FORMAT Native`;
}

/** A SELECT whose rows the embedded engine writes to a file. */
export function selectIntoFile(select: string, path: string): string {
  return `${select} INTO OUTFILE ${quoteText(path)} COMPRESSION 'gzip' LEVEL 1 FORMAT Native`;
}

/** The embedded engine reads the file itself, compressed as {@link selectIntoFile} writes it. */
export function importFromFile({ table, columns, path }: ImportedRows): string {
  return `${target({ table, columns })} FROM INFILE ${quoteText(path)} COMPRESSION 'gzip' ${importSettings} FORMAT Native`;
}

/** The rows follow, uncompressed. */
export function importStatement({ table, columns }: ImportedRows): string {
  return `${target({ table, columns })} ${importSettings} FORMAT Native`;
}

/** Rows that are equal are no repetition of one insert here. */
const importSettings =
  'SETTINGS async_insert = 0, insert_deduplicate = 0, max_partitions_per_insert_block = 0';

function target({ table, columns }: Pick<EncodedInsert, 'table' | 'columns'>): string {
  return `INSERT INTO ${table} (${columns.join(', ')})`;
}

/** In the statement: a SET elsewhere changes nothing here. */
function settings(insert: EncodedInsert): string {
  const list = Object.entries(insert.settings).map(
    ([name, value]) => `${name} = ${typeof value === 'string' ? quoteText(value) : value}`,
  );
  return `SETTINGS ${list.join(', ')}`;
}
