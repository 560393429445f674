/**
 * One request and its answer.
 * Source: docs/reference/proxy-analytics.md ("Requests").
 */
import type { ClientCertificate } from '../../certificates/client-authorities.ts';
import type { CacheOutcome } from '../../core/cache-outcome.ts';
import type { PageLoad } from '../../core/page-load.ts';
import type { ProxiedTrace } from '../../core/trace.ts';
import type { RequestFailure } from '../request-failure.ts';
import { newAnswerId } from '../request-id.ts';
import type { FieldEdits } from '../rules/field-edits.ts';
import type { ClientProof } from '../tls/host-tls.ts';
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
  readonly peerAddress: string;
  /** The client behind trusted proxies; the peer when there are none. */
  readonly clientAddress: string;
  /** The custom domain whose host was asked; '' when there is none. */
  readonly domainUuid: string;
  /** The host's active redirect, if it or a rule of its host gave the answer; '' otherwise. */
  readonly redirectUuid: string;
  /** What it is recorded under: the custom domain, else the redirect, else the list of rules of its host; '' = nothing. */
  readonly siteUuid: string;
  /** Whether the custom domain records the path of referrers. */
  readonly referrerPaths: boolean;
  /** The rule that gave the answer: its name, or `#` and its place from 1; '' when none did. */
  readonly rule: string;
  /** The Location that the edge answered with, with or without its query; '' when there is none. */
  readonly location: string;
  /** Why the client did not get what the host has for it, unless the gate refused it; '' when it did. */
  readonly failure: RequestFailure | '';
  /** Of the connection it came by. */
  readonly scheme: 'http' | 'https';
  /** As OpenSSL names it, `TLSv1.3`; '' in clear text. */
  readonly tlsVersion: string;
  readonly isHttp2: boolean;
  /** What names it at the upstream and in logs; '' unless it was to be proxied. */
  readonly requestId: string;
  /** What names it in its answer and its record. */
  readonly answerId: string;
  /** Until the head of the upstream's answer; -1 when there is none. */
  readonly upstreamMs: number;
  /** Host and port of the target that it went to, the last one of several; '' without an upstream. */
  readonly upstream: string;
  /** The Location that the upstream answered with, with its query; '' when there is none. */
  readonly upstreamLocation: string;
  /** What caches in front of the upstream did, and the seconds since they made their copy, as the answer says; '' and 0: it doesn't. */
  readonly cache: CacheOutcome | '';
  readonly cacheAgeSeconds: number;
  /** Whether it is a page load, and whether the page could report its view; '' for other requests. */
  readonly pageLoad: PageLoad | '';
  /** Undefined unless it was to be proxied and is traced. */
  readonly trace: ProxiedTrace | undefined;
}

/** Answers requests. Must answer each exchange: at once or later, as a whole or as a stream. */
export interface RequestHandler {
  handle(exchange: Exchange): void;
}

/** A handler that streams an exchange and is called with what the client sends. Nothing is called after `gone`. */
export interface ExchangeObserver {
  /** A stretch of the request's content, or of whatever the client sends once the connection is a tunnel. */
  content(chunk: Buffer, start: number, end: number): void;
  /** All content was handed over; `trailers` are field lines, each ending in CR LF. In a tunnel: no more will come. */
  contentEnd(trailers: string): void;
  /** Whatever was read is handed over: a good moment to write it on. */
  contentPause(): void;
  /** What was written to the client is on its way: there is room for more. */
  writable(): void;
  /** The client left or violated the protocol before the answer was complete. */
  gone(): void;
}

/** How the client can tell where a streamed answer ends. */
export type AnswerFraming = 'as_fields_say' | 'chunked' | 'close' | 'no_content';

/** The connection's side of an exchange. */
export interface ExchangeChannel {
  /**
   * Gives the whole answer. An unread body of the request is read and dropped first; one that is being read is given up
   * with the connection.
   */
  answer(exchange: Exchange, answer: Answer): void;
  /** Tells `observer` what comes from the client from now on; the answer may be streamed. */
  observe(exchange: Exchange, observer: ExchangeObserver): AnswerStream;
}

