/**
 * Gathers output for a socket and passes it on as one write, one at a time.
 *
 * States: idle → (flush) → writing → (the kernel has taken it) → idle. What is gathered while a write is under way
 * goes out with the next flush, so a slow reader makes fewer, larger writes, and its owner sees from `sizeBytes` when
 * to stop reading from the other side.
 */
import type { Socket } from 'node:net';

/**
 * Reusable memory blocks for bytes waiting to be written. Allocating a new buffer for every piece of a large
 * response uses memory outside the JavaScript heap: every 64 MiB of it trigger a collection of the whole heap, including the
 * routes of a million hosts, which finds no garbage.
 */
const blockBytes: number = 128 * 1024;
/** 8 MiB; what is given back beyond them is for the garbage collector. */
const maxFree = 64;
const free: Buffer[] = [];

function takeBlock(): Buffer {
  return free.pop() ?? Buffer.allocUnsafeSlow(blockBytes);
}

/** Returns a block that is no longer read. */
function giveBlock(block: Buffer): void {
  if (free.length < maxFree) free.push(block);
}

/** Copying this much into the text beside it costs less than a buffer of its own in the write. */
const copyMaxBytes = 4 * 1024;
/** Small stretches of content gather into one chunk up to here. */
const chunkMaxBytes = 16 * 1024;
/** Never changed: most connections write nothing but text. */
const noBlocks: Buffer[] = [];

export class Outbox {
  readonly #socket: Socket;
  readonly #onTaken: () => void;
  /** Latin1, after what is in the queue. */
  #text = '';
  /** Latin1, after the text: the chunk that is being gathered. */
  #chunk = '';
  /** Of chunks, beside their content. */
  #framingBytes = 0;
  #queue: (string | Buffer)[] = [];
  #queuedBytes = 0;
  /** With copies that are gathered; the last one has room from `#blockEnd` on. */
  #blocks: Buffer[] = noBlocks;
  #blockEnd = 0;
  /** With copies that are being written. */
  #leaving: Buffer[] = noBlocks;
  #isWriting = false;

  /** `onTaken` is called when the kernel has taken a write, or the socket is gone. */
  constructor(socket: Socket, onTaken: () => void) {
    this.#socket = socket;
    this.#onTaken = onTaken;
  }

  get isWriting(): boolean {
    return this.#isWriting;
  }

  get isEmpty(): boolean {
    return this.#text === '' && this.#chunk === '' && this.#queue.length === 0;
  }

  /** Gathered and not yet handed over. */
  get sizeBytes(): number {
    return this.#queuedBytes + this.#text.length + this.#chunk.length;
  }

  /** Adds latin1 text. */
  text(text: string): void {
    this.#endChunk();
    this.#text += text;
  }

  /** Adds a stretch of a buffer that is no longer written to. */
  bytes(chunk: Buffer, start: number, end: number): void {
    this.#endChunk();
    if (end - start <= copyMaxBytes) {
      this.#text += chunk.toString('latin1', start, end);
      return;
    }
    if (this.#text !== '') this.#enqueue(this.#text);
    this.#text = '';
    this.#enqueue(start === 0 && end === chunk.length ? chunk : chunk.subarray(start, end));
  }

  /** Adds a copy of a stretch of a buffer that may be written to as soon as this returns. */
  copy(chunk: Buffer, start: number, end: number): void {
    this.#endChunk();
    if (end - start <= copyMaxBytes) {
      this.#text += chunk.toString('latin1', start, end);
      return;
    }
    if (this.#text !== '') this.#enqueue(this.#text);
    this.#text = '';
    for (let at = start; at < end; ) {
      const block = this.#blockWithRoom();
      const from = this.#blockEnd;
      const length = chunk.copy(block, from, at, end);
      this.#blockEnd = from + length;
      this.#enqueue(block.subarray(from, from + length));
      at += length;
    }
  }

  /**
   * Adds a copy of content in the chunked coding (RFC 9112 section 7.1). Small stretches share a chunk with what follows
   * them before the next flush: content sent byte by byte would cost the reader six bytes for each.
   */
  chunk(content: Buffer, start: number, end: number): void {
    const length = end - start;
    // A chunk of size 0 would be the last.
    if (length === 0) return;
    if (length <= copyMaxBytes) {
      this.#chunk += content.toString('latin1', start, end);
      if (this.#chunk.length > chunkMaxBytes) this.#endChunk();
      return;
    }
    const before = this.#chunk;
    this.#chunk = '';
    this.text(this.#sizeLine(before.length + length) + before);
    this.copy(content, start, end);
    this.text('\r\n');
  }

  /** How many bytes chunks have taken beside their content, since it was last asked. */
  takeFramingBytes(): number {
    const bytes = this.#framingBytes;
    this.#framingBytes = 0;
    return bytes;
  }

  /** Hands over what is gathered, unless a write is under way; returns whether it did. */
  flush(): boolean {
    if (this.#isWriting || this.isEmpty) return false;
    this.#endChunk();
    this.#isWriting = true;
    const queue = this.#queue;
    const text = this.#text;
    this.#text = '';
    if (queue.length === 0) {
      this.#socket.write(text, 'latin1', this.#taken);
      return true;
    }
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#leaving = this.#blocks;
    this.#blocks = noBlocks;
    if (text !== '') queue.push(text);
    this.#socket.cork();
    for (const [index, piece] of queue.entries()) {
      const taken = index === queue.length - 1 ? this.#taken : undefined;
      if (typeof piece === 'string') this.#socket.write(piece, 'latin1', taken);
      else this.#socket.write(piece, taken);
    }
    this.#socket.uncork();
    return true;
  }

  #endChunk(): void {
    const chunk = this.#chunk;
    if (chunk === '') return;
    this.#chunk = '';
    this.#text += `${this.#sizeLine(chunk.length)}${chunk}\r\n`;
  }

  #sizeLine(length: number): string {
    const line = `${length.toString(16)}\r\n`;
    this.#framingBytes += line.length + 2;
    return line;
  }

  #blockWithRoom(): Buffer {
    const last = this.#blocks.at(-1);
    if (last && this.#blockEnd < blockBytes) return last;
    const block = takeBlock();
    if (this.#blocks === noBlocks) this.#blocks = [block];
    else this.#blocks.push(block);
    this.#blockEnd = 0;
    return block;
  }

  #enqueue(piece: string | Buffer): void {
    this.#queue.push(piece);
    this.#queuedBytes += piece.length;
  }

  readonly #taken = (): void => {
    this.#isWriting = false;
    for (const block of this.#leaving) giveBlock(block);
    this.#leaving = noBlocks;
    this.#onTaken();
  };
}
