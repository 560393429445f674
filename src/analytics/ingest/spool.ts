/**
 * The spool, seen from the one process that ships it. Source: docs/reference/spool.md.
 *
 * States: opening (takes the directory's lock, adopts what dead writers left, lists what waits) → open (looks for
 * closed segments twice a second and for dead writers now and then) → closed. If someone removes the directory while
 * it is open, the spool creates it again and takes its lock; if another process was faster, it has no segments until
 * that one is gone. A segment belongs to its writer until it is closed, then to the holder of the lock.
 */
import { mkdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import { errorField, errorMessage } from '../../core/error-field.ts';
import { adoptSegments } from './adopt-segments.ts';
import { FileLock } from './file-lock.ts';
import { listSegments, statSegments } from './list-segments.ts';
import { Manifest } from './manifest.ts';
import { removeStaleTemporaryFiles } from './place-segment.ts';
import { closedFileName, type SegmentKind, spoolLockFileName } from './segment-name.ts';
import { type ClosedSegment, WaitingSegments } from './waiting-segments.ts';

const refusedDirectoryName = 'refused';
const scanEveryMs = 500;
const adoptEveryMs = 5_000;
/** Of the budget: once full, this much has to be shipped before records are taken again. */
const notFullBelow = 0.9;
/** An import looks whether the lock is held; the process before this one may be about to end. */
const lockTries = 5;
const lockAgainAfterMs = 100;

export type SpoolOptions = {
  /** Bytes that segments may take, open ones included. */
  readonly budgetBytes: number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Told when the budget is used up and when there is room again. */
  readonly onFullChanged?: (isFull: boolean) => void;
};

/** The spool cannot be opened; one line for the operator. */
export class SpoolError extends Error {
  override readonly name = 'SpoolError';
}

export class Spool implements AsyncDisposable {
  readonly #directory: string;
  readonly #options: SpoolOptions;
  readonly #waiting = new WaitingSegments();
  /** Shipped or refused, but the file could not be taken away yet: by name, what takes it. */
  readonly #left = new Map<string, () => Promise<void>>();
  readonly #listeners = new Set<() => void>();
  #lock: FileLock | undefined;
  #openBytes = 0;
  #isFull = false;
  #isFirstScan = true;
  #isClosed = false;
  #problem = '';
  #hasProblem = false;
  #scanTimer: NodeJS.Timeout | undefined;
  #adoptedTick = performance.now();
  /** The last of the looks into the directory, which are taken one after the other. */
  #look: Promise<void> = Promise.resolve();

  private constructor(directory: string, options: SpoolOptions, lock: FileLock) {
    this.#directory = directory;
    this.#options = options;
    this.#lock = lock;
  }

  /**
   * Opens the directory, making it (0700) where there is none. Rejects with a {@link SpoolError} when it cannot be
   * written or another process ships it.
   */
  static async open(directory: string, options: SpoolOptions): Promise<Spool> {
    let lock: FileLock | undefined;
    try {
      await makeDirectory(directory);
      for (let i = 0; i < lockTries && !lock; i++) {
        if (i > 0) await sleep(lockAgainAfterMs);
        lock = FileLock.tryAcquire(join(directory, spoolLockFileName));
      }
    } catch (error) {
      throw new SpoolError(`the spool ${directory} cannot be written: ${errorMessage(error)}`);
    }
    if (!lock) throw new SpoolError(`the spool ${directory} is in use by another process`);
    const spool = new Spool(directory, options, lock);
    await removeStaleTemporaryFiles(directory, options.clock);
    await spool.adoptAbandoned();
    spool.#scanLater();
    return spool;
  }

  /** Whether the budget is used up: full at 100 %, no longer full below 90 %. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** What waits to be shipped. */
  status(): { segments: number; bytes: number; oldestAgeSeconds: number } {
    const oldestAtMs = this.#waiting.oldestAtMs;
    const ageMs = oldestAtMs === undefined ? 0 : this.#options.clock.now() - oldestAtMs;
    return {
      segments: this.#waiting.count,
      bytes: this.#waiting.bytes,
      oldestAgeSeconds: Math.max(0, ageMs / 1000),
    };
  }

  /** Closed segments of a kind, oldest first. */
  closed(kind: SegmentKind): readonly ClosedSegment[] {
    return this.#waiting.of(kind);
  }

  /** Of the insert under way of a kind. */
  manifest(kind: SegmentKind): Manifest {
    return new Manifest(this.#directory, kind);
  }

  /** Calls the listener whenever there are new closed segments; returns a function that unsubscribes it. */
  onSegments(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Looks for new segments now. */
  scan(): Promise<void> {
    return this.#enqueueLook(() => this.#scan());
  }

  /** Adopts dead writers' segments: call it when a worker has died; it also runs every 5 s. */
  adoptAbandoned(): Promise<void> {
    return this.#enqueueLook(async () => {
      await this.#adopt();
      await this.#scan();
    });
  }

  /** Deletes a segment that is stored. */
  async remove(segment: ClosedSegment): Promise<void> {
    await this.#takeAway(segment, () => unlink(segment.path));
  }

  /** Moves a segment that can't be shipped into `refused/`, where it stays until an operator deals with it. */
  async refuse(segment: ClosedSegment): Promise<void> {
    const directory = join(this.#directory, refusedDirectoryName);
    await this.#takeAway(segment, async () => {
      await makeDirectory(directory);
      await rename(segment.path, join(directory, closedFileName(segment.name)));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#scanTimer);
    await this.#look;
    this.#lock?.release('and keep the file');
    this.#lock = undefined;
  }

  #scanLater(): void {
    this.#scanTimer = setTimeout(() => void this.#scanInTurn(), scanEveryMs);
  }

  async #scanInTurn(): Promise<void> {
    if (performance.now() - this.#adoptedTick >= adoptEveryMs) await this.adoptAbandoned();
    else await this.scan();
    if (!this.#isClosed) this.#scanLater();
  }

  #enqueueLook(look: () => Promise<void>): Promise<void> {
    this.#look = this.#lookAfter(this.#look, look);
    return this.#look;
  }

  /** Never rejects: failures are logged, once as long as they stay the same; the next look tries again. */
  async #lookAfter(before: Promise<void>, look: () => Promise<void>): Promise<void> {
    await before;
    if (this.#isClosed) return;
    this.#hasProblem = false;
    try {
      if (await this.#ensureLock()) await look();
    } catch (error) {
      this.#report(`cannot be read: ${errorMessage(error)}`);
    }
    if (!this.#hasProblem) this.#problem = '';
  }

  async #ensureLock(): Promise<boolean> {
    if (this.#lock?.isHeld) return true;
    this.#lock?.release('and keep the file');
    this.#lock = undefined;
    for (const name of this.#waiting.names()) this.#waiting.remove(name);
    await makeDirectory(this.#directory);
    this.#lock = FileLock.tryAcquire(join(this.#directory, spoolLockFileName));
    // Another process may have shipped what is there.
    this.#isFirstScan = true;
    if (this.#lock)
      this.#options.logger.warn(
        { spool: this.#directory },
        'spool: the directory was removed; created it again',
      );
    else this.#report('was removed and is in use by another process now');
    return this.#lock !== undefined;
  }

  async #adopt(): Promise<void> {
    this.#adoptedTick = performance.now();
    const { segments, tornBytes, failures } = await adoptSegments(this.#directory);
    if (segments > 0)
      this.#options.logger.info({ segments, tornBytes }, 'spool: adopted the segments of a writer that died');
    if (failures.length > 0)
      this.#report(`has segments that cannot be adopted: ${errorMessage(failures[0])}`);
  }

  async #scan(): Promise<void> {
    const { open, closed } = await listSegments(this.#directory);
    const present = new Set(closed.map((file) => file.name));
    for (const name of this.#waiting.names()) if (!present.has(name)) this.#waiting.remove(name);
    await this.#takeLeft(present);

    this.#openBytes = (await statSegments(this.#directory, open)).reduce(
      (sum, file) => sum + file.sizeBytes,
      0,
    );
    const unknown = closed.filter(({ name }) => !this.#waiting.has(name) && !this.#left.has(name));
    const found: ClosedSegment[] = [];
    for (const file of await statSegments(this.#directory, unknown)) {
      found.push({ ...file, mayBeStored: this.#isFirstScan || file.kind.startsWith('import-') });
    }
    this.#isFirstScan = false;
    this.#waiting.add(found);
    this.#checkBudget();
    if (found.length > 0) for (const listener of this.#listeners) listener();
  }

  async #takeLeft(present: ReadonlySet<string>): Promise<void> {
    for (const [name, take] of this.#left) {
      try {
        if (present.has(name)) await take();
        this.#left.delete(name);
      } catch (error) {
        this.#report(`has files that cannot be removed: ${codeOf(error)}`);
      }
    }
  }

  async #takeAway(segment: ClosedSegment, take: () => Promise<void>): Promise<void> {
    try {
      await take();
    } catch (error) {
      if (errorField(error, 'code') !== 'ENOENT') {
        this.#left.set(segment.name, take);
        this.#report(`has files that cannot be removed: ${codeOf(error)}`);
      }
    }
    // Only now: a look that finds the name and does not know it must not find the file.
    this.#waiting.remove(segment.name);
    this.#checkBudget();
  }

  #checkBudget(): void {
    const used = (this.#waiting.bytes + this.#openBytes) / this.#options.budgetBytes;
    const isFull = used >= (this.#isFull ? notFullBelow : 1);
    if (isFull === this.#isFull) return;
    this.#isFull = isFull;
    const { logger, budgetBytes } = this.#options;
    if (isFull) logger.error({ budgetBytes }, 'spool: the disk budget is used up; dropping new events');
    else logger.info('spool: there is room again; keeping events');
    this.#options.onFullChanged?.(isFull);
  }

  #report(problem: string): void {
    this.#hasProblem = true;
    if (problem !== this.#problem) this.#options.logger.error(`the spool ${this.#directory} ${problem}`);
    this.#problem = problem;
  }
}

async function makeDirectory(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (errorField(error, 'code') !== 'EEXIST') throw error;
  });
}

/** Without the path, so that the same trouble with many files is the same problem. */
function codeOf(error: unknown): string {
  return errorField(error, 'code') ?? errorMessage(error);
}
