/**
 * Lines in memory between the request that made them and the write that stores them: the hot end of the spool.
 *
 * Lines are encoded at once into a buffer of 256 KiB: strings that lived until the write would cost the garbage
 * collector more than all the rest. While writes fail, full buffers become chunks in a queue. The queue is bounded: the
 * oldest lines are kept, and newer ones are given back to be dropped.
 */

export type Chunk = {
  readonly bytes: Buffer;
  readonly lines: number;
  /** What `bytes` is a part of, to be given back. */
  readonly buffer: Buffer;
};

/** One write of this size takes a tenth of a millisecond. */
const bufferBytes = 256 * 1024;
/** UTF-8 takes at most three bytes for each of a string's units. */
const maxBytesPerUnit = 3;
const noBuffer = Buffer.alloc(0);

export class LineGather {
  readonly #maxQueuedBytes: number;
  #buffer: Buffer = noBuffer;
  #end = 0;
  #lines = 0;
  #queue: Chunk[] = [];
  #queuedBytes = 0;
  #spare: Buffer | undefined;

  constructor(maxQueuedBytes: number) {
    this.#maxQueuedBytes = maxQueuedBytes;
  }

  /** Whether the line fits into the buffer being filled; otherwise `take` or `enqueue` that first. */
  hasRoomFor(line: string): boolean {
    return this.#lines === 0 || line.length * maxBytesPerUnit <= this.#buffer.length - this.#end;
  }

  /** Adds a line there is room for. */
  add(line: string): void {
    if (this.#lines === 0) this.#fit(line.length * maxBytesPerUnit);
    this.#end += this.#buffer.write(line, this.#end);
    this.#lines += 1;
  }

  /** Moves the buffer being filled to the queue; returns it as a chunk instead when the queue is full. */
  enqueue(): Chunk | undefined {
    const chunk = this.#cut();
    if (this.#queuedBytes + chunk.bytes.length > this.#maxQueuedBytes) return chunk;
    this.#queue.push(chunk);
    this.#queuedBytes += chunk.bytes.length;
    return undefined;
  }

  /** Removes and returns the oldest lines; undefined when there are none. */
  take(): Chunk | undefined {
    const queued = this.#queue.shift();
    if (!queued) return this.#lines === 0 ? undefined : this.#cut();
    this.#queuedBytes -= queued.bytes.length;
    return queued;
  }

  /** Puts back what could not be written of the chunk taken last. */
  putBack(chunk: Chunk): void {
    this.#queue.unshift(chunk);
    this.#queuedBytes += chunk.bytes.length;
  }

  /** Reuses the buffer of a chunk that is no longer read. */
  recycle(chunk: Chunk): void {
    if (chunk.buffer.length === bufferBytes) this.#spare = chunk.buffer;
  }

  #fit(bytes: number): void {
    if (bytes <= this.#buffer.length) return;
    if (bytes > bufferBytes) this.#buffer = Buffer.allocUnsafeSlow(bytes);
    else {
      this.#buffer = this.#spare ?? Buffer.allocUnsafeSlow(bufferBytes);
      this.#spare = undefined;
    }
  }

  #cut(): Chunk {
    const buffer = this.#buffer;
    const chunk: Chunk = { bytes: buffer.subarray(0, this.#end), lines: this.#lines, buffer };
    this.#buffer = noBuffer;
    this.#end = 0;
    this.#lines = 0;
    return chunk;
  }
}
