/**
 * The analytics store: requests and pageviews in, reports out; ClickHouse in this process or on a server, behind one
 * interface.
 *
 * States: unprepared → prepared (open, its schema the program's) → closed. A server that is away when `open` is called
 * leaves the store unprepared: every call tries again to prepare it first and throws AnalyticsAwayError until that works.
 * So does an embedded engine whose directory cannot be opened, with `retriesOpening`. With `mayOpen`, calls wait for that
 * first. `open` throws what waiting cannot
 * change, such as another schema.
 *
 * Exactly once: an insert is recognised by its token for the next 10,000 inserts (src/analytics/engine/schema/), and a
 * batch that an earlier run may have stored is looked for by its rows, however long ago that was.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import { FairPool, type FairPoolTotals } from '../../core/fair-pool.ts';
import { type BrokenPart, findBrokenParts } from '../engine/broken-parts.ts';
import { changedDays, type Look, type Looked } from '../engine/changed-days.ts';
import { AnalyticsOpenError, AnalyticsUnsupportedError } from '../engine/chdb.ts';
import { openClickhouse } from '../engine/clickhouse.ts';
import { type AnalyticsEngine, insertDeadlineMs, pingDeadlineMs } from '../engine/engine.ts';
import { AnalyticsAwayError, engineErrorCode, isAnalyticsAway, isPartDamaged } from '../engine/failures.ts';
import type { HandshakeRow } from '../engine/handshake-row.ts';
import { handshakeTarget, pageviewTarget, requestTarget } from '../engine/insert-targets.ts';
import { LateChdb } from '../engine/late-chdb.ts';
import type { AnalyticsLocation } from '../engine/location.ts';
import { AnalyticsSchemaError, migrateAnalytics } from '../engine/migrate.ts';
import type { PageviewRow } from '../engine/pageview-row.ts';
import type { TakeBlock } from '../engine/report-store.ts';
import type { RequestRow } from '../engine/request-row.ts';
import { newestDay, removeOldHandshakes, removeOldRows } from '../engine/retention.ts';
import {
  type EventRow,
  encodeInsert,
  type InsertTarget,
  insertsOf,
  isOnMostReplicas,
  type ReplicaCount,
  type RowInsert,
  replicaCountsQuery,
  type StoredDomain,
  storedDomainsQuery,
} from '../engine/row-inserts.ts';
import type { RowsFile } from '../engine/rows-file.ts';
import { removeStaleDerivations } from '../engine/stale-derivations.ts';
import { exportPart, listParts, type TablePart } from '../engine/table-parts.ts';
import { AnswerTime } from './answer-time.ts';
import { MemoryTrimmer } from './memory-trimmer.ts';

export type Batch<Row extends EventRow> = {
  /** Name of the segment: unique, and the same when the batch is tried again. */
  readonly name: string;
  readonly rows: readonly Row[];
  /** Whether an earlier try may have stored it: it is looked for first, not only told apart by its token. */
  readonly mayBeStored: boolean;
};
export type RequestBatch = Batch<RequestRow>;
export type PageviewBatch = Batch<PageviewRow>;

export type AnalyticsStoreOptions = {
  readonly logger: Logger;
  /** 0 keeps everything. */
  readonly retentionDays: number;
  readonly clock: Clock;
  /** Whether a directory that cannot be opened counts as a store that is away; by default `open` throws. */
  readonly retriesOpening?: boolean;
  /**
   * Whether a server's store of an older schema is migrated: other machines may be using it. The embedded store always
   * is, and an empty one gets its tables.
   */
  readonly migrate?: boolean;
  /** At most one insert into each table in this time; by default as they come. */
  readonly insertEveryMs?: number;
  /** Resolves when the store may be opened: another process has it open until then. Without it, that is at once. */
  readonly mayOpen?: Promise<void>;
};

const maxRunningQueries = 4;
/** At most, under way together. */
const queriesOfReport = 4;

export class AnalyticsStore implements AsyncDisposable {
  readonly #engine: AnalyticsEngine;
  readonly #logger: Logger;
  readonly #retentionDays: number;
  readonly #clock: Clock;
  readonly #retriesOpening: boolean;
  readonly #insertEveryMs: number;
  /** By table, when the next insert may begin. */
  readonly #nextInsertTick = new Map<string, number>();
  #isAway = false;
  #damage: string | undefined;
  readonly #mayMigrate: boolean;
  readonly #places = new FairPool(maxRunningQueries, queriesOfReport);
  readonly #trimmer: MemoryTrimmer;
  #prepared: Promise<void> | undefined;
  #isWaiting = false;
  /** Ends the wait for `mayOpen`. */
  #giveUp: () => void = () => {};
  readonly #underWay = new Set<Promise<unknown>>();
  #closed = false;

