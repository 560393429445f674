/**
 * Keeps a copy of what edge workers read of a PostgreSQL store in a file on this machine.
 * Source: docs/reference/edge.md ("What workers read").
 *
 * States: closed (not looked at yet, or found damaged) → open. `bringTo` copies the rows of changed hosts and certificates,
 * a thousand revisions in a transaction. It copies everything when the log doesn't reach back to the file's revision or the
 * epoch is another one: in one transaction, so that readers see the old or the new state. A file that can't be used is
 * replaced by a new one. One call at a time.
 */
import { statSync } from 'node:fs';
import { sql } from 'kysely';
import type { RoutingSource, StorePosition } from '../core/route.ts';
import type { ControlDatabase } from './database.ts';
import { isFileDamaged } from './failures.ts';
import { makeReplica, openReplica, positionOf, replicaEpoch, setPosition } from './replica-file.ts';
import { copyAll, copyResealed, copySalts, readChanged } from './replica-rows.ts';
import { DatabaseRoutingSource } from './routing-source.ts';
import type { OpenTokens } from './upstream-tokens.ts';

export type ChangedSubjects = {
  readonly toRevision: number;
  readonly hosts: readonly string[];
  readonly certificateNames: readonly string[];
};

export type ReadChanges = (revision: number, limit: number) => Promise<ChangedSubjects | 'gone'>;

const revisionsPerTransaction = 1_000;

export class EdgeReplica implements AsyncDisposable {
  readonly path: string;
  readonly #store: ControlDatabase;
  readonly #readChanges: ReadChanges;
  readonly #openTokens: OpenTokens;
  #file: ControlDatabase | undefined;
  /** Of the opened file. */
  #inode: number | undefined;

  constructor(path: string, store: ControlDatabase, readChanges: ReadChanges, openTokens: OpenTokens) {
    this.path = path;
    this.#store = store;
    this.#readChanges = readChanges;
    this.#openTokens = openTokens;
  }

  /** Whether workers could load from the file there is, however old. */
  async isUsable(): Promise<boolean> {
    return (await this.#open()) !== undefined;
  }

  /** Copies what changed up to a position of the store, which it read before. Rejects when the file can't be written. */
  bringTo(target: StorePosition): Promise<void> {
    return this.#write(async (file) => {
      if (!file) return await this.#replace(target);
      const reached = await positionOf(file.queries);
      if (reached.epoch !== target.epoch || !(await this.#follow(file, reached, target)))
        await this.#copyAll(file, target);
    });
  }

  /** Copies everything. */
  rebuild(target: StorePosition): Promise<void> {
    return this.#write((file) => (file ? this.#copyAll(file, target) : this.#replace(target)));
  }

  /** Copies what changes without a revision: keys of visitor hashes, and what was encrypted with another secret key. */
  copyUnlogged(): Promise<void> {
    return this.#write(async (file) => {
      if (!file) return;
      await file.transaction((trx) => copyResealed(this.#store.queries, trx));
      const haveSaltsChanged = await file.transaction((trx) => copySalts(this.#store.queries, trx));
      // Destroyed ones would remain in the log.
      if (haveSaltsChanged) await sql`pragma wal_checkpoint(truncate)`.execute(file.queries);
    });
  }

  /** Reads the routes of the file, to compare them with the store's. Rejects when there is none. */
  async source(): Promise<RoutingSource> {
    const file = await this.#open();
    if (!file) throw new Error(`${JSON.stringify(this.path)} cannot be read`);
    return new DatabaseRoutingSource(file, this.#openTokens, replicaEpoch);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    await file?.[Symbol.asyncDispose]();
  }

  async #write(work: (file: ControlDatabase | undefined) => Promise<void>): Promise<void> {
    try {
      await work(await this.#open());
    } catch (error) {
      // It is looked at again, and replaced, by the next call.
      if (isFileDamaged(error)) await this[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Undefined: there is none that could be used. */
  async #open(): Promise<ControlDatabase | undefined> {
    const inode = statSync(this.path, { throwIfNoEntry: false })?.ino;
    // Another file is in its place, or none: its own is read by nobody any more.
    if (this.#file && inode !== this.#inode) await this[Symbol.asyncDispose]();
    this.#file ??= await openReplica(this.path).catch(() => undefined);
    this.#inode = inode;
    return this.#file;
  }

  /** Answers false when the log doesn't reach back far enough. */
  async #follow(file: ControlDatabase, { revision }: StorePosition, target: StorePosition): Promise<boolean> {
    for (let reached = revision; reached !== target.revision; ) {
      const changes = await this.#readChanges(reached, revisionsPerTransaction);
      if (changes === 'gone') return false;
      if (changes.toRevision === reached) return true;
      const { hosts, certificateNames, toRevision } = changes;
      const write = await readChanged(this.#store.queries, file.queries, hosts, certificateNames);
      await file.transaction(async (trx) => {
        await write(trx);
        await setPosition(trx, { epoch: target.epoch, revision: toRevision });
      });
      reached = toRevision;
      if (reached > target.revision) return true;
    }
    return true;
  }

  async #copyAll(file: ControlDatabase, target: StorePosition): Promise<void> {
    await file.transaction(async (trx) => {
      await copyAll(this.#store.queries, trx);
      await setPosition(trx, target);
    });
    await sql`pragma wal_checkpoint(truncate)`.execute(file.queries);
  }

  async #replace(target: StorePosition): Promise<void> {
    this.#file = await makeReplica(this.path, async (queries) => {
      await copyAll(this.#store.queries, queries);
      await setPosition(queries, target);
    });
    this.#inode = statSync(this.path).ino;
  }
}
