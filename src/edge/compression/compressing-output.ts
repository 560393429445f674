/**
 * Compresses what a page writes, on its way to the client. Source: docs/reference/proxy.md ("Compression").
 *
 * States:
 * - `waiting`: nothing has begun.
 * - `passing`: the answer isn't one to compress; everything goes on as it comes.
 * - `gathering`: content is kept. If it is complete before the page is flushed, and short, it is compressed at once and sent with
 *   its length.
 * - `streaming`: content goes through a compressor. It is flushed when the page is and nothing waits in it, so what comes bit
 *   by bit arrives bit by bit.
 * - `closed`.
 * Back-pressure goes from the client to the compressor and, by `pendingBytes`, to the upstream.
 */
import type { AnswerFraming } from '../http1/exchange.ts';
import { type Codec, codecOf, type Encoder } from '../inject/coders.ts';
import { changedFields } from '../inject/page-fields.ts';
import type { PageOutcome } from '../inject/page-outcome.ts';
import type { PageOutput } from '../inject/page-output.ts';
import { compressedFields, withVary } from './compressed-fields.ts';
import type { Verdict } from './verdict.ts';

type State = 'waiting' | 'passing' | 'gathering' | 'streaming' | 'closed';

/** Up to this, complete content is compressed in one go, for half the cost. */
const wholeMaxBytes = 16 * 1024;
/** What the client may leave waiting before the compressor is held back. */
const outputMaxBytes = 64 * 1024;
/** In one worker; each takes up to a megabyte. Further answers are not compressed. */
const maxCompressors = 256;

let compressors = 0;

/** Whether a further compressor may run. */
export function hasPlace(): boolean {
  return compressors < maxCompressors;
}

export class CompressingOutput implements PageOutput {
  readonly #output: PageOutput;
  readonly #judge: (fields: string) => Verdict;
  #state: State = 'waiting';
  #fields = '';
  #framing: AnswerFraming = 'chunked';
  #codec: Codec | undefined;
  #encoder: Encoder | undefined;
  #held: Buffer[] = [];
  #heldBytes = 0;
  /** Writes that the compressor has not taken yet. */
  #writing = 0;
  #isUnflushed = false;
  #wantsFlush = false;
  #trailers: string | undefined;

  /** `judge` is called once, with the fields that the page begins with. */
  constructor(output: PageOutput, judge: (fields: string) => Verdict) {
    this.#output = output;
    this.#judge = judge;
  }

  get takesChunks(): boolean {
    return this.#output.takesChunks;
  }

  get pendingBytes(): number {
    const inEncoder = (this.#encoder?.writableLength ?? 0) + (this.#encoder?.readableLength ?? 0);
    return this.#output.pendingBytes + inEncoder + this.#heldBytes;
  }

  begin(fields: string, framing: AnswerFraming): void {
    const verdict = this.#judge(fields);
    if (verdict === 'leave' || verdict === 'vary' || !hasPlace()) {
      this.#state = 'passing';
      this.#output.begin(verdict === 'leave' ? fields : withVary(fields), framing);
      return;
    }
    this.#fields = compressedFields(fields, verdict);
    this.#framing = framing;
    if (framing === 'no_content') {
      this.#state = 'passing';
      this.#output.begin(this.#fields, framing);
      return;
    }
    this.#codec = codecOf(verdict, 0);
    this.#state = 'gathering';
  }

  write(chunk: Buffer, start: number, end: number): void {
    if (this.#state === 'passing') this.#output.write(chunk, start, end);
    else this.#take(chunk.subarray(start, end));
  }

  copy(chunk: Buffer, start: number, end: number): void {
    if (this.#state === 'passing') this.#output.copy(chunk, start, end);
    else this.#take(Buffer.from(chunk.subarray(start, end)));
  }

  flush(): void {
    if (this.#state === 'passing') this.#output.flush();
    if (this.#state === 'gathering') this.#stream();
    this.#wantsFlush = true;
    this.#settle();
  }

  end(trailers: string): void {
    if (this.#state === 'passing' || this.#state === 'waiting') {
      this.#output.end(trailers);
      return;
    }
    // They may be about the bytes before compression.
    this.#trailers = trailers === '' ? '' : changedFields(trailers, () => undefined);
    if (this.#state === 'gathering') this.#sendWhole();
    else if (this.#state === 'streaming') this.#encoder?.end();
  }

  hasRoom(): void {
    this.#output.hasRoom();
  }

  decided(outcome: PageOutcome): void {
    this.#output.decided(outcome);
  }

  broken(): void {
    this.destroy();
    this.#output.broken();
  }

  /** The client's side has taken something. */
  writable(): void {
    this.#hold();
  }

  destroy(): void {
    if (this.#encoder) compressors--;
    this.#encoder?.destroy();
    this.#encoder = undefined;
    this.#held = [];
    this.#heldBytes = 0;
    if (this.#state !== 'passing') this.#state = 'closed';
  }

  #take(piece: Buffer): void {
    if (piece.length === 0) return;
    if (this.#state === 'gathering') {
      this.#held.push(piece);
      this.#heldBytes += piece.length;
      if (this.#heldBytes > wholeMaxBytes) this.#stream();
    } else if (this.#state === 'streaming') this.#encode(piece);
  }

  #sendWhole(): void {
    const whole = this.#codec?.encode(Buffer.concat(this.#held)) ?? Buffer.alloc(0);
    this.#output.begin(`${this.#fields}Content-Length: ${whole.length}\r\n`, 'as_fields_say');
    this.#output.write(whole, 0, whole.length);
    this.#close();
  }

  #stream(): void {
    this.#state = 'streaming';
    const encoder = this.#codec?.createEncoder();
    if (!encoder) return;
    this.#encoder = encoder;
    compressors++;
    encoder.on('data', (chunk: Buffer) => {
      this.#output.write(chunk, 0, chunk.length);
      this.#output.flush();
      this.#hold();
    });
    encoder.on('end', () => this.#close());
    encoder.on('error', () => this.broken());
    const unknown: AnswerFraming = this.#output.takesChunks ? 'chunked' : 'close';
    this.#output.begin(this.#fields, this.#framing === 'as_fields_say' ? unknown : this.#framing);
    this.#output.flush();
    const held = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    for (const piece of held) this.#encode(piece);
  }

  #encode(piece: Buffer): void {
    this.#writing++;
    this.#isUnflushed = true;
    this.#encoder?.write(piece, () => {
      this.#writing--;
      this.#settle();
    });
  }

  /** Flushes when that is due. */
  #settle(): void {
    if (this.#state !== 'streaming') return;
    const isDue = this.#wantsFlush && this.#isUnflushed && this.#writing === 0;
    if (isDue && this.#trailers === undefined) {
      this.#wantsFlush = false;
      this.#isUnflushed = false;
      this.#writing++;
      this.#encoder?.flush(this.#codec?.flushKind ?? 0, () => {
        this.#writing--;
        this.#settle();
      });
    }
    this.#hold();
  }

  /** Pauses the compressor while the client is slower. */
  #hold(): void {
    const encoder = this.#encoder;
    if (!encoder) return;
    const flows = this.#output.pendingBytes <= outputMaxBytes;
    if (flows && encoder.isPaused()) encoder.resume();
    else if (!flows && !encoder.isPaused()) encoder.pause();
    this.#output.hasRoom();
  }

  #close(): void {
    const trailers = this.#trailers;
    if (this.#state === 'closed' || trailers === undefined) return;
    this.destroy();
    this.#output.end(trailers);
  }
}
