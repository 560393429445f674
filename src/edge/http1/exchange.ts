/**
 * One request and its answer.
 * Source: contract section 6 (what is recorded of a request).
 */
import type { Answer } from './answer.ts';
import type { RefusalReason } from './refusal.ts';
import type { RequestHead } from './request-head.ts';

/** What is known of an exchange once its answer has been sent, or given up. */
export interface ExchangeRecord {
  /** Method, target, authority and fields as sent; null when the head was refused. */
  readonly head: RequestHead | null;
  /** Why the gate refused the request, if it did. */
  readonly refusal: RefusalReason | undefined;
  readonly status: number;
  /** Request: start line, fields and body, as far as they were read. */
  readonly bytesIn: number;
  /** Response: start line, fields and body. */
  readonly bytesOut: number;
  /** When the first byte of the request was read, milliseconds since the Unix epoch. */
  readonly startedAtMs: number;
  /** From the first byte of the request to the last byte of the response. */
  readonly durationMs: number;
  /** The peer of the connection; IPv4 in its own form also on a dual-stack socket. */
  readonly clientAddress: string;
}

/** Answers requests. Must call `answer` once for each exchange, at once or later. */
export interface RequestHandler {
  handle(exchange: Exchange): void;
}

export class Exchange implements ExchangeRecord {
  readonly head: RequestHead | null;
  readonly clientAddress: string;
  readonly startedAtMs: number;
  /** On the monotonic clock. */
  readonly startedAtTick: number;
  refusal: RefusalReason | undefined;
  status = 0;
  bytesIn: number;
  bytesOut = 0;
  durationMs = 0;
  readonly #answered: (exchange: Exchange, answer: Answer) => void;

  constructor(
    head: RequestHead | null,
    clientAddress: string,
    startedAtMs: number,
    startedAtTick: number,
    bytesIn: number,
    answered: (exchange: Exchange, answer: Answer) => void,
  ) {
    this.head = head;
    this.clientAddress = clientAddress;
    this.startedAtMs = startedAtMs;
    this.startedAtTick = startedAtTick;
    this.bytesIn = bytesIn;
    this.refusal = undefined;
    this.#answered = answered;
  }

  /** Gives the whole answer. The request's body, as far as no one reads it, is read and dropped first. */
  answer(answer: Answer): void {
    this.#answered(this, answer);
  }
}
