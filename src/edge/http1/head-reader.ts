/** Reads the heads of a connection's requests and notes when each began. Source: RFC 9112 section 3. */
import type { Clock } from '../../core/clock.ts';
import type { ClientSocket } from './client-socket.ts';
import { headTimeoutMs } from './connection-context.ts';
import { Exchange, type ExchangeChannel } from './exchange.ts';
import type { RefusalReason } from './refusal.ts';
import { type RequestHead, RequestHeadParser } from './request-head.ts';

export class HeadReader {
  readonly #socket: ClientSocket;
  readonly #clock: Clock;
  readonly #parser = new RequestHeadParser();
  /** When the first byte was read. */
  #startedAtMs = 0;
  #startedAtTick = 0;

  constructor(socket: ClientSocket, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
  }

  get deadlineTick(): number {
    return this.#startedAtTick + headTimeoutMs;
  }

  /** Whether a head is incomplete: more of it than empty lines was read. */
  get hasBegun(): boolean {
    return this.#parser.hasBegun;
  }

  /** Of the head read last, as far as it was read. */
  get method(): string {
    return this.#parser.method;
  }

  begin(): void {
    this.#startedAtTick = this.#socket.readTick;
    this.#startedAtMs = this.#clock.now();
    this.#socket.deadlineTick = this.deadlineTick;
  }

  /** Reads on; returns the head, or why it is refused, or undefined while it is incomplete. */
  read(): RequestHead | RefusalReason | undefined {
    const socket = this.#socket;
    const { text, textStart } = socket;
    const head = this.#parser.parse(text, socket.at - textStart);
    socket.at = textStart + (head === undefined ? text.length : this.#parser.end);
    return head;
  }

  /** Makes the exchange of the head that was read; `head` is null if it was refused. */
  newExchange(head: RequestHead | null, channel: ExchangeChannel): Exchange {
    const { peerAddress } = this.#socket;
    const sizeBytes = head ? head.sizeBytes : this.#parser.readBytes;
    return new Exchange(head, peerAddress, this.#startedAtMs, this.#startedAtTick, sizeBytes, channel);
  }
}
