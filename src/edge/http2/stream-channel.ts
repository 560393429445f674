/**
 * One HTTP/2 stream as an exchange: handlers see the same as for HTTP/1.1.
 * Source: RFC 9113 sections 5.1, 8.1 and 8.5; RFC 9110 sections 10.1.1 and 15.2.
 *
 * States: handling (the handler has it) → answering (the head has been sent) → ended (the whole answer is on its way)
 * → closed (the stream is gone: that is when the exchange is recorded). A stream that is closed earlier than its answer
 * has ended was cancelled by the client, cut off for being slow, or broken off here because the answer cannot be
 * completed.
 *
 * Bytes are counted as those of the equivalent HTTP/1.1 messages, without chunk framing, so that the numbers of a domain
 * do not change with the protocols of its visitors.
 */
import { constants, type ServerHttp2Stream } from 'node:http2';
import { type Answer, dateLineAt, serializeAnswer } from '../http1/answer.ts';
import { hasContent } from '../http1/body-decoder.ts';
import { BodyPace } from '../http1/body-pace.ts';
import { type ConnectionContext, lingerMs, writeStallMs } from '../http1/connection-context.ts';
import type { AnswerFraming, Exchange, ExchangeChannel, ExchangeObserver } from '../http1/exchange.ts';
import { refusalAnswer } from '../http1/refusal.ts';
import { answerIdLine } from '../request-id.ts';
import { trailerLines } from './request-text.ts';
import { afterStatusLine, fieldsOf } from './response-fields.ts';

const { NGHTTP2_CANCEL, NGHTTP2_INTERNAL_ERROR, NGHTTP2_NO_ERROR } = constants;
const never = Number.POSITIVE_INFINITY;
const releaseRetryMs = 20;
const ignore = (): void => {};

export class StreamChannel implements ExchangeChannel {
  /** On the monotonic clock; looked at by the connection. */
  deadlineTick: number = never;
  readonly #stream: ServerHttp2Stream;
  readonly #context: ConnectionContext;
  #exchange: Exchange | null = null;
  #observer: ExchangeObserver | null = null;
  #framing: AnswerFraming | null = null;
  /** What was written and not yet handed to the stream. */
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  #isReading = false;
  /** Of the request's content, once it was asked for. */
  #pace: BodyPace | null = null;
  #hasEnded = false;
  #requestTrailers = '';
  #answerTrailers = '';

  /**
   * `onClosed` is called when the stream is gone. Most streams are answered at once, and listeners take time, so those that
   * only content needs are added where it begins.
   */
  constructor(stream: ServerHttp2Stream, context: ConnectionContext, onClosed: () => void) {
    this.#stream = stream;
    this.#context = context;
    // Errors show when the stream closes.
    stream.on('error', ignore);
    stream.on('close', () => {
      this.#closed();
      onClosed();
    });
  }

  /** Whether its reset is on its way. If the deadline passes after that, the reset cannot leave. */
  get isCut(): boolean {
    return this.#stream.closed;
  }

