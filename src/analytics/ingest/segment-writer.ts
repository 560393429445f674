/**
 * Writes records to the spool, in each edge worker. Source: design, "the three trips", 2; docs/reference/spool.md.
 *
 * States: idle → gathering (a timer is armed) → writing (one write under way, more is gathered meanwhile) → idle; a
 * failed write → failing (what is gathered is kept up to a bound and tried again, ever less often) → writing; from each
 * of them → closed. Nothing here makes a request wait or fails it: records that cannot be kept are counted.
 *
 * What a record survives: kill -9 of this process once it is written, which is begun within 25 ms; a power cut once its
 * segment is closed, within about a second.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { newUuid } from '../../core/ids.ts';
import { type Chunk, type DurableLine, LineGather } from './line-gather.ts';
import { countLines, type OpenFile } from './open-segment.ts';
import type { RecordKind } from './segment-name.ts';
import { SegmentSeries } from './segment-series.ts';

/** Half of the 50 ms promised: the other half is for a busy event loop and the write itself. */
const gatherMs = 25;
/** Bytes: about two seconds of the records one worker can make. */
const defaultMaxGatheredBytes = 16 * 1024 * 1024;
const firstRetryMs = 50;
const maxRetryMs = 1_000;

export type SegmentWriterOptions = {
  readonly directory: string;
  readonly kind: RecordKind;
  /** Told how many records were dropped: spool full, closed, or a disk that could not be written for too long. */
  readonly onDropped?: (count: number) => void;
  /** Told once when writes begin to fail. */
  readonly onFailing?: (error: unknown) => void;
  /** Told once when they work again. */
  readonly onRecovered?: () => void;
  /** Bytes kept in memory while writes fail or lag. */
  readonly maxGatheredBytes?: number;
  readonly openFile?: OpenFile;
};

/** A record was not taken; nothing of it is stored. */
export class NotSpooledError extends Error {
  override readonly name = 'NotSpooledError';
  readonly reason: 'full' | 'failing' | 'closed';

  constructor(reason: 'full' | 'failing' | 'closed', cause?: unknown) {
    super(`the spool is ${reason}`, { cause });
    this.reason = reason;
  }
}

export class SegmentWriter {
  readonly #series: SegmentSeries;
  readonly #gather: LineGather;
  readonly #options: SegmentWriterOptions;
  readonly #closing = new AbortController();
  #refusal: 'full' | 'closed' | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** What is gathered is to be written with the next turn of the loop. */
  #isDue = false;
  #isImmediateSet = false;
  #isRunning = false;
  #run: Promise<void> = Promise.resolve();
  /** Of the last write; until its tick (monotonic, ms) nothing is tried again. */
  #failure: { readonly error: unknown; readonly untilTick: number } | undefined;
  #retryMs = firstRetryMs;
  #closed: Promise<void> | undefined;

