/**
 * What the nodes of a cluster have, so that a start through one that is new or behind takes nothing for an empty or an older
 * store. Source: docs/reference/analytics-store.md ("Schema on a cluster").
 *
 * A node without tables that others have joins them: it makes each with the definition and the UUID that they have, and its
 * engine copies the rows. Nothing else is run on the cluster while its schema is current, so a start needs one node that answers.
 */
import type { ClickHouseClient } from '@clickhouse/client';
import { AnalyticsAwayError } from './failures.ts';
import { rowsOf } from './rows-of.ts';
import { events } from './schema/events.ts';
import { type ClusterLayout, onCluster, quoteName, quoteText } from './schema/layout.ts';
import { ofAllNodes } from './schema/table.ts';
import { allTables, entriesOf } from './schema/tables.ts';

/** A node that is away does what it missed when it is back; so long, nobody waits for it. */
const joinSettings = {
  distributed_ddl_output_mode: 'null_status_on_timeout',
  distributed_ddl_task_timeout: '60',
} as const;

/** Counts the nodes that answer, with no right but REMOTE. Throws AnalyticsAwayError when the server knows no such cluster. */
async function countAnswering(client: ClickHouseClient, layout: ClusterLayout): Promise<number> {
  const [row] = await rowsOf<{ answering: number }>(
    client,
    `SELECT toUInt32(count()) AS answering FROM ${ofAllNodes(layout, 'system.one')}`,
  );
  return row?.answering ?? 0;
}

/** Makes the database on nodes that lack it. */
export async function makeDatabase(client: ClickHouseClient, layout: ClusterLayout): Promise<void> {
  const answering = await countAnswering(client, layout);
  const [found] = await rowsOf<{ nodes: number }>(
    client,
    `SELECT toUInt32(count()) AS nodes FROM ${ofAllNodes(layout, 'system.databases')} WHERE name = ${quoteText(layout.database)}`,
  );
  if ((found?.nodes ?? 0) >= answering) return;
  await client.command({
    query: `CREATE DATABASE IF NOT EXISTS ${quoteName(layout.database)}${onCluster(layout)}`,
    clickhouse_settings: joinSettings,
  });
}

const engines = ['Distributed', 'ReplicatedMergeTree', 'ReplicatedReplacingMergeTree']
  .map(quoteText)
  .join(', ');

/** Nobody else's in the same database; those of earlier versions are renamed or dropped by the migrations on all nodes. */
const ownTables = [
  ...allTables,
  { ...events, name: 'pageviews' },
  { ...events, name: 'visit_links' },
  { ...events, name: 'visitor_day_records' },
];

type Definition = { name: string; uuid: string; definition: string; nodes: number };

/** Makes our tables that some nodes have on those that lack them. Returns the names of all there are. */
export async function joinTables(client: ClickHouseClient, layout: ClusterLayout): Promise<string[]> {
  const answering = await countAnswering(client, layout);
  const tables = await rowsOf<Definition>(
    client,
    // Of several definitions the one that most nodes have; what a Distributed table reads comes before it.
    `SELECT name, toString(uuid) AS uuid, create_table_query AS definition, toUInt32(sum(count()) OVER (PARTITION BY name)) AS nodes
    FROM ${entriesOf(ownTables, layout)} AND engine IN (${engines})
    GROUP BY name, uuid, definition, engine ORDER BY engine = 'Distributed', name, count() DESC LIMIT 1 BY name`,
  );
  for (const table of tables) {
    if (table.nodes < answering)
      await client.command({ query: joinStatement(table, layout), clickhouse_settings: joinSettings });
  }
  return tables.map(({ name }) => name);
}

/** Refuses to go on unless every node of the cluster answers: one that is away may know more than the others. */
export async function requireAllNodes(client: ClickHouseClient, layout: ClusterLayout): Promise<void> {
  const [row] = await rowsOf<{ expected: number }>(
    client,
    `SELECT toUInt32(count()) AS expected FROM system.clusters WHERE cluster = ${quoteText(layout.cluster)}`,
  );
  const expected = row?.expected ?? 0;
  const answering = await countAnswering(client, layout);
  if (answering < expected)
    throw new AnalyticsAwayError(
      `${answering} of the ${expected} nodes of the cluster ${layout.cluster} answer: its tables are made and migrated only while all do`,
    );
}

/** As `system.tables` writes it, without a UUID: `CREATE TABLE database.name (…) ENGINE = …`. */
const created = /^CREATE TABLE (?:`(?:[^`\\]|\\.)*`|[^\s.`]+)\.(?:`(?:[^`\\]|\\.)*`|[^\s.`]+)/;

function joinStatement({ name, uuid, definition }: Definition, layout: ClusterLayout): string {
  const table = `${quoteName(layout.database)}.${quoteName(name)}`;
  // The same UUID, because the path of a table made by an earlier version of the program has it.
  return definition.replace(
    created,
    () => `CREATE TABLE IF NOT EXISTS ${table} UUID ${quoteText(uuid)}${onCluster(layout)}`,
  );
}
