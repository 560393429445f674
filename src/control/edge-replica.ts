/**
 * Keeps a copy of what edge workers read of a PostgreSQL store in a file on this machine.
 * Source: docs/reference/edge.md ("What workers read").
 *
 * States: closed (not looked at yet, or found damaged) → open. `bringTo` copies the rows of changed hosts and certificates, and their
 * revisions, a thousand in a transaction. Where the store's log has other ones, such as after a failover to a server that was behind,
 * the file first goes back to the newest that both have. When there is none, or the log doesn't reach back to the file's revision,
 * everything is copied: in one transaction, so that readers see the old or the new state. A file that can't be used is replaced by a
 * new one. One call at a time.
 */
import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { isSamePosition, type RoutingLog, type StorePosition } from '../core/route.ts';
import type { ControlDatabase } from './database.ts';
import { isFileDamaged } from './failures.ts';
import { makeReplica, openReplica } from './replica-file.ts';
import { copyAll, copyResealed, copySalts, readChanged } from './replica-rows.ts';
import { findMarks, findNewest, goBackTo, putRevisions, readPosition, subjectsOf } from './revisions.ts';
import { DatabaseRoutingLog, type ReadChanges } from './routing-log.ts';
import type { OpenTokens } from './upstream-tokens.ts';

const revisionsPerTransaction = 1_000;

export class EdgeReplica implements AsyncDisposable {
  readonly path: string;
  readonly #store: ControlDatabase;
  readonly #readChanges: ReadChanges;
  readonly #openTokens: OpenTokens;
  #file: ControlDatabase | undefined;
  /** So that two who ask at once open one. */
  #opening: Promise<ControlDatabase | undefined> | undefined;
  /** See copyResealed. */
  #settledKeys: string | undefined;
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
      if (await this.#follow(file, target)) return;
      if ((await this.#stepBack(file)) && (await this.#follow(file, target))) return;
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
      this.#settledKeys = await file.transaction((trx) => copyResealed(this.#store, trx, this.#settledKeys));
      const haveSaltsChanged = await file.transaction((trx) => copySalts(this.#store.queries, trx));
      // Destroyed ones would remain in the log.
      if (haveSaltsChanged) await sql`pragma wal_checkpoint(truncate)`.execute(file.queries);
    });
  }

  /** Reads the routes of the file and their changes. Rejects when there is none. */
  async log(): Promise<RoutingLog> {
    const file = await this.#open();
    if (!file) throw new Error(`${JSON.stringify(this.path)} cannot be read`);
    return new DatabaseRoutingLog(file, this.#openTokens);
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
    if (this.#file) return this.#file;
    this.#opening ??= openReplica(this.path).catch(() => undefined);
    this.#file = await this.#opening;
    this.#opening = undefined;
    this.#inode = inode;
    return this.#file;
  }

  /** Answers false when the log doesn't reach back far enough, or has other revisions. */
  async #follow(file: ControlDatabase, target: StorePosition): Promise<boolean> {
    for (let reached = await readPosition(file.queries); !isSamePosition(reached, target); ) {
      const changes = await this.#readChanges(reached, revisionsPerTransaction);
      if (changes === 'gone') return false;
      if (changes.to.revision === reached.revision) return true;
      const { rows, to } = changes;
      const write = await readChanged(this.#store, file.queries, changes);
      await file.transaction(async (trx) => {
        await write(trx);
        await putRevisions(trx, rows);
      });
      reached = to;
      if (reached.revision > target.revision) return true;
    }
    return true;
  }

  /** Goes back to the newest revision that the store has too; answers false when none of the last ones is. */
  async #stepBack(file: ControlDatabase): Promise<boolean> {
    const newest = await findNewest(file.queries, revisionsPerTransaction);
    const marks = await findMarks(this.#store.queries, newest);
    const common = newest.find(({ revision, mark }) => marks.get(revision) === mark);
    if (!common) return false;
    const lost = newest.filter(({ revision }) => revision > common.revision);
    const write = await readChanged(this.#store, file.queries, subjectsOf(lost));
    await file.transaction(async (trx) => {
      await write(trx);
      await goBackTo(trx, common.revision);
    });
    return true;
  }

  async #copyAll(file: ControlDatabase, target: StorePosition): Promise<void> {
    await file.transaction((trx) => copyAll(this.#store.queries, trx, target));
    await sql`pragma wal_checkpoint(truncate)`.execute(file.queries);
  }

  async #replace(target: StorePosition): Promise<void> {
    this.#file = await makeReplica(this.path, (queries) => copyAll(this.#store.queries, queries, target));
    this.#inode = statSync(this.path).ino;
  }
}
