/**
 * Lines in memory between the request that made them and the write that stores them: the hot end of the spool.
 *
 * Lines are encoded at once into a buffer of 256 KiB: strings that lived until the write would cost the garbage
 * collector more than all the rest. A full buffer becomes a chunk in a queue. The queue is bounded: when writes do not
 * keep up, the oldest are kept and what is newer is given back to be dropped.
 */

export type DurableLine = {
  readonly line: string;
  readonly stored: () => void;
  readonly failed: (error: unknown) => void;
};

export type Chunk = {
  /** Lines nobody waits for. */
  readonly bytes: Buffer;
  readonly lines: number;
  readonly durable: readonly DurableLine[];
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
  #durable: DurableLine[] = [];
  #queue: Chunk[] = [];
  #queuedBytes = 0;
  #spare: Buffer | undefined;

  constructor(maxQueuedBytes: number) {
    this.#maxQueuedBytes = maxQueuedBytes;
  }

  get isEmpty(): boolean {
    return this.#lines === 0 && this.#durable.length === 0 && this.#queue.length === 0;
  }

  /** Whether the line goes into the buffer that is being filled; otherwise `enqueue` that first. */
  hasRoomFor(line: string): boolean {
    return this.#lines === 0 || line.length * maxBytesPerUnit <= this.#buffer.length - this.#end;
  }

  /** Adds a line there is room for; answers whether it is the first one in its buffer. */
  add(line: string): boolean {
    if (this.#lines === 0) this.#fit(line.length * maxBytesPerUnit);
    this.#end += this.#buffer.write(line, this.#end);
    this.#lines += 1;
    return this.#lines === 1;
  }

  addDurable(line: DurableLine): void {
    this.#durable.push(line);
  }

  /** Moves what is gathered to the queue; answers the chunk instead when the queue is full. */
  enqueue(): Chunk | undefined {
    const chunk = this.#cut();
    if (this.#queuedBytes + chunk.bytes.length > this.#maxQueuedBytes) return chunk;
    this.#queue.push(chunk);
    this.#queuedBytes += chunk.bytes.length;
    return undefined;
  }

  /** Takes the oldest chunk of the queue. */
  takeQueued(): Chunk | undefined {
    const chunk = this.#queue.shift();
    if (chunk) this.#queuedBytes -= chunk.bytes.length;
    return chunk;
  }

  /** Takes what is gathered and not queued yet. */
  takeGathered(): Chunk | undefined {
    return this.#lines === 0 && this.#durable.length === 0 ? undefined : this.#cut();
  }

  /** Takes out the lines somebody waits for. */
  takeDurable(): DurableLine[] {
    const all = [...this.#queue.flatMap((chunk) => chunk.durable), ...this.#durable];
    this.#queue = this.#queue.map((chunk) => ({ ...chunk, durable: [] }));
    this.#durable = [];
    return all;
  }

  /** Gives back the buffer of a chunk that nobody reads any more. */
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
    const bytes = buffer.subarray(0, this.#end);
    const chunk: Chunk = { bytes, lines: this.#lines, durable: this.#durable, buffer };
    this.#buffer = noBuffer;
    this.#end = 0;
    this.#lines = 0;
    if (chunk.durable.length > 0) this.#durable = [];
    return chunk;
  }
}
