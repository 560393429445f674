/**
 * The phases of a client connection in which a request is being answered.
 * Source: RFC 9112 section 9, RFC 9110 sections 7.8, 10.1.1 and 15.2.
 *
 * - `handling`: the handler has the exchange. Nothing more is read, unless it observes the exchange: then content is
 *   handed to it as it asks for it (deadlines: body-pace.ts), the client's going away is noticed, and the answer may be
 *   streamed.
 * - `body`: the answer is known and waits while the unwanted body is read and dropped, so that the next request
 *   can be found and a malformed body is refused instead. Deadline 60 s for all of it, then 408. After 1 MiB,
 *   or when the client waits for permission to send it (100-continue), the answer is sent at once and ends the connection.
 * - `tunnel`: the protocol was switched; bytes flow both ways until both sides have ended. No deadline until
 *   the client has ended its side; after that, 60 s without a byte from the upstream.
 * handling → (body) → idle or over; handling → tunnel → over. The phases before and after stand in connection.ts.
 */
import type { Socket } from 'node:net';
import { type Answer, dateLineAt, plainAnswer, serializeAnswer } from './answer.ts';
import { hasContent } from './body-decoder.ts';
import { ClientSocket, type SocketOwner } from './client-socket.ts';
import { bodyTimeoutMs, type ConnectionContext, discardMaxBytes } from './connection-context.ts';
import { type AnswerFraming, Exchange, type ExchangeChannel, type ExchangeObserver } from './exchange.ts';
import { ExchangeStream } from './exchange-stream.ts';
import { type RefusalReason, refusals } from './refusal.ts';
import { RequestHeadParser } from './request-head.ts';
import { UnwantedBody } from './unwanted-body.ts';

type Phase = 'fresh' | 'idle' | 'head' | 'handling' | 'body' | 'tunnel' | 'over';

const never = Number.POSITIVE_INFINITY;

export abstract class ExchangePhases implements ExchangeChannel, SocketOwner {
  protected readonly socket: ClientSocket;
  protected readonly context: ConnectionContext;
  protected readonly parser: RequestHeadParser = new RequestHeadParser();
  protected phase: Phase = 'fresh';
  protected isDraining = false;
  protected headTick = 0;
  protected headMs = 0;
  protected exchange: Exchange | null = null;
  /** From `observe` to the end of the answer. */
  protected stream: ExchangeStream | null = null;
  /** Answered, and not all of the answer is written. */
  protected readonly leaving: Exchange[] = [];
  #unwanted: UnwantedBody | null = null;

  constructor(socket: Socket, context: ConnectionContext) {
    this.context = context;
    this.socket = new ClientSocket(socket, this);
  }

  abstract received(): void;
  abstract written(tick: number): void;
  abstract ended(): void;
  abstract closed(): void;
  /** Reads on after the state has changed, unless that is being done already. */
  protected abstract goOn(): void;
  /** Ends the connection when nothing more can come of it; else stops reading while something has to be done first. */
  protected abstract settle(): void;

  answer(exchange: Exchange, answer: Answer): void {
    const stream = this.stream;
    if (this.phase !== 'handling' || exchange !== this.exchange || stream?.framing) return;
    const head = exchange.head;
    this.stopStream();
    if (!head || !hasContent(head) || stream?.isContentDone) {
      this.send(exchange, answer, this.isDraining || (head?.wantsClose ?? true));
    } else if (stream?.hasAskedForContent || head.expectsContinue || head.contentLength > discardMaxBytes) {
      this.send(exchange, answer, true);
    } else {
      this.#unwanted = new UnwantedBody(head, answer);
      this.phase = 'body';
      this.socket.deadlineTick = performance.now() + bodyTimeoutMs;
    }
    this.goOn();
  }

  protected readUnwanted(chunk: Buffer): void {
    const exchange = this.exchange;
    const unwanted = this.#unwanted;
    if (!exchange || !unwanted) return;
    this.socket.at = unwanted.read(exchange, chunk, this.socket.at);
    const { refusal, isDone } = unwanted.decoder;
    if (refusal) this.refuse(refusal);
    else if (isDone)
      this.send(exchange, unwanted.answer, this.isDraining || (exchange.head?.wantsClose ?? true));
    else if (unwanted.isTooLong) this.send(exchange, unwanted.answer, true);
  }

  observe(observer: ExchangeObserver): void {
    this.stream = new ExchangeStream(observer);
    this.socket.deadlineTick = never;
  }

  readContent(): void {
    const exchange = this.exchange;
    const stream = this.stream;
    if (
      !exchange ||
      !stream ||
      stream.hasAskedForContent ||
      !stream.askForContent(exchange, this.context.bodyMinRate)
    )
      return;
    this.goOn();
  }

