/** Opens the control store on either engine, behind one interface. */
import { setTimeout } from 'node:timers/promises';
import { type Dialect, Kysely, sql, type Transaction } from 'kysely';
import { defaultLimits, type Limits } from '../core/account-limits.ts';
import type { Clock } from '../core/clock.ts';
import { Semaphore } from '../core/semaphore.ts';
import { noUnrecordedWrites, withTrail } from './audit-trail.ts';
import { type AuditedTables, auditedTables } from './audited.ts';
import { isBusy, isStoreAway, isStoreDamaged } from './failures.ts';
import { enforceLimits } from './limit-uses.ts';
import type { ControlLocation } from './location.ts';
import { pipelined, pipelinedReads } from './pipelining.ts';
import type { PostgresPool } from './postgres-pool.ts';
import type { ControlSchema } from './schema.ts';
import { type SqliteRole, sqliteDialect } from './sqlite-dialect.ts';
import { TurningDialect } from './turning-dialect.ts';
import { NewVersionBytes } from './versions.ts';
import { WaitingWebhooks } from './waiting-webhooks.ts';

export type ControlQueries = Kysely<ControlSchema>;
export type ControlTransaction = Transaction<ControlSchema>;

/** What stores are made on. */
export type StoreParts = { readonly database: ControlDatabase; readonly clock: Clock };

/** How long a transaction waits for another process (an import on the command line) to commit. */
const busyTimeoutMs = 10_000;
/** Between two tries: doubles from the first to the second of these. */
const minBusyPauseMs = 2;
const maxBusyPauseMs = 50;
const refusalCountsMs = 30_000;

/** An open control store. */
export class ControlDatabase implements AsyncDisposable {
  readonly kind: ControlLocation['kind'];
  /** For reading. Writing takes a `transaction`, which waits for other writers. */
  readonly queries: ControlQueries;
  readonly #kysely: ControlQueries;
  readonly #dialect: Dialect;
  /** The pool on PostgreSQL, for what is not a query (LISTEN); null on SQLite. */
  readonly pool: PostgresPool | null;
  /** On SQLite: transactions take turns, so that one of them asks for the lock and the others cost nothing. */
  readonly #turns: Semaphore | undefined;
  /** Of accounts for which nothing else is set. */
  readonly limits: Limits;
  readonly webhooks: WaitingWebhooks;
  readonly newVersionBytes: NewVersionBytes = new NewVersionBytes();
  readonly #audited: Record<string, AuditedTables[string]> = { ...auditedTables };
  /** Of a file: opens it once more. */
  #openAgain: (() => Dialect) | undefined;
  /** Why and when the last transaction failed, when the store could not take it. */
  #refusal: { readonly error: unknown; readonly atTick: number } | undefined;

  #damage: unknown;

