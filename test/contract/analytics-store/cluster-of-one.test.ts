/**
 * The layout of a cluster on the embedded engine, which knows one node and no Keeper: Distributed tables, statements to all
 * nodes and settings are the engine's own; what needs Keeper (replication, ON CLUSTER) is taken out of the statements.
 * Source: docs/reference/analytics-store.md ("A cluster").
 */
import type { ClickHouseClient } from '@clickhouse/client';
import { expect, onTestFinished, test } from 'vitest';
import { openClickhouse } from '../../../src/analytics/engine/clickhouse.ts';
import { joinTables } from '../../../src/analytics/engine/cluster-state.ts';
import type { AnalyticsEngine } from '../../../src/analytics/engine/engine.ts';
import { AnalyticsAwayError } from '../../../src/analytics/engine/failures.ts';
import { requestTarget } from '../../../src/analytics/engine/insert-targets.ts';
import {
  analyticsSchemaVersion,
  findAnalyticsSchema,
  migrateAnalytics,
} from '../../../src/analytics/engine/migrate.ts';
import {
  insertsOf,
  replicaCountsQuery,
  storedDomainsQuery,
} from '../../../src/analytics/engine/row-inserts.ts';
import { requests } from '../../../src/analytics/engine/schema/requests.ts';
import { partsOf } from '../../../src/analytics/engine/schema/table.ts';
import { hasAnalyticsTables } from '../../../src/analytics/engine/table-parts.ts';
import { onChdb } from '../../support/analytics-stores.ts';
import { awayNode, type ClusterNode, layout, openNode } from '../../support/cluster-node.ts';
import { domain, manyRows } from './rows.ts';

const twoRows = (token: string): string =>
  `INSERT INTO stats.requests (domain, time, bytes_in, batch) SETTINGS async_insert = 0, distributed_foreground_insert = 1,
  insert_quorum = 'auto', insert_quorum_parallel = 1, insert_deduplicate = 1, insert_deduplication_token = '${token}'
  VALUES ('${domain}', '2026-01-09 01:00:00', 1, 7), ('${domain}', '2026-01-09 02:00:00', 2, 7)`;

