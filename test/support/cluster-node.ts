/**
 * The embedded engine as the only node of a cluster. It has no Keeper, so what needs one (replication, ON CLUSTER) is taken out
 * of the statements; everything else is the engine's own.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { Session } from 'chdb';
import { onTestFinished } from 'vitest';
import { tempDir } from './temp-dir.ts';

export const layout = { kind: 'cluster', cluster: 'one', database: 'stats' } as const;

/** One node: the engine itself; `away` adds one that nobody answers for. */
const configuration = (nodes: string): string => `<clickhouse>
  <tcp_port>9000</tcp_port>
  <remote_servers><one><shard><internal_replication>true</internal_replication>
    <replica><host>127.0.0.1</host><port>9000</port></replica>${nodes}
  </shard></one></remote_servers>
  <macros><shard>01</shard><replica>r1</replica></macros>
</clickhouse>`;
export const awayNode = '<replica><host>127.0.0.1</host><port>9</port></replica>';

export type ClusterNode = {
  readonly client: ClickHouseClient;
  /** What was changed, as it was written. */
  readonly changes: string[];
  readonly ask: <Row>(query: string) => Row[];
};

export async function openNode(nodes = ''): Promise<ClusterNode> {
  const directory = await tempDir('file');
  const config = join(directory, 'config.xml');
  await writeFile(config, configuration(nodes));
  const session = new Session(join(directory, 'data'), { connectionArgs: [`--config-file=${config}`] });
  onTestFinished(() => session.close());
  const run = (query: string): string => session.query(query, 'JSONEachRow');
  const ask = <Row>(query: string): Row[] =>
    run(query)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  run(`CREATE DATABASE ${layout.database}`);
  run(`USE ${layout.database}`);
  const changes: string[] = [];
  const client = {
    command: ({ query }: { query: string }) => {
      changes.push(query);
      run(withoutKeeper(query));
      return Promise.resolve({});
    },
    query: ({ query }: { query: string }) => {
      const rows = ask(
        query.replaceAll(
          "('Distributed', 'ReplicatedMergeTree'",
          "('Distributed', 'MergeTree', 'ReplacingMergeTree'",
        ),
      );
      return Promise.resolve({ json: () => Promise.resolve(rows) });
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only what the code under test calls
  return { client: client as unknown as ClickHouseClient, changes, ask };
}

function withoutKeeper(query: string): string {
  return query
    .replaceAll(' ON CLUSTER `one`', '')
    .replace(/Replicated((?:Replacing)?MergeTree)\('[^)]*'\)/, '$1')
    .replace(/replicated_deduplication_window = \d+/, 'non_$&')
    .replace(/, replicated_deduplication_window_seconds = \d+/, '');
}