  /** Answers whether reading can continue. */
  protected takeContent(chunk: Buffer): boolean {
    const exchange = this.exchange;
    const stream = this.stream;
    if (!exchange || !stream?.awaitsContent) return false;
    const result = stream.read(exchange, chunk, this.socket.at, this.socket.readTick);
    if (typeof result === 'string') {
      this.contentFailed(result);
      return true;
    }
    this.socket.at = result;
    if (stream.isContentDone) stream.tellContentEnd();
    return true;
  }

  /** The request is not what its head said: refused when the answer has not begun, else broken off. */
  protected contentFailed(reason: RefusalReason): void {
    const stream = this.stream;
    this.stopStream();
    stream?.observer.gone();
    if (stream?.framing) this.socket.destroy();
    else this.refuse(reason);
  }

  pauseContent(): void {
    this.stream?.pause(performance.now());
    if (this.phase === 'tunnel') this.settle();
  }

  resumeContent(): void {
    const stream = this.stream;
    if (!stream?.isPaused) return;
    stream.resume(performance.now());
    this.goOn();
  }

  interim(exchange: Exchange, head: string): void {
    if (exchange !== this.exchange || this.stream?.framing) return;
    exchange.bytesOut += head.length;
    this.socket.outbox.text(head);
    this.flush();
  }

  begin(exchange: Exchange, status: number, fields: string, framing: AnswerFraming): void {
    const stream = this.stream;
    if (exchange !== this.exchange || !stream || stream.framing) return;
    const mustClose = this.isDraining || (exchange.head?.wantsClose ?? true);
    stream.begin(exchange, this.socket.outbox, { status, fields, framing }, mustClose);
  }

  write(exchange: Exchange, chunk: Buffer, start: number, end: number): void {
    if (exchange === this.exchange) this.stream?.write(exchange, this.socket.outbox, chunk, start, end);
  }

  writeLent(exchange: Exchange, chunk: Buffer, start: number, end: number): void {
    if (exchange === this.exchange) this.stream?.writeLent(exchange, this.socket.outbox, chunk, start, end);
  }

  flush(): void {
    this.socket.readTick = performance.now();
    this.socket.flush();
  }

  pendingBytes(): number {
    return this.socket.pendingBytes;
  }

  end(exchange: Exchange, trailers: string): void {
    const stream = this.stream;
    if (exchange !== this.exchange || !stream?.framing) return;
    const goesOn =
      stream.end(exchange, this.socket.outbox, trailers) && !this.isDraining && this.phase !== 'tunnel';
    this.stopStream();
    this.answered(exchange, !goesOn);
    this.flush();
    if (!this.socket.outbox.isWriting) this.written(this.socket.readTick);
    this.goOn();
  }

  tunnel(exchange: Exchange, head: string): void {
    const stream = this.stream;
    if (exchange !== this.exchange || !stream || stream.framing) return;
    exchange.status = 101;
    exchange.bytesOut += head.length;
    stream.framing = 'as_fields_say';
    this.phase = 'tunnel';
    this.socket.outbox.text(head);
    this.flush();
    this.goOn();
  }

  protected readTunnel(chunk: Buffer): void {
    const start = this.socket.at;
    this.socket.at = chunk.length;
    if (this.exchange) this.exchange.bytesIn += chunk.length - start;
    this.stream?.observer.content(chunk, start, chunk.length);
  }

  abort(): void {
    // What has come so far is the client's: it sees a broken answer, not none.
    this.socket.outbox.flush();
    // Where the end of the connection is the end of the answer, only a reset tells a broken one from a complete one.
    if (this.stream?.framing === 'close') this.socket.reset();
    else this.socket.destroy();
  }

  protected stopStream(): void {
    this.stream?.stop();
    this.stream = null;
  }

  protected refuse(reason: RefusalReason): void {
    const { status, sentence } = refusals[reason];
    const exchange =
      this.exchange ??
      new Exchange(null, this.socket.peerAddress, this.headMs, this.headTick, this.parser.readBytes, this);
    exchange.refusal = reason;
    this.send(exchange, plainAnswer(status, sentence), true);
  }

  protected send(exchange: Exchange, answer: Answer, closes: boolean): void {
    const method = exchange.head ? exchange.head.method : this.parser.method;
    const added = dateLineAt(this.context.clock.now()) + exchange.strictTransport;
    const text = serializeAnswer(answer, added, method === 'HEAD', closes);
    exchange.status = answer.status;
    exchange.bytesOut += text.length;
    this.socket.outbox.text(text);
    this.answered(exchange, closes);
  }

  /** All of the answer is in the outbox. */
  protected answered(exchange: Exchange, closes: boolean): void {
    const { head } = exchange;
    this.leaving.push(exchange);
    this.exchange = null;
    this.#unwanted = null;
    this.phase = closes ? 'over' : 'idle';
    if (closes) this.socket.closeAfterAnswer(head?.wantsClose === true && !hasContent(head));
  }
}
