/**
 * One client connection: reads requests in order, has each answered, writes the answers in order.
 * Source: RFC 9112 section 9, RFC 9110 section 10.1.1.
 *
 * Phases:
 * - `fresh`: nothing received. Deadline 10 s, then closed without a word.
 * - `idle`: between requests. Deadline 60 s, then closed without a word.
 * - `head`: a request has begun. Deadline 10 s after its first byte, then 408. A malformed head is refused.
 * - `handling`: the handler has the exchange and has not answered; nothing more is read.
 * - `body`: the answer is known and waits for the body nobody wants to be read and dropped, so that what follows it
 *   can be told apart and a malformed body is refused instead. Deadline 60 s for all of it, then 408. After 1 MiB,
 *   and when the client waits for leave to send it (100-continue), the answer is given at once and ends the connection.
 * - `closing`: the last answer is on its way out; then our side is shut, and what the client still sends is dropped
 *   for up to 2 s and 16 MiB. Closing at once would make the kernel send RST, which can destroy the answer before the
 *   client has read it (RFC 9112 section 9.6).
 * - `closed`.
 * idle → head → (handling) → (body) → idle …; a refusal, `Connection: close`, HTTP/1.0 or draining → closing.
 *
 * Beside the phase there is at most one write under way. Answers to pipelined requests of one packet gather into one
 * write; while a write is not yet taken by the kernel, nothing more is read or answered, so neither direction is
 * buffered without bound, and a client that takes nothing for 60 s is cut off.
 */
import type { Socket } from 'node:net';
import { type Answer, dateLineAt, plainAnswer, serializeAnswer } from './answer.ts';
import { type BodyDecoder, ChunkedDecoder, ignoreContent, LengthDecoder } from './body-decoder.ts';
import {
  bodyTimeoutMs,
  type ConnectionContext,
  discardMaxBytes,
  gatherMaxBytes,
  headTimeoutMs,
  idleTimeoutMs,
  lingerMaxBytes,
  lingerMs,
  writeStallMs,
} from './connection-context.ts';
import { Exchange } from './exchange.ts';
import { type RefusalReason, refusals } from './refusal.ts';
import { type RequestHead, RequestHeadParser } from './request-head.ts';

type Phase = 'fresh' | 'idle' | 'head' | 'handling' | 'body' | 'closing' | 'closed';

export class ClientConnection {
  /** On the monotonic clock; looked at by the sweep. */
  deadlineTick: number;
  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  readonly #clientAddress: string;
  readonly #parser = new RequestHeadParser();
  #phase: Phase = 'fresh';
  #draining = false;
  /** The client has shut its side. */
  #clientEnded = false;
  /** What has been received and not yet consumed. */
  #chunk: Buffer | null = null;
  #chunkText = '';
  #at = 0;
  /** When the bytes now being read came in. */
  #readTick = 0;
  #headTick = 0;
  #headMs = 0;
  #exchange: Exchange | null = null;
  #answer: Answer | null = null;
  #body: BodyDecoder | null = null;
  #bodyBytes = 0;
  #inPump = false;
  #paused = false;
  #out = '';
  #outExchanges: Exchange[] = [];
  #writing = false;
  #lingerBytes = 0;
  readonly #onAnswer = (exchange: Exchange, answer: Answer): void => this.#answered(exchange, answer);
  readonly #onWritten = (): void => this.#written();

