/**
 * Reads the small body of an exchange as a whole. States: reading → done (the body is handed over, or was too large)
 * or gone (the client left, so nothing is reported).
 */
import type { ExchangeObserver } from '../http1/exchange.ts';

const noBody = Buffer.alloc(0);

export class EventReader implements ExchangeObserver {
  readonly #maxBytes: number;
  readonly #onBody: (body: Buffer | undefined) => void;
  /** Nothing overwrites these chunks, so they needn't be copied. */
  #pieces: Buffer[] = [];
  #bytes = 0;
  #isDone = false;

  /** `onBody` is called once: with the body, or undefined as soon as there is more of it than `maxBytes`. */
  constructor(maxBytes: number, onBody: (body: Buffer | undefined) => void) {
    this.#maxBytes = maxBytes;
    this.#onBody = onBody;
  }

  content(chunk: Buffer, start: number, end: number): void {
    if (this.#isDone) return;
    this.#bytes += end - start;
    if (this.#bytes > this.#maxBytes) this.#done(undefined);
    else this.#pieces.push(chunk.subarray(start, end));
  }

  contentEnd(): void {
    if (this.#isDone) return;
    const [first = noBody] = this.#pieces;
    this.#done(this.#pieces.length < 2 ? first : Buffer.concat(this.#pieces));
  }

  contentPause(): void {}

  writable(): void {}

  gone(): void {
    this.#isDone = true;
    this.#pieces = [];
  }

  #done(body: Buffer | undefined): void {
    this.#isDone = true;
    this.#pieces = [];
    this.#onBody(body);
  }
}
