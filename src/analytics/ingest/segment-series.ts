/**
 * One writer's segments, one after another. Source: docs/reference/spool.md.
 *
 * States: none (before the first record, and after a segment was retired) → one open → retired (one second old, full, or
 * after a failed write), which closes it in the background while the next one is opened by the next write. Segments are
 * closed one after the other; while too many wait for a slow disk, the open one stays open beyond its second, until it
 * is full.
 * The writer's lock file tells other processes that open segments of this writer are not theirs to adopt.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorField } from '../../core/error-field.ts';
import { FileLock } from './file-lock.ts';
import { type AppendOutcome, type OpenFile, OpenSegment } from './open-segment.ts';
import { maxSegmentBytes, type RecordKind, segmentName, writerLockFileName } from './segment-name.ts';

const maxAgeMs = 1_000;
const maxClosing = 4;
const closeAgainAfterMs = 1_000;
/** Somebody who looks whether this writer is alive holds its lock for less than a millisecond. */
const lockTries = 3;

export type SegmentSeriesOptions = {
  readonly directory: string;
  readonly kind: RecordKind;
  readonly writerId: string;
  readonly openFile: OpenFile | undefined;
  /** Aborted when the writer is closed: then nothing is tried again. */
  readonly closing: AbortSignal;
  /** Called with the number of records lost with a removed file. */
  readonly onLost: (count: number) => void;
};

export class SegmentSeries {
  readonly #options: SegmentSeriesOptions;
  #lock: FileLock | undefined;
  #segment: OpenSegment | undefined;
  #ageTimer: NodeJS.Timeout | undefined;
  #isOld = false;
  #number = 0;
  #closing = 0;
  #allClosed: Promise<void> = Promise.resolve();

  constructor(options: SegmentSeriesOptions) {
    this.#options = options;
  }

  /** Takes the writer's lock. The first write tries again when that fails, and says why. */
  prepare(): void {
    try {
      this.#ensureLock();
    } catch {
      // Reported by the first write.
    }
  }

  /** Writes whole lines, `lines` of them, into a segment; never throws. */
  append(bytes: Buffer, lines: number): AppendOutcome {
    try {
      const outcome = this.#segmentFor(bytes.length).append(bytes, lines);
      if (outcome.error !== undefined) this.#retire();
      return outcome;
    } catch (error) {
      return { storedBytes: 0, error };
    }
  }

  /** Closes the open segments and releases the writer's lock. The application process adopts those that can't be closed. */
  async close(): Promise<void> {
    this.#retire();
    await this.#allClosed;
    this.#lock?.release('and remove the file');
    this.#lock = undefined;
  }

  #segmentFor(length: number): OpenSegment {
    if (this.#segment && this.#segment.sizeBytes + length > maxSegmentBytes && this.#segment.lines > 0)
      this.#retire();
    if (this.#segment) return this.#segment;
    this.#ensureLock();
    const { directory, kind, writerId, openFile } = this.#options;
    const name = segmentName(kind, writerId, this.#number++);
    this.#segment = OpenSegment.create(directory, name, kind, openFile);
    this.#isOld = false;
    this.#ageTimer = setTimeout(() => {
      this.#isOld = true;
      this.#retireWhenOld();
    }, maxAgeMs);
    return this.#segment;
  }

  #ensureLock(): void {
    if (this.#lock?.isHeld) return;
    this.#lock?.release('and keep the file');
    this.#lock = undefined;
    const path = join(this.#options.directory, writerLockFileName(this.#options.writerId));
    for (let i = 0; i < lockTries && !this.#lock; i++) {
      try {
        this.#lock = FileLock.tryAcquire(path);
      } catch (error) {
        if (errorField(error, 'code') !== 'ENOENT' || i > 0) throw error;
        // Somebody removed the spool.
        mkdirSync(this.#options.directory, { mode: 0o700 });
      }
    }
    if (!this.#lock) throw new Error(`${path} is locked by another process`);
  }

  #retireWhenOld(): void {
    if (this.#isOld && this.#closing < maxClosing) this.#retire();
  }

  #retire(): void {
    clearTimeout(this.#ageTimer);
    const segment = this.#segment;
    if (!segment) return;
    this.#segment = undefined;
    this.#isOld = false;
    this.#closing++;
    this.#allClosed = this.#closeAfter(this.#allClosed, segment);
  }

  async #closeAfter(before: Promise<void>, segment: OpenSegment): Promise<void> {
    await before;
    await this.#close(segment);
    this.#closing--;
    this.#retireWhenOld();
  }

  async #close(segment: OpenSegment): Promise<void> {
    if (segment.lines === 0) return await segment.discard();
    for (;;) {
      try {
        if ((await segment.finish()) === 'lost') this.#options.onLost(segment.lines);
        return;
      } catch {
        // Its records are safe in the file under its old name; only their way to the store is blocked.
        if (this.#options.closing.aborted) return;
        await sleep(closeAgainAfterMs, undefined, { signal: this.#options.closing }).catch(() => {});
      }
    }
  }
}