  /** Has the exchange answered. */
  begun(exchange: Exchange): void {
    this.#exchange = exchange;
    if (exchange.head && hasContent(exchange.head)) {
      this.#stream.on('trailers', (_, __, fields?: readonly string[]) => {
        this.#requestTrailers = trailerLines(fields ?? []);
      });
    }
    if (exchange.refusal) {
      this.answer(exchange, refusalAnswer(exchange.refusal));
      return;
    }
    this.#context.handler.handle(exchange);
    this.#observer?.contentPause();
  }

  /** Called when the deadline has passed. */
  expire(): void {
    this.deadlineTick = never;
    const exchange = this.#exchange;
    const isBodyLate = this.#isReading && !this.#framing && !this.#stream.isPaused();
    if (!exchange || !isBodyLate) return this.#cut(NGHTTP2_CANCEL);
    const observer = this.#observer;
    this.#observer = null;
    observer?.gone();
    exchange.refusal = this.#pace?.reason ?? 'body_timeout';
    this.answer(exchange, refusalAnswer(exchange.refusal));
  }

  answer(exchange: Exchange, answer: Answer): void {
    if (this.#framing || this.#isGone) return;
    this.#observer = null;
    const added =
      dateLineAt(this.#context.clock.now()) + answerIdLine(exchange.answerId) + exchange.strictTransport;
    const isHead = exchange.head?.method === 'HEAD';
    exchange.status = answer.status;
    exchange.bytesOut += serializeAnswer(answer, added, isHead, false).length;
    const fields = fieldsOf(answer.fields + added);
    fields[':status'] = answer.status;
    const hasLength = answer.status !== 204 && answer.status !== 304;
    if (hasLength) fields['content-length'] = answer.body.length;
    const hasBody = !isHead && answer.body !== '';
    this.#framing = hasBody ? 'as_fields_say' : 'no_content';
    this.#send(() => this.#stream.respond(fields, { endStream: !hasBody }));
    if (hasBody) this.#stream.end(answer.body, 'latin1');
    // Streams under way are answered still.
    if (exchange.endsConnection) this.#stream.session?.close();
    this.#ended();
  }

  observe(_exchange: Exchange, observer: ExchangeObserver): this {
    this.#observer = observer;
    this.#stream.on('drain', () => {
      if (!this.#hasEnded) this.#observer?.writable();
    });
    // The client left before a handler was found.
    if (this.#isGone) queueMicrotask(() => this.#closed());
    return this;
  }

  readContent(): void {
    const exchange = this.#exchange;
    const head = exchange?.head;
    if (!exchange || !head || this.#isReading) return;
    if (!hasContent(head)) {
      this.#observer?.contentEnd('');
      return;
    }
    this.#isReading = true;
    const pace = new BodyPace(this.#context.bodyMinRate, performance.now());
    this.#pace = pace;
    this.#followPace();
    const stream = this.#stream;
    stream.on('data', (chunk: Buffer) => {
      if (this.#isGone) return;
      pace.received(chunk.length, performance.now());
      this.#followPace();
      exchange.bytesIn += chunk.length;
      this.#observer?.content(chunk, 0, chunk.length);
      this.#observer?.contentPause();
    });
    const end = () => {
      this.#isReading = false;
      if (this.#stream.writableLength === 0) this.deadlineTick = never;
      this.#observer?.contentEnd(this.#requestTrailers);
      this.#observer?.contentPause();
    };
    // Content without a byte may have ended before it was wanted.
    if (stream.readableEnded) end();
    else stream.on('end', end);
  }

  pauseContent(): void {
    if (!this.#isReading) return;
    this.#pace?.pause(performance.now());
    this.#followPace();
    this.#stream.pause();
  }

  resumeContent(): void {
    if (!this.#isReading) return;
    this.#pace?.resume(performance.now());
    this.#followPace();
    this.#stream.resume();
  }

  interim(head: string): void {
    const exchange = this.#exchange;
    if (!exchange || this.#framing || this.#isGone) return;
    exchange.bytesOut += head.length;
    const status = Number(head.slice(9, 12));
    const fields = { ...fieldsOf(afterStatusLine(head)), ':status': status };
    this.#send(() => this.#stream.additionalHeaders(fields));
  }

  begin(status: number, head: string, framing: AnswerFraming): void {
    const exchange = this.#exchange;
    if (!exchange || this.#framing || this.#isGone) return;
    exchange.status = status;
    exchange.bytesOut += head.length + 2;
    const fields = fieldsOf(afterStatusLine(head));
    fields[':status'] = status;
    // 205 has no content (RFC 9110 section 15.3.6), and Node sends none.
    if (status === 205) delete fields['content-length'];
    this.#framing = status === 205 ? 'no_content' : framing;
    const endStream = this.#framing === 'no_content';
    // Only what HTTP/1.1 would send in chunks may have trailers.
    const waitForTrailers = this.#framing === 'chunked';
    // Without them the stream doesn't end, and a truncated answer must not end it: a reset says so.
    if (waitForTrailers) {
      this.#stream.on('wantTrailers', () => {
        if (this.#hasEnded) this.#send(() => this.#stream.sendTrailers(fieldsOf(this.#answerTrailers)));
      });
    }
    this.#send(() => this.#stream.respond(fields, { endStream, waitForTrailers }));
  }

  write(chunk: Buffer, start: number, end: number): void {
    if (!this.#framing || this.#framing === 'no_content' || this.#hasEnded || start === end) return;
    if (this.#exchange) this.#exchange.bytesOut += end - start;
    this.#gathered.push(start === 0 && end === chunk.length ? chunk : chunk.subarray(start, end));
    this.#gatheredBytes += end - start;
  }

  writeLent(chunk: Buffer, start: number, end: number): void {
    this.write(Buffer.from(chunk.subarray(start, end)), 0, end - start);
  }

  flush(): void {
    const chunk = this.#takeGathered();
    if (!chunk || this.#isGone) return;
    this.#stream.write(chunk, () => this.#written());
    if (this.deadlineTick === never) this.deadlineTick = performance.now() + writeStallMs;
  }

  get pendingBytes(): number {
    return this.#gatheredBytes + this.#stream.writableLength;
  }

  end(trailers: string): void {
    if (!this.#framing || this.#hasEnded) return;
    this.#observer = null;
    if (this.#framing !== 'no_content' && !this.#isGone) {
      this.#answerTrailers = trailers;
      const chunk = this.#takeGathered();
      if (chunk) this.#stream.end(chunk);
      else this.#stream.end();
    }
    this.#ended();
  }

  /** HTTP/2 has no Upgrade, so no request can have asked for one (RFC 9113 section 8.6). */
  tunnel(): void {
    this.abort();
  }

  abort(): void {
    this.#observer = null;
    this.flush();
    this.#cut(NGHTTP2_INTERNAL_ERROR);
  }

  /** Node throws for whatever it will not send. That ends this stream, and nothing else. */
  #send(action: () => void): void {
    try {
      action();
    } catch {
      this.#cut(NGHTTP2_INTERNAL_ERROR);
    }
  }

  /** Resets the stream. Its exchange is over even if the reset cannot leave. */
  #cut(code: number): void {
    this.#stream.close(code);
    this.#closed();
    this.deadlineTick = performance.now() + lingerMs;
  }

  get #isGone(): boolean {
    return this.#stream.destroyed || this.#stream.closed;
  }

  #followPace(): void {
    this.deadlineTick = this.#isReading && this.#pace ? this.#pace.deadlineTick : never;
  }

  #takeGathered(): Buffer | undefined {
    const gathered = this.#gathered;
    if (gathered.length === 0) return undefined;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    return gathered.length === 1 ? gathered[0] : Buffer.concat(gathered);
  }

  #ended(): void {
    this.#hasEnded = true;
    const stream = this.#stream;
    this.deadlineTick = performance.now() + writeStallMs;
    if (stream.endAfterHeaders || stream.readableEnded || this.#isGone) return;
    // What is left of the request is of no use: the client need not send it (RFC 9113 section 8.1). What has come
    // already is dropped, so that it does not hold back other streams.
    stream.removeAllListeners('data');
    stream.resume();
    const release = () => setImmediate(() => this.#release());
    if (stream.writableFinished) release();
    else stream.once('finish', release);
  }

  /** Ends the request once the answer has left: in Node 22 and 26, a reset overtakes and drops frames that are still queued. */
  #release(): void {
    const stream = this.#stream;
    if (stream.readableEnded || stream.closed || stream.destroyed) return;
    const queued = stream.session?.state.outboundQueueSize ?? 0;
    if (queued > 0) setTimeout(() => this.#release(), releaseRetryMs).unref();
    else stream.close(NGHTTP2_NO_ERROR);
  }

  /** The client has taken some of the answer. */
  #written(): void {
    if (this.#hasEnded || this.isCut) return;
    if (this.#stream.writableLength > 0) this.deadlineTick = performance.now() + writeStallMs;
    else this.#followPace();
  }

  #closed(): void {
    this.deadlineTick = never;
    const observer = this.#observer;
    this.#observer = null;
    const exchange = this.#exchange;
    this.#exchange = null;
    // An answer that was begun was given, as far as the client let us.
    if (exchange && exchange.status !== 0) {
      exchange.durationMs = performance.now() - exchange.startedAtTick;
      this.#context.onExchange(exchange);
    }
    observer?.gone();
  }
}
