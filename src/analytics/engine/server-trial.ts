/**
 * Tries on a ClickHouse server or cluster what Nameplate takes for granted: on a table of its own, which it drops at the end.
 * Source: docs/guides/clickhouse-cluster.md ("The check").
 */
import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { errorMessage } from '../../core/error-field.ts';
import { newRandomUuid } from '../../core/ids.ts';
import { sentSettings } from './clickhouse.ts';
import type { AnalyticsEngine } from './engine.ts';
import { engineErrorCode } from './failures.ts';
import { rowsOf } from './rows-of.ts';
import { type ClusterLayout, type Layout, quoteName, quoteText, tableName } from './schema/layout.ts';
import {
  allNodes,
  alterTable,
  createTable,
  dropTable,
  localName,
  type Table,
  whoeverAnswers,
} from './schema/table.ts';

/** What one assumption came to: `problem` is a sentence that says what to do; without one it holds, as `found` says. */
export type Trial =
  | { readonly name: string; readonly found: string }
  | { readonly name: string; readonly problem: string };

/** The oldest version of ClickHouse that the settings and statements are meant for. */
const oldestVersion = [25, 3] as const;
const maxClockDifferenceMs = 5_000;
/** On each node the part was written when it had copied it, which takes a moment. */
const maxPartDifferenceSeconds = 15;
const rowCount = 64;
const replicatedWithinMs = 10_000;
const waitMs = 250;
const notEnoughReplicas: ReadonlySet<string> = new Set(['285', '286', '319']);

class Broken extends Error {}

type ClusterNode = {
  host: string;
  port: number;
  shard: number;
  replica: number;
  internal_replication: number;
};

/** Tries everything that can be tried; what needs something that failed is left out. Never rejects. */
export async function tryServer(engine: AnalyticsEngine): Promise<Trial[]> {
  return await new ServerTrial(engine).run();
}