  private constructor(engine: AnalyticsEngine, options: AnalyticsStoreOptions) {
    this.#engine = engine;
    this.#logger = options.logger;
    this.#retentionDays = options.retentionDays;
    this.#clock = options.clock;
    this.#retriesOpening = options.retriesOpening ?? false;
    this.#insertEveryMs = options.insertEveryMs ?? 0;
    this.#mayMigrate = options.migrate ?? false;
    this.#trimmer = new MemoryTrimmer(
      () => this.#places.idle,
      () => engine.trimMemory(),
    );
  }

  /**
   * Opens the store. Throws AnalyticsOpenError (unless it retries), AnalyticsUnsupportedError and AnalyticsSchemaError; a
   * server that is away only costs a warning.
   */
  static async open(location: AnalyticsLocation, options: AnalyticsStoreOptions): Promise<AnalyticsStore> {
    const engine = location.kind === 'chdb' ? new LateChdb(location) : openClickhouse(location);
    const store = new AnalyticsStore(engine, options);
    if (options.mayOpen) {
      store.#prepareAfter(options.mayOpen);
      return store;
    }
    try {
      await store.#prepare();
    } catch (cause) {
      const error = store.#explain(cause);
      const mayComeBack = engine.kind === 'clickhouse' || options.retriesOpening === true;
      if (mayComeBack && error instanceof AnalyticsAwayError) {
        options.logger.error(
          { err: error },
          'the analytics store is unavailable; retrying when it is needed',
        );
        return store;
      }
      await engine.close();
      throw error;
    }
    return store;
  }

  /**
   * Stores the rows of batches, each once however often it is tried, and each month's rows whole or not at all. Throws
   * AnalyticsAwayError when they are not known to be stored and should be tried again, as batches that may be stored.
   */
  insertRequests(...batches: readonly RequestBatch[]): Promise<void> {
    return this.#run(() => this.#insertBatches(requestTarget, batches));
  }

  /** As {@link insertRequests}. */
  insertPageviews(...batches: readonly PageviewBatch[]): Promise<void> {
    return this.#run(() => this.#insertBatches(pageviewTarget, batches));
  }

  /** As {@link insertRequests}. */
  insertHandshakes(...batches: readonly Batch<HandshakeRow>[]): Promise<void> {
    return this.#run(() => this.#insertBatches(handshakeTarget, batches));
  }

  /**
   * Returns the rows of one SELECT; its parameters stand for `{name:Type}`. It waits for one of the places of the
   * account that asks: see FairPool. `time` is that of the answer it is for; by default it has its own.
   */
  query<Row>(
    sql: string,
    params: Record<string, unknown> = {},
    account = '',
    time: AnswerTime = new AnswerTime(),
  ): Promise<Row[]> {
    return this.#run(() =>
      this.#places.run(account, async () => {
        try {
          return await time.run((seconds) =>
            this.#engine.select<Row>(sql, params, { reader: account, seconds }),
          );
        } finally {
          this.#trimmer.queryDone();
        }
      }),
    );
  }

  /** Hands over the rows of one SELECT block by block, in one of the account's places: see BlockStore. */
  readBlocks<Row>(
    sql: string,
    params: Record<string, unknown>,
    take: TakeBlock<Row>,
    signal: AbortSignal,
    account = '',
    time: AnswerTime = new AnswerTime(),
  ): Promise<void> {
    return this.#run(() =>
      this.#places.run(account, async () => {
        try {
          signal.throwIfAborted();
          await time.run((seconds) =>
            this.#engine.readBlocks(sql, params, take, signal, { reader: account, seconds }),
          );
        } finally {
          this.#trimmer.queryDone();
        }
      }),
    );
  }

  /** How many queries run and wait, and have. */
  queryTotals(): FairPoolTotals {
    return this.#places.totals();
  }

  /** Runs a statement that answers nothing, not bound in time. For what is derived; it may be run again. */
  execute(sql: string): Promise<void> {
    return this.#run(async () => {
      await this.#engine.writes.command({ query: sql });
    });
  }

  /** Looks for domains whose derived rows may not be current. */
  changedDays(look: Look): Promise<Looked> {
    return this.#run(() => changedDays(this.#engine, look));
  }

  /** The newest day until `lastDay` that has rows of any domain, in days since 1970-01-01; undefined without any. */
  newestDay(lastDay: number): Promise<number | undefined> {
    return this.#run(() => newestDay(this.#engine, lastDay));
  }

  /** Removes rows of days older than what is kept by the clock, and what is derived and not used. See RetentionGuard. */
  applyRetention(): Promise<void> {
    return this.#run(() => this.#removeOld(this.#clock.now()));
  }

  /** Parts of tables that the engine could not read and has put aside: their rows are in no report. */
  brokenParts(): Promise<BrokenPart[]> {
    return this.#run(() => findBrokenParts(this.#engine.writes, this.#engine.layout));
  }

  /** The parts that a backup consists of. */
  listParts(): Promise<TablePart[]> {
    return this.#run(() => listParts(this.#engine));
  }

  /** Writes a part of the store to a new file. */
  exportPart(part: TablePart, path: string): Promise<void> {
    return this.#run(() => exportPart(this.#engine, part, path));
  }

  /** As RowsFileStore has it. */
  writeFile(file: RowsFile): Promise<void> {
    return this.#run(async () => {
      await this.#engine.writeFile(file);
      // One follows after the other, and the allocator would keep what each of them took.
      await this.#engine.trimMemory();
    });
  }

  /** Throws AnalyticsAwayError when the store does not answer. */
  ping(): Promise<void> {
    return this.#run(async () => {
      const result = await this.#engine.reports.query({
        query: 'SELECT 1',
        format: 'JSONEachRow',
        abort_signal: AbortSignal.timeout(pingDeadlineMs),
      });
      await result.json();
    });
  }

  /** What a query met that is damaged; undefined: none has. A repair takes a restart. */
  get damage(): string | undefined {
    return this.#damage;
  }

  /** Whether it waits for another process to close it. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** Whether the store could not be prepared since it was last tried. */
  get isAway(): boolean {
    return this.#isAway;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#trimmer.stop();
    this.#giveUp();
    await Promise.allSettled(this.#underWay);
    await this.#engine.close();
  }

  async #removeOld(nowMs: number): Promise<void> {
    const removals =
      this.#retentionDays === 0 ? [] : await removeOldRows(this.#engine, this.#retentionDays, nowMs);
    for (const removal of removals) this.#logger.info(removal, 'removed old rows');
    await removeOldHandshakes(this.#engine, nowMs);
    const derivations = await removeStaleDerivations(this.#engine, nowMs);
    if (derivations > 0) this.#logger.info({ derivations }, 'removed unused derived rows');
  }

  /** Runs `work` on the prepared store and tells "away" from mistakes. */
  async #run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#closed) throw new AnalyticsAwayError('the analytics store is closed');
    const running = this.#prepare().then(work);
    this.#underWay.add(running);
    try {
      return await running;
    } catch (error) {
      this.#noteDamage(error);
      // Of a server that was away when the store was opened, and came back: events wait until it is migrated.
      if (error instanceof AnalyticsSchemaError)
        throw new AnalyticsAwayError(error.message, { cause: error });
      throw this.#explain(error);
    } finally {
      this.#underWay.delete(running);
    }
  }

  #noteDamage(error: unknown): void {
    if (this.#damage !== undefined || !isPartDamaged(error)) return;
    this.#damage = `a part is damaged, restore it from a backup (${engineErrorCode(error)})`;
    this.#logger.error(
      { err: error },
      'a part of the analytics store is damaged: reports that need it fail; restore a backup, or detach the part to accept the loss',
    );
  }

  #prepareAfter(mayOpen: Promise<void>): void {
    this.#isWaiting = true;
    const givenUp = new Promise<void>((resolve) => {
      this.#giveUp = resolve;
    });
    this.#prepared = Promise.race([mayOpen, givenUp]).then(() => {
      this.#isWaiting = false;
      this.#prepared = undefined;
      if (this.#closed) throw new AnalyticsAwayError('the analytics store is closed');
      return this.#prepare();
    });
    // Whoever needs the store hears of it.
    this.#prepared.catch(() => {});
  }

  #prepare(): Promise<void> {
    this.#prepared ??= this.#migrate().catch((error: unknown) => {
      this.#prepared = undefined;
      this.#isAway = true;
      throw error;
    });
    return this.#prepared;
  }

  async #migrate(): Promise<void> {
    await this.#engine.prepare();
    const count = await this.#migrateSchema();
    if (count > 0) this.#logger.info({ migrations: count }, 'analytics store migrated');
    if (this.#isAway) this.#logger.info('the analytics store is available');
    this.#isAway = false;
  }

  async #migrateSchema(): Promise<number> {
    try {
      const which = this.#engine.kind === 'chdb' || this.#mayMigrate ? 'any' : 'empty';
      return await migrateAnalytics(this.#engine.writes, this.#engine.layout, which);
    } catch (error) {
      if (!this.#retriesOpening || error instanceof AnalyticsSchemaError) throw error;
      // Tables that cannot be read are as good as a directory that cannot be opened.
      throw new AnalyticsAwayError(`the analytics store cannot be used: ${firstLineOf(error)}`, {
        cause: error,
      });
    }
  }

  async #insertBatches<Row extends EventRow>(
    target: InsertTarget<Row>,
    batches: readonly Batch<Row>[],
  ): Promise<void> {
    const mayBeStored = new Set(batches.flatMap((batch) => (batch.mayBeStored ? [batch.name] : [])));
    for (const insert of insertsOf(batches)) {
      const missing = await this.#withoutStored(target, insert, mayBeStored);
      if (missing.parts.length > 0) await this.#insert(target, missing);
    }
  }

  async #withoutStored<Row extends EventRow>(
    target: InsertTarget<Row>,
    { token, parts }: RowInsert<Row>,
    mayBeStored: ReadonlySet<string>,
  ): Promise<RowInsert<Row>> {
    const unsure = parts.filter(({ name }) => mayBeStored.has(name));
    if (unsure.length === 0) return { token, parts };
    const { layout } = this.#engine;
    const found = await this.#lookUp<StoredDomain>(storedDomainsQuery(target, unsure, layout));
    if (found.length === 0) return { token, parts };
    if (layout.kind === 'cluster') {
      const counts = await this.#lookUp<ReplicaCount>({ query: replicaCountsQuery(target, layout) });
      if (!found.every((row) => isOnMostReplicas(row, counts)))
        throw new AnalyticsAwayError('most replicas of a shard don’t have the rows of an earlier try yet');
    }
    const stored = new Set(found.map((row) => `${row.in_batch} ${row.stored}`));
    const missing = parts.map((part) => ({
      ...part,
      rows: part.rows.filter(({ domain }) => !stored.has(`${part.batch} ${domain.toLowerCase()}`)),
    }));
    return { token, parts: missing.filter(({ rows }) => rows.length > 0) };
  }

  async #lookUp<Row>(query: {
    readonly query: string;
    readonly query_params?: Record<string, unknown>;
  }): Promise<Row[]> {
    const result = await this.#engine.writes.query({
      ...query,
      format: 'JSONEachRow',
      abort_signal: AbortSignal.timeout(insertDeadlineMs),
    });
    return await result.json<Row>();
  }

  async #insert<Row extends EventRow>(target: InsertTarget<Row>, insert: RowInsert<Row>): Promise<void> {
    await this.#turn(target.table.name);
    await this.#engine.insert(encodeInsert(target, insert, this.#engine.layout));
  }

  async #turn(table: string): Promise<void> {
    const now = performance.now();
    const at = Math.max(now, this.#nextInsertTick.get(table) ?? now);
    this.#nextInsertTick.set(table, at + this.#insertEveryMs);
    if (at > now) await sleep(at - now);
  }

  #explain(error: unknown): unknown {
    if (error instanceof AnalyticsAwayError) return error;
    const mayOpenLater = error instanceof AnalyticsOpenError && !(error instanceof AnalyticsUnsupportedError);
    if (mayOpenLater && this.#retriesOpening) return new AnalyticsAwayError(error.message, { cause: error });
    // From a server, an error that isn't its own exception came from in between: a proxy's page, a cut connection.
    const isUnreadable =
      this.#engine.kind === 'clickhouse' &&
      error instanceof Error &&
      error.constructor === Error &&
      engineErrorCode(error) === undefined;
    if (!isUnreadable && !isAnalyticsAway(error)) return error;
    return new AnalyticsAwayError(`the analytics store cannot be used now: ${firstLineOf(error)}`, {
      cause: error,
    });
  }
}

function firstLineOf(error: unknown): string {
  const line = error instanceof Error ? error.message.split('\n', 1)[0]?.trim() : String(error);
  return line || 'no readable answer';
}
