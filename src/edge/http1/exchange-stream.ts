/**
 * An exchange that somebody streams, from `observe` to the end of its answer: how far its content is read, how its
 * answer is framed. Made for these only, so that an answer known at once pays nothing for it.
 * Source: RFC 9112 sections 6 and 7, RFC 9110 section 10.1.1.
 *
 * States of the content: not asked for → reading ⇄ paused → read (or the exchange is over). Of the answer: not begun →
 * begun, framed in one way → ended.
 */
import { type BodyDecoder, decoderFor, hasContent } from './body-decoder.ts';
import { writeChunk, writeLastChunk } from './chunked-coding.ts';
import type { AnswerFraming, Exchange, ExchangeObserver } from './exchange.ts';
import type { Outbox } from './outbox.ts';
import type { RefusalReason } from './refusal.ts';

export class ExchangeStream {
  readonly observer: ExchangeObserver;
  /** Of the answer; null before it has begun. */
  framing: AnswerFraming | null = null;
  /** Whether the connection ends with this answer. */
  closesAfter = false;
  isPaused = false;
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
    return this.#isReading && !this.isPaused;
  }

  /** The observer is told nothing more. */
  stop(): void {
    this.#isOver = true;
  }

  /** Begins to read the content; answers whether there is any. */
  askForContent(exchange: Exchange): boolean {
    const { head } = exchange;
    if (!head || !hasContent(head)) {
      this.observer.contentEnd('');
      return false;
    }
    this.#content = decoderFor(head, (chunk, start, end) => {
      if (!this.#isOver) this.observer.content(chunk, start, end);
    });
    this.#isReading = true;
    return true;
  }

  /** Hands content on; answers where it stopped in the chunk, or why the content is malformed. */
  read(exchange: Exchange, chunk: Buffer, start: number): number | RefusalReason {
    const content = this.#content;
    if (!content) return start;
    const next = content.feed(chunk, start);
    exchange.bytesIn += next - start;
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
    if (this.framing === 'chunked') exchange.bytesOut += writeChunk(outbox, chunk, start, end);
    else {
      exchange.bytesOut += end - start;
      outbox.bytes(chunk, start, end);
    }
  }

  /** The same with bytes that are valid during the call only. */
  writeLent(exchange: Exchange, outbox: Outbox, chunk: Buffer, start: number, end: number): void {
    if (this.framing !== 'as_fields_say' && this.framing !== 'close')
      return this.write(exchange, outbox, chunk, start, end);
    exchange.bytesOut += end - start;
    outbox.copy(chunk, start, end);
  }

  /** Ends the answer; answers whether the connection can go on. */
  end(exchange: Exchange, outbox: Outbox, trailers: string): boolean {
    if (this.framing === 'chunked') exchange.bytesOut += writeLastChunk(outbox, trailers);
    // What is left of the request cannot be told apart from the next one without reading it.
    return !this.closesAfter && (!hasContent(exchange.head) || this.isContentDone);
  }
}
