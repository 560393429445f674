/**
 * What is to be written to a socket: gathered, then handed over as one write, one at a time.
 *
 * States: idle → (flush) → writing → (the kernel has taken it) → idle. What is gathered while a write is under way
 * goes out with the next flush, so a slow reader makes fewer, larger writes, and its owner sees from `sizeBytes` when
 * to stop reading from the other side.
 */
import type { Socket } from 'node:net';
import { blockBytes, giveBlock, takeBlock } from './byte-blocks.ts';

/** Copying this much into the text beside it costs less than a buffer of its own in the write. */
const copyMaxBytes = 4 * 1024;
/** Never changed: most connections write nothing but text. */
const noBlocks: Buffer[] = [];

export class Outbox {
  readonly #socket: Socket;
  readonly #onTaken: () => void;
  /** Latin1, after what is in the queue. */
  #text = '';
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
    return this.#text === '' && this.#queue.length === 0;
  }

  /** Gathered and not yet handed over. */
  get sizeBytes(): number {
    return this.#queuedBytes + this.#text.length;
  }

  /** Adds latin1 text. */
  text(text: string): void {
    this.#text += text;
  }

  /** Adds a stretch of a buffer that nobody writes to any more. */
  bytes(chunk: Buffer, start: number, end: number): void {
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

  /** Hands over what is gathered, unless a write is under way; answers whether it did. */
  flush(): boolean {
    if (this.#isWriting || this.isEmpty) return false;
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
