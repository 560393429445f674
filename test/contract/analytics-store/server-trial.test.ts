/** `nameplate doctor --analytics`, on one server and on a cluster. Source: docs/guides/clickhouse-cluster.md ("The check"). */
import { Readable } from 'node:stream';
import type { ClickHouseClient } from '@clickhouse/client';
import { describe, expect, test } from 'vitest';
import { openChdb } from '../../../src/analytics/engine/chdb.ts';
import { openClickhouse } from '../../../src/analytics/engine/clickhouse.ts';
import type { AnalyticsEngine } from '../../../src/analytics/engine/engine.ts';
import type { AnalyticsLocation } from '../../../src/analytics/engine/location.ts';
import { type Trial, tryServer } from '../../../src/analytics/engine/server-trial.ts';
import { onChdb, onEachAnalyticsStore } from '../../support/analytics-stores.ts';
import { awayNode, type ClusterNode, layout, openNode } from '../../support/cluster-node.ts';

const problems = (trials: readonly Trial[]): Record<string, string> =>
  Object.fromEntries(trials.flatMap((trial) => ('problem' in trial ? [[trial.name, trial.problem]] : [])));

type Ask = (query: string) => Promise<unknown>;

/** The engine of a cluster's node; `instead` may answer a statement itself, or fail it. */
function engineOn(
  node: ClusterNode,
  instead: (query: string) => unknown[] | undefined = () => undefined,
): AnalyticsEngine {
  const command: Ask = (query) => {
    instead(query);
    return node.client.command({ query });
  };
  const query: Ask = async (text) => {
    const rows = instead(text);
    return rows ? { json: () => Promise.resolve(rows) } : await node.client.query({ query: text });
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the code under test calls
  const writes = {
    command: (params: { query: string }) => command(params.query),
    query: (params: { query: string }) => query(params.query),
    exec: (params: { query: string }) =>
      Promise.resolve({
        stream: Readable.from([instead(params.query) ? '0\n' : grantOn(node, params.query)]),
      }),
  } as unknown as ClickHouseClient;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return { layout, writes, prepare: () => Promise.resolve() } as unknown as AnalyticsEngine;
}

/** As text, as the server answers. */
function grantOn(node: ClusterNode, query: string): string {
  return node
    .ask<{ result: number }>(query)
    .map(({ result }) => `${result}\n`)
    .join('');
}

const tables = (node: ClusterNode): unknown[] =>
  node.ask("SELECT name FROM system.tables WHERE name LIKE 'nameplate_doctor%'");

/** Counts so many rows once such a statement was run. */
function countingAfter(
  isRun: (query: string) => boolean,
  count: number,
): (query: string) => unknown[] | undefined {
  let wasRun = false;
  return (query) => {
    wasRun ||= isRun(query);
    return wasRun && /SELECT toUInt32\(count\(\)\) AS count FROM/.test(query) ? [{ count }] : undefined;
  };
}

function failWith(code: number): never {
  throw Object.assign(new Error('no'), { clickhouseCode: code });
}

onChdb('a trial of a cluster', () => {
  test('finds nothing wrong, and leaves nothing', async () => {
    const node = await openNode();
    const trials = await tryServer(engineOn(node));
    expect(problems(trials)).toEqual({});
    expect(trials.map(({ name }) => name)).toEqual([
      'answers',
      'version',
      'settings',
      'rights',
      'clock',
      'cluster',
      'nodes',
      'macros',
      'table',
      'quorum',
      'repeated insert',
      'repeated insert elsewhere',
      'replicas',
      'reads of a replica',
      'clocks of nodes',
      'removal',
      'drop of a month',
    ]);
    expect(tables(node)).toEqual([]);
  });

  test('names the node that does not answer, and makes no table then', async () => {
    const node = await openNode(awayNode);
    const trials = await tryServer(engineOn(node));
    expect(problems(trials)).toEqual({
      nodes: expect.stringContaining('No answer from 127.0.0.1:9. Start them'),
      macros: expect.stringContaining('127.0.0.1:9 has no macro {shard}'),
    });
    expect(node.changes).toEqual([]);
  });

  const wrong: [
    what: string,
    problem: Record<string, unknown>,
    instead: (query: string) => unknown[] | undefined,
  ][] = [
    [
      'an old version',
      { version: 'ClickHouse is version 18.16.1; allowed: 25.3 and later. Upgrade ClickHouse.' },
      (query) => (query.includes('version()') ? [{ release: '18.16.1' }] : undefined),
    ],
    [
      'a setting that may not be changed',
      { settings: expect.stringMatching(/knows no setting output_format|may not change|knows no setting/) },
      (query) => (query.includes('system.settings') ? [{ name: 'insert_quorum', fixed: 1 }] : undefined),
    ],
    [
      'a right that is missing',
      { rights: 'The user lacks ALTER ON `stats`.*. Grant them to the user.' },
      (query) => (query.startsWith('CHECK GRANT ALTER') ? [{ result: 0 }] : undefined),
    ],
    [
      'a right on system tables that is missing',
      { rights: 'The user lacks SELECT ON system.clusters. Grant them to the user.' },
      (query) => (query.startsWith('CHECK GRANT SELECT ON system') ? [{ result: 0 }] : undefined),
    ],
    [
      'a clock that is wrong',
      { clock: expect.stringContaining('differ by 60 s. Run NTP') },
      (query) => (query.includes('now64') ? [{ now: Date.now() + 60_000 }] : undefined),
    ],
    [
      'internal_replication',
      { cluster: expect.stringContaining('internal_replication is not true for the shards of a:9000') },
      (query) =>
        query.includes('FROM system.clusters')
          ? [{ host: 'a', port: 9000, shard: 1, replica: 1, internal_replication: 0 }]
          : undefined,
    ],
    [
      'no cluster of that name',
      { cluster: expect.stringContaining('The server knows no cluster one') },
      (query) => (query.includes('FROM system.clusters') ? [] : undefined),
    ],
    [
      'too few replicas',
      { quorum: expect.stringContaining('an insert needs most of them') },
      (query) => (query.startsWith('INSERT') ? failWith(285) : undefined),
    ],
    [
      'no Keeper',
      { table: expect.stringContaining('Check that every node reaches Keeper') },
      (query) => (query.startsWith('CREATE') ? failWith(225) : undefined),
    ],
    [
      'rows counted twice through another replica',
      { 'repeated insert elsewhere': expect.stringContaining('through another replica, are 128 rows') },
      countingAfter((query) => query.includes('load_balancing_first_offset = 1'), 128),
    ],
    [
      'a replica that reports read lacks rows',
      { 'reads of a replica': expect.stringContaining('Replica 1 of each shard has 3 of 64 rows') },
      (query) => (/AS count FROM .*first_or_random/.test(query) ? [{ count: 3 }] : undefined),
    ],
    [
      'months that may not be dropped',
      { 'drop of a month': expect.stringContaining('Retention needs it') },
      (query) => (query.includes('DROP PARTITION') ? failWith(497) : undefined),
    ],
    [
      'rows counted twice',
      { 'repeated insert': expect.stringContaining('Two inserts of 64 rows with one token are 128 rows') },
      (query) => (/SELECT toUInt32\(count\(\)\) AS count FROM/.test(query) ? [{ count: 128 }] : undefined),
    ],
    [
      'clocks of nodes',
      { 'clocks of nodes': expect.stringContaining('differ by up to 100 s') },
      (query) => (query.includes('modification_time') ? [{ at: 100 }, { at: 200 }] : undefined),
    ],
    [
      'rows that cannot be removed',
      { removal: expect.stringContaining('Retention needs it') },
      (query) => (query.includes('DELETE WHERE') ? failWith(497) : undefined),
    ],
    [
      'a table that is not dropped',
      {
        'clean-up': expect.stringMatching(
          /^The table of this check was not dropped .* Run: DROP TABLE IF EXISTS/,
        ),
      },
      (query) => (query.startsWith('DROP') ? failWith(159) : undefined),
    ],
  ];
  describe('says what is wrong and what to do, and drops its table', () => {
    test.each(wrong)('%s', async (what, expected, instead) => {
      const node = await openNode();
      expect(problems(await tryServer(engineOn(node, instead)))).toEqual(expected);
      if (what !== 'a table that is not dropped') expect(tables(node)).toEqual([]);
    });
  });
});

onEachAnalyticsStore('a trial of one server', (newLocation, { kind, front }) => {
  test('finds nothing wrong, and leaves nothing', async () => {
    const location = await newLocation();
    await using engine = await openEngine(location);
    const trials = await tryServer(engine.engine);
    expect(problems(trials)).toEqual({});
    expect(trials.map(({ name }) => name)).toEqual([
      'answers',
      'version',
      'settings',
      'rights',
      'clock',
      'table',
      'repeated insert',
      'removal',
      'drop of a month',
    ]);
    const left = await engine.engine.select(
      "SELECT name FROM system.tables WHERE name LIKE 'nameplate_doctor%'",
      {},
    );
    expect(left).toEqual([]);
  });

  if (kind === 'clickhouse')
    test('says of a wrong password what to check', async () => {
      const url = front().urlOf('other', 'wrong');
      await using stranger = await openEngine({ kind: 'clickhouse', url, cluster: undefined });
      expect(problems(await tryServer(stranger.engine))).toEqual({
        answers: expect.stringContaining('Check NAMEPLATE_CLICKHOUSE_URL'),
      });
    });
});

async function openEngine(
  location: AnalyticsLocation,
): Promise<{ engine: AnalyticsEngine } & AsyncDisposable> {
  const engine = location.kind === 'chdb' ? await openChdb(location) : openClickhouse(location);
  return { engine, [Symbol.asyncDispose]: () => engine.close() };
}
