/**
 * Tables of the control store as text, the same for both engines: a line of JSON with the columns, then one for each row.
 * Source: docs/reference/backups.md ("The control store").
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import type { TableRows, Value } from '../../control/table-snapshot.ts';
import { BackupError } from './backup-error.ts';

/** A host's rules have up to 32 MiB, twice that in JSON. A small file could otherwise unpack to a line that fills the memory. */
const maxLineLength = 66 * 1024 * 1024;

/** Writes the table to a new file, compressed with gzip; resolves with the number of its rows. */
export async function writeTable({ columns, rows }: TableRows, path: string): Promise<number> {
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    yield `${JSON.stringify(columns)}\n`;
    let page = '';
    for await (const row of rows) {
      count += 1;
      page += `${JSON.stringify(row)}\n`;
      if (page.length < 65_536) continue;
      yield page;
      page = '';
    }
    yield page;
  }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(Readable.from(lines(), { objectMode: false }), createGzip({ level: 1 }), file);
  return count;
}

/** Reads what {@link writeTable} wrote. */
export async function readTable(path: string): Promise<TableRows> {
  const lines = linesOf(path);
  const first = await lines.next();
  if (first.done) throw new BackupError('a table of the control store is empty');
  const columns = parseRow(first.value).map(String);
  async function* rows(): AsyncGenerator<readonly Value[]> {
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      const row = parseRow(line.value);
      if (row.length !== columns.length) throw new BackupError('a row has more or fewer values than columns');
      yield row;
    }
  }
  return { columns, rows: rows() };
}

/** The rows of a small table, held in memory. */
export async function collectRows({
  columns,
  rows,
}: TableRows): Promise<{ columns: readonly string[]; rows: (readonly Value[])[] }> {
  const collected: (readonly Value[])[] = [];
  for await (const row of rows) collected.push(row);
  return { columns, rows: collected };
}

async function* linesOf(path: string): AsyncGenerator<string, undefined> {
  const content = createGunzip();
  // What goes wrong ends the loop below, with the error.
  pipeline(createReadStream(path), content).catch(() => {});
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of content) {
    const [end = '', ...lines] = decoder.write(chunk).split('\n');
    rest += end;
    if (rest.length > maxLineLength)
      throw new BackupError('a table of the control store has a line that is too long');
    for (const line of lines) {
      yield rest;
      rest = line;
    }
  }
  if (rest !== '') throw new BackupError('a table of the control store is cut short');
}

function parseRow(line: string): readonly Value[] {
  let row: unknown;
  try {
    row = JSON.parse(line);
  } catch {
    row = undefined;
  }
  if (Array.isArray(row) && row.every(isValue)) return row;
  throw new BackupError('a table of the control store has a line that is no row');
}

function isValue(value: unknown): value is Value {
  return value === null || typeof value === 'string' || typeof value === 'number';
}
