/**
 * One client connection: reads requests in order, passes each to its handler, and writes the answers in order.
 * Source: RFC 9112 section 9, RFC 9110 sections 7.8, 10.1.1 and 15.2.
 *
 * Phases:
 * - `fresh`, `idle`: before the first request, and between requests. Deadline 10 s and 60 s, then closed without a word.
 * - `head`: a request has begun. Deadline 10 s after its first byte, then 408. A malformed head is refused.
 * - `handling`: the handler has the exchange. Nothing more is read unless the handler observes it (exchange-stream.ts).
 * - `body`: the answer waits while the unwanted body is dropped, so that the next request can be found; a malformed body
 *   is refused instead. Deadline 60 s for all of it, then 408. If the body is longer than 1 MiB, or the client waits for
 *   permission to send it (100-continue), the answer is sent at once and ends the connection.
 * - `tunnel`: the protocol was switched; bytes flow both ways until both sides have ended. No deadline until the client
 *   has ended its side; after that, 60 s without a byte from the upstream.
 * - `over`: the last answer was given, or none will be; client-socket.ts closes the connection.
 * idle → head → handling → (body) → idle …; handling → tunnel → over; over also after a refusal, HTTP/1.0 or
 * `Connection: close`, and when draining.
 *
 * Answers to pipelined requests of one packet leave in one write. While it is under way, no other request is read.
 */
import type { Socket } from 'node:net';
import { answerIdLine } from '../request-id.ts';
import { type Answer, dateLineAt, serializeAnswer } from './answer.ts';
import { hasContent } from './body-decoder.ts';
import { ClientSocket, type SocketOwner } from './client-socket.ts';
import {
  bodyTimeoutMs,
  type ConnectionContext,
  discardMaxBytes,
  gatherMaxBytes,
  idleTimeoutMs,
} from './connection-context.ts';
import type { TendedConnection } from './connection-set.ts';
import type { AnswerStream, Exchange, ExchangeChannel, ExchangeObserver } from './exchange.ts';
import { ExchangeStream, type StreamHost } from './exchange-stream.ts';
import { HeadReader } from './head-reader.ts';
import { type RefusalReason, refusalAnswer } from './refusal.ts';
import { UnwantedBody } from './unwanted-body.ts';

type Phase = 'fresh' | 'idle' | 'head' | 'handling' | 'body' | 'tunnel' | 'over';

const never = Number.POSITIVE_INFINITY;

export class ClientConnection implements ExchangeChannel, StreamHost, SocketOwner, TendedConnection {
  readonly socket: ClientSocket;
  readonly context: ConnectionContext;
  isDraining = false;
  #closesIdle = false;
  readonly #heads: HeadReader;
  #phase: Phase = 'fresh';
  #isReading = false;
  #exchange: Exchange | null = null;
  /** From `observe` to the end of the answer. */
  #stream: ExchangeStream | null = null;
  #unwanted: UnwantedBody | null = null;
  /** Answered, and not all of the answer is written. */
  readonly #leaving: Exchange[] = [];

  constructor(socket: Socket, context: ConnectionContext) {
    this.context = context;
    this.socket = new ClientSocket(socket, this);
    this.#heads = new HeadReader(this.socket, context.clock);
    context.connections.add(this);
  }

