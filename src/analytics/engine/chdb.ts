/**
 * chDB: ClickHouse inside this process, with its data in our own directory. Only one process may have a directory
 * open, and a process can open only one. The library is loaded on opening, so that processes without a store stay small.
 *
 * Memory: `memoryBytes` limits what the engine accounts for: queries, merges and caches together. One report may use
 * half of it and spills to disk at a fifth. A query over a limit fails with MEMORY_LIMIT_EXCEEDED, a report is first retried
 * on a single thread (report-sessions.ts), and the process survives. The allocator keeps freed pages for later, so {@link AnalyticsEngine.trimMemory} gives them back.
 */
import { chmod, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { errorField, errorMessage } from '../../core/error-field.ts';
import { type AnalyticsEngine, answerSettings, maxReportSeconds } from './engine.ts';
import { AnalyticsAwayError } from './failures.ts';
import { importFromFile, insertFromFile, selectIntoFile } from './insert-statement.ts';
import type { AnalyticsLocation } from './location.ts';
import { ReportSessions } from './report-sessions.ts';
import { selectIntoRowsFile } from './rows-file.ts';

/**
 * Passes blocks to the embedded engine as files, the only way to pass it bytes that aren't text. Each file is written,
 * read once and removed within milliseconds, so it rarely reaches the disk; files left behind by a crash are
 * overwritten.
 */
class BlockFiles {
  readonly #directory: string;
  /** Numbers of unused files. */
  readonly #free: number[] = [];
  #count = 0;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Makes the directory. */
  static async open(directory: string): Promise<BlockFiles> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    return new BlockFiles(directory);
  }

  /** Lets `use` read the pieces as one file. Throws AnalyticsAwayError when it can't be written, such as on a full disk. */
  async with(pieces: readonly Uint8Array[], use: (path: string) => Promise<void>): Promise<void> {
    const number = this.#free.pop() ?? this.#count++;
    const path = join(this.#directory, `${number}.native`);
    try {
      await write(path, pieces);
      await use(path);
    } finally {
      await unlink(path).catch(() => {});
      this.#free.push(number);
    }
  }
}

async function write(path: string, pieces: readonly Uint8Array[]): Promise<void> {
  try {
    const file = await open(path, 'w', 0o600);
    try {
      const { bytesWritten } = await file.writev(pieces);
      const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
      if (bytesWritten < bytes) throw new Error(`the disk took ${bytesWritten} of ${bytes} bytes`);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new AnalyticsAwayError(`${path} cannot be written`, { cause: error });
  }
}

const mebibyte = 1024 * 1024;
const maxThreads = 4;
/** As many as reports run at once: see AnalyticsStore. */
const reportSessions = 4;
/** In the engine's own directory: private, and on its disk. */
const blocksDirectory = 'nameplate-blocks';

/** The engine's directory can't be opened; the message is one readable line. */
export class AnalyticsOpenError extends Error {
  override readonly name: string = 'AnalyticsOpenError';
}

/** The library doesn't exist for this platform, so retrying is pointless. The message is one readable line. */
export class AnalyticsUnsupportedError extends AnalyticsOpenError {}

/** Opens or creates the directory. Throws {@link AnalyticsOpenError} or {@link AnalyticsUnsupportedError}. */
export async function openChdb(location: AnalyticsLocation & { kind: 'chdb' }): Promise<AnalyticsEngine> {
  const path = resolve(location.path);
  await makePrivateDirectory(path);
  const { Session, drainPending } = await load(() => import('chdb'));
  const { createChdbConnection } = await load(() => import('chdb/connection'));
  // Settings that only startup can set go to the first connection, which stays open as long as the others.
  const anchor = await start(path, () => new Session(path, { connectionArgs: serverArguments(location) }));
  const clients: ClickHouseClient[] = [];
  let sessions: ReportSessions | undefined;
  const close = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.close()));
    sessions?.close();
    anchor.close();
    await drainPending();
  };
  const connect = async (settings: Settings): Promise<ClickHouseClient> => {
    const client = createClient({
      // chdb is typed against another copy of the client's types, whose private members keep them apart.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      connection: createChdbConnection({ path }) as unknown as ClientConnection,
      log: { level: ClickHouseLogLevel.OFF },
    });
    clients.push(client);
    // A session keeps its SET settings. Settings passed with a query would be SET again each time.
    await client.command({ query: `SET ${assignments(settings)}` });
    return client;
  };
  try {
    const shared = { ...answerSettings, max_threads: Math.min(availableParallelism(), maxThreads) };
    const reports = await connect({ ...shared, ...reportSettings(location) });
    const writes = await connect({ ...shared, ...writeSettings });
    const inserts = await connect({ ...shared, ...writeSettings });
    const files = await BlockFiles.open(join(path, blocksDirectory));
    const opened = await ReportSessions.open(
      reportSessions,
      () => new Session(path),
      assignments({ ...shared, ...reportSettings(location) }),
    );
    sessions = opened;
    // Statements of one session take turns, and others must not wait for a file.
    let filing: Promise<ClickHouseClient> | undefined;
    return {
      kind: 'chdb',
      layout: { kind: 'single' },
      reports,
      writes,
      select: (sql, params, run) => opened.select(sql, params, run?.seconds),
      readBlocks: (sql, params, take, signal, run) =>
        opened.readBlocks(sql, params, take, signal, run?.seconds),
      insert: async (insert) => {
        await files.with(insert.block, async (file) => {
          await inserts.command({ query: insertFromFile(insert, file) });
        });
      },
      exportRows: async (select, file) => {
        await writes.command({ query: selectIntoFile(select, resolve(file)) });
      },
      writeFile: async (rows) => {
        filing ??= connect({ ...shared, ...reportSettings(location), ...writeSettings });
        const client = await filing;
        await client.command({ query: selectIntoRowsFile({ ...rows, path: resolve(rows.path) }) });
      },
      importRows: async (rows) => {
        await inserts.command({ query: importFromFile({ ...rows, path: resolve(rows.path) }) });
      },
      prepare: () => Promise.resolve(),
      trimMemory: async () => {
        await writes.command({ query: 'SYSTEM JEMALLOC PURGE' });
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type ClientConnection = NonNullable<NonNullable<Parameters<typeof createClient>[0]>['connection']>;
type Settings = Readonly<Record<string, string | number>>;

/** `clickhouse local` arguments of the server's own configuration. */
function serverArguments({ memoryBytes }: { readonly memoryBytes: number }): string[] {
  const cache = (share: number, atMostMiB: number): number =>
    Math.floor(Math.min(memoryBytes * share, atMostMiB * mebibyte));
  return Object.entries({
    max_server_memory_usage: memoryBytes,
    mark_cache_size: cache(0.1, 256),
    primary_index_cache_size: cache(0.05, 128),
    index_mark_cache_size: cache(0.02, 32),
    index_uncompressed_cache_size: 0,
    uncompressed_cache_size: 0,
    query_condition_cache_size: cache(0.02, 32),
    compiled_expression_cache_size: cache(0.02, 32),
    mmap_cache_size: 64,
  }).map(([name, value]) => `--${name}=${value}`);
}

function reportSettings({ memoryBytes }: { readonly memoryBytes: number }): Settings {
  return {
    max_execution_time: maxReportSeconds,
    max_memory_usage: Math.floor(memoryBytes / 2),
    max_bytes_before_external_group_by: Math.floor(memoryBytes / 5),
    max_bytes_before_external_sort: Math.floor(memoryBytes / 5),
    // Otherwise a report gets one thread per free GiB.
    max_threads_min_free_memory_per_thread: 0,
    // Otherwise eight streams a thread of a UNION run at once, and what each of its branches sorts is in memory together.
    max_streams_for_union_step_to_max_threads_ratio: 2,
    // Otherwise the fourth run of a query would compile it, which takes 100 ms or more: longer than most reports.
    compile_expressions: 0,
    compile_aggregate_expressions: 0,
    compile_sort_description: 0,
  };
}

const writeSettings: Settings = { max_execution_time: 0, max_insert_threads: 1 };

function assignments(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');
}

async function makePrivateDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
      if (errorField(error, 'code') !== 'EEXIST') throw error;
    });
    await chmod(path, 0o700);
  } catch (error) {
    const reason = errorMessage(error);
    throw new AnalyticsOpenError(`the analytics directory ${path} cannot be opened: ${reason}`, {
      cause: error,
    });
  }
}