onChdb('a cluster of one node', () => {
  test('is migrated once, counts an insert once, and reads every replica', async () => {
    const node = await openNode();
    expect(await migrateAnalytics(node.client, layout, 'empty')).toBe(analyticsSchemaVersion);
    for (const token of ['a', 'a', 'b']) node.ask(twoRows(token));
    const [count] = node.ask(
      "SELECT toUInt32(count()) AS rows, toUInt32(sum(bytes_in)) AS bytes FROM stats.requests SETTINGS load_balancing = 'first_or_random', load_balancing_first_offset = 4294967295, max_replica_delay_for_distributed_queries = 60",
    );
    expect(count).toEqual({ rows: 4, bytes: 6 });
    expect(node.ask(`SELECT toUInt32(sum(rows)) AS rows FROM ${partsOf(requests, layout)}`)).toEqual([
      { rows: 4 },
    ]);
    const [insert] = insertsOf([{ name: 'segment', rows: manyRows(3) }]);
    const lookup = storedDomainsQuery(requestTarget, insert?.parts ?? [], layout).query;
    const found = lookup
      .replace(/\[[-\d,]+\]::Array\(UInt64\)/, '[7]::Array(UInt64)')
      .replace(/\{(?:first|last):Date\}/g, "'2026-01-09'");
    expect(node.ask(found)).toEqual([{ in_batch: '7', stored: domain, nodes: [1] }]);
    // There is no Keeper, so no node says how many replicas it has.
    expect(node.ask(replicaCountsQuery(requestTarget, layout))).toEqual([]);
  });

  test('a start on a current cluster changes nothing, and needs not all of its nodes', async () => {
    const node = await openNode();
    await migrateAnalytics(node.client, layout);
    node.changes.length = 0;
    const client = answering(node, (query) => {
      if (query.includes('system.clusters')) throw new Error('the user may not');
      return undefined;
    });
    expect(await migrateAnalytics(client, layout, 'empty')).toBe(0);
    expect(node.changes).toEqual([]);
  });

  test('tables are made only while all nodes answer', async () => {
    const node = await openNode(awayNode);
    await expect(migrateAnalytics(node.client, layout)).rejects.toThrow(AnalyticsAwayError);
    expect(node.changes).toEqual([]);
  });

  test('a node without tables gets those of the others, under their UUID', async () => {
    const node = await openNode();
    await migrateAnalytics(node.client, layout);
    node.ask(twoRows('a'));
    node.ask('CREATE TABLE stats.others (a UInt8) ENGINE = MergeTree ORDER BY a');
    node.changes.length = 0;
    const tables = node.ask<{ name: string; uuid: string }>(
      "SELECT name, toString(uuid) AS uuid FROM system.tables WHERE database = 'stats' AND name != 'others'",
    );
    // As if two nodes answered, and one had tables.
    const client = answering(node, (query) =>
      query.includes('system.one') ? [{ answering: 2 }] : undefined,
    );
    const names = await joinTables(client, layout);
    expect(names.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
    expect(node.changes).toHaveLength(tables.length);
    for (const { name, uuid } of tables) {
      expect(node.changes).toContainEqual(
        expect.stringMatching(
          new RegExp(
            `^CREATE TABLE IF NOT EXISTS \`stats\`\\.\`${name}\` UUID '${uuid}' ON CLUSTER \`one\` \\(`,
          ),
        ),
      );
    }
    // Nothing was dropped, and the last ones are those that read others.
    expect(node.changes.at(-1)).toContain('ENGINE = Distributed');
    expect(node.ask('SELECT toUInt32(count()) AS rows FROM stats.requests')).toEqual([{ rows: 2 }]);
  });

  test('a store is not called too old while a node is away that may know more', async () => {
    const node = await openNode();
    await migrateAnalytics(node.client, layout);
    node.changes.length = 0;
    const client = answering(node, (query) =>
      query.includes('max(version)')
        ? [{ version: 1 }]
        : query.includes('system.clusters')
          ? [{ expected: 2 }]
          : undefined,
    );
    await expect(migrateAnalytics(client, layout, 'empty')).rejects.toThrow(AnalyticsAwayError);
    expect(node.changes).toEqual([]);
  });

  test('what only other nodes have is there', async () => {
    const node = await openNode();
    const asked: string[] = [];
    const client = answering(node, (query) => {
      asked.push(query);
      if (query.includes('max(version)')) throw Object.assign(new Error('no such table'), { code: '60' });
      return query.includes('clusterAllReplicas(`one`, system.tables)') ? [{ count: 1 }] : undefined;
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the code under test calls
    const engine = { layout, writes: client, reports: client } as unknown as AnalyticsEngine;
    expect(await hasAnalyticsTables(engine)).toBe(true);
    await expect(findAnalyticsSchema(engine)).rejects.toThrow(AnalyticsAwayError);
    expect(asked).toHaveLength(3);
    expect(await hasAnalyticsTables({ ...engine, writes: node.client })).toBe(false);
  });

  test('a look-up of many batches has a short URL', () => {
    const batches = Array.from({ length: 1_000 }, (_, index) => ({ name: `b${index}`, rows: manyRows(1) }));
    const parts = insertsOf(batches).flatMap((insert) => insert.parts);
    const { query_params } = storedDomainsQuery(requestTarget, parts, layout);
    expect(JSON.stringify(query_params).length).toBeLessThan(100);
  });

  test('the engine knows every setting that is sent', async () => {
    const node = await openNode();
    const sent = new Set<string>();
    const engine = openClickhouse({
      kind: 'clickhouse',
      url: 'http://a:b@127.0.0.1:9/stats',
      cluster: 'one',
    });
    onTestFinished(() => engine.close());
    for (const client of [engine.reports, engine.writes])
      for (const name of Object.keys(settingsOf(client))) sent.add(name);
    expect(sent).toContain('insert_quorum');
    const rows = node.ask<{ name: string }>('SELECT name FROM system.settings');
    const known = new Set(rows.map(({ name }) => name));
    // The last is of the HTTP interface.
    expect([...sent].filter((name) => !known.has(name))).toEqual(['wait_end_of_query']);
  });
});

/** The node's client; `instead` may answer a query itself, or fail it. */
function answering(node: ClusterNode, instead: (query: string) => unknown[] | undefined): ClickHouseClient {
  const query = async (params: { query: string }): Promise<unknown> => {
    const rows = instead(params.query);
    return rows ? { json: () => Promise.resolve(rows) } : await node.client.query(params);
  };
  const command: ClickHouseClient['command'] = (params) => node.client.command(params);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the code under test calls
  return { command, query } as unknown as ClickHouseClient;
}

function settingsOf(client: ClickHouseClient): object {
  const parameters: unknown =
    Reflect.get(client, 'connectionParams') ?? Reflect.get(client, 'clientClickHouseSettings');
  const settings: unknown =
    typeof parameters === 'object' && parameters !== null && 'clickhouse_settings' in parameters
      ? parameters.clickhouse_settings
      : parameters;
  return typeof settings === 'object' && settings !== null ? settings : {};
}
