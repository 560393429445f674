/**
 * An observed exchange, from `observe` to the end of its answer: hands on its content as the observer asks for it, and
 * streams its answer. An answer known at once has none, and costs nothing extra.
 * Source: RFC 9112 sections 6 and 7, RFC 9110 section 10.1.1.
 *
 * States of the content: not asked for → reading ⇄ paused → read (or the exchange is over); its deadlines are those of
 * body-pace.ts. Of the answer: not begun → begun, framed in one way → ended. Once the exchange is over (ended, answered
 * at once, refused, or its client gone), the observer's calls change nothing.
 */
import { type BodyDecoder, decoderFor, hasContent } from './body-decoder.ts';
import { BodyPace } from './body-pace.ts';
import { writeLastChunk } from './chunked-coding.ts';
import type { ClientSocket } from './client-socket.ts';
import type { ConnectionContext } from './connection-context.ts';
import type { AnswerFraming, AnswerStream, Exchange, ExchangeObserver } from './exchange.ts';
import type { RefusalReason } from './refusal.ts';

/** The connection of an observed exchange. */
export interface StreamHost {
  readonly socket: ClientSocket;
  readonly context: ConnectionContext;
  /** Whether the connection ends after this answer. */
  readonly isDraining: boolean;
  /** Reads on after the state has changed, unless that is being done already. */
  readOn(): void;
  /** Ends the connection when nothing more can come of it; else stops reading while something has to be done first. */
  settle(): void;
  becomeTunnel(): void;
  /** All of the answer is in the outbox. `canContinue`: another request may follow on the connection. */
  streamEnded(exchange: Exchange, canContinue: boolean): void;
}

export class ExchangeStream implements AnswerStream {
  readonly observer: ExchangeObserver;
  /** Of the answer; null before it has begun. */
  framing: AnswerFraming | null = null;
  readonly #exchange: Exchange;
  readonly #host: StreamHost;
  readonly #socket: ClientSocket;
  /** Whether the connection ends with this answer. */
  #closesAfter = false;
  /** Of the content, once it was asked for. */
  #pace: BodyPace | null = null;
  #content: BodyDecoder | null = null;
  #isReading = false;
  #isPaused = false;
  #isTunnel = false;
  #isOver = false;

  constructor(exchange: Exchange, observer: ExchangeObserver, host: StreamHost) {
    this.observer = observer;
    this.#exchange = exchange;
    this.#host = host;
    this.#socket = host.socket;
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

  get pendingBytes(): number {
    return this.#socket.pendingBytes;
  }

  /** The observer receives nothing more. */
  stop(): void {
    this.#isOver = true;
  }

  readContent(): void {
    if (this.#isOver || this.#content) return;
    const { head } = this.#exchange;
    if (!head || !hasContent(head)) {
      this.observer.contentEnd('');
      return;
    }
    this.#content = decoderFor(head, (chunk, start, end) => {
      if (!this.#isOver) this.observer.content(chunk, start, end);
    });
    this.#pace = new BodyPace(this.#host.context.bodyMinRate, performance.now());
    this.#isReading = true;
    this.#host.readOn();
  }

  pauseContent(): void {
    if (this.#isOver) return;
    this.#isPaused = true;
    this.#pace?.pause(performance.now());
    if (this.#isTunnel) this.#host.settle();
  }

  resumeContent(): void {
    if (this.#isOver || !this.#isPaused) return;
    this.#isPaused = false;
    this.#pace?.resume(performance.now());
    this.#host.readOn();
  }

  /** Hands on the content in what was received; returns why it is malformed, if it is. */
  readChunk(chunk: Buffer): RefusalReason | undefined {
    const content = this.#content;
    if (!content) return undefined;
    const start = this.#socket.at;
    const next = content.feed(chunk, start);
    this.#exchange.bytesIn += next - start;
    this.#pace?.received(next - start, this.#socket.readTick);
    if (content.refusal) return content.refusal;
    this.#socket.at = next;
    if (content.isDone) {
      this.#isReading = false;
      if (!this.#isOver) this.observer.contentEnd(content.trailers);
    }
    return undefined;
  }

  readTunnel(chunk: Buffer): void {
    const start = this.#socket.at;
    this.#socket.at = chunk.length;
    this.#exchange.bytesIn += chunk.length - start;
    this.observer.content(chunk, start, chunk.length);
  }

  interim(head: string): void {
    if (this.#isOver || this.framing) return;
    this.#exchange.bytesOut += head.length;
    this.#socket.outbox.text(head);
    this.flush();
  }

  begin(status: number, fields: string, framing: AnswerFraming): void {
    if (this.#isOver || this.framing) return;
    const exchange = this.#exchange;
    const mustClose = this.#host.isDraining || (exchange.head?.wantsClose ?? true);
    // A final answer instead of 100-continue: whether the client now sends content can't be known (RFC 9110 section
    // 10.1.1).
    const isUnasked = exchange.head?.expectsContinue === true && hasContent(exchange.head) && !this.#content;
    this.#closesAfter = mustClose || framing === 'close' || isUnasked;
    this.framing = framing;
    const coding = framing === 'chunked' ? 'Transfer-Encoding: chunked\r\n' : '';
    const text = `${fields}${coding}${this.#closesAfter ? 'Connection: close\r\n' : ''}\r\n`;
    exchange.status = status;
    exchange.bytesOut += text.length;
    this.#socket.outbox.text(text);
  }

  write(chunk: Buffer, start: number, end: number): void {
    if (this.#isOver || this.framing === 'no_content') return;
    this.#exchange.bytesOut += end - start;
    if (this.framing === 'chunked') this.#socket.outbox.chunk(chunk, start, end);
    else this.#socket.outbox.bytes(chunk, start, end);
  }

  writeLent(chunk: Buffer, start: number, end: number): void {
    if (this.framing !== 'as_fields_say' && this.framing !== 'close') return this.write(chunk, start, end);
    if (this.#isOver) return;
    this.#exchange.bytesOut += end - start;
    this.#socket.outbox.copy(chunk, start, end);
  }

  flush(): void {
    this.#socket.flushNow();
  }

  end(trailers: string): void {
    if (this.#isOver || !this.framing) return;
    const exchange = this.#exchange;
    const { outbox } = this.#socket;
    if (this.framing === 'chunked')
      exchange.bytesOut += writeLastChunk(outbox, trailers) + outbox.takeFramingBytes();
    // Unread content can't be told apart from the next request.
    const isRead = !hasContent(exchange.head) || this.isContentDone;
    this.#host.streamEnded(exchange, isRead && !this.#closesAfter && !this.#isTunnel);
  }

  tunnel(head: string): void {
    if (this.#isOver || this.framing) return;
    this.#exchange.status = 101;
    this.#exchange.bytesOut += head.length;
    this.framing = 'as_fields_say';
    this.#isTunnel = true;
    this.#host.becomeTunnel();
    this.#socket.outbox.text(head);
    this.flush();
    this.#host.readOn();
  }

  abort(): void {
    if (this.#isOver) return;
    // Send what there is: the client then sees a broken answer instead of none.
    this.#socket.outbox.flush();
    // If the connection's end marks the answer's end, only a reset tells a broken answer from a complete one.
    if (this.framing === 'close') this.#socket.reset();
    else this.#socket.destroy();
  }
}