class ServerTrial {
  readonly #engine: AnalyticsEngine;
  readonly #client: ClickHouseClient;
  readonly #layout: Layout;
  readonly #trials: Trial[] = [];
  readonly #table: Table = {
    name: `nameplate_doctor_${randomBytes(6).toString('hex')}`,
    columns: 'domain UUID, day Date',
    engine: 'MergeTree',
    partitionBy: 'toYYYYMM(day)',
    orderBy: 'domain',
    shardBy: 'cityHash64(domain)',
    settings: ['fsync_after_insert = 1', 'fsync_part_directory = 1'],
    deduplicationWindow: 100,
  };

  constructor(engine: AnalyticsEngine) {
    this.#engine = engine;
    this.#client = engine.writes;
    this.#layout = engine.layout;
  }

  async run(): Promise<Trial[]> {
    const layout = this.#layout;
    const answers = await this.#try(
      'answers',
      'Check NAMEPLATE_CLICKHOUSE_URL, the server, and the password.',
      async () => {
        await this.#engine.prepare();
        return 'the server answers, and the database is there';
      },
    );
    if (!answers) return this.#trials;
    await this.#try('version', 'Upgrade ClickHouse.', () => this.#version());
    await this.#try('settings', 'Give the user a profile without constraints on them.', () =>
      this.#settings(),
    );
    await this.#try('rights', 'Grant them to the user.', () => this.#rights());
    await this.#try('clock', 'Run NTP here and there.', () => this.#clock());
    const nodes = layout.kind === 'cluster' ? await this.#nodes(layout) : [];
    if (nodes !== undefined) await this.#tryTable(nodes);
    return this.#trials;
  }

  async #try(name: string, advice: string, work: () => Promise<string>): Promise<boolean> {
    try {
      this.#trials.push({ name, found: await work() });
      return true;
    } catch (error) {
      const message = errorMessage(error).replaceAll(/\s+/g, ' ').trim().slice(0, 300).replace(/\.$/, '');
      this.#trials.push({ name, problem: `${message}. ${advice}` });
      return false;
    }
  }

  async #version(): Promise<string> {
    const [row] = await this.#rows<{ release: string }>('SELECT version() AS release');
    const [major = 0, minor = 0] = (row?.release ?? '').split('.').map(Number);
    const [oldMajor, oldMinor] = oldestVersion;
    if (major < oldMajor || (major === oldMajor && minor < oldMinor))
      throw new Broken(
        `ClickHouse is version ${row?.release}; allowed: ${oldestVersion.join('.')} and later`,
      );
    return `ClickHouse ${row?.release}`;
  }

  async #settings(): Promise<string> {
    const names = sentSettings(this.#layout);
    const known = await this.#rows<{ name: string; fixed: number }>(
      `SELECT name, toUInt8(readonly) AS fixed FROM system.settings WHERE name IN (${names.map(quoteText).join(', ')})`,
    );
    const unknown = names.filter((name) => !known.some((one) => one.name === name));
    if (unknown.length > 0) throw new Broken(`The server knows no setting ${unknown.join(', ')}`);
    const fixed = known.filter((one) => one.fixed > 0).map(({ name }) => name);
    if (fixed.length > 0) throw new Broken(`The user may not change the settings ${fixed.join(', ')}`);
    return `all ${names.length} settings are known and may be changed`;
  }

  async #rights(): Promise<string> {
    const [row] = await this.#rows<{ name: string }>('SELECT currentDatabase() AS name');
    const onTables = ['SELECT', 'INSERT', 'ALTER', 'CREATE TABLE', 'DROP TABLE'];
    const wanted = onTables.map((right) => `${right} ON ${quoteName(row?.name ?? '')}.*`);
    if (this.#layout.kind === 'cluster')
      wanted.push('CLUSTER ON *.*', 'REMOTE ON *.*', 'SELECT ON system.clusters');
    const missing: string[] = [];
    for (const right of wanted) {
      // It takes no FORMAT.
      const { stream } = await this.#client.exec({ query: `CHECK GRANT ${right}` });
      if ((await text(stream)).trim() !== '1') missing.push(right);
    }
    if (missing.length > 0) throw new Broken(`The user lacks ${missing.join('; ')}`);
    return `the user has all ${wanted.length} rights`;
  }

  async #clock(): Promise<string> {
    const before = Date.now();
    const [row] = await this.#rows<{ now: number }>('SELECT toUnixTimestamp64Milli(now64(3)) AS now');
    const now = Number(row?.now);
    const difference = Math.max(0, before - now, now - Date.now());
    if (difference > maxClockDifferenceMs)
      throw new Broken(`The server's clock and this machine's differ by ${Math.round(difference / 1000)} s`);
    return 'the clocks of the server and this machine agree';
  }

  /** Returns the nodes, unless some of them are missing or set up in a way that makes what follows fail. */
  async #nodes(layout: ClusterLayout): Promise<readonly ClusterNode[] | undefined> {
    const nodes = await this.#rows<ClusterNode>(
      `SELECT host_name AS host, port, shard_num AS shard, replica_num AS replica, internal_replication
      FROM system.clusters WHERE cluster = ${quoteText(layout.cluster)} ORDER BY shard, replica`,
    ).catch(() => []);
    const set = await this.#try('cluster', 'Correct remote_servers, the same on every node.', () => {
      if (nodes.length === 0) throw new Broken(`The server knows no cluster ${layout.cluster}`);
      const wrong = nodes.filter((node) => node.internal_replication !== 1).map(nameOf);
      if (wrong.length > 0)
        throw new Broken(`internal_replication is not true for the shards of ${wrong.join(', ')}`);
      return Promise.resolve(`${layout.cluster} has ${nodes.length} nodes`);
    });
    if (!set) return undefined;
    const answer = await this.#try(
      'nodes',
      'Start them, let the nodes reach each other and have the same secret or user; then try again.',
      async () => {
        const found = await this.#ofNodes<{ node: number }>(layout, '', 'system.one');
        const answering = new Set(found.map(({ node }) => node));
        const silent = nodes.filter((_, index) => !answering.has(index + 1)).map(nameOf);
        if (silent.length > 0) throw new Broken(`No answer from ${silent.join(', ')}`);
        return 'all nodes answer';
      },
    );
    const named = await this.#try(
      'macros',
      'Set both in macros: one shard for the replicas of a shard, one replica each.',
      () => this.#macros(layout, nodes),
    );
    return answer && named ? nodes : undefined;
  }

  async #macros(layout: ClusterLayout, nodes: readonly ClusterNode[]): Promise<string> {
    const rows = await this.#ofNodes<{ node: number; macro: string; substitution: string }>(
      layout,
      ', macro, substitution',
      'system.macros',
      "WHERE macro IN ('shard', 'replica')",
    );
    const places = new Map<string, string>();
    const shards = new Map<number, string>();
    for (const [index, node] of nodes.entries()) {
      const of = (macro: string): string => {
        const row = rows.find((one) => one.node === index + 1 && one.macro === macro);
        if (row === undefined) throw new Broken(`${nameOf(node)} has no macro {${macro}}`);
        return row.substitution;
      };
      const place = JSON.stringify([of('shard'), of('replica')]);
      const other = places.get(place);
      if (other !== undefined) throw new Broken(`${other} and ${nameOf(node)} have the same macros`);
      places.set(place, nameOf(node));
      const shard = shards.get(node.shard) ?? of('shard');
      if (shard !== of('shard'))
        throw new Broken(`${nameOf(node)} has another {shard} than the replicas of its shard`);
      shards.set(node.shard, shard);
    }
    if (new Set(shards.values()).size < shards.size) throw new Broken('Two shards have the same {shard}');
    return 'every node has its {shard} and {replica}';
  }

  async #tryTable(nodes: readonly ClusterNode[]): Promise<void> {
    const layout = this.#layout;
    try {
      const isMade = await this.#try(
        'table',
        layout.kind === 'cluster'
          ? 'Check that every node reaches Keeper (system.zookeeper) and has distributed_ddl.'
          : 'Check the rights of the user and the disk of the server.',
        async () => {
          for (const query of createTable(this.#table, layout)) await this.#client.command({ query });
          return layout.kind === 'cluster' ? 'a replicated table was made on all nodes' : 'a table was made';
        },
      );
      if (!isMade) return;
      const isStored = await this.#tryInserts();
      if (isStored && layout.kind === 'cluster') {
        await this.#try('replicas', 'Look into system.replication_queue of that node.', () =>
          this.#replicas(layout, nodes),
        );
        await this.#try('reads of a replica', 'Look into system.clusters and the log of that node.', () =>
          this.#readsOfReplicas(nodes),
        );
        await this.#try('clocks of nodes', 'Run NTP on every node.', () => this.#partTimes(layout));
      }
      await this.#try('removal', 'Retention needs it: check the user and system.mutations.', async () => {
        await this.#client.command({
          query: alterTable(this.#table, layout, 'DELETE WHERE 1 SETTINGS mutations_sync = 2'),
        });
        return 'rows can be removed';
      });
      await this.#try(
        'drop of a month',
        'Retention needs it: check the user and system.mutations.',
        async () => {
          await this.#client.command({
            query: alterTable(this.#table, layout, 'DROP PARTITION 202601 SETTINGS alter_sync = 2'),
          });
          return 'a month can be dropped';
        },
      );
    } finally {
      await this.#drop();
    }
  }

  async #tryInserts(): Promise<boolean> {
    const values = Array.from({ length: rowCount }, () => `('${newRandomUuid()}', '2026-01-01')`).join(', ');
    const token = newRandomUuid();
    const insert = (where = ''): string =>
      `INSERT INTO ${tableName(this.#table.name, this.#layout)} (domain, day) SETTINGS async_insert = 0, insert_deduplicate = 1, insert_deduplication_token = '${token}'${where} VALUES ${values}`;
    try {
      for (let time = 0; time < 2; time++) await this.#client.command({ query: insert() });
    } catch (error) {
      if (!notEnoughReplicas.has(engineErrorCode(error) ?? '')) {
        return await this.#try('insert', 'Look into the log of the server.', () => Promise.reject(error));
      }
      return await this.#try(
        'quorum',
        'Start the replicas of each shard, or remove those that are gone (SYSTEM DROP REPLICA): an insert needs most of them.',
        () => Promise.reject(error),
      );
    }
    if (this.#layout.kind === 'cluster')
      await this.#try('quorum', '', () => Promise.resolve('most replicas of each shard took an insert'));
    const advice = 'Rows would be counted twice after a failure: report it with the version of ClickHouse.';
    const isOnce = await this.#try('repeated insert', advice, async () => {
      const count = await this.#count();
      if (count !== rowCount)
        throw new Broken(`Two inserts of ${rowCount} rows with one token are ${count} rows`);
      return 'two inserts with one token count once';
    });
    if (!isOnce || this.#layout.kind !== 'cluster') return isOnce;
    return await this.#try('repeated insert elsewhere', advice, async () => {
      await this.#client.command({ query: insert(`, ${replicaAt(1)}`) });
      const count = await this.#count();
      if (count !== rowCount)
        throw new Broken(`${rowCount} rows, inserted again through another replica, are ${count} rows`);
      return 'an insert with the same token through another replica counts once';
    });
  }

  /** As reports of accounts read: each of the shards' replicas answers for all. */
  async #readsOfReplicas(nodes: readonly ClusterNode[]): Promise<string> {
    const replicas = Math.max(...nodes.map(({ replica }) => replica));
    for (let offset = 0; offset < replicas; offset++) {
      const count = await this.#count(` SETTINGS ${replicaAt(offset)}`);
      if (count !== rowCount)
        throw new Broken(`Replica ${offset + 1} of each shard has ${count} of ${rowCount} rows`);
    }
    return 'each replica of a shard answers for all';
  }

  async #count(clauses = ''): Promise<number | undefined> {
    const [row] = await this.#rows<{ count: number }>(
      `SELECT toUInt32(count()) AS count FROM ${tableName(this.#table.name, this.#layout)}${clauses}`,
    );
    return row?.count;
  }

  async #replicas(layout: ClusterLayout, nodes: readonly ClusterNode[]): Promise<string> {
    const local = tableName(localName(this.#table, layout), layout);
    const shards = await this.#rows<{ shard: number; count: number }>(
      `SELECT toUInt32(_shard_num) AS shard, toUInt32(count()) AS count FROM ${tableName(this.#table.name, layout)} GROUP BY shard`,
    );
    const wanted = new Map(shards.map(({ shard, count }) => [shard, count]));
    for (let waitedMs = 0; ; waitedMs += waitMs) {
      const rows = await this.#ofNodes<{ node: number; count: number }>(
        layout,
        ', toUInt32(count()) AS count',
        local,
        'GROUP BY node',
      );
      const counts = new Map(rows.map(({ node, count }) => [node, count]));
      const behind = nodes.filter(
        (node, index) => (counts.get(index + 1) ?? 0) !== (wanted.get(node.shard) ?? 0),
      );
      if (behind.length === 0) return 'every replica was read, and has the rows of its shard';
      if (waitedMs >= replicatedWithinMs)
        throw new Broken(
          `${behind.map(nameOf).join(', ')} lacks rows of its shard after ${replicatedWithinMs / 1000} s`,
        );
      await sleep(waitMs);
    }
  }

  async #partTimes(layout: ClusterLayout): Promise<string> {
    const rows = await this.#ofNodes<{ node: number; at: number }>(
      layout,
      ', toUInt32(toUnixTimestamp(max(modification_time))) AS at',
      'system.parts',
      `WHERE database = ${quoteText(layout.database)} AND table = ${quoteText(localName(this.#table, layout))} GROUP BY node`,
    );
    const times = rows.map(({ at }) => at);
    const difference = Math.max(...times) - Math.min(...times);
    if (difference > maxPartDifferenceSeconds)
      throw new Broken(`The clocks of the nodes differ by up to ${difference} s`);
    return 'the clocks of the nodes agree';
  }

  async #drop(): Promise<void> {
    const statements = dropTable(this.#table, this.#layout);
    try {
      for (const query of statements) await this.#client.command({ query });
    } catch (error) {
      const message = errorMessage(error).replaceAll(/\s+/g, ' ').slice(0, 300);
      this.#trials.push({
        name: 'clean-up',
        problem: `The table of this check was not dropped (${message}). Run: ${statements.join('; ')}`,
      });
    }
  }

  /** Rows of each node that answers, with its number in the order of the cluster's shards and replicas, from 1. */
  #ofNodes<Row>(layout: ClusterLayout, columns: string, table: string, clauses = ''): Promise<Row[]> {
    return this.#rows(
      `SELECT toUInt32(_shard_num) AS node${columns} FROM ${allNodes(layout, table)} ${clauses} ${whoeverAnswers}`,
    );
  }

  #rows<Row>(query: string): Promise<Row[]> {
    return rowsOf(this.#client, query);
  }
}

/** Settings that have a statement use this replica of each shard, counted from 0, while it answers. */
function replicaAt(offset: number): string {
  return `load_balancing = 'first_or_random', load_balancing_first_offset = ${offset}`;
}

function nameOf({ host, port }: ClusterNode): string {
  return `${host}:${port}`;
}
