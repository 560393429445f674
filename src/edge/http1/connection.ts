/**
 * One client connection: reads requests in order, has each answered, writes the answers in order.
 * Source: RFC 9112 section 9, RFC 9110 sections 7.8, 10.1.1 and 15.2.
 *
 * Phases:
 * - `fresh`: nothing received. Deadline 10 s, then closed without a word.
 * - `idle`: between requests. Deadline 60 s, then closed without a word.
 * - `head`: a request has begun. Deadline 10 s after its first byte, then 408. A malformed head is refused.
 * - `handling`: the handler has the exchange. Nothing more is read, unless it observes the exchange: then content is
 *   handed to it as it asks for it (deadline 60 s without a byte), the client's going away is noticed, and the answer
 *   may be streamed.
 * - `body`: the answer is known and waits for the body nobody wants to be read and dropped, so that what follows it
 *   can be told apart and a malformed body is refused instead. Deadline 60 s for all of it, then 408. After 1 MiB,
 *   and when the client waits for leave to send it (100-continue), the answer is given at once and ends the connection.
 * - `tunnel`: the protocol was switched; bytes go to and fro until both sides have ended. No deadline.
 * - `closing`: the last answer is on its way out; then our side is shut, and what the client still sends is dropped
 *   for up to 2 s and 16 MiB. Closing at once would make the kernel send RST, which can destroy the answer before the
 *   client has read it (RFC 9112 section 9.6).
 * - `closed`.
 * idle → head → (handling) → (body) → idle …; a refusal, `Connection: close`, HTTP/1.0 or draining → closing.
 *
 * Beside the phase there is at most one write under way. Answers to pipelined requests of one packet gather into one
 * write; while a write is not yet taken by the kernel, no further request is read or answered, so neither direction is
 * buffered without bound, and a client that takes nothing for 60 s is cut off.
 */
import type { Socket } from 'node:net';
import { type Answer, dateLineAt, plainAnswer, serializeAnswer } from './answer.ts';
import { type BodyDecoder, ChunkedDecoder, ignoreContent, LengthDecoder } from './body-decoder.ts';
import { writeChunk, writeLastChunk } from './chunked-coding.ts';
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
import { type AnswerFraming, Exchange, type ExchangeChannel, type ExchangeObserver } from './exchange.ts';
import { Outbox } from './outbox.ts';
import { type RefusalReason, refusals } from './refusal.ts';
import { type RequestHead, RequestHeadParser } from './request-head.ts';

type Phase = 'fresh' | 'idle' | 'head' | 'handling' | 'body' | 'tunnel' | 'closing' | 'closed';

const never = Number.POSITIVE_INFINITY;

export class ClientConnection implements ExchangeChannel {
  /** On the monotonic clock; looked at by the sweep. */
  deadlineTick: number;
  readonly #socket: Socket;
  readonly #context: ConnectionContext;
  readonly #peerAddress: string;
  readonly #parser = new RequestHeadParser();
  readonly #outbox: Outbox;
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
  /** Who streams the exchange under way; set from `observe` to the end of the answer. */
  #observer: ExchangeObserver | null = null;
  #readsContent = false;
  #contentPaused = false;
  /** Of the answer being streamed; null before it has begun. */
  #framing: AnswerFraming | null = null;
  #closesAfter = false;
  #outExchanges: Exchange[] = [];
  #lingerBytes = 0;

