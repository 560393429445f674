/**
 * Makes backups on a schedule: runs `nameplate backup` as a process of its own. When the last one was made is read from the
 * folder, so restarts change nothing.
 * Source: docs/reference/backups.md ("Scheduled ones").
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { Clock } from '../../core/clock.ts';
import { errorMessage } from '../../core/error-field.ts';
import { commandEntryPath } from '../../core/program-files.ts';
import { dayMs, hourMs } from '../../core/time.ts';
import type { BackupFolder } from './backup-folder.ts';
import { backupFileName } from './file-name.ts';

type Schedule = Pick<Config['backup'], 'everyHours' | 'keep'> & { readonly folder: BackupFolder };

/** After a failure; a disk that is full or away is not asked all the time. */
const againAfterMs = hourMs;

export class ScheduledBackups {
  readonly #schedule: Schedule;
  readonly #clock: Clock;
  readonly #logger: Logger;
  #running: ChildProcess | undefined;
  #isAtWork = false;
  #failedAtMs = Number.NEGATIVE_INFINITY;
  /** When the newest backup was made. */
  #newestMs: number | undefined;
  failures = 0;

  constructor(schedule: Schedule, clock: Clock, logger: Logger) {
    this.#schedule = schedule;
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Makes a backup if one is due; call it periodically. Never rejects. */
  async check(): Promise<void> {
    const now = this.#clock.now();
    if (this.#isAtWork || now - this.#failedAtMs < againAfterMs) return;
    this.#isAtWork = true;
    try {
      if (await this.#isDue(now)) await this.#make();
    } catch (error) {
      this.failures += 1;
      this.#failedAtMs = this.#clock.now();
      const reason = errorMessage(error);
      this.#logger.error({ reason }, 'the backup failed; it is tried again in an hour');
    } finally {
      this.#isAtWork = false;
    }
  }

  /** The folder is read until it has one, then only after each new one: in S3 that is paid for. */
  async #isDue(now: number): Promise<boolean> {
    const { folder, everyHours } = this.#schedule;
    this.#newestMs ??= (await folder.list()).at(-1)?.madeAtMs;
    const age = now - (this.#newestMs ?? Number.NEGATIVE_INFINITY);
    // A clock that was set back would otherwise wait for days.
    return age >= everyHours * hourMs || age < -dayMs;
  }

  /** Seconds since 1970; undefined while there is none. */
  get lastSuccessSeconds(): number | undefined {
    return this.#newestMs === undefined ? undefined : Math.floor(this.#newestMs / 1000);
  }

  /** Ends one that is under way; what it has written is removed. */
  stop(): void {
    this.#running?.kill('SIGTERM');
  }

  async #make(): Promise<void> {
    const { folder, keep } = this.#schedule;
    const name = backupFileName(this.#clock.now());
    const file = folder.place(name);
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
      const stored = await folder.list();
      const { sizeBytes, madeAtMs } = stored.find((one) => one.name === name) ?? {};
      if (madeAtMs === undefined) throw new Error('it is gone again');
      this.#newestMs = madeAtMs;
      const seconds = Math.round((performance.now() - startedTick) / 1000);
      this.#logger.info({ file, sizeBytes, seconds }, 'backup made');
      for (const old of stored.slice(0, -keep)) await folder.remove(old.name);
      await folder.removeUnfinished(this.#clock.now());
    } finally {
      this.#running = undefined;
    }
  }
}