async function load<T>(importModule: () => Promise<T>): Promise<T> {
  try {
    return await importModule();
  } catch (error) {
    if (errorField(error, 'code') === 'ERR_MODULE_NOT_FOUND') {
      throw new AnalyticsUnsupportedError(
        'embedded analytics (chdb) is not installed: set NAMEPLATE_CLICKHOUSE_URL to use a ClickHouse server',
        { cause: error },
      );
    }
    const reason = errorMessage(error).split('\n', 1)[0];
    throw new AnalyticsUnsupportedError(
      `embedded analytics (chdb) cannot be loaded on ${process.platform}-${process.arch}: ${reason}; use a ClickHouse server`,
      { cause: error },
    );
  }
}

async function start<T>(path: string, connect: () => T): Promise<T> {
  // Read this first: the engine writes its own process id into the file when it gets the lock.
  const owner = await ownerOf(path);
  try {
    return connect();
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error);
    throw new AnalyticsOpenError(
      owner === undefined
        ? `the analytics directory ${path} cannot be opened: ${reason}`
        : `the analytics directory ${path} is in use by process ${owner}; only one process may have it open`,
      { cause: error },
    );
  }
}

/** The living process, other than this one, that the engine's lock file names. */
export async function ownerOf(path: string): Promise<number | undefined> {
  const status = await readFile(join(path, 'status'), 'utf8').catch(() => '');
  const pid = Number(/^PID: ([0-9]+)/m.exec(status)?.[1]);
  if (!Number.isInteger(pid) || pid === process.pid) return undefined;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return errorField(error, 'code') === 'EPERM' ? pid : undefined;
  }
}
