/**
 * Makes backups on a schedule: runs `nameplate backup` as a process of its own. When the last one was made is read from the directory, so restarts change nothing.
 * Source: docs/reference/backups.md ("Scheduled ones").
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { backupFileName, isBackupFile, isUnfinishedBackup } from '../backup/file-name.ts';
import type { Config } from '../config/config.ts';
import type { Clock } from '../core/clock.ts';
import { commandEntryPath } from '../core/program-files.ts';
import { dayMs, hourMs } from '../core/time.ts';

type Schedule = Omit<Config['backup'], 'directory' | 'passphrase'> & { readonly directory: string };

/** After a failure; a disk that is full or away is not asked all the time. */
const againAfterMs = hourMs;

export class ScheduledBackups {
  readonly #schedule: Schedule;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #running: ChildProcess | undefined;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  failures = 0;
  /** Seconds since 1970; undefined while there is none. */
  lastSuccessSeconds: number | undefined;

  constructor(schedule: Schedule, clock: Clock, logger: Logger) {
    this.#schedule = schedule;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Makes a backup if one is due; call it periodically. Rejects when the directory cannot be read. */
  async check(): Promise<void> {
    if (this.#running) return;
    const { directory, everyHours } = this.#schedule;
    const newestMs = await newestBackupMs(directory);
    if (newestMs !== undefined) this.lastSuccessSeconds = Math.floor(newestMs / 1000);
    const now = this.#clock.now();
    const isDue = newestMs === undefined || now - newestMs >= everyHours * hourMs;
    // A clock that was set back would otherwise wait for days.
    const isAhead = newestMs !== undefined && newestMs > now + dayMs;
    if ((isDue || isAhead) && now - this.#failedAtMs >= againAfterMs) await this.#make();
  }

  /** Ends one that is under way; what it has written is removed. */
  stop(): void {
    this.#running?.kill('SIGTERM');
  }

  async #make(): Promise<void> {
    const { directory, keep } = this.#schedule;
    const file = join(directory, backupFileName(this.#clock.now()));
    const startedTick = performance.now();
    const child = spawn(process.execPath, [...process.execArgv, commandEntryPath, 'backup', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#running = child;
    const exited = once(child, 'exit');
    try {
      const said = await text(child.stderr);
      await exited;
      if (child.exitCode !== 0)
        throw new Error(said.trim().split('\n').at(-1) || `exit code ${child.exitCode}`);
      const { size: sizeBytes, mtimeMs } = await stat(file);
      this.lastSuccessSeconds = Math.floor(mtimeMs / 1000);
      const seconds = Math.round((performance.now() - startedTick) / 1000);
      this.#logger.info({ file, sizeBytes, seconds }, 'backup made');
      await removeOld(directory, keep, this.#clock.now());
    } catch (error) {
      this.failures += 1;
      this.#failedAtMs = this.#clock.now();
      this.#logger.error(
        { file, reason: messageOf(error) },
        'the backup failed; it is tried again in an hour',
      );
    } finally {
      this.#running = undefined;
    }
  }
}

async function newestBackupMs(directory: string): Promise<number | undefined> {
  const newest = (await readdir(directory)).filter(isBackupFile).toSorted().at(-1);
  return newest === undefined ? undefined : (await stat(join(directory, newest))).mtimeMs;
}

/** Names begin with the time, so they sort by it. */
async function removeOld(directory: string, keep: number, now: number): Promise<void> {
  const names = await readdir(directory);
  const old = names.filter(isBackupFile).toSorted().slice(0, -keep);
  for (const name of old) await unlink(join(directory, name));
  // Of a process that was killed.
  for (const name of names.filter(isUnfinishedBackup)) {
    const path = join(directory, name);
    if (now - (await stat(path)).mtimeMs > dayMs) await unlink(path);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
