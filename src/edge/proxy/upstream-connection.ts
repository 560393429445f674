/**
 * One connection to an upstream: sends requests, one at a time, and reads the answers.
 * Source: RFC 9112 sections 6.3, 9.3 and 9.6; RFC 9110 section 15.2.
 *
 * States: idle (in the pool) → head (an exchange listens; its request goes out, 1xx answers may come) → content →
 * idle, when both sides are done and can continue, otherwise closed. A 101 makes it a tunnel until it is closed.
 * Unrequested bytes close it: they could be taken for the answer to another request.
 */
import type { Socket } from 'node:net';
import { errorField } from '../../core/error-field.ts';
import { type BodyDecoder, ChunkedDecoder, LengthDecoder } from '../http1/body-decoder.ts';
import { Outbox } from '../http1/outbox.ts';
import { type ResponseHead, ResponseHeadParser, type ResponseProblem } from './response-head.ts';

/** How an answer ends: told by its length, by the chunked coding, by the end of the connection, or it has no content. */
export type ResponseFraming = 'length' | 'chunked' | 'close' | 'no_content';

export type UpstreamProblem =
  | ResponseProblem
  /** It ended TLS with an alert before the first byte of the answer: in TLS 1.3 that is how client certificates are refused. */
  | 'tls'
  /** Before the first byte of the answer. */
  | 'died_unanswered'
  /** After it. */
  | 'died_midway'
  | 'content_invalid'
  | 'switch_unasked'
  | 'too_many_interim';

/** The exchange using the connection. Nothing is called after `failed` or `answerEnd`. */
export interface UpstreamListener {
  readonly method: string;
  /** Whether the request asked to switch to these protocols, the value of an Upgrade field. */
  accepts(protocols: string): boolean;
  interim(head: ResponseHead): void;
  answered(head: ResponseHead, framing: ResponseFraming): void;
  switched(head: ResponseHead): void;
  /** The bytes are valid during the call only. */
  answerContent(chunk: Buffer, start: number, end: number): void;
  /** Whatever was read is handed over: a good moment to write it on. */
  answerPause(): void;
  /** The answer is complete; in a tunnel, the upstream will say no more. */
  answerEnd(trailers: string): void;
  /** `detail` is for the log; may be empty. */
  failed(problem: UpstreamProblem, detail: string): void;
  /** What was sent is on its way: there is room for more. */
  canSend(): void;
}

type State = 'idle' | 'head' | 'content' | 'tunnel' | 'closed';

const maxInterimAnswers = 64;

export class UpstreamConnection {
  readonly outbox: Outbox;
  /** On the monotonic clock: when it became idle. */
  idleTick = 0;
  /** How long the upstream then keeps it; -1 when it does not say. */
  keepAliveMs = -1;
  readonly #socket: Socket;
  readonly #parser = new ResponseHeadParser();
  /** Called once, when it can be used no more. */
  readonly #onClosed: (connection: UpstreamConnection) => void;
  #state: State = 'idle';
  #listener: UpstreamListener | null = null;
  #decoder: BodyDecoder | null = null;
  #framing: ResponseFraming = 'no_content';
  #interims = 0;
  #hasAnswerBytes = false;
  #keepsAlive = false;
  #isEnding = false;
  #tlsError = '';

