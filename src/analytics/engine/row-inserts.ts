/**
 * Turns batches of rows into inserts that the store applies completely or not at all, and counts once.
 *
 * One insert is one block, and a block becomes one part of the table in one step; a part lies in one month, so batches
 * are split by month. Each insert has a token by which the store recognises a retry and ignores it. An insert
 * costs tens of milliseconds however few its rows, so several small batches share one; each row keeps its own batch
 * number, by which it can be found again.
 */
import { createHash } from 'node:crypto';
import { dayOf, formatDay } from '../../core/date-range.ts';
import type { EncodedInsert } from './engine.ts';
import { type NativeColumn, Uint64Column, writeLength } from './native-columns.ts';
import { numberList } from './number-list.ts';
import { type ClusterLayout, type Layout, quoteText, tableName } from './schema/layout.ts';
import { allNodes, localName, onEachReplica, type Table, whoeverAnswers } from './schema/table.ts';

const maxHeadBytes = 20;

/** What all rows have: a domain and a time, in milliseconds since the Unix epoch. */
export type EventRow = { readonly domain: string; readonly time: number };

/** Where rows of a kind go. */
export type InsertTarget<Row extends EventRow> = {
  readonly table: Table;
  /** Makes the columns of so many rows, without `batch`, which each table has as well, and what fills them. */
  readonly columnsFor: (rows: number) => {
    readonly columns: Readonly<Record<string, NativeColumn>>;
    readonly add: (row: Row) => void;
  };
};

export type NamedRows<Row extends EventRow> = { readonly name: string; readonly rows: readonly Row[] };

/** The rows of one batch that lie in one month. */
export type BatchPart<Row extends EventRow> = {
  /** The batch's. */
  readonly name: string;
  /** The column `batch`: a 64-bit number, too wide for a number of ours. */
  readonly batch: string;
  readonly rows: readonly Row[];
};

/** The rows of batches that lie in one month. */
export type RowInsert<Row extends EventRow> = {
  /** A hash of the names of all batches, in their order, and the month; hexadecimal. */
  readonly token: string;
  readonly parts: readonly BatchPart<Row>[];
};

/** More would be cut into several blocks by the engine. */
export const maxRowsPerInsert = 1_000_000;

/**
 * In the order in which the months first occur. Batches without rows have a part in the tokens, too: at another try, one may have
 * lost its rows, and the insert has to be known by the same token.
 */
export function insertsOf<Row extends EventRow>(batches: readonly NamedRows<Row>[]): RowInsert<Row>[] {
  const byMonth = new Map<string, { parts: BatchPart<Row>[]; count: number }>();
  for (const { name, rows } of batches) {
    for (const [month, group] of monthsOf(rows)) {
      const insert = byMonth.get(month) ?? { parts: [], count: 0 };
      byMonth.set(month, insert);
      insert.count += group.length;
      if (insert.count > maxRowsPerInsert)
        throw new RangeError(
          `batch ${name} has ${insert.count} rows in ${month}; allowed: at most ${maxRowsPerInsert}`,
        );
      const batch = digestOf(name, month).readBigUInt64BE(0).toString();
      insert.parts.push({ name, batch, rows: group });
    }
  }
  return [...byMonth].map(([month, { parts }]) => ({
    token: tokenOf(batches.map(({ name }) => digestOf(name, month))),
    parts,
  }));
}

function digestOf(name: string, month: string): Buffer {
  return createHash('sha256').update(`${name}/${month}`).digest();
}

function tokenOf(digests: readonly Buffer[]): string {
  const [only] = digests;
  if (only && digests.length === 1) return only.toString('hex');
  return createHash('sha256').update(Buffer.concat(digests)).digest('hex');
}

function monthsOf<Row extends EventRow>(rows: readonly Row[]): Map<string, Row[]> {
  const months = new Map<string, Row[]>();
  // Rows of a batch are mostly of one day: the month is worked out once a day.
  const ofDay = new Map<number, Row[]>();
  for (const row of rows) {
    const day = dayOf(row.time);
    let group = ofDay.get(day);
    if (group === undefined) {
      const month = formatDay(day).slice(0, 7);
      group = months.get(month) ?? [];
      months.set(month, group);
      ofDay.set(day, group);
    }
    group.push(row);
  }
  return months;
}

