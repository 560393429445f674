/**
 * Turns batches of requests into inserts that the store takes whole or not at all, and counts once.
 *
 * One insert is one block, and a block becomes one part of the table in one step; a part lies in one month, so batches
 * are cut by months. Each insert has a token: the same one tried again is recognised by it and does nothing. An insert
 * costs tens of milliseconds however few its rows, so several small batches share one; each row keeps the number of its
 * own batch, by which it is found again.
 */
import { createHash } from 'node:crypto';
import type { RequestRow } from '../request-row.ts';
import type { EncodedInsert } from './engine.ts';
import { type Layout, tableName } from './schema/layout.ts';
import { requests } from './schema/requests.ts';

export type NamedRows = { readonly name: string; readonly rows: readonly RequestRow[] };

/** The rows of one batch that lie in one month. */
export type BatchPart = {
  /** The column `batch`: a 64-bit number, too wide for a number of ours. */
  readonly batch: string;
  readonly rows: readonly RequestRow[];
};

/** The rows of batches that lie in one month. */
export type RequestInsert = {
  /** Names batches and month; hexadecimal. */
  readonly token: string;
  readonly parts: readonly BatchPart[];
};

/** More would be cut into several blocks by the engine. */
export const maxRowsPerInsert = 1_000_000;

const dayMs = 86_400_000;
const columns = [
  'domain',
  'time',
  'method',
  'path',
  'status',
  'bytes_in',
  'bytes_out',
  'duration_us',
  'bot',
  'datacenter',
  'batch',
] as const;

/** In the order in which the months first occur. */
export function insertsOf(batches: readonly NamedRows[]): RequestInsert[] {
  const byMonth = new Map<string, { digests: Buffer[]; parts: BatchPart[]; count: number }>();
  for (const { name, rows } of batches) {
    for (const [month, group] of monthsOf(rows)) {
      const insert = byMonth.get(month) ?? { digests: [], parts: [], count: 0 };
      byMonth.set(month, insert);
      insert.count += group.length;
      if (insert.count > maxRowsPerInsert)
        throw new RangeError(
          `batch ${name} comes to ${insert.count} rows in ${month}; at most ${maxRowsPerInsert}`,
        );
      const digest = createHash('sha256').update(`${name}/${month}`).digest();
      insert.digests.push(digest);
      insert.parts.push({ batch: digest.readBigUInt64BE(0).toString(), rows: group });
    }
  }
  return [...byMonth.values()].map(({ digests, parts }) => ({ token: tokenOf(digests), parts }));
}

function tokenOf(digests: readonly Buffer[]): string {
  const [only] = digests;
  if (only && digests.length === 1) return only.toString('hex');
  return createHash('sha256').update(Buffer.concat(digests)).digest('hex');
}

function monthsOf(rows: readonly RequestRow[]): Map<string, RequestRow[]> {
  const months = new Map<string, RequestRow[]>();
  // Rows of a batch are mostly of one day: the month is worked out once a day.
  const ofDay = new Map<number, RequestRow[]>();
  for (const row of rows) {
    const day = Math.floor(row.time / dayMs);
    let group = ofDay.get(day);
    if (group === undefined) {
      const month = new Date(day * dayMs).toISOString().slice(0, 7);
      group = months.get(month) ?? [];
      months.set(month, group);
      ofDay.set(day, group);
    }
    group.push(row);
  }
  return months;
}

/** The insert as the engine takes it. */
export function encodeInsert(insert: RequestInsert, layout: Layout): EncodedInsert {
  return {
    table: tableName(requests.name, layout),
    columns,
    settings: {
      async_insert: 0,
      insert_deduplicate: 1,
      insert_deduplication_token: insert.token,
      // One block: read in one go by one reader, however wide the rows are.
      max_insert_block_size: maxRowsPerInsert,
      min_insert_block_size_rows: maxRowsPerInsert,
      min_insert_block_size_bytes: 0,
      input_format_parallel_parsing: 0,
      input_format_max_block_size_bytes: 0,
    },
    format: 'JSONCompactEachRow',
    rows: Buffer.concat(insert.parts.flatMap(encodePart)),
  };
}

/** Written to bytes a few hundred rows at a time: one long text of all rows costs three times as much to collect. */
const rowsPerText = 256;

function encodePart({ rows, batch }: BatchPart): Buffer[] {
  const pieces: Buffer[] = [];
  for (let start = 0; start < rows.length; start += rowsPerText) {
    let lines = '';
    for (const row of rows.slice(start, start + rowsPerText)) {
      lines +=
        `["${row.domain}","${seconds(row.time)}",${JSON.stringify(row.method)},${JSON.stringify(row.path)},` +
        `${row.status},${row.bytes_in},${row.bytes_out},${row.duration_us},` +
        `${JSON.stringify(row.bot)},${JSON.stringify(row.datacenter)},"${batch}"]\n`;
    }
    pieces.push(Buffer.from(lines));
  }
  return pieces;
}

/**
 * Seconds with ten digits and a fraction: whole numbers would be read as seconds or as milliseconds, by their length,
 * and four digits before something else as a year.
 */
function seconds(epochMs: number): string {
  const digits = String(epochMs).padStart(13, '0');
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`;
}

/** Finds the domains whose rows of a part are stored: those of a domain are in one part of the table, all or none. */
export function storedDomainsQuery(
  { batch, rows }: BatchPart,
  layout: Layout,
): { readonly query: string; readonly query_params: Record<string, unknown> } {
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const { time } of rows) {
    if (time < from) from = time;
    if (time > to) to = time;
  }
  const domains = new Set(rows.map(({ domain }) => domain));
  const named = domains.size <= maxNamedDomains;
  return {
    query:
      // Not AS domain: the conditions below would then mean the text, which equals no UUID.
      `SELECT DISTINCT toString(domain) AS stored FROM ${tableName(requests.name, layout)} ` +
      'WHERE batch = {batch:UInt64} AND day BETWEEN {from:Date} AND {to:Date}' +
      (named ? ' AND domain IN {domains:Array(UUID)}' : ''),
    query_params: {
      batch,
      from: new Date(from).toISOString().slice(0, 10),
      to: new Date(to).toISOString().slice(0, 10),
      ...(named ? { domains: [...domains] } : {}),
    },
  };
}

/** Parameters go into a URL; more domains than this are searched for without their names. */
const maxNamedDomains = 100;
