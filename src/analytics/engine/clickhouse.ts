/** A ClickHouse server or cluster over HTTP(S). Connects when first used; keeps its connections. */
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { crc32, createGunzip, createGzip } from 'node:zlib';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { makeDatabase } from './cluster-state.ts';
import {
  type AnalyticsEngine,
  answerSettings,
  insertDeadlineMs,
  maxReportSeconds,
  pingDeadlineMs,
  type ReportRun,
} from './engine.ts';
import { importStatement, insertStatement } from './insert-statement.ts';
import type { AnalyticsLocation } from './location.ts';
import type { TakeBlock } from './report-store.ts';
import { rowsFileSettings } from './rows-file.ts';
import { type Layout, quoteName } from './schema/layout.ts';

/** Slightly longer than the server's own time limit. */
const reportTimeoutMs = (maxReportSeconds + 5) * 1000;
/** Statements over a whole cluster wait this long for its nodes (the server's distributed_ddl_task_timeout is 180 s). */
const writeTimeoutMs = 240_000;
const defaultDatabase = 'default';
/** Before the insert's own deadline, so that the server says what is missing. */
const quorumTimeoutMs = 20_000;
/** A replica that is further behind isn't read while another is less. */
const maxDelaySeconds = 60;

/** Returns the engine without contacting the server. */
export function openClickhouse(location: AnalyticsLocation & { kind: 'clickhouse' }): AnalyticsEngine {
  const url = new URL(location.url);
  const database = decodeURIComponent(url.pathname.replace(/^\//, '')) || defaultDatabase;
  const layout: Layout =
    location.cluster === undefined
      ? { kind: 'single' }
      : { kind: 'cluster', cluster: location.cluster, database };
  const connect = (timeoutMs: number, settings: Settings, useDatabase = true): ClickHouseClient =>
    createClient({
      url: url.origin,
      username: decodeURIComponent(url.username) || 'default',
      password: decodeURIComponent(url.password),
      database: useDatabase ? database : defaultDatabase,
      application: 'nameplate',
      request_timeout: timeoutMs,
      compression: { request: true, response: true },
      clickhouse_settings: { ...answerSettings, ...settings },
      log: { level: ClickHouseLogLevel.OFF },
    });
  const settingsOf = ({ reader = '', seconds = maxReportSeconds }: ReportRun = {}): Settings => ({
    max_execution_time: seconds,
    ...(layout.kind === 'cluster' ? { load_balancing_first_offset: crc32(reader) } : {}),
  });
  const reports = connect(reportTimeoutMs, {
    max_execution_time: maxReportSeconds,
    // The status is sent after the whole answer, so a truncated report is an error.
    wait_end_of_query: 1,
    ...(layout.kind === 'cluster' ? { ...clusterSettings, ...reportSettings } : {}),
  });
  const writes = connect(writeTimeoutMs, {
    max_execution_time: 0,
    ...(layout.kind === 'cluster' ? { ...clusterSettings, ...writeSettings } : {}),
  });
  return {
    kind: 'clickhouse',
    layout,
    reports,
    writes,
    select: async <Row>(query: string, params: Readonly<Record<string, unknown>>, run?: ReportRun) => {
      const result = await reports.query({
        query,
        query_params: { ...params },
        format: 'JSONEachRow',
        clickhouse_settings: settingsOf(run),
        abort_signal: AbortSignal.timeout(reportTimeoutMs),
      });
      return result.json<Row>();
    },
    readBlocks: async <Row>(
      query: string,
      params: Readonly<Record<string, unknown>>,
      take: TakeBlock<Row>,
      signal: AbortSignal,
      run?: ReportRun,
    ) => {
      const result = await reports.query({
        query,
        query_params: { ...params },
        format: 'JSONCompactEachRow',
        // A client that is gone needs no answer.
        clickhouse_settings: { ...settingsOf(run), cancel_http_readonly_queries_on_client_close: 1 },
        abort_signal: AbortSignal.any([signal, AbortSignal.timeout(reportTimeoutMs)]),
      });
      for await (const rows of result.stream<Row>()) {
        signal.throwIfAborted();
        await take(rows.map((row) => row.json<Row>()));
      }
    },
    insert: async (insert) => {
      const { stream } = await writes.exec({
        query: insertStatement(insert),
        values: Readable.from(insert.block, { objectMode: false }),
        // The client's own limit is one of silence: a server that takes a byte now and then would hold up shipping.
        abort_signal: AbortSignal.timeout(insertDeadlineMs),
      });
      await finished(stream.resume());
    },
    exportRows: async (select, path) => {
      // An exception after the first rows would otherwise be part of what is answered.
      const { stream } = await writes.exec({
        query: `${select} FORMAT Native`,
        clickhouse_settings: { wait_end_of_query: 1 },
        decompress_response_stream: true,
      });
      await pipeline(stream, createGzip({ level: 1 }), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    },
    writeFile: async ({ select, path, format }) => {
      const { stream } = await writes.exec({
        query: `${select} FORMAT ${format} SETTINGS ${rowsFileSettings}`,
        clickhouse_settings: { wait_end_of_query: 1 },
        decompress_response_stream: true,
      });
      await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    },
    importRows: async (rows) => {
      const content = createGunzip();
      // What goes wrong with the file fails the request.
      pipeline(createReadStream(rows.path), content).catch(() => {});
      const { stream } = await writes.exec({ query: importStatement(rows), values: content });
      await finished(stream.resume());
    },
    prepare: async () => {
      const outside = connect(writeTimeoutMs, {}, false);
      try {
        // A server that takes connections but does not answer would hold up what follows for minutes.
        await outside.command({ query: 'SELECT 1', abort_signal: AbortSignal.timeout(pingDeadlineMs) });
        if (database === defaultDatabase) return;
        if (layout.kind === 'cluster') await makeDatabase(outside, layout);
        else await outside.command({ query: `CREATE DATABASE IF NOT EXISTS ${quoteName(database)}` });
      } finally {
        await outside.close();
      }
    },
    trimMemory: () => Promise.resolve(),
    close: async () => {
      await Promise.all([reports.close(), writes.close()]);
    },
  };
}

/** The names of the settings that are sent with statements, which the server has to know and the user to be allowed. */
export function sentSettings({ kind }: Layout): string[] {
  const always = { ...answerSettings, max_execution_time: 0, async_insert: 0, insert_deduplicate: 1 };
  const ofCluster = {
    ...clusterSettings,
    ...reportSettings,
    ...writeSettings,
    load_balancing_first_offset: 0,
  };
  return Object.keys(kind === 'cluster' ? { ...always, ...ofCluster } : always);
}

type Settings = Readonly<Record<string, string | number>>;

const clusterSettings: Settings = {
  // A report is of one domain, whose rows are all on one shard.
  optimize_skip_unused_shards: 1,
  // So joins and look-ups read rows of the same shard.
  distributed_product_mode: 'local',
  // `load_balancing` decides, also on a node that is one of the replicas.
  prefer_localhost_replica: 0,
  // A node that is away makes what reads all of them shorter, not impossible.
  connections_with_failover_max_tries: 1,
};

const reportSettings: Settings = {
  // Each account's replica of a shard, by `load_balancing_first_offset`, so that all are read and one account's answers
  // agree; another one only while that is away or behind.
  load_balancing: 'first_or_random',
  max_replica_delay_for_distributed_queries: maxDelaySeconds,
};

const writeSettings: Settings = {
  // Always the same replica of a shard, so that statements agree about derived rows.
  load_balancing: 'in_order',
  // Acknowledged when every shard has the rows, not when they are queued on one node...
  distributed_foreground_insert: 1,
  // ...and in each when most replicas have them: one that is lost takes none with it.
  insert_quorum: 'auto',
  insert_quorum_parallel: 1,
  insert_quorum_timeout: quorumTimeoutMs,
};