  constructor(socket: Socket, onClosed: (connection: UpstreamConnection) => void) {
    this.#socket = socket;
    this.#onClosed = onClosed;
    this.outbox = new Outbox(socket, () => {
      this.#listener?.canSend();
      this.#endWhenWritten();
    });
    socket.on('data', (chunk: Buffer) => this.#received(chunk));
    socket.on('end', () => this.#finished());
    // `close` follows.
    socket.on('error', (error) => {
      if (errorField(error, 'code')?.startsWith('ERR_SSL_')) this.#tlsError = error.message;
    });
    socket.on('close', () => this.#gone());
  }

  get isUsable(): boolean {
    return this.#state === 'idle' && this.#socket.writable && this.#socket.readable;
  }

  /** Written and not yet taken by the kernel, nor handed to it. */
  get pendingBytes(): number {
    return this.outbox.sizeBytes + (this.outbox.isWriting ? this.#socket.writableLength : 0);
  }

  begin(listener: UpstreamListener): void {
    this.#listener = listener;
    this.#state = 'head';
    this.#interims = 0;
    this.#hasAnswerBytes = false;
  }

  /** After `answerEnd`: makes it free for another request, or closes it; `isSent` says whether the request is complete. */
  release(isSent: boolean): boolean {
    this.#listener = null;
    if (
      this.#state === 'idle' &&
      isSent &&
      this.#keepsAlive &&
      this.#socket.writable &&
      !this.outbox.isWriting &&
      this.outbox.isEmpty
    ) {
      this.resume();
      return true;
    }
    this.destroy();
    return false;
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    if (this.#socket.isPaused()) this.#socket.resume();
  }

  /** No more will be sent; what is gathered goes out first. */
  endSending(): void {
    this.#isEnding = true;
    this.outbox.flush();
    this.#endWhenWritten();
  }

  destroy(): void {
    this.#listener = null;
    this.#socket.destroy();
  }

  #endWhenWritten(): void {
    if (this.#isEnding && !this.outbox.isWriting && this.outbox.isEmpty) this.#socket.end();
  }

  #received(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#state === 'head') {
        this.#hasAnswerBytes = true;
        const next = this.#readHead(chunk, at);
        if (next < 0) return;
        at = next;
      } else if (this.#state === 'content') {
        const next = this.#readContent(chunk, at);
        if (next < 0) return;
        at = next;
      } else if (this.#state === 'tunnel') {
        this.#listener?.answerContent(chunk, at, chunk.length);
        at = chunk.length;
      } else {
        this.#keepsAlive = false;
        this.destroy();
        return;
      }
    }
    this.#listener?.answerPause();
  }

  /** Returns where to continue, or -1 when the connection has failed. */
  #readHead(chunk: Buffer, start: number): number {
    const emptyLine = chunk.indexOf('\r\n\r\n', start, 'latin1');
    const text = chunk.toString('latin1', start, emptyLine < 0 ? chunk.length : emptyLine + 4);
    const head = this.#parser.parse(text, 0, this.#listener?.method === 'HEAD');
    if (head === undefined) return start + text.length;
    if (typeof head === 'string') return this.#fail(head);
    const next = start + this.#parser.end;
    const listener = this.#listener;
    if (!listener) return -1;
    if (head.status === 101) {
      if (!listener.accepts(head.upgrade)) return this.#fail('switch_unasked');
      this.#state = 'tunnel';
      listener.switched(head);
      return next;
    }
    if (head.status < 200) {
      if (++this.#interims > maxInterimAnswers) return this.#fail('too_many_interim');
      listener.interim(head);
      return next;
    }
    this.#beginContent(head, listener);
    // An answer without content is complete with its head, even when nothing follows.
    if (this.#framing === 'no_content' || this.#decoder?.isDone)
      return this.#complete('', next, chunk.length);
    return next;
  }

  #beginContent(head: ResponseHead, listener: UpstreamListener): void {
    const sink = (piece: Buffer, from: number, to: number) => this.#listener?.answerContent(piece, from, to);
    this.#state = 'content';
    // Some servers send content where none is allowed: it must not become the answer to the next request.
    const mayOverrun =
      listener.method === 'HEAD' ||
      (head.status === 204 && head.announcesContent) ||
      (head.status === 304 && head.isChunked);
    this.#keepsAlive = head.keepsAlive && !mayOverrun;
    this.keepAliveMs = head.keepAliveMs;
    this.#decoder = null;
    if (listener.method === 'HEAD' || head.status === 204 || head.status === 304)
      this.#framing = 'no_content';
    else if (head.isChunked) {
      this.#framing = 'chunked';
      this.#decoder = new ChunkedDecoder(sink, true);
    } else if (head.contentLength >= 0) {
      this.#framing = 'length';
      this.#decoder = new LengthDecoder(head.contentLength, sink);
    } else {
      this.#framing = 'close';
      this.#keepsAlive = false;
    }
    listener.answered(head, this.#framing);
  }

  #readContent(chunk: Buffer, start: number): number {
    const decoder = this.#decoder;
    if (!decoder) {
      this.#listener?.answerContent(chunk, start, chunk.length);
      return chunk.length;
    }
    const next = decoder.feed(chunk, start);
    if (decoder.refusal) return this.#fail('content_invalid');
    return decoder.isDone ? this.#complete(decoder.trailers, next, chunk.length) : next;
  }

  #complete(trailers: string, next: number, length: number): number {
    this.#state = 'idle';
    this.#decoder = null;
    // Bytes after the answer: whatever they are, they must not become the answer to a later request.
    if (next < length) this.#keepsAlive = false;
    const listener = this.#listener;
    this.#listener = null;
    listener?.answerEnd(trailers);
    return -1;
  }

  #fail(problem: UpstreamProblem): -1 {
    const listener = this.#listener;
    this.destroy();
    listener?.failed(problem, this.#tlsError);
    return -1;
  }

  /** The upstream has shut its side. */
  #finished(): void {
    const listener = this.#listener;
    if (this.#state === 'content' && this.#framing === 'close') this.#complete('', 0, 0);
    else if (this.#state === 'tunnel') listener?.answerEnd('');
    else if (this.#state === 'head' || this.#state === 'content') this.#fail(this.#death());
    else this.destroy();
  }

  #gone(): void {
    const listener = this.#listener;
    const isTunnel = this.#state === 'tunnel';
    this.#listener = null;
    this.#state = 'closed';
    this.#onClosed(this);
    if (isTunnel) listener?.answerEnd('');
    else listener?.failed(this.#death(), this.#tlsError);
  }

  #death(): UpstreamProblem {
    if (this.#hasAnswerBytes) return 'died_midway';
    return this.#tlsError === '' ? 'died_unanswered' : 'tls';
  }
}