/** The connection's side of an observed exchange. Once the exchange is over, its calls change nothing. */
export interface AnswerStream {
  /** Written and not yet taken by the kernel, nor handed to it. */
  readonly pendingBytes: number;
  /** Begins to hand the request's content to the observer. */
  readContent(): void;
  pauseContent(): void;
  resumeContent(): void;
  /** Sends a 1xx answer: status line, field lines and the empty line. */
  interim(head: string): void;
  /** Begins the answer: status line and field lines, each ending in CR LF, without those that frame the content. */
  begin(status: number, head: string, framing: AnswerFraming): void;
  /** Adds content to the answer. It leaves at the next `flush` at the latest. */
  write(chunk: Buffer, start: number, end: number): void;
  /** The same with bytes that are valid during the call only. */
  writeLent(chunk: Buffer, start: number, end: number): void;
  flush(): void;
  /** Completes the answer; `trailers` are sent where the framing has a place for them. */
  end(trailers: string): void;
  /** Answers with 101 and its whole head; from then on both sides write bytes as they please, until `end`. */
  tunnel(head: string): void;
  /** Breaks the connection off: the only way to say that an answer that has begun will not be complete. */
  abort(): void;
}

export class Exchange implements ExchangeRecord {
  readonly head: RequestHead | null;
  readonly peerAddress: string;
  readonly startedAtMs: number;
  /** On the monotonic clock. */
  readonly startedAtTick: number;
  clientAddress: string;
  domainUuid = '';
  redirectUuid = '';
  siteUuid = '';
  referrerPaths = false;
  rule = '';
  location = '';
  failure: RequestFailure | '' = '';
  scheme: 'http' | 'https' = 'http';
  tlsVersion = '';
  isHttp2 = false;
  requestId = '';
  upstreamMs = -1;
  upstream = '';
  upstreamLocation = '';
  cache: CacheOutcome | '' = '';
  cacheAgeSeconds = 0;
  pageLoad: PageLoad | '' = '';
  trace: ProxiedTrace | undefined = undefined;
  /** Whether the connection's certificate is one that clients can be expected to trust. */
  isCertified = false;
  /** The host that the TLS connection was made for. */
  serverName = '';
  /** What the connection has proven to that host. */
  clientProof: ClientProof | null = null;
  /** The visitor's certificate, where the request's host asks for one. */
  clientCertificate: ClientCertificate | null = null;
  /** Whether the client should connect anew after the answer. */
  endsConnection = false;
  /** The Strict-Transport-Security line of its answer, whatever its source; '' for none. */
  strictTransport = '';
  /** What rules change in the fields of the request for the upstream, and of the response. */
  requestEdits: FieldEdits | undefined = undefined;
  responseEdits: FieldEdits | undefined = undefined;
  refusal: RefusalReason | undefined;
  status = 0;
  bytesIn: number;
  bytesOut = 0;
  durationMs = 0;
  readonly #channel: ExchangeChannel;
  #answerId = '';

  constructor(
    head: RequestHead | null,
    peerAddress: string,
    startedAtMs: number,
    startedAtTick: number,
    bytesIn: number,
    channel: ExchangeChannel,
  ) {
    this.head = head;
    this.peerAddress = peerAddress;
    this.clientAddress = peerAddress;
    this.startedAtMs = startedAtMs;
    this.startedAtTick = startedAtTick;
    this.bytesIn = bytesIn;
    this.refusal = undefined;
    this.#channel = channel;
  }

  get answerId(): string {
    if (this.#answerId === '') this.#answerId = newAnswerId(this.startedAtMs);
    return this.#answerId;
  }

  /** Gives the whole answer: see ExchangeChannel. */
  answer(answer: Answer): void {
    this.#channel.answer(this, this.responseEdits ? this.responseEdits.answer(answer) : answer);
  }

  /** Tells `observer` what comes from the client from now on; the answer may be streamed. */
  observe(observer: ExchangeObserver): AnswerStream {
    return this.#channel.observe(this, observer);
  }
}
