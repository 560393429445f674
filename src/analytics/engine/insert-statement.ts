/** Inserts as statements: a block that follows the statement, or one in a file. */
import type { EncodedInsert } from './engine.ts';
import { quoteText } from './schema/layout.ts';

/** The block's bytes follow. */
export function insertStatement(insert: EncodedInsert): string {
  return `${target(insert)} ${settings(insert)} FORMAT Native`;
}

export function insertFromFile(insert: EncodedInsert, path: string): string {
  return `${target(insert)} FROM INFILE ${quoteText(path)} ${settings(insert)} FORMAT Native`;
}

function target({ table, columns }: EncodedInsert): string {
  return `INSERT INTO ${table} (${columns.join(', ')})`;
}

/** In the statement: a SET elsewhere changes nothing here. */
function settings(insert: EncodedInsert): string {
  const list = Object.entries(insert.settings).map(
    ([name, value]) => `${name} = ${typeof value === 'string' ? quoteText(value) : value}`,
  );
  return `SETTINGS ${list.join(', ')}`;
}