  get deadlineTick(): number {
    return Math.min(this.socket.deadlineTick, this.#stream?.contentDeadlineTick ?? never);
  }

  /** Says `Connection: close` with its next answer; until then it stays open. */
  retire(): void {
    this.isDraining = true;
  }

  /** Lets the request under way finish with `Connection: close`; closes at once when there is none. */
  drain(): void {
    this.isDraining = true;
    this.#closesIdle = true;
    if (this.#phase === 'fresh') this.#shut();
    else this.settle();
  }

  destroy(): void {
    this.socket.destroy();
  }

  expire(tick: number): void {
    const socket = this.socket;
    const stream = this.#stream;
    socket.readTick = tick;
    if (stream && stream.contentDeadlineTick <= tick) this.#contentFailed(stream.lateReason);
    else if (socket.outbox.isWriting || this.#phase === 'tunnel' || this.#phase === 'over') this.destroy();
    else if (this.#phase === 'head' && this.#heads.hasBegun) this.#refuse('head_timeout');
    else if (this.#phase === 'body') this.#refuse('body_timeout');
    else if (this.#phase === 'handling') socket.deadlineTick = stream ? never : tick + idleTimeoutMs;
    else this.#shut();
    socket.flush();
  }

  /** Consumes what was received as far as the phase allows. */
  received(): void {
    const socket = this.socket;
    const { chunk, outbox } = socket;
    if (!chunk) return;
    this.#isReading = true;
    // Content goes to its observer also while an answer, interim or streamed, is being written.
    while (socket.at < chunk.length && (!outbox.isWriting || this.#stream)) {
      if (this.#phase === 'body') this.#readUnwanted(chunk);
      else if (this.#phase === 'handling') {
        if (!this.#stream?.awaitsContent) break;
        const refusal = this.#stream.readChunk(chunk);
        if (refusal) this.#contentFailed(refusal);
      } else if (this.#phase === 'tunnel') {
        if (!this.#stream || this.#stream.isPaused) break;
        this.#stream.readTunnel(chunk);
      } else if (this.#phase === 'over') break;
      else this.#readHead();
      if (outbox.sizeBytes > gatherMaxBytes) socket.flush();
    }
    this.#isReading = false;
    socket.release();
    this.#stream?.observer.contentPause();
    socket.flush();
    this.settle();
  }

  #readHead(): void {
    if (this.#phase !== 'head') {
      this.#phase = 'head';
      this.#heads.begin();
    }
    const head = this.#heads.read();
    if (typeof head === 'string') this.#refuse(head);
    else if (head) {
      this.#phase = 'handling';
      this.#exchange = this.#heads.newExchange(head, this);
      this.context.handler.handle(this.#exchange);
    }
  }

  answer(exchange: Exchange, answer: Answer): void {
    const stream = this.#stream;
    if (this.#phase !== 'handling' || exchange !== this.#exchange || stream?.framing) return;
    const head = exchange.head;
    this.#stopStream();
    if (!head || !hasContent(head) || stream?.isContentDone) this.#send(exchange, answer);
    else if (stream?.hasAskedForContent || head.expectsContinue || head.contentLength > discardMaxBytes)
      this.#send(exchange, answer, true);
    else {
      this.#unwanted = new UnwantedBody(head, answer);
      this.#phase = 'body';
      this.socket.deadlineTick = performance.now() + bodyTimeoutMs;
    }
    this.readOn();
  }

  observe(exchange: Exchange, observer: ExchangeObserver): AnswerStream {
    this.#stream = new ExchangeStream(exchange, observer, this);
    // The client left before a handler was found.
    if (exchange !== this.#exchange) this.#stream.stop();
    this.socket.deadlineTick = never;
    return this.#stream;
  }

  becomeTunnel(): void {
    this.#phase = 'tunnel';
  }

  streamEnded(exchange: Exchange, canContinue: boolean): void {
    this.#stopStream();
    this.#answered(exchange, !canContinue || this.#closesIdle);
    this.socket.flushNow();
    if (!this.socket.outbox.isWriting) this.written(this.socket.readTick);
    this.readOn();
  }

  readOn(): void {
    if (this.#isReading) return;
    this.socket.readTick = performance.now();
    this.received();
    this.socket.flush();
    this.settle();
  }

  /** Usually right after the packet that asked for it was read. */
  written(tick: number): void {
    const socket = this.socket;
    if (socket.outbox.isEmpty) this.#report(tick);
    else socket.flush();
    if (socket.isDestroyed) return;
    if (this.#phase === 'over') socket.closeWhenWritten();
    else {
      if (!socket.outbox.isWriting) socket.deadlineTick = this.#deadlineAfterWrite(tick);
      this.#stream?.observer.writable();
      if (!this.#isReading) this.received();
    }
    this.settle();
  }

  #deadlineAfterWrite(tick: number): number {
    if (this.#phase === 'head') return this.#heads.deadlineTick;
    if (this.#phase === 'body') return tick + bodyTimeoutMs;
    if (this.#phase === 'tunnel') return this.socket.hasClientEnded ? tick + idleTimeoutMs : never;
    return this.#phase === 'handling' && this.#stream ? never : tick + idleTimeoutMs;
  }

  settle(): void {
    const socket = this.socket;
    const isHandling = this.#phase === 'handling' || this.#phase === 'tunnel';
    if (!socket.outbox.isWriting && socket.chunk === null && !isHandling && this.#phase !== 'over') {
      // When the client has shut its side, an incomplete request, or none, needs no answer.
      if (socket.hasClientEnded || (this.#closesIdle && this.#phase === 'idle')) this.#shut();
    }
    const isBusy = this.#phase === 'handling' && !this.#stream;
    const mustWait = socket.chunk !== null || isBusy || this.#stream?.isPaused === true;
    socket.pause(mustWait && this.#phase !== 'over');
  }

  /**
   * The client has shut its side. A tunnel is then half-closed, and the other direction continues until it is idle:
   * an upstream that never closes must not keep a killed client's connection. While an answer is pending, the client
   * counts as gone, as with other proxies, because a full close looks the same from here.
   */
  ended(): void {
    const observer = this.#stream?.observer;
    if (observer && this.#phase === 'tunnel') {
      if (!this.socket.outbox.isWriting) this.socket.deadlineTick = performance.now() + idleTimeoutMs;
      observer.contentEnd('');
    } else if (observer) this.destroy();
    this.settle();
  }

  closed(): void {
    this.context.connections.delete(this);
    this.#phase = 'over';
    const observer = this.#stream?.observer;
    const exchange = this.#exchange;
    this.#stopStream();
    this.#exchange = null;
    // An answer that was begun was given, as far as the client let us.
    if (exchange && exchange.status !== 0) this.#leaving.push(exchange);
    this.#report(performance.now());
    observer?.gone();
  }

  #readUnwanted(chunk: Buffer): void {
    const exchange = this.#exchange;
    const unwanted = this.#unwanted;
    if (!exchange || !unwanted) return;
    this.socket.at = unwanted.read(exchange, chunk, this.socket.at);
    const { refusal, isDone } = unwanted.decoder;
    if (refusal) this.#refuse(refusal);
    else if (isDone || unwanted.isTooLong) this.#send(exchange, unwanted.answer, !isDone);
  }

  /** The content isn't what the head announced: the request is refused, or the answer that has begun is broken off. */
  #contentFailed(reason: RefusalReason): void {
    const stream = this.#stream;
    this.#stopStream();
    stream?.observer.gone();
    if (stream?.framing) this.destroy();
    else this.#refuse(reason);
  }

  #refuse(reason: RefusalReason): void {
    const exchange = this.#exchange ?? this.#heads.newExchange(null, this);
    exchange.refusal = reason;
    this.#send(exchange, refusalAnswer(reason), true);
  }

  #send(exchange: Exchange, answer: Answer, mustClose = false): void {
    const closes =
      mustClose || this.isDraining || exchange.endsConnection || (exchange.head?.wantsClose ?? true);
    const method = exchange.head ? exchange.head.method : this.#heads.method;
    const added =
      dateLineAt(this.context.clock.now()) + answerIdLine(exchange.answerId) + exchange.strictTransport;
    const text = serializeAnswer(answer, added, method === 'HEAD', closes);
    exchange.status = answer.status;
    exchange.bytesOut += text.length;
    this.socket.outbox.text(text);
    this.#answered(exchange, closes);
  }

  /** All of the answer is in the outbox. */
  #answered(exchange: Exchange, closes: boolean): void {
    const { head } = exchange;
    this.#leaving.push(exchange);
    this.#exchange = null;
    this.#unwanted = null;
    this.#phase = closes ? 'over' : 'idle';
    if (closes) this.socket.closeAfterAnswer(head?.wantsClose === true && !hasContent(head));
  }

  #report(tick: number): void {
    for (const exchange of this.#leaving) {
      exchange.durationMs = tick - exchange.startedAtTick;
      this.context.onExchange(exchange);
    }
    this.#leaving.length = 0;
  }

  #stopStream(): void {
    this.#stream?.stop();
    this.#stream = null;
  }

  #shut(): void {
    this.#phase = 'over';
    this.socket.shut();
  }
}