  constructor(socket: Socket, context: ConnectionContext) {
    this.#socket = socket;
    this.#context = context;
    const address = socket.remoteAddress ?? '';
    this.#peerAddress = address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
    this.deadlineTick = performance.now() + headTimeoutMs;
    this.#outbox = new Outbox(socket, () => this.#written());
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
    if (this.#outbox.isWriting || this.#phase === 'closing') this.destroy();
    else if (this.#phase === 'head' && this.#parser.hasBegun) this.#refuse('head_timeout');
    else if (this.#phase === 'body') this.#refuse('body_timeout');
    else if (this.#phase === 'handling') {
      if (this.#readsContent && !this.#contentPaused) this.#contentFailed('body_timeout');
      else this.deadlineTick = this.#observer ? never : tick + idleTimeoutMs;
    } else this.#shut();
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
    // Content goes to its observer also while an answer, interim or streamed, is being written.
    while (this.#at < chunk.length && (!this.#outbox.isWriting || this.#observer)) {
      if (this.#phase === 'body') this.#readBody(chunk);
      else if (this.#phase === 'handling') {
        if (!this.#readContent(chunk)) break;
      } else if (this.#phase === 'tunnel') {
        if (this.#contentPaused) break;
        this.#readTunnel(chunk);
      } else if (this.#phase === 'closing' || this.#phase === 'closed') break;
      else this.#readHead(chunk);
      if (this.#outbox.sizeBytes > gatherMaxBytes) this.#flush();
    }
    this.#inPump = false;
    if (this.#phase === 'closing' || this.#at === chunk.length) {
      this.#chunk = null;
      this.#chunkText = '';
    }
    this.#observer?.contentPause();
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
    this.#phase = 'handling';
    this.#exchange = new Exchange(
      head,
      this.#peerAddress,
      this.#headMs,
      this.#headTick,
      head.sizeBytes,
      this,
    );
    this.#context.handler.handle(this.#exchange);
  }

  answer(exchange: Exchange, answer: Answer): void {
    if (this.#phase !== 'handling' || exchange !== this.#exchange || this.#framing) return;
    const head = exchange.head;
    const isReading = this.#readsContent || this.#body !== null;
    this.#stopObserving();
    if (!head || !hasContent(head) || this.#body?.isDone) {
      this.#send(exchange, answer, this.#draining || (head?.wantsClose ?? true));
    } else if (isReading || head.expectsContinue || head.contentLength > discardMaxBytes) {
      this.#send(exchange, answer, true);
    } else {
      this.#body = decoderFor(head, ignoreContent);
      this.#answer = answer;
      this.#bodyBytes = 0;
      this.#phase = 'body';
      this.deadlineTick = performance.now() + bodyTimeoutMs;
    }
    this.#goOn();
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

  observe(observer: ExchangeObserver): void {
    this.#observer = observer;
    this.deadlineTick = never;
  }

  readContent(): void {
    const head = this.#exchange?.head;
    const observer = this.#observer;
    if (!head || !observer || this.#readsContent || this.#body) return;
    if (!hasContent(head)) {
      observer.contentEnd('');
      return;
    }
    this.#body = decoderFor(head, (chunk, start, end) => this.#observer?.content(chunk, start, end));
    this.#readsContent = true;
    this.deadlineTick = performance.now() + bodyTimeoutMs;
    this.#goOn();
  }

  /** Answers whether reading can go on. */
  #readContent(chunk: Buffer): boolean {
    const exchange = this.#exchange;
    const body = this.#body;
    if (!exchange || !body || !this.#readsContent || this.#contentPaused) return false;
    this.deadlineTick = this.#readTick + bodyTimeoutMs;
    const start = this.#at;
    this.#at = body.feed(chunk, start);
    exchange.bytesIn += this.#at - start;
    if (body.refusal) this.#contentFailed(body.refusal);
    else if (body.isDone) {
      this.#readsContent = false;
      if (!this.#outbox.isWriting) this.deadlineTick = never;
      this.#observer?.contentEnd(body.trailers);
    }
    return true;
  }

  /** The request is not what its head said: refused when the answer has not begun, else broken off. */
  #contentFailed(reason: RefusalReason): void {
    const observer = this.#observer;
    const hasBegun = this.#framing !== null;
    this.#stopObserving();
    observer?.gone();
    if (hasBegun) this.destroy();
    else this.#refuse(reason);
  }

  pauseContent(): void {
    this.#contentPaused = true;
    if (this.#phase === 'tunnel') this.#settle();
  }

  resumeContent(): void {
    if (!this.#contentPaused) return;
    this.#contentPaused = false;
    if (this.#readsContent) this.deadlineTick = performance.now() + bodyTimeoutMs;
    this.#goOn();
  }

  interim(exchange: Exchange, head: string): void {
    if (exchange !== this.#exchange || this.#framing) return;
    exchange.bytesOut += head.length;
    this.#outbox.text(head);
    this.flush();
  }

  begin(exchange: Exchange, status: number, head: string, framing: AnswerFraming): void {
    if (exchange !== this.#exchange || this.#framing) return;
    // A final answer instead of 100-continue: what the client sends now, content or not, cannot be told (RFC 9110
    // section 10.1.1).
    const isUnasked = hasContent(exchange.head) && exchange.head?.expectsContinue === true && !this.#body;
    const closes = this.#draining || framing === 'close' || isUnasked || (exchange.head?.wantsClose ?? true);
    const coding = framing === 'chunked' ? 'Transfer-Encoding: chunked\r\n' : '';
    const text = `${head}${coding}${closes ? 'Connection: close\r\n' : ''}\r\n`;
    exchange.status = status;
    exchange.bytesOut += text.length;
    this.#framing = framing;
    this.#closesAfter = closes;
    this.#outbox.text(text);
  }

  write(exchange: Exchange, chunk: Buffer, start: number, end: number): void {
    if (exchange !== this.#exchange || this.#framing === 'no_content') return;
    if (this.#framing === 'chunked') exchange.bytesOut += writeChunk(this.#outbox, chunk, start, end);
    else {
      exchange.bytesOut += end - start;
      this.#outbox.bytes(chunk, start, end);
    }
  }

  flush(): void {
    this.#readTick = performance.now();
    this.#flush();
  }

  pendingBytes(): number {
    return this.#outbox.sizeBytes + (this.#outbox.isWriting ? this.#socket.writableLength : 0);
  }

  end(exchange: Exchange, trailers: string): void {
    if (exchange !== this.#exchange || !this.#framing) return;
    if (this.#framing === 'chunked') exchange.bytesOut += writeLastChunk(this.#outbox, trailers);
    // What is left of the request cannot be told apart from the next one without reading it.
    const isUnread = hasContent(exchange.head) && !this.#body?.isDone;
    const closes = this.#closesAfter || this.#draining || isUnread || this.#phase === 'tunnel';
    this.#stopObserving();
    this.#outExchanges.push(exchange);
    this.#exchange = null;
    this.#body = null;
    this.#phase = closes ? 'closing' : 'idle';
    this.flush();
    if (!this.#outbox.isWriting) this.#written();
    this.#goOn();
  }

  tunnel(exchange: Exchange, head: string): void {
    if (exchange !== this.#exchange || this.#framing) return;
    exchange.status = 101;
    exchange.bytesOut += head.length;
    this.#framing = 'as_fields_say';
    this.#phase = 'tunnel';
    this.#outbox.text(head);
    this.flush();
    this.#goOn();
  }

  #readTunnel(chunk: Buffer): void {
    const start = this.#at;
    this.#at = chunk.length;
    if (this.#exchange) this.#exchange.bytesIn += chunk.length - start;
    this.#observer?.content(chunk, start, chunk.length);
  }

  abort(): void {
    // What has come so far is the client's: it sees a broken answer, not none.
    this.#outbox.flush();
    // Where the end of the connection is the end of the answer, only a reset tells a broken one from a complete one.
    if (this.#framing === 'close') this.#socket.resetAndDestroy();
    else this.destroy();
  }

  #stopObserving(): void {
    this.#observer = null;
    this.#readsContent = false;
    this.#contentPaused = false;
    this.#framing = null;
    this.#closesAfter = false;
  }

  #refuse(reason: RefusalReason): void {
    const { status, sentence } = refusals[reason];
    const exchange =
      this.#exchange ??
      new Exchange(null, this.#peerAddress, this.#headMs, this.#headTick, this.#parser.readBytes, this);
    exchange.refusal = reason;
    this.#send(exchange, plainAnswer(status, sentence), true);
  }

  #send(exchange: Exchange, answer: Answer, closes: boolean): void {
    const method = exchange.head ? exchange.head.method : this.#parser.method;
    const date = dateLineAt(this.#context.clock.now());
    const text = serializeAnswer(answer, date, method === 'HEAD', closes);
    exchange.status = answer.status;
    exchange.bytesOut += text.length;
    this.#outbox.text(text);
    this.#outExchanges.push(exchange);
    this.#exchange = null;
    this.#answer = null;
    this.#body = null;
    this.#phase = closes ? 'closing' : 'idle';
  }

  /** Reads on after the state has changed, unless that is being done already. */
  #goOn(): void {
    if (this.#inPump) return;
    this.#readTick = performance.now();
    this.#pump();
    this.#flush();
    this.#settle();
  }

  #flush(): void {
    if (this.#outbox.flush()) this.deadlineTick = this.#readTick + writeStallMs;
  }

  /** The kernel has taken what was written, usually right after the packet that asked for it was read. */
  #written(): void {
    const tick = performance.now();
    this.#readTick = tick;
    if (this.#outbox.isEmpty) this.#report(tick);
    else this.#flush();
    if (this.#socket.destroyed) return;
    if (this.#phase === 'closing') {
      if (!this.#outbox.isWriting) {
        this.deadlineTick = tick + lingerMs;
        this.#socket.end();
      }
    } else {
      if (!this.#outbox.isWriting) this.deadlineTick = this.#deadlineAfterWrite(tick);
      this.#observer?.writable();
      if (!this.#inPump) this.#pump();
    }
    this.#settle();
  }

  #deadlineAfterWrite(tick: number): number {
    if (this.#phase === 'head') return this.#headTick + headTimeoutMs;
    if (this.#phase === 'body') return tick + bodyTimeoutMs;
    if (this.#phase === 'tunnel') return never;
    if (this.#phase === 'handling' && this.#observer) {
      return this.#readsContent && !this.#contentPaused ? tick + bodyTimeoutMs : never;
    }
    return tick + idleTimeoutMs;
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
    const isHandling = this.#phase === 'handling' || this.#phase === 'tunnel';
    if (!this.#outbox.isWriting && this.#chunk === null && !isHandling && this.#phase !== 'closing') {
      // When the client has shut its side, a request cut short, or none, leaves no one to answer.
      if (this.#clientEnded || (this.#draining && this.#phase === 'idle')) this.#shut();
    }
    const mustWait =
      this.#phase !== 'closing' &&
      (this.#chunk !== null || (this.#phase === 'handling' && !this.#observer) || this.#contentPaused);
    if (mustWait === this.#paused) return;
    this.#paused = mustWait;
    if (mustWait) this.#socket.pause();
    else this.#socket.resume();
  }

  /**
   * The client has shut its side. In a tunnel that is half of the end. While an answer is being made for it elsewhere
   * it counts as gone, as with other proxies: closing looks the same from here.
   */
  #ended(): void {
    this.#clientEnded = true;
    const observer = this.#observer;
    if (observer && this.#phase === 'tunnel') observer.contentEnd('');
    else if (observer) this.destroy();
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
    const observer = this.#observer;
    const exchange = this.#exchange;
    this.#stopObserving();
    this.#exchange = null;
    // An answer that was begun was given, as far as the client let us.
    if (exchange && exchange.status !== 0) this.#outExchanges.push(exchange);
    this.#report(performance.now());
    observer?.gone();
  }
}

function hasContent(head: RequestHead | null): boolean {
  return head !== null && (head.isChunked || head.contentLength > 0);
}

function decoderFor(
  head: RequestHead,
  sink: (chunk: Buffer, start: number, end: number) => void,
): BodyDecoder {
  return head.isChunked ? new ChunkedDecoder(sink) : new LengthDecoder(head.contentLength, sink);
}
