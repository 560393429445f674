/**
 * What is to be written to a socket: gathered, then handed over as one write, one at a time.
 *
 * States: idle → (flush) → writing → (the kernel has taken it) → idle. What is gathered while a write is under way
 * goes out with the next flush, so a slow reader makes fewer, larger writes, and its owner sees from `sizeBytes` when
 * to stop reading from the other side.
 */
import type { Socket } from 'node:net';

/** Copying this much into the text beside it costs less than a buffer of its own in the write. */
const copyMaxBytes = 4 * 1024;

export class Outbox {
  readonly #socket: Socket;
  readonly #onTaken: () => void;
  /** Latin1, after what is in the queue. */
  #text = '';
  #queue: (string | Buffer)[] = [];
  #queuedBytes = 0;
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

  #enqueue(piece: string | Buffer): void {
    this.#queue.push(piece);
    this.#queuedBytes += piece.length;
  }

  readonly #taken = (): void => {
    this.#isWriting = false;
    this.#onTaken();
  };
}
