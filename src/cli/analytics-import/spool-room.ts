/**
 * Room in the spool for imported segments: at most half of its budget, so that visitors' events always have the other
 * half. Source: docs/reference/spool.md.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileLock } from '../../analytics/ingest/file-lock.ts';
import { parseSegmentFileName, spoolLockFileName } from '../../analytics/ingest/segment-name.ts';
import { CliError } from '../failures.ts';
import { note } from '../output.ts';

const lookAgainMs = 250;

export type SpoolLocation = { readonly path: string; readonly budgetBytes: number };

/** What an import may still put into the spool. */
export class SpoolRoom {
  readonly #spool: SpoolLocation;
  /** At least what the spool takes, as others make room: looked at only when it seems to be too much. */
  #usedBytes = 0;
  #isTold = false;

  private constructor(spool: SpoolLocation) {
    this.#spool = spool;
  }

  /**
   * Looks at the spool. Errors: a {@link CliError} when `wantedBytes` in all do not fit and no service makes room, which
   * is better known before than half-way.
   */
  static async find(spool: SpoolLocation, wantedBytes: number): Promise<SpoolRoom> {
    const room = new SpoolRoom(spool);
    room.#usedBytes = await usedBytesOf(spool.path);
    if (!room.#has(wantedBytes) && !isShipped(spool.path)) throw noRoom(spool);
    return room;
  }

  /**
   * Takes room for a segment. While there is none and a service ships the spool it waits, and says so once. Errors: a
   * {@link CliError} when no service makes room.
   */
  async take(sizeBytes: number): Promise<void> {
    while (!this.#has(sizeBytes)) {
      this.#usedBytes = await usedBytesOf(this.#spool.path);
      if (this.#has(sizeBytes)) break;
      if (!isShipped(this.#spool.path)) throw noRoom(this.#spool);
      if (!this.#isTold) note('waiting: the spool is half full, and the service stores what is in it');
      this.#isTold = true;
      await sleep(lookAgainMs);
    }
    this.#usedBytes += sizeBytes;
  }

  #has(sizeBytes: number): boolean {
    return this.#usedBytes + sizeBytes <= this.#spool.budgetBytes / 2;
  }
}

/** Whether a service ships the spool: then it holds its lock. */
export function isShipped(path: string): boolean {
  const lock = FileLock.tryAcquire(join(path, spoolLockFileName));
  lock?.release('and keep the file');
  return lock === undefined;
}

async function usedBytesOf(path: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(path)) {
    if (!parseSegmentFileName(name)) continue;
    // Shipped since.
    const stats = await stat(join(path, name)).catch(() => undefined);
    bytes += stats?.size ?? 0;
  }
  return bytes;
}

function noRoom({ budgetBytes }: SpoolLocation): CliError {
  const mebibytes = Math.floor(budgetBytes / 2 / 1024 / 1024);
  return new CliError(
    `the spool has no room for it: imports may fill half of NAMEPLATE_SPOOL_BUDGET, ${mebibytes} MiB, and no service is running to store what is there; start the service, then import`,
  );
}
