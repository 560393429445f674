/**
 * One client connection: reads requests in order, passes each to its handler, and writes the answers in order.
 * Source: RFC 9112 section 9, RFC 9110 sections 7.8, 10.1.1 and 15.2.
 *
 * Phases:
 * - `fresh`: nothing received. Deadline 10 s, then closed without a word.
 * - `idle`: between requests. Deadline 60 s, then closed without a word.
 * - `head`: a request has begun. Deadline 10 s after its first byte, then 408. A malformed head is refused.
 * - `handling`, `body`, `tunnel`: a request is being answered; see exchange-phases.ts.
 * - `over`: the last answer was given, or none will be; client-socket.ts closes the connection.
 * idle → head → (handling) → (body) → idle …; a refusal, `Connection: close`, HTTP/1.0 or draining → over.
 *
 * Answers to pipelined requests of one packet gather into one write; while a write is not yet taken by the kernel, no
 * further request is read or answered.
 */
import type { Socket } from 'node:net';
import {
  bodyTimeoutMs,
  type ConnectionContext,
  gatherMaxBytes,
  headTimeoutMs,
  idleTimeoutMs,
} from './connection-context.ts';
import { Exchange } from './exchange.ts';
import { ExchangePhases } from './exchange-phases.ts';
import type { RequestHead } from './request-head.ts';

const never = Number.POSITIVE_INFINITY;

export class ClientConnection extends ExchangePhases {
  #isReading = false;

  constructor(socket: Socket, context: ConnectionContext) {
    super(socket, context);
    context.connections.add(this);
  }

  /** On the monotonic clock; looked at by the sweep. */
  get deadlineTick(): number {
    return Math.min(this.socket.deadlineTick, this.stream?.contentDeadlineTick ?? never);
  }

  /** Lets the request under way finish with `Connection: close`; closes at once when there is none. */
  drain(): void {
    this.isDraining = true;
    if (this.phase === 'fresh') this.#shut();
    else this.settle();
  }

  destroy(): void {
    this.socket.destroy();
  }

  /** Called when the deadline has passed. */
  expire(tick: number): void {
    const socket = this.socket;
    socket.readTick = tick;
    if (this.stream && this.stream.contentDeadlineTick <= tick) this.contentFailed(this.stream.lateReason);
    else if (socket.outbox.isWriting || this.phase === 'over') this.destroy();
    else if (this.phase === 'head' && this.parser.hasBegun) this.refuse('head_timeout');
    else if (this.phase === 'body') this.refuse('body_timeout');
    else if (this.phase === 'tunnel') this.destroy();
    else if (this.phase === 'handling') socket.deadlineTick = this.stream ? never : tick + idleTimeoutMs;
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
    while (socket.at < chunk.length && (!outbox.isWriting || this.stream)) {
      if (this.phase === 'body') this.readUnwanted(chunk);
      else if (this.phase === 'handling') {
        if (!this.takeContent(chunk)) break;
      } else if (this.phase === 'tunnel') {
        if (this.stream?.isPaused) break;
        this.readTunnel(chunk);
      } else if (this.phase === 'over') break;
      else this.#readHead();
      if (outbox.sizeBytes > gatherMaxBytes) socket.flush();
    }
    this.#isReading = false;
    socket.release();
    this.stream?.observer.contentPause();
    socket.flush();
    this.settle();
  }

  #readHead(): void {
    const socket = this.socket;
    const { text, textStart } = socket;
    if (this.phase !== 'head') {
      this.phase = 'head';
      this.headTick = socket.readTick;
      this.headMs = this.context.clock.now();
      socket.deadlineTick = this.headTick + headTimeoutMs;
    }
    const result = this.parser.parse(text, socket.at - textStart);
    socket.at = textStart + (result === undefined ? text.length : this.parser.end);
    if (typeof result === 'string') this.refuse(result);
    else if (result) this.#begin(result);
  }

  #begin(head: RequestHead): void {
    this.phase = 'handling';
    this.exchange = new Exchange(
      head,
      this.socket.peerAddress,
      this.headMs,
      this.headTick,
      head.sizeBytes,
      this,
    );
    this.context.handler.handle(this.exchange);
  }

  protected override goOn(): void {
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
    if (this.phase === 'over') socket.closeWhenWritten();
    else {
      if (!socket.outbox.isWriting) socket.deadlineTick = this.#deadlineAfterWrite(tick);
      this.stream?.observer.writable();
      if (!this.#isReading) this.received();
    }
    this.settle();
  }

  #deadlineAfterWrite(tick: number): number {
    if (this.phase === 'head') return this.headTick + headTimeoutMs;
    if (this.phase === 'body') return tick + bodyTimeoutMs;
    if (this.phase === 'tunnel') return this.socket.hasClientEnded ? tick + idleTimeoutMs : never;
    return this.phase === 'handling' && this.stream ? never : tick + idleTimeoutMs;
  }

  #report(tick: number): void {
    for (const exchange of this.leaving) {
      exchange.durationMs = tick - exchange.startedAtTick;
      this.context.onExchange(exchange);
    }
    this.leaving.length = 0;
  }

  protected override settle(): void {
    const socket = this.socket;
    const isHandling = this.phase === 'handling' || this.phase === 'tunnel';
    if (!socket.outbox.isWriting && socket.chunk === null && !isHandling && this.phase !== 'over') {
      // When the client has shut its side, a request cut short, or none, leaves no one to answer.
      if (socket.hasClientEnded || (this.isDraining && this.phase === 'idle')) this.#shut();
    }
    const isBusy = this.phase === 'handling' && !this.stream;
    const mustWait = socket.chunk !== null || isBusy || this.stream?.isPaused === true;
    socket.pause(mustWait && this.phase !== 'over');
  }

  /**
   * The client has shut its side. In a tunnel that is half of the end, and the other direction continues until it is
   * idle: a client that was killed must not be kept by an upstream that does not end its own side. While an answer is
   * being made elsewhere the client counts as gone, as with other proxies: closing looks the same from here.
   */
  ended(): void {
    const observer = this.stream?.observer;
    if (observer && this.phase === 'tunnel') {
      if (!this.socket.outbox.isWriting) this.socket.deadlineTick = performance.now() + idleTimeoutMs;
      observer.contentEnd('');
    } else if (observer) this.destroy();
    this.settle();
  }

  #shut(): void {
    this.phase = 'over';
    this.socket.shut();
  }

  closed(): void {
    this.context.connections.delete(this);
    this.phase = 'over';
    const observer = this.stream?.observer;
    const exchange = this.exchange;
    this.stopStream();
    this.exchange = null;
    // An answer that was begun was given, as far as the client let us.
    if (exchange && exchange.status !== 0) this.leaving.push(exchange);
    this.#report(performance.now());
    observer?.gone();
  }
}
