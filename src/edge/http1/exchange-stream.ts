/**
 * A streamed exchange, from `observe` to the end of its answer: how far its content is read, how its answer is
 * framed. Only streamed exchanges have one, so an answer known at once costs nothing extra.
 * Source: RFC 9112 sections 6 and 7, RFC 9110 section 10.1.1.
 *
 * States of the content: not asked for → reading ⇄ paused → read (or the exchange is over). Of the answer: not begun →
 * begun, framed in one way → ended.
 */
import { type BodyDecoder, decoderFor, hasContent } from './body-decoder.ts';
import { BodyPace } from './body-pace.ts';
import { writeLastChunk } from './chunked-coding.ts';
import type { AnswerFraming, Exchange, ExchangeObserver } from './exchange.ts';
import type { Outbox } from './outbox.ts';
import type { RefusalReason } from './refusal.ts';

export class ExchangeStream {
  readonly observer: ExchangeObserver;
  /** Of the answer; null before it has begun. */
  framing: AnswerFraming | null = null;
  /** Whether the connection ends with this answer. */
  closesAfter = false;
  /** Of the content, once it was asked for. */
  #pace: BodyPace | null = null;
  #isPaused = false;
  #content: BodyDecoder | null = null;
  #isReading = false;
  #isOver = false;

  constructor(observer: ExchangeObserver) {
    this.observer = observer;
  }

  /** Whether content is being read or was. */
  get hasAskedForContent(): boolean {
    return this.#content !== null;
  }

  get isContentDone(): boolean {
    return this.#content?.isDone === true;
  }

  /** Whether more content is expected, and wanted now. */
  get awaitsContent(): boolean {
    return this.#isReading && !this.#isPaused;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** When the content is late; on the monotonic clock. */
  get contentDeadlineTick(): number {
    return this.#isReading && this.#pace ? this.#pace.deadlineTick : Number.POSITIVE_INFINITY;
  }

  /** Why the content is late, once it is. */
  get lateReason(): RefusalReason {
    return this.#pace?.reason ?? 'body_timeout';
  }

  /** Content is not wanted now. */
  pause(tick: number): void {
    this.#isPaused = true;
    this.#pace?.pause(tick);
  }

  resume(tick: number): void {
    this.#isPaused = false;
    this.#pace?.resume(tick);
  }

  /** The observer receives nothing more. */
  stop(): void {
    this.#isOver = true;
  }

  /** Begins to read the content, which has to come at `minRate` bytes a second; answers whether there is any. */
  askForContent(exchange: Exchange, minRate: number): boolean {
    const { head } = exchange;
    if (!head || !hasContent(head)) {
      this.observer.contentEnd('');
      return false;
    }
    this.#content = decoderFor(head, (chunk, start, end) => {
      if (!this.#isOver) this.observer.content(chunk, start, end);
    });
    this.#pace = new BodyPace(minRate, performance.now());
    this.#isReading = true;
    return true;
  }

  /** Hands content on; answers where it stopped in the chunk, or why the content is malformed. */
  read(exchange: Exchange, chunk: Buffer, start: number, tick: number): number | RefusalReason {
    const content = this.#content;
    if (!content) return start;
    const next = content.feed(chunk, start);
    exchange.bytesIn += next - start;
    this.#pace?.received(next - start, tick);
    if (content.refusal) return content.refusal;
    if (content.isDone) this.#isReading = false;
    return next;
  }

  /** Tells the observer that all content was read, if it was. */
  tellContentEnd(): void {
    if (this.#content?.isDone && !this.#isOver) this.observer.contentEnd(this.#content.trailers);
  }

  /** Begins the answer. `mustClose` says whether the connection ends with it whatever its framing. */
  begin(
    exchange: Exchange,
    outbox: Outbox,
    answer: { readonly status: number; readonly fields: string; readonly framing: AnswerFraming },
    mustClose: boolean,
  ): void {
    const { status, fields, framing } = answer;
    // A final answer instead of 100-continue: what the client sends now, content or not, cannot be told (RFC 9110
    // section 10.1.1).
    const isUnasked = exchange.head?.expectsContinue === true && hasContent(exchange.head) && !this.#content;
    this.closesAfter = mustClose || framing === 'close' || isUnasked;
    this.framing = framing;
    const coding = framing === 'chunked' ? 'Transfer-Encoding: chunked\r\n' : '';
    const text = `${fields}${coding}${this.closesAfter ? 'Connection: close\r\n' : ''}\r\n`;
    exchange.status = status;
    exchange.bytesOut += text.length;
    outbox.text(text);
  }

  write(exchange: Exchange, outbox: Outbox, chunk: Buffer, start: number, end: number): void {
    if (this.framing === 'no_content') return;
    exchange.bytesOut += end - start;
    if (this.framing === 'chunked') outbox.chunk(chunk, start, end);
    else outbox.bytes(chunk, start, end);
  }

  /** The same with bytes that are valid during the call only. */
  writeLent(exchange: Exchange, outbox: Outbox, chunk: Buffer, start: number, end: number): void {
    if (this.framing !== 'as_fields_say' && this.framing !== 'close')
      return this.write(exchange, outbox, chunk, start, end);
    exchange.bytesOut += end - start;
    outbox.copy(chunk, start, end);
  }

  /** Ends the answer; answers whether the connection can continue. */
  end(exchange: Exchange, outbox: Outbox, trailers: string): boolean {
    if (this.framing === 'chunked')
      exchange.bytesOut += writeLastChunk(outbox, trailers) + outbox.takeFramingBytes();
    // What is left of the request cannot be told apart from the next one without reading it.
    return !this.closesAfter && (!hasContent(exchange.head) || this.isContentDone);
  }
}
