/**
 * On a cluster the same statements are written for every node, and the engine's own parser reads each of them. No
 * cluster runs here: what is held is what is sent. Source: docs/reference/analytics-store.md ("A cluster").
 */
import type { ClickHouseClient } from '@clickhouse/client';
import { expect, test } from 'vitest';
import { changedDays } from '../../../src/analytics/engine/changed-days.ts';
import { openClickhouse } from '../../../src/analytics/engine/clickhouse.ts';
import { insertStatement } from '../../../src/analytics/engine/insert-statement.ts';
import { pageviewTarget, requestTarget } from '../../../src/analytics/engine/insert-targets.ts';
import { migrateAnalytics } from '../../../src/analytics/engine/migrate.ts';
import { removeOldRows } from '../../../src/analytics/engine/retention.ts';
import {
  type EventRow,
  encodeInsert,
  type InsertTarget,
  insertsOf,
  storedDomainsQuery,
} from '../../../src/analytics/engine/row-inserts.ts';
import type { Layout } from '../../../src/analytics/engine/schema/layout.ts';
import { removeStaleDerivations } from '../../../src/analytics/engine/stale-derivations.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb, openForTest } from '../../support/analytics-stores.ts';
import { manyRows, pageviewRow } from './rows.ts';

/** A client that writes down what it is asked and answers every query with `rows`. */
function recorder(statements: string[], rows: (query: string) => unknown[]): ClickHouseClient {
  const client = {
    command: ({ query }: { query: string }) => {
      statements.push(query);
      return Promise.resolve({});
    },
    query: ({ query }: { query: string }) => {
      statements.push(query);
      return Promise.resolve({ json: () => Promise.resolve(rows(query)) });
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the code under test calls
  return client as unknown as ClickHouseClient;
}

async function statementsOf(layout: Layout): Promise<string[]> {
  const statements: string[] = [];
  const writes = recorder(statements, (query) =>
    query.includes('system.clusters') || query.includes('system.one')
      ? [{ expected: 2, answering: 2 }]
      : query.includes('create_table_query')
        ? []
        : query.includes('DISTINCT partition')
          ? [{ partition: '202601' }, { partition: '202603' }]
          : query.includes('AS month')
            ? [{ month: 202603, domain: newUuid(), derivation: '5' }]
            : [{ count: 5 }],
  );
  await migrateAnalytics(writes, layout);
  const engine = {
    kind: 'clickhouse',
    layout,
    reports: writes,
    writes,
    select: () => Promise.resolve([]),
    readBlocks: nothing,
    insert: nothing,
    exportRows: nothing,
    importRows: nothing,
    writeFile: nothing,
    prepare: nothing,
    trimMemory: nothing,
    close: nothing,
  } as const;
  await removeOldRows(engine, 5, Date.UTC(2026, 2, 15));
  await removeStaleDerivations(engine, Date.UTC(2026, 2, 15));
  await changedDays(engine, { since: 1, until: 1, days: [20_400], minEvents: 1, daysAfter: 93 });
  statements.push(...insertStatements(requestTarget, manyRows(3), layout));
  statements.push(...insertStatements(pageviewTarget, [pageviewRow()], layout));
  return statements;
}

function insertStatements<Row extends EventRow>(
  target: InsertTarget<Row>,
  rows: readonly Row[],
  layout: Layout,
): string[] {
  return insertsOf([{ name: 'segment', rows }]).flatMap((insert) => {
    const lookup = storedDomainsQuery(target, insert.parts, layout).query;
    return [lookup, insertStatement(encodeInsert(target, insert, layout))];
  });
}

const nothing = (): Promise<void> => Promise.resolve();

onChdb('cluster statements', () => {
  test.each([
    ['plain names', { kind: 'cluster', cluster: 'nameplate_cluster', database: 'nameplate' }],
    ['odd names', { kind: 'cluster', cluster: "my-'`cl\\uster", database: 'näme"plate\'s`' }],
    ['one server', { kind: 'single' }],
  ] as const)('the parser reads every statement: %s', async (_name, layout) => {
    const store = await openForTest(await chdbLocation());
    const statements = await statementsOf(layout);
    expect(statements.length).toBeGreaterThan(7);
    for (const statement of statements) {
      const [row] = await store.query<{ text: string }>('SELECT formatQuery({statement:String}) AS text', {
        statement,
      });
      expect(row?.text, statement).toBeTruthy();
    }
  });

  test('every node has its rows in a replicated table, and all of them behind one name', async () => {
    const layout = { kind: 'cluster', cluster: 'c', database: 'd' } as const;
    const statements = await statementsOf(layout);
    const changes = statements.filter((statement) => /^(?:CREATE|ALTER|RENAME|DROP)/.test(statement));
    for (const statement of changes) expect(statement).toContain('ON CLUSTER `c`');
    const derived = ['visits', 'visit_derivations', 'visitor_days'];
    const dropped = ['visits', 'visit_links', 'visit_derivations', 'visitor_days', 'visitor_day_records'];
    const created = (name: string): string[] => [
      `CREATE TABLE IF NOT EXISTS \`d\`.${name}_local`,
      `CREATE TABLE IF NOT EXISTS \`d\`.${name}`,
    ];
    expect(changes.map((statement) => /^[^(]+?(?= ON CLUSTER)/.exec(statement)?.[0])).toEqual([
      'CREATE TABLE IF NOT EXISTS `d`.schema_migrations',
      ...created('requests'),
      ...Array.from({ length: 3 }, () => 'ALTER TABLE `d`.requests_local'),
      'RENAME TABLE IF EXISTS `d`.pageviews_local TO `d`.events_local',
      'DROP TABLE IF EXISTS `d`.pageviews',
      'CREATE TABLE IF NOT EXISTS `d`.events_local',
      'CREATE TABLE IF NOT EXISTS `d`.events',
      ...Array.from({ length: 5 }, () => ['ALTER TABLE `d`.events_local', 'ALTER TABLE `d`.events']).flat(),
      ...Array.from({ length: 6 }, () => 'ALTER TABLE `d`.events_local'),
      ...dropped.flatMap((name) => [
        `DROP TABLE IF EXISTS \`d\`.${name}`,
        `DROP TABLE IF EXISTS \`d\`.${name}_local`,
      ]),
      ...derived.flatMap(created),
      ...Array.from({ length: 2 }, () => [
        'ALTER TABLE `d`.requests_local',
        'ALTER TABLE `d`.requests',
      ]).flat(),
      ...Array.from({ length: 2 }, () => 'ALTER TABLE `d`.requests_local'),
      ...created('handshakes'),
      ...Array.from({ length: 3 }, () => [
        'ALTER TABLE `d`.requests_local',
        'ALTER TABLE `d`.requests',
      ]).flat(),
      ...['requests', 'events', 'visits'].flatMap((name) => [
        `ALTER TABLE \`d\`.${name}_local`,
        `ALTER TABLE \`d\`.${name}`,
      ]),
      ...Array.from({ length: 2 }, () => 'ALTER TABLE `d`.events_local'),
      // Retention: a month dropped and days deleted.
      ...['requests', 'events', ...derived].flatMap((name) => [
        `ALTER TABLE \`d\`.${name}_local`,
        `ALTER TABLE \`d\`.${name}_local`,
      ]),
      // What is derived and not used.
      ...['visits', 'visitor_days', 'visit_derivations'].map((name) => `ALTER TABLE \`d\`.${name}_local`),
    ]);
    // A replica that is added later finds the others by the path.
    expect(changes[0]).toContain("('/clickhouse/tables/all/d/schema_migrations', '{shard}-{replica}')");
    expect(changes[1]).toContain(
      "ENGINE = ReplicatedMergeTree('/clickhouse/tables/{shard}/d/requests_local', '{replica}')",
    );
    expect(changes[1]).toContain('replicated_deduplication_window = 10000');
    expect(changes[2]).toContain("ENGINE = Distributed('c', 'd', 'requests_local', cityHash64(domain))");
    expect(changes[2]).not.toContain('PROJECTION');
    expect(changes).toContainEqual(
      expect.stringContaining('requests_local ON CLUSTER `c` DROP PARTITION 202601'),
    );
    expect(changes).toContainEqual(
      expect.stringContaining("DELETE IN PARTITION 202603 WHERE day < toDate('2026-03-10')"),
    );
    expect(statements.find((statement) => statement.startsWith('INSERT INTO `d`.requests '))).toContain(
      'insert_deduplication_token',
    );
  });

  test('the database of the URL is the one of the tables', async () => {
    const client = openClickhouse({
      kind: 'clickhouse',
      url: 'http://a:b@host:8123/n%C3%A4me',
      cluster: 'c',
    });
    expect(client.layout).toEqual({ kind: 'cluster', cluster: 'c', database: 'näme' });
    await client.close();
  });
});