  constructor(options: SegmentWriterOptions) {
    this.#options = options;
    this.#gather = new LineGather(options.maxGatheredBytes ?? defaultMaxGatheredBytes);
    this.#series = new SegmentSeries({
      directory: options.directory,
      kind: options.kind,
      writerId: newUuid(),
      openFile: options.openFile,
      closing: this.#closing.signal,
      onLost: (count) => this.#dropped(count),
    });
  }

  /** Gathers one line, which ends in a line feed and has no other. */
  append(line: string): void {
    if (this.#refusal !== undefined) return this.#dropped(1);
    if (!this.#gather.hasRoomFor(line)) this.#enqueue();
    if (this.#gather.add(line)) this.#timer = setTimeout(() => this.#becomeDue(), gatherMs);
  }

  /**
   * Writes one line like those of `append`. Resolves when the file system has it: it then survives the end of this
   * process, not a power cut within the next second. Rejects with {@link NotSpooledError} when it is not stored.
   */
  appendDurably(line: string): Promise<void> {
    if (this.#refusal !== undefined) return Promise.reject(new NotSpooledError(this.#refusal));
    if (this.#failure && performance.now() < this.#failure.untilTick)
      return Promise.reject(new NotSpooledError('failing', this.#failure.error));
    return new Promise((stored, reject) => {
      const failed = (error: unknown) => reject(new NotSpooledError('failing', error));
      this.#gather.addDurable({ line, stored, failed });
      this.#becomeDueSoon();
    });
  }

  /** Says whether the spool is over its budget: then records are dropped. */
  setFull(isFull: boolean): void {
    if (this.#refusal !== 'closed') this.#refusal = isFull ? 'full' : undefined;
  }

  /** Writes what is gathered, trying once more where writes fail, and closes the segment. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#refusal = 'closed';
    this.#closing.abort();
    while (!this.#gather.isEmpty || this.#isRunning) {
      this.#becomeDue();
      await this.#run;
    }
    await this.#series.close();
  }

  #becomeDue(): void {
    this.#isDue = true;
    this.#wake();
  }

  /** Not at once: all that one turn of the event loop brings shares a write. */
  #becomeDueSoon(): void {
    if (this.#isImmediateSet) return;
    this.#isImmediateSet = true;
    setImmediate(() => {
      this.#isImmediateSet = false;
      this.#becomeDue();
    });
  }

  #enqueue(): void {
    const refused = this.#gather.enqueue();
    if (refused) this.#drop(refused, this.#failure?.error);
    clearTimeout(this.#timer);
    this.#wake();
  }

  #wake(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#run = this.#storeAll();
  }

  async #storeAll(): Promise<void> {
    for (let chunk = this.#next(); chunk; chunk = this.#next()) await this.#store(chunk);
    this.#isRunning = false;
  }

  #next(): Chunk | undefined {
    const queued = this.#gather.takeQueued();
    if (queued) return queued;
    if (!this.#isDue) return undefined;
    this.#isDue = false;
    clearTimeout(this.#timer);
    return this.#gather.takeGathered();
  }

  async #store(chunk: Chunk): Promise<void> {
    const plain = chunk.bytes;
    const durable = chunk.durable.map(({ line }) => Buffer.from(line));
    const all = durable.length === 0 ? plain : Buffer.concat([plain, ...durable]);
    const { storedBytes, error } = await this.#series.append(all, chunk.lines + durable.length);
    if (error === undefined) this.#succeeded();
    else this.#failed(error);
    let end = plain.length;
    for (const [i, { stored, failed }] of chunk.durable.entries()) {
      end += durable[i]?.length ?? 0;
      if (end <= storedBytes) stored();
      else failed(error);
    }
    if (error !== undefined && storedBytes < plain.length) await this.#storeRest(plain.subarray(storedBytes));
    this.#gather.recycle(chunk);
  }

  /** Tries again until all of it is stored, or the writer is closed. */
  async #storeRest(bytes: Buffer): Promise<void> {
    for (let rest = bytes; rest.length > 0; ) {
      const isLastTry = this.#closing.signal.aborted;
      if (!isLastTry) await this.#pause();
      const { storedBytes, error } = await this.#series.append(rest, countLines(rest));
      rest = rest.subarray(storedBytes);
      if (error === undefined) this.#succeeded();
      else this.#failed(error);
      if (isLastTry) return this.#dropped(countLines(rest));
    }
  }

  async #pause(): Promise<void> {
    const pauseMs = Math.max(0, (this.#failure?.untilTick ?? 0) - performance.now());
    await sleep(pauseMs, undefined, { signal: this.#closing.signal }).catch(() => {});
  }

  #succeeded(): void {
    if (!this.#failure) return;
    this.#failure = undefined;
    this.#retryMs = firstRetryMs;
    this.#options.onRecovered?.();
  }

  #failed(error: unknown): void {
    if (!this.#failure) this.#options.onFailing?.(error);
    this.#failure = { error, untilTick: performance.now() + this.#retryMs };
    this.#retryMs = Math.min(this.#retryMs * 2, maxRetryMs);
    // Those who wait are told now; their lines are not stored later behind their backs.
    this.#reject(this.#gather.takeDurable(), error);
  }

  #drop(chunk: Chunk, error: unknown): void {
    this.#reject(chunk.durable, error);
    this.#dropped(chunk.lines);
  }

  #reject(lines: readonly DurableLine[], error: unknown): void {
    for (const line of lines) line.failed(error);
  }

  #dropped(count: number): void {
    if (count > 0) this.#options.onDropped?.(count);
  }
}
