/**
 * A lock that the kernel releases when its process ends, even by kill -9 or a crash.
 * Source: fcntl(2), advisory record locks.
 *
 * Node has no file locks of its own, but SQLite takes them: an exclusive transaction on an empty database file, never
 * committed and without a journal, is one. Two locks on one file exclude each other within a process too. The file must
 * not be opened by other means while it is held: closing it would release the lock of the whole process.
 */
import { closeSync, fstatSync, openSync, statSync, unlinkSync } from 'node:fs';
import Database from 'better-sqlite3';
import { errorField } from '../../core/error-field.ts';

export class FileLock {
  readonly #path: string;
  readonly #inode: number;
  readonly #connection: Database.Database;

  private constructor(path: string, inode: number, connection: Database.Database) {
    this.#path = path;
    this.#inode = inode;
    this.#connection = connection;
  }

  /**
   * Takes the lock, making the file (0600) where there is none; about a millisecond. Returns undefined when another
   * holder has it. Throws the system's error when the file cannot be made or opened.
   */
  static tryAcquire(path: string): FileLock | undefined {
    const file = openSync(path, 'a', 0o600);
    const inode = fstatSync(file).ino;
    closeSync(file);
    const connection = new Database(path, { timeout: 0 });
    try {
      connection.exec('PRAGMA journal_mode = MEMORY');
      connection.exec('BEGIN EXCLUSIVE');
      // The previous holder may have removed the file before it released the lock: then this locks nothing.
      if (inodeOf(path) === inode) return new FileLock(path, inode, connection);
    } catch (error) {
      connection.close();
      if (errorField(error, 'code') === 'SQLITE_BUSY') return undefined;
      throw error;
    }
    connection.close();
    return undefined;
  }

  /** Whether the path still leads to the locked file: it doesn't if the directory was removed. */
  get isHeld(): boolean {
    try {
      return inodeOf(this.#path) === this.#inode;
    } catch {
      return false;
    }
  }

  /** Releases the lock; `andRemove` deletes the file while it is still locked. */
  release(andRemove: 'and keep the file' | 'and remove the file'): void {
    try {
      if (andRemove === 'and remove the file' && inodeOf(this.#path) === this.#inode) unlinkSync(this.#path);
    } catch {
      // A leftover file is unlocked: the next process to check finds its holder dead and removes it.
    } finally {
      this.#connection.close();
    }
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
