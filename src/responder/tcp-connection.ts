/**
 * One TCP connection of a DNS client: messages with their length in front, as many as it wants one after another.
 * Source: RFC 1035 section 4.2.2, RFC 7766 (pipelining, idle connections); docs/reference/dns-responder.md.
 *
 * States: reading (the next message isn't whole) → answering (one at a time, the rest of what arrived waits and no more is read) →
 * reading. Ends when the client ends it, is too slow, sends what can't be a query, doesn't read its answers, or has had
 * enough.
 */
import type { Socket } from 'node:net';
import { headerLength, maxQueryLength } from './query.ts';

export type TcpLimits = {
  /** For each message, from the end of the last one. */
  readonly messageMs: number;
  readonly queriesPerConnection: number;
};

/** Answers that wait for a client that doesn't read. */
const maxUnsentBytes = 65_536;

export class TcpConnection {
  readonly #socket: Socket;
  readonly #answer: (message: Buffer) => Promise<Buffer | undefined>;
  readonly #limits: TcpLimits;
  #received: Buffer = Buffer.alloc(0);
  #queries = 0;
  #isAnswering = false;
  /** The client has ended its side, and may still wait for answers. */
  #isLast = false;
  #overdue: NodeJS.Timeout | undefined;

  constructor(socket: Socket, answer: (message: Buffer) => Promise<Buffer | undefined>, limits: TcpLimits) {
    this.#socket = socket;
    this.#answer = answer;
    this.#limits = limits;
  }

  /** Answers until the connection ends. */
  start(): void {
    const socket = this.#socket;
    socket.on('error', () => socket.destroy());
    socket.on('end', () => this.#end());
    socket.on('close', () => clearTimeout(this.#overdue));
    socket.on('data', (chunk: Buffer) => void this.#take(chunk));
    this.#awaitMessage();
  }

  #awaitMessage(): void {
    clearTimeout(this.#overdue);
    this.#overdue = setTimeout(() => this.#socket.destroy(), this.#limits.messageMs);
  }

  async #take(chunk: Buffer): Promise<void> {
    this.#received = Buffer.concat([this.#received, chunk]);
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    this.#socket.pause();
    while (await this.#answerNext()) this.#awaitMessage();
    this.#isAnswering = false;
    if (this.#isLast) this.#socket.end();
    else if (!this.#socket.destroyed) this.#socket.resume();
  }

  /** Answers the first message that has arrived whole; false: there is none, or the connection has ended. */
  async #answerNext(): Promise<boolean> {
    if (this.#socket.destroyed || this.#received.length < 2) return false;
    const length = this.#received.readUInt16BE(0);
    if (length < headerLength || length > maxQueryLength) return this.#refuse();
    if (this.#received.length < 2 + length) return false;
    const message = this.#received.subarray(2, 2 + length);
    this.#received = this.#received.subarray(2 + length);
    const answer = await this.#answer(message);
    // What isn't answered over UDP has no meaning here either.
    if (!answer || this.#socket.writableLength > maxUnsentBytes) return this.#refuse();
    const prefix = Buffer.alloc(2);
    prefix.writeUInt16BE(answer.length, 0);
    this.#socket.write(Buffer.concat([prefix, answer]));
    this.#queries += 1;
    if (this.#queries < this.#limits.queriesPerConnection) return true;
    this.#socket.end();
    return false;
  }

  #end(): void {
    this.#isLast = true;
    if (!this.#isAnswering) this.#socket.end();
  }

  #refuse(): false {
    this.#socket.destroy();
    return false;
  }
}
