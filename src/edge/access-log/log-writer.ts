/**
 * Gathers lines of the access log and writes them in the background, so that no answer waits for a disk or a reader.
 * Source: docs/reference/access-log.md ("When it can't be written").
 *
 * States: idle → gathering (a timer is armed) → writing → idle; a failed write → failing (tried again every second; a
 * slow reader of a pipe: every 10 ms) → idle; from each of them → closed. What is gathered is bounded: beyond it new lines
 * are dropped and counted.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { LineGather } from '../../analytics/ingest/line-gather.ts';
import { countLines } from '../../analytics/ingest/open-segment.ts';
import { type LogOutput, LogWriteError } from './log-output.ts';

const gatherMs = 50;
const retryMs = 1_000;
const fullRetryMs = 10;
const closeTimeoutMs = 1_000;
/** Some 20,000 lines, beside 256 KiB that are being filled. */
const defaultMaxQueuedBytes = 8 * 1024 * 1024;

export type LogWriterOptions = {
  readonly onDropped: (lines: number) => void;
  /** Told why writes began to fail, and '' once they work again. */
  readonly onFailing: (problem: string) => void;
  readonly maxQueuedBytes?: number;
};

export class LogWriter {
  readonly #output: LogOutput;
  readonly #options: LogWriterOptions;
  readonly #gather: LineGather;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #isFailing = false;
  #isClosed = false;

  constructor(output: LogOutput, options: LogWriterOptions) {
    this.#output = output;
    this.#options = options;
    this.#gather = new LineGather(options.maxQueuedBytes ?? defaultMaxQueuedBytes);
  }

  /** Takes one line, which ends in a line feed and has no other. */
  append(line: string): void {
    if (this.#isClosed) return this.#options.onDropped(1);
    if (!this.#gather.hasRoomFor(line)) {
      const refused = this.#gather.enqueue();
      if (refused) this.#options.onDropped(refused.lines);
    }
    this.#gather.add(line);
    if (this.#timer === undefined && !this.#writing) this.#writeIn(gatherMs);
  }

  /** Writes what is gathered, for a second at most. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    const stop = new AbortController();
    await Promise.race([this.#finish(stop.signal), pause(closeTimeoutMs, undefined, { ref: false })]);
    stop.abort();
  }

  async #finish(stop: AbortSignal): Promise<void> {
    await this.#writing;
    while ((await this.#writeAll()) === 'full' && !stop.aborted) await pause(fullRetryMs);
    await this.#output.close();
  }

  #writeIn(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#writing = this.#write();
    }, delayMs);
  }

  async #write(): Promise<void> {
    const outcome = await this.#writeAll();
    if (outcome === 'written') return;
    this.#writing = undefined;
    if (!this.#isClosed) this.#writeIn(outcome === 'full' ? fullRetryMs : retryMs);
  }

  async #writeAll(): Promise<'written' | 'full' | 'failed'> {
    for (let chunk = this.#gather.take(); chunk; chunk = this.#gather.take()) {
      try {
        await this.#output.write(chunk.bytes);
      } catch (error) {
        const { written, isFull, message } =
          error instanceof LogWriteError ? error : new LogWriteError(0, error);
        const bytes = chunk.bytes.subarray(written);
        this.#gather.putBack({ bytes, lines: countLines(bytes), buffer: chunk.buffer });
        if (isFull) return 'full';
        if (!this.#isFailing) this.#options.onFailing(message);
        this.#isFailing = true;
        return 'failed';
      }
      this.#gather.recycle(chunk);
    }
    // Now that nothing is left: the next line arms the timer.
    this.#writing = undefined;
    if (this.#isFailing) this.#options.onFailing('');
    this.#isFailing = false;
    return 'written';
  }
}