  constructor(socket: Socket, context: ConnectionContext) {
    this.#socket = socket;
    this.#context = context;
    const address = socket.remoteAddress ?? '';
    this.#clientAddress = address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
    this.deadlineTick = performance.now() + headTimeoutMs;
    context.connections.add(this);
    socket.on('data', (chunk: Buffer) => this.#received(chunk));
    socket.on('end', () => this.#ended());
    // A broken connection is no one's fault here; `close` follows and clears up.
    socket.on('error', () => {});
    socket.on('close', () => this.#closed());
  }

  /** Lets the request under way finish with `Connection: close`; closes at once when there is none. */
  drain(): void {
    this.#draining = true;
    if (this.#phase === 'fresh') this.#shut();
    else this.#settle();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Called when the deadline has passed. */
  expire(tick: number): void {
    this.#readTick = tick;
    if (this.#writing || this.#phase === 'closing') this.destroy();
    else if (this.#phase === 'head' && this.#parser.hasBegun) this.#refuse('head_timeout');
    else if (this.#phase === 'body') this.#refuse('body_timeout');
    else if (this.#phase === 'handling') this.deadlineTick = tick + idleTimeoutMs;
    else this.#shut();
    this.#flush();
  }

  #received(chunk: Buffer): void {
    if (this.#phase === 'closing') {
      this.#lingerBytes += chunk.length;
      if (this.#lingerBytes > lingerMaxBytes) this.destroy();
      return;
    }
    this.#chunk = chunk;
    this.#chunkText = '';
    this.#at = 0;
    this.#readTick = performance.now();
    this.#pump();
  }

  /** Consumes what was received as far as the phase allows. */
  #pump(): void {
    const chunk = this.#chunk;
    if (!chunk) return;
    this.#inPump = true;
    while (this.#at < chunk.length && !this.#writing) {
      if (this.#phase === 'body') this.#readBody(chunk);
      else if (this.#phase === 'handling' || this.#phase === 'closing' || this.#phase === 'closed') break;
      else this.#readHead(chunk);
      if (this.#out.length > gatherMaxBytes) this.#flush();
    }
    this.#inPump = false;
    if (this.#phase === 'closing' || this.#at === chunk.length) {
      this.#chunk = null;
      this.#chunkText = '';
    }
    this.#flush();
    this.#settle();
  }

  #readHead(chunk: Buffer): void {
    if (this.#chunkText === '') this.#chunkText = chunk.toString('latin1', this.#at, chunk.length);
    const textStart = chunk.length - this.#chunkText.length;
    if (this.#phase !== 'head') {
      this.#phase = 'head';
      this.#headTick = this.#readTick;
      this.#headMs = this.#context.clock.now();
      this.deadlineTick = this.#headTick + headTimeoutMs;
    }
    const result = this.#parser.parse(this.#chunkText, this.#at - textStart);
    if (result === undefined) {
      this.#at = chunk.length;
      return;
    }
    this.#at = this.#parser.end + textStart;
    if (typeof result === 'string') this.#refuse(result);
    else this.#begin(result);
  }

  #begin(head: RequestHead): void {
    if (head.isChunked) this.#body = new ChunkedDecoder(ignoreContent);
    else if (head.contentLength > 0) this.#body = new LengthDecoder(head.contentLength, ignoreContent);
    this.#phase = 'handling';
    this.#exchange = new Exchange(
      head,
      this.#clientAddress,
      this.#headMs,
      this.#headTick,
      head.sizeBytes,
      this.#onAnswer,
    );
    this.#context.handler.handle(this.#exchange);
  }

  #answered(exchange: Exchange, answer: Answer): void {
    if (this.#phase !== 'handling' || exchange !== this.#exchange) return;
    const head = exchange.head;
    if (!this.#body || !head) {
      this.#send(exchange, answer, this.#draining || (head?.wantsClose ?? true));
    } else if (head.expectsContinue || head.contentLength > discardMaxBytes) {
      this.#send(exchange, answer, true);
    } else {
      this.#answer = answer;
      this.#bodyBytes = 0;
      this.#phase = 'body';
      this.deadlineTick = performance.now() + bodyTimeoutMs;
    }
    if (this.#inPump) return;
    this.#readTick = performance.now();
    this.#pump();
    this.#flush();
    this.#settle();
  }

  #readBody(chunk: Buffer): void {
    const exchange = this.#exchange;
    const body = this.#body;
    const answer = this.#answer;
    if (!exchange || !body || !answer) return;
    const start = this.#at;
    this.#at = body.feed(chunk, start);
    this.#bodyBytes += this.#at - start;
    exchange.bytesIn += this.#at - start;
    if (body.refusal) this.#refuse(body.refusal);
    else if (body.isDone) this.#send(exchange, answer, this.#draining || (exchange.head?.wantsClose ?? true));
    else if (this.#bodyBytes > discardMaxBytes) this.#send(exchange, answer, true);
  }

  #refuse(reason: RefusalReason): void {
    const { status, sentence } = refusals[reason];
    const exchange =
      this.#exchange ??
      new Exchange(
        null,
        this.#clientAddress,
        this.#headMs,
        this.#headTick,
        this.#parser.readBytes,
        this.#onAnswer,
      );
    exchange.refusal = reason;
    this.#send(exchange, plainAnswer(status, sentence), true);
  }

  #send(exchange: Exchange, answer: Answer, closes: boolean): void {
    const method = exchange.head ? exchange.head.method : this.#parser.method;
    const date = dateLineAt(this.#context.clock.now());
    const text = serializeAnswer(answer, date, method === 'HEAD', closes);
    exchange.status = answer.status;
    exchange.bytesOut = text.length;
    this.#out += text;
    this.#outExchanges.push(exchange);
    this.#exchange = null;
    this.#answer = null;
    this.#body = null;
    this.#phase = closes ? 'closing' : 'idle';
  }

  #flush(): void {
    if (this.#out === '' || this.#writing) return;
    const out = this.#out;
    this.#out = '';
    this.#writing = true;
    this.deadlineTick = this.#readTick + writeStallMs;
    this.#socket.write(out, 'latin1', this.#onWritten);
  }

  /** The kernel has taken the answers, usually right after the packet that asked for them was read. */
  #written(): void {
    this.#writing = false;
    const tick = performance.now();
    this.#report(tick);
    if (this.#socket.destroyed) return;
    if (this.#phase === 'closing') {
      this.deadlineTick = tick + lingerMs;
      this.#socket.end();
    } else {
      if (this.#phase === 'head') this.deadlineTick = this.#headTick + headTimeoutMs;
      else if (this.#phase === 'body') this.deadlineTick = tick + bodyTimeoutMs;
      else this.deadlineTick = tick + idleTimeoutMs;
      this.#readTick = tick;
      this.#pump();
    }
    this.#settle();
  }

  #report(tick: number): void {
    const exchanges = this.#outExchanges;
    for (const exchange of exchanges) {
      exchange.durationMs = tick - exchange.startedAtTick;
      this.#context.onExchange(exchange);
    }
    exchanges.length = 0;
  }

  /** Ends the connection when nothing more can come of it; else stops reading while something has to be done first. */
  #settle(): void {
    if (!this.#writing && this.#chunk === null && this.#phase !== 'handling' && this.#phase !== 'closing') {
      // When the client has shut its side, a request cut short, or none, leaves no one to answer.
      if (this.#clientEnded || (this.#draining && this.#phase === 'idle')) this.#shut();
    }
    const mustWait = this.#phase !== 'closing' && (this.#chunk !== null || this.#phase === 'handling');
    if (mustWait === this.#paused) return;
    this.#paused = mustWait;
    if (mustWait) this.#socket.pause();
    else this.#socket.resume();
  }

  #ended(): void {
    this.#clientEnded = true;
    this.#settle();
  }

  /** Ends our side without a further answer. */
  #shut(): void {
    if (this.#phase !== 'closing') {
      this.#phase = 'closing';
      this.deadlineTick = performance.now() + lingerMs;
      this.#chunk = null;
    }
    this.#socket.end();
  }

  #closed(): void {
    this.#context.connections.delete(this);
    this.#phase = 'closed';
    this.#chunk = null;
    this.#report(performance.now());
  }
}