/** The insert as the engine takes it. */
export function encodeInsert<Row extends EventRow>(
  { table, columnsFor }: InsertTarget<Row>,
  insert: RowInsert<Row>,
  layout: Layout,
): EncodedInsert {
  const count = insert.parts.reduce((sum, { rows }) => sum + rows.length, 0);
  const { columns: own, add } = columnsFor(count);
  const batches = new Uint64Column(count);
  for (const { rows, batch } of insert.parts) {
    for (const row of rows) {
      add(row);
      batches.decimal(batch);
    }
  }
  const columns = { ...own, batch: batches };
  return {
    table: tableName(table.name, layout),
    columns: Object.keys(columns),
    settings: {
      async_insert: 0,
      insert_deduplicate: 1,
      insert_deduplication_token: insert.token,
      // One block, as it is sent, however wide the rows are.
      max_insert_block_size: maxRowsPerInsert,
      min_insert_block_size_rows: maxRowsPerInsert,
      min_insert_block_size_bytes: 0,
    },
    block: nativeBlock(columns, count),
  };
}

/** A domain whose rows of a batch are stored: those of a month are in one part of the table, all or none. */
export type StoredDomain = {
  readonly in_batch: string;
  readonly stored: string;
  /** On a cluster, the numbers of the nodes that have them. */
  readonly nodes: readonly number[];
};

/** How many replicas the shard of a node has, as the node knows it from Keeper; 0 while it doesn't. */
export type ReplicaCount = { readonly node: number; readonly total: number };

/** Finds the domains whose rows of an insert's batches are stored, on any replica. */
export function storedDomainsQuery<Row extends EventRow>(
  { table }: InsertTarget<Row>,
  parts: readonly BatchPart<Row>[],
  layout: Layout,
): { readonly query: string; readonly query_params: Record<string, unknown> } {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  const domains = new Set<string>();
  for (const { rows } of parts) {
    for (const { time, domain } of rows) {
      if (time < first) first = time;
      if (time > last) last = time;
      domains.add(domain);
    }
  }
  const batches = parts.map(({ batch }) => batch);
  const named = domains.size <= maxNamedDomains;
  const { from, end } = onEachReplica(table, layout);
  const nodes = layout.kind === 'cluster' ? 'groupUniqArray(toUInt32(_shard_num))' : '[]';
  return {
    query:
      // Not AS domain: the conditions below would then mean the text, which equals no UUID.
      `SELECT toString(batch) AS in_batch, toString(domain) AS stored, ${nodes} AS nodes FROM ${from} ` +
      // In the statement: parameters go into the URL, which proxies bound.
      `WHERE batch IN ${numberList('UInt64', batches)} ` +
      'AND day BETWEEN {first:Date} AND {last:Date}' +
      (named ? ` AND domain IN [${[...domains].map(quoteText).join(',')}]::Array(UUID)` : '') +
      ` GROUP BY batch, domain${end}`,
    query_params: {
      first: new Date(first).toISOString().slice(0, 10),
      last: new Date(last).toISOString().slice(0, 10),
    },
  };
}

/** Counts the replicas of each node's shard. */
export function replicaCountsQuery({ table }: { readonly table: Table }, layout: ClusterLayout): string {
  return (
    `SELECT toUInt32(_shard_num) AS node, toUInt32(total_replicas) AS total FROM ${allNodes(layout, 'system.replicas')} ` +
    `WHERE database = ${quoteText(layout.database)} AND table = ${quoteText(localName(table, layout))} ${whoeverAnswers}`
  );
}

/** Whether as many replicas have the rows as acknowledge an insert: one alone may be lost with them. */
export function isOnMostReplicas({ nodes }: StoredDomain, counts: readonly ReplicaCount[]): boolean {
  // Nobody keeps replicas of the table.
  if (counts.length === 0) return true;
  const totals = new Map(counts.map(({ node, total }) => [node, total]));
  // A node that went away meanwhile counts for nothing.
  return nodes.every((node) => nodes.length > (totals.get(node) || Number.POSITIVE_INFINITY) / 2);
}

/** More domains than this are searched for without their names. */
const maxNamedDomains = 100;

/** A block of ClickHouse's Native format, as pieces to be sent one after the other. Source: ClickHouse docs, "Native Format". */
export function nativeBlock(
  columns: Readonly<Record<string, NativeColumn>>,
  rows: number,
): readonly Uint8Array[] {
  const entries = Object.entries(columns);
  const head = Buffer.alloc(maxHeadBytes);
  const headEnd = writeLength(head, writeLength(head, 0, entries.length), rows);
  const pieces: Uint8Array[] = [head.subarray(0, headEnd)];
  for (const [name, column] of entries) pieces.push(textOf(name), textOf(column.type), ...column.bytes());
  return pieces;
}

function textOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(maxHeadBytes);
  return Buffer.concat([head.subarray(0, writeLength(head, 0, bytes.length)), bytes]);
}
