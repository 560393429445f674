/**
 * Writes records to the spool, in each edge worker. Source: docs/reference/spool.md.
 *
 * States: idle → gathering (a timer is armed) → idle, when all of it is written; a failed write → failing (what is
 * gathered is kept up to a bound and tried again, ever less often) → idle; from each of them → closed. Records that
 * cannot be kept are counted.
 *
 * A write is a system call on this thread, which copies the bytes into the page cache: from then on they survive kill -9
 * of this process. On a thread of libuv's pool it would wait behind name look-ups and compression, and what comes after
 * it for the event loop: under load that was a third of a second. The timer is late when the loop is busy, so the age of
 * the oldest record is looked at with each one, too.
 */
import { newUuid } from '../../core/ids.ts';
import { LineGather } from './line-gather.ts';
import { countLines, type OpenFile } from './open-segment.ts';
import type { RecordKind } from './segment-name.ts';
import { SegmentSeries } from './segment-series.ts';

/** A fifth of the 50 ms promised: the rest is for an event loop that is held up. */
const gatherMs = 10;
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
  /** Bytes kept in memory while writes fail. */
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

/** A line whose sender waits until it is stored. */
type DurableLine = {
  readonly line: string;
  readonly stored: () => void;
  readonly failed: (error: unknown) => void;
};

export class SegmentWriter {
  readonly #series: SegmentSeries;
  readonly #gather: LineGather;
  readonly #options: SegmentWriterOptions;
  readonly #closing = new AbortController();
  #durable: DurableLine[] = [];
  #refusal: 'full' | 'closed' | undefined;
  /** Armed while something is gathered, for `#dueTick`. */
  #timer: NodeJS.Timeout | undefined;
  /** When what is gathered has to be written, or tried again; monotonic, ms. */
  #dueTick = 0;
  /** Of the last write. */
  #failure: { readonly error: unknown } | undefined;
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

  /** Does ahead of the first record what takes longest: that record might be answered just before a kill -9. */
  prepare(): void {
    this.#series.prepare();
  }

  /** Takes one line, which ends in a line feed and has no other. */
  append(line: string): void {
    if (this.#refusal !== undefined) return this.#dropped(1);
    if (!this.#gather.hasRoomFor(line)) this.#makeRoom();
    this.#gather.add(line);
    if (this.#timer === undefined) this.#writeIn(gatherMs);
    else if (this.#dueTick <= performance.now()) this.#write();
  }

  /**
   * Writes one line like those of `append`. Resolves when the file system has it: it then survives the end of this
   * process, not a power cut within the next second. Rejects with {@link NotSpooledError} when it is not stored.
   */
  appendDurably(line: string): Promise<void> {
    if (this.#refusal !== undefined) return Promise.reject(new NotSpooledError(this.#refusal));
    if (this.#failure && performance.now() < this.#dueTick)
      return Promise.reject(new NotSpooledError('failing', this.#failure.error));
    return new Promise((stored, reject) => {
      const failed = (error: unknown) => reject(new NotSpooledError('failing', error));
      // All that one turn of the event loop brings shares a write.
      if (this.#durable.length === 0) setImmediate(() => this.#write());
      this.#durable.push({ line, stored, failed });
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
    this.#write();
    if (this.#failure) this.#write();
    clearTimeout(this.#timer);
    for (let chunk = this.#gather.take(); chunk; chunk = this.#gather.take()) this.#dropped(chunk.lines);
    await this.#series.close();
  }

  #writeIn(delayMs: number): void {
    this.#dueTick = performance.now() + delayMs;
    this.#timer = setTimeout(() => this.#write(), delayMs);
  }

  /** The buffer is full. */
  #makeRoom(): void {
    if (!this.#failure) return this.#write();
    const refused = this.#gather.enqueue();
    if (refused) this.#dropped(refused.lines);
  }

  /** Writes all there is, the oldest first, up to the first failure. */
  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (let chunk = this.#gather.take(); chunk; chunk = this.#gather.take()) {
      const { storedBytes, error } = this.#series.append(chunk.bytes, chunk.lines);
      if (error !== undefined) {
        const bytes = chunk.bytes.subarray(storedBytes);
        this.#gather.putBack({ bytes, lines: countLines(bytes), buffer: chunk.buffer });
        return this.#failed(error);
      }
      this.#gather.recycle(chunk);
    }
    const error = this.#writeDurable();
    if (error === undefined) this.#succeeded();
    else this.#failed(error);
  }

  #writeDurable(): unknown {
    if (this.#durable.length === 0) return undefined;
    const lines = this.#durable;
    this.#durable = [];
    const bytes = lines.map(({ line }) => Buffer.from(line));
    const { storedBytes, error } = this.#series.append(Buffer.concat(bytes), lines.length);
    let end = 0;
    for (const [i, { stored, failed }] of lines.entries()) {
      end += bytes[i]?.length ?? 0;
      if (end <= storedBytes) stored();
      else failed(error);
    }
    return error;
  }

  #succeeded(): void {
    if (!this.#failure) return;
    this.#failure = undefined;
    this.#retryMs = firstRetryMs;
    this.#options.onRecovered?.();
  }

  #failed(error: unknown): void {
    const isNew = !this.#failure;
    this.#failure = { error };
    this.#writeIn(this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, maxRetryMs);
    // Their senders learn it now; the lines are not stored later behind their backs.
    const waiting = this.#durable;
    this.#durable = [];
    for (const line of waiting) line.failed(error);
    if (isNew) this.#options.onFailing?.(error);
  }

  #dropped(count: number): void {
    if (count > 0) this.#options.onDropped?.(count);
  }
}