  private constructor(
    kind: ControlLocation['kind'],
    dialect: Dialect,
    pool: PostgresPool | null,
    limits: Limits = defaultLimits,
  ) {
    this.kind = kind;
    this.limits = limits;
    this.webhooks = new WaitingWebhooks(limits);
    const kysely: ControlQueries = new Kysely({
      dialect,
      log: (event) => {
        if (event.level === 'error' && isStoreDamaged(event.error)) this.#damage ??= event.error;
      },
    });
    this.#kysely = kysely;
    this.#dialect = dialect;
    if (kind === 'sqlite') this.#turns = new Semaphore(1);
    this.queries = kysely.withPlugin(noUnrecordedWrites(this.#audited));
    this.pool = pool;
  }

  /** Opens a store. SQLite: creates the file when missing. PostgreSQL: connects when first used. */
  static async open(
    location: ControlLocation,
    maxConnections?: number,
    limits: Limits = defaultLimits,
  ): Promise<ControlDatabase> {
    if (location.kind === 'sqlite') return ControlDatabase.openFile(location.path, 'store', limits);
    // Loaded where it is used: a process on SQLite would start for 80 ms longer.
    const { PostgresPool } = await import('./postgres-pool.ts');
    const { postgresDialect } = await import('./postgres-dialect.ts');
    const pool = new PostgresPool(location, maxConnections);
    return new ControlDatabase('postgres', postgresDialect(pool), pool, limits);
  }

  /** Refuses what actors write to these tables too, unless it is recorded. */
  audit(tables: AuditedTables): void {
    Object.assign(this.#audited, tables);
  }

  /** Opens a SQLite file as the store, or as what workers read. */
  static openFile(path: string, role: SqliteRole, limits?: Limits): ControlDatabase {
    const database = new ControlDatabase('sqlite', sqliteDialect(path, role), null, limits);
    if (path !== ':memory:') database.#openAgain = () => sqliteDialect(path, role);
    return database;
  }

  /**
   * Runs `work` in one transaction: all of it is committed, durably, or nothing. While another process writes to
   * the same SQLite file it tries again, without holding up the event loop as SQLite's own waiting would. What an actor
   * changes is in the audit trail with it.
   */
  transaction<T>(work: (trx: ControlTransaction) => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + busyTimeoutMs;
    const task = () => this.#tryUntil(giveUpAt, work);
    return this.#turns ? this.#turns.run(task) : task();
  }

  /**
   * As `transaction`, of work that takes seconds: on SQLite it has a connection of its own, so that others read meanwhile, and they have a
   * turn between its statements. Other writers wait.
   */
  longTransaction<T>(work: (trx: ControlTransaction) => Promise<T>): Promise<T> {
    const open = this.#openAgain;
    if (!open || !this.#turns) return this.transaction(work);
    const giveUpAt = performance.now() + busyTimeoutMs;
    return this.#turns.run(async () => {
      const own: ControlQueries = new Kysely({ dialect: new TurningDialect(open()) });
      try {
        return await this.#tryUntil(giveUpAt, work, own);
      } finally {
        await own.destroy();
      }
    });
  }

  /** The same store for writers that take part in a transaction which has begun: theirs are parts of it, and end with it. */
  within(trx: ControlTransaction): ControlDatabase {
    const join = <T>(work: (joined: ControlTransaction) => Promise<T>): Promise<T> => work(trx);
    const value = { queries: trx, transaction: join, longTransaction: join, reading: join };
    const part: ControlDatabase = Object.assign(Object.create(this), value);
    return part;
  }

  /** Runs `work`, which only reads, on one connection, where its queries needn't wait for each other's answers. */
  async reading<T>(work: (queries: ControlQueries) => Promise<T>): Promise<T> {
    if (this.kind === 'sqlite') return await work(this.queries);
    return await this.queries
      .connection()
      .execute(async (own) => await work(await pipelinedReads(own, this.#dialect)));
  }

  /** Answers what `work` would have, or fails as it would have, and changes nothing: the transaction is undone at its end. */
  async rehearse<T>(work: (trx: ControlTransaction) => Promise<T>): Promise<T> {
    let rehearsed: { readonly result: T } | undefined;
    const undo = new Error('a rehearsal is undone');
    try {
      await this.transaction(async (trx) => {
        rehearsed = { result: await enforceLimits(trx, this, work) };
        throw undo;
      });
    } catch (error) {
      if (error === undo && rehearsed) return rehearsed.result;
      throw error;
    }
    throw new Error('a rehearsal was not undone');
  }

  async #tryUntil<T>(
    giveUpAt: number,
    work: (trx: ControlTransaction) => Promise<T>,
    kysely: ControlQueries = this.#kysely,
  ): Promise<T> {
    for (let pauseMs = minBusyPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxBusyPauseMs)) {
      try {
        const result = await kysely.transaction().execute(async (own) => {
          const trx = this.kind === 'postgres' ? await pipelined(own, this.#dialect) : own;
          return await withTrail(trx, this, this.#audited, work);
        });
        this.#refusal = undefined;
        return result;
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) {
          if (isStoreAway(error)) this.#refusal = { error, atTick: performance.now() };
          throw error;
        }
        await setTimeout(pauseMs * (0.5 + Math.random() / 2));
      }
    }
  }

  /**
   * Fails with the reason when the store takes no writes, as on a full disk: for 30 s after it refused one, unless a later
   * one went through, and after that until a small write does. (A full disk may have room for a small one.)
   */
  async checkWritable(): Promise<void> {
    if (!this.#refusal) return;
    if (performance.now() - this.#refusal.atTick < refusalCountsMs) throw this.#refusal.error;
    await this.queries.transaction().execute(async (trx) => {
      const write = trx.updateTable('revision_clock').set({ value: sql.ref('value') });
      await write.where('id', '=', 1).execute();
    });
    this.#refusal = undefined;
  }

  /** The first error of a query that met something damaged; undefined: none has. A repair takes a restart. */
  get damage(): unknown {
    return this.#damage;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#kysely.destroy();
  }
}
