/**
 * Renders a table's DDL for one server or for a cluster from the same description.
 *
 * On a cluster, the rows of a sharded table are in `<name>_local` on every node, a ReplicatedMergeTree, and `<name>`
 * is the Distributed table over them, so that inserts and reports read the same in both layouts. A table that is not
 * sharded has one copy on every node.
 */
import { type ClusterLayout, type Layout, onCluster, quoteName, quoteText, tableName } from './layout.ts';

export type Table = {
  readonly name: string;
  /** Columns as SQL. */
  readonly columns: string;
  /** Indices and projections as SQL, if any. */
  readonly parts?: string;
  /** The engine's family: rows as inserted, or the newest of those with the same sort key. */
  readonly engine: 'MergeTree' | 'ReplacingMergeTree';
  readonly partitionBy?: string;
  readonly orderBy: string;
  /** A prefix of `orderBy`; by default all of it. */
  readonly primaryKey?: string;
  /** Spreads the rows over the shards of a cluster; undefined: every node has all of them. */
  readonly shardBy?: string;
  readonly settings: readonly string[];
  /** How many inserts back a repeated one is recognised by its token. */
  readonly deduplicationWindow?: number;
};

/**
 * Of tables whose rows can be derived again: not synced, and files for each column only once parts are merged, which makes
 * inserting the parts of a day a third cheaper.
 */
export const derivedSettings: readonly string[] = ['min_bytes_for_wide_part = 67108864'];

/** Returns the statements that make the table; each does nothing when it is there already. */
export function createTable(table: Table, layout: Layout): string[] {
  const statement = [
    `CREATE TABLE IF NOT EXISTS ${tableName(localName(table, layout), layout)}${onCluster(layout)}`,
    `(${[table.columns, table.parts].filter((part) => part !== undefined).join(',')})`,
    `ENGINE = ${engineClause(table, layout)}`,
    ...(table.partitionBy === undefined ? [] : [`PARTITION BY ${table.partitionBy}`]),
    ...(table.primaryKey === undefined ? [] : [`PRIMARY KEY ${table.primaryKey}`]),
    `ORDER BY ${table.orderBy}`,
    ...settingsClause(table, layout),
  ].join('\n');
  if (layout.kind === 'single' || table.shardBy === undefined) return [statement];
  const distributed = [
    `CREATE TABLE IF NOT EXISTS ${tableName(table.name, layout)}${onCluster(layout)}`,
    `(${table.columns})`,
    `ENGINE = Distributed(${quoteText(layout.cluster)}, ${quoteText(layout.database)}, ${quoteText(localName(table, layout))}, ${table.shardBy})`,
  ].join('\n');
  return [statement, distributed];
}

/** Returns the statements that remove a table of this name; each does nothing when there is none. */
export function dropTable(table: Table, layout: Layout): string[] {
  const names = new Set([table.name, localName(table, layout)]);
  // At once: the name is needed again.
  return [...names].map((name) => `DROP TABLE IF EXISTS ${tableName(name, layout)}${onCluster(layout)} SYNC`);
}

/** Returns the statement that changes the stored rows of a table, wherever they are. */
export function alterTable(table: Table, layout: Layout, change: string): string {
  return `ALTER TABLE ${tableName(localName(table, layout), layout)}${onCluster(layout)} ${change}`;
}

/** Returns the statements that add a column; each does nothing when it is there already. */
export function addColumn(table: Table, layout: Layout, column: string): string[] {
  return addColumns(table, layout, [column]);
}

/** Returns the statements that add columns and `more`, all of them in one change; each does nothing when all are there. */
export function addColumns(
  table: Table,
  layout: Layout,
  columns: readonly string[],
  more: readonly string[] = [],
): string[] {
  const added = columns.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`);
  const isDistributed = layout.kind === 'cluster' && table.shardBy !== undefined;
  const distributed = `ALTER TABLE ${tableName(table.name, layout)}${onCluster(layout)} ${added.join(', ')}`;
  return [alterTable(table, layout, [...added, ...more].join(', ')), ...(isDistributed ? [distributed] : [])];
}

/**
 * Where to look for rows of a sharded table that any replica may have, though others have not copied them yet, and the
 * statement's settings. A row is found once a replica.
 */
export function onEachReplica(table: Table, layout: Layout): { readonly from: string; readonly end: string } {
  if (layout.kind === 'single') return { from: table.name, end: '' };
  const local = `${quoteName(layout.database)}.${localName(table, layout)}`;
  return { from: allNodes(layout, local), end: ` ${whoeverAnswers}` };
}

/** The rows of `system.parts` that belong to a table, on all nodes that answer. */
export function partsOf(table: Table, layout: Layout): string {
  return `${entriesIn('system.parts', layout)} AND table = ${quoteText(localName(table, layout))} AND active`;
}

/** The rows of a system table that are about our database, on all nodes that answer; more conditions may follow. */
export function entriesIn(systemTable: string, layout: Layout): string {
  return layout.kind === 'single'
    ? `${systemTable} WHERE database = currentDatabase()`
    : `${ofAllNodes(layout, systemTable)} WHERE database = ${quoteText(layout.database)}`;
}

/** All columns of a table of each node that answers, and has it, as one. */
export function ofAllNodes(layout: ClusterLayout, table: string): string {
  // The setting is of the subquery alone: what reads the shards of a Distributed table may not leave one out.
  return `(SELECT * FROM ${allNodes(layout, table)} ${whoeverAnswers})`;
}

export const whoeverAnswers = 'SETTINGS skip_unavailable_shards = 1';

/** As `ofAllNodes`, with the columns that only tables of a cluster have; needs the setting {@link whoeverAnswers}. */
export function allNodes({ cluster }: ClusterLayout, table: string): string {
  return `clusterAllReplicas(${quoteName(cluster)}, ${table})`;
}

/** Returns the name of the table that holds the stored rows. */
export function localName(table: Table, layout: Layout): string {
  return layout.kind === 'cluster' && table.shardBy !== undefined ? `${table.name}_local` : table.name;
}

function engineClause(table: Table, layout: Layout): string {
  if (layout.kind === 'single') return table.engine;
  // Spelled out, without the table's {uuid}: a replica that is added later makes the table anew, and joins the others by the path.
  const [shard, replica] =
    table.shardBy === undefined ? ['all', '{shard}-{replica}'] : ['{shard}', '{replica}'];
  const path = `/clickhouse/tables/${shard}/${encodeURIComponent(layout.database)}/${localName(table, layout)}`;
  return `Replicated${table.engine}(${quoteText(path)}, ${quoteText(replica)})`;
}

function settingsClause(table: Table, layout: Layout): string[] {
  const window = table.deduplicationWindow;
  const deduplication =
    window === undefined
      ? []
      : layout.kind === 'single'
        ? [`non_replicated_deduplication_window = ${window}`]
        : [
            `replicated_deduplication_window = ${window}`,
            `replicated_deduplication_window_seconds = ${7 * 24 * 3600}`,
          ];
  const settings = [...table.settings, ...deduplication];
  return settings.length === 0 ? [] : [`SETTINGS ${settings.join(', ')}`];
}
