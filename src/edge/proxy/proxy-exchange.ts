/**
 * One request on its way to an upstream, and its answer on the way back.
 * Source: docs/reference/proxy.md; RFC 9110 sections 7.6, 9.2.2, 10.1.1, 15.6.3 and 15.6.5.
 *
 * States: connecting (skipped when a connection is idle) → sending and waiting for the head of the answer → streaming
 * the answer, or a tunnel after 101 → done. Both directions stream at the same time with back-pressure. If the client
 * leaves, the upstream is cancelled. If the upstream dies before the head, the answer is 502 or, once, a retry; after
 * the head, the client's connection is broken, the only honest end of a truncated answer.
 */

import { cacheOutcomeOf } from '../../core/cache-outcome.ts';
import type { DomainRoute, UpstreamRoute } from '../../core/route.ts';
import { dateLineAt } from '../http1/answer.ts';
import { writeLastChunk } from '../http1/chunked-coding.ts';
import type { AnswerFraming, AnswerStream, Exchange, ExchangeObserver } from '../http1/exchange.ts';
import type { RequestHead } from '../http1/request-head.ts';
import type { PageOutcome } from '../inject/page-outcome.ts';
import type { Page, PageOutput } from '../inject/page-output.ts';
import { answerIdLine } from '../request-id.ts';
import { withStrictTransport } from '../tls/strict-transport.ts';
import type { AnswerChange } from './answer-change.ts';
import type { Share } from './client-shares.ts';
import { type GatewayFailure, gatewayAnswer } from './gateway-answer.ts';
import { pageLoadAfter, pageLoadOf } from './page-load.ts';
import type { ProxyContext } from './proxy-context.ts';
import { passedTrailers, placeOf } from './request-fields.ts';
import type { ResponseHead } from './response-head.ts';
import { isSwitchAsked, passedProtocols } from './upgrade.ts';
import type {
  ResponseFraming,
  UpstreamConnection,
  UpstreamListener,
  UpstreamProblem,
} from './upstream-connection.ts';
import type { PoolFailure } from './upstream-pool.ts';

/** What one direction may hold while the other end is slower. */
const maxPendingBytes = 128 * 1024;
/** How long the upstream may take before we answer 100-continue in its place. */
const continueAfterMs = 1_000;
/** A request that found no target until then gets no further one. */
const maxFailoverMs = 15_000;
const never = Number.POSITIVE_INFINITY;

/** Sending these twice does what sending them once does (RFC 9110 section 9.2.2). */
const idempotentMethods: ReadonlySet<string> = new Set(
  'GET HEAD OPTIONS PUT DELETE PROPFIND SEARCH REPORT QUERY'.split(' '),
);

export class ProxyExchange implements ExchangeObserver, UpstreamListener {
  /** On the monotonic clock; looked at by the sweep. */
  deadlineTick: number = never;
  readonly method: string;
  readonly #exchange: Exchange;
  /** From `start` on. */
  #client: AnswerStream | null = null;
  readonly #head: RequestHead;
  readonly #domain: DomainRoute;
  readonly #headText: string;
  /** The protocols the request asks to switch to; '' when there are none. */
  readonly #upgrade: string;
  /** What may change the answer; null: nothing. */
  readonly #change: AnswerChange | null;
  readonly #context: ProxyContext;
  /** Where the request goes: the upstream, or one of its targets. */
  #target: UpstreamRoute;
  /** Targets that could not be connected to. */
  #tried: Set<UpstreamRoute> | undefined;
  #connection: UpstreamConnection | null = null;
  /** What the answer's content goes through on its way, if anything. */
  #page: Page | null = null;
  #cancelDial: (() => void) | null = null;
  /** Of the upstream's connections; from the start to the end. */
  #share: Share | undefined;
  /** Whether the upstream has all of the request. */
  #isSent: boolean;
  #isReading = false;
  #awaitsContinue = false;
  #hasRetried = false;
  #hasBegun = false;
  /** On the monotonic clock. */
  #startedTick = 0;
  #isDone = false;
  #contentPaused = false;
  #willFlush = false;
  #answerPaused = false;
  #isTunnel = false;

  constructor(
    exchange: Exchange,
    head: RequestHead,
    domain: DomainRoute,
    headText: string,
    upgrade: string,
    change: AnswerChange | null,
    context: ProxyContext,
  ) {
    this.#exchange = exchange;
    this.#head = head;
    this.#domain = domain;
    this.#headText = headText;
    this.#context = context;
    this.#target = domain.upstream;
    this.method = head.method;
    this.#upgrade = upgrade;
    this.#change = change;
    this.#isSent = !head.isChunked && head.contentLength <= 0;
  }

  start(): void {
    const { shares } = this.#context;
    this.#share = shares.take(this.#domain.upstream.uuid, this.#exchange.clientAddress);
    if (this.#share === undefined) {
      this.#giveUp('client_limit', `the client has ${shares.limit} requests under way`);
      return;
    }
    this.#startedTick = performance.now();
    this.#context.active.add(this);
    this.#client = this.#exchange.observe(this);
    const { pool, targets } = this.#context;
    const { upstream } = this.#domain;
    this.#goTo(upstream.targets ? (targets.choose(upstream) ?? upstream) : upstream);
    const connection = pool.take(this.#target);
    if (connection) {
      this.#send(connection);
      // The client's side resumes writing whenever it has handed over content; without content nothing else does.
      if (!this.#isReading) connection.outbox.flush();
    } else this.#connect();
  }

  /** Called when the deadline has passed. */
  expire(): void {
    if (this.#awaitsContinue) this.#continue('HTTP/1.1 100 Continue\r\n\r\n');
    else this.#giveUp('response_timeout', `no answer within ${this.#context.responseTimeoutMs} ms`);
  }

  #connect(): void {
    this.#cancelDial = this.#context.pool.connect(this.#target, (connection, failure) => {
      this.#cancelDial = null;
      if (this.#isDone) connection?.destroy();
      else if (connection) {
        this.#send(connection);
        connection.outbox.flush();
      } else {
        const kind = failure?.kind ?? 'unreachable';
        if (!isOwnProblem(kind) && this.#failOver(failure?.detail ?? kind)) return;
        this.#giveUp(kind === 'timeout' ? 'connect_timeout' : kind, failure?.detail ?? '');
      }
    });
  }

  /** Nothing of the request was sent yet, so another target may get it whatever its method. */
  #failOver(reason: string): boolean {
    const { upstream } = this.#domain;
    if (!upstream.targets) return false;
    const { pool, targets } = this.#context;
    targets.failed(this.#target, reason);
    this.#tried ??= new Set();
    this.#tried.add(this.#target);
    if (performance.now() - this.#startedTick > maxFailoverMs) return false;
    const next = targets.choose(upstream, this.#tried);
    if (!next) return false;
    this.#goTo(next);
    const connection = pool.take(next);
    if (connection) {
      this.#send(connection);
      connection.outbox.flush();
    } else this.#connect();
    return true;
  }

  #goTo(target: UpstreamRoute): void {
    this.#target = target;
    this.#exchange.upstream = placeOf(target);
  }

  #send(connection: UpstreamConnection): void {
    if (this.#target.targets) this.#context.targets.connected(this.#target);
    this.#connection = connection;
    connection.begin(this);
    connection.outbox.text(this.#headText);
    if (this.#isSent) this.#awaitAnswer();
    else if (this.#head.expectsContinue) {
      this.#awaitsContinue = true;
      this.deadlineTick = performance.now() + continueAfterMs;
    } else this.#readContent();
  }

  #awaitAnswer(): void {
    if (!this.#hasBegun) this.deadlineTick = performance.now() + this.#context.responseTimeoutMs;
  }

  #readContent(): void {
    if (this.#isReading || this.#isSent) return;
    this.#isReading = true;
    this.#client?.readContent();
  }

  /** Lets the client send its content. */
  #continue(head: string): void {
    this.#awaitsContinue = false;
    this.deadlineTick = never;
    this.#client?.interim(head);
    this.#readContent();
  }

  // What the client says.

  content(chunk: Buffer, start: number, end: number): void {
    const connection = this.#connection;
    if (!connection) return;
    if (this.#head.isChunked && !this.#isTunnel) connection.outbox.chunk(chunk, start, end);
    else connection.outbox.bytes(chunk, start, end);
  }

  contentEnd(trailers: string): void {
    if (this.#isTunnel) {
      this.#connection?.endSending();
      return;
    }
    this.#isSent = true;
    if (this.#connection && this.#head.isChunked) {
      writeLastChunk(this.#connection.outbox, passedTrailers(trailers));
    }
    this.#awaitAnswer();
  }

  contentPause(): void {
    const connection = this.#connection;
    if (!connection) return;
    if (this.#head.isChunked && !this.#isTunnel) this.#flushSoon();
    else connection.outbox.flush();
    if (this.#contentPaused || connection.pendingBytes <= maxPendingBytes) return;
    this.#contentPaused = true;
    this.#client?.pauseContent();
    // An upstream that neither reads nor answers.
    if (!this.#isTunnel) this.#awaitAnswer();
  }

  /** Waits for the event loop's next turn: HTTP/2 delivers DATA frames one by one, and each could be a single byte. */
  #flushSoon(): void {
    if (this.#willFlush) return;
    this.#willFlush = true;
    setImmediate(() => {
      this.#willFlush = false;
      this.#connection?.outbox.flush();
    });
  }

  writable(): void {
    this.#page?.writable();
    this.#resumeAnswer();
  }

  gone(): void {
    this.#close();
    this.#page?.destroy();
  }

  // What the upstream says.

  accepts(protocols: string): boolean {
    return isSwitchAsked(protocols, this.#upgrade);
  }

  interim(head: ResponseHead): void {
    if (head.status === 100) {
      if (this.#awaitsContinue) this.#continue(`HTTP/1.1 100 Continue\r\n${head.fields}\r\n`);
    } else if (this.#head.minorVersion === 1) {
      this.#client?.interim(`HTTP/1.1 ${head.status} ${head.reason}\r\n${head.fields}\r\n`);
    }
  }

  answered(head: ResponseHead, framing: ResponseFraming): void {
    this.#headArrived(head);
    this.deadlineTick = never;
    this.#exchange.pageLoad = pageLoadOf(this.#exchange, this.#head, this.#domain, head);
    const asClient = framingFor(framing, this.#head.minorVersion);
    const change = this.#change;
    if (!change) {
      this.#begin(head, head.fields, asClient);
      return;
    }
    this.#page = change.open(head, asClient, (sent) => this.#pageOutput(sent)) ?? null;
    if (!this.#page) this.#begin(head, change.fieldsOf(head), asClient);
  }

  #headArrived(head: ResponseHead): void {
    this.#hasBegun = true;
    const durationMs = performance.now() - this.#startedTick;
    this.#exchange.upstreamMs = durationMs;
    this.#exchange.upstreamLocation = head.location;
    if (head.cacheStatus !== '' || head.ownCacheField !== '' || head.ageSeconds >= 0)
      noteCaches(this.#exchange, head);
    this.#context.onUpstreamAnswer(head.status, durationMs);
  }

  #begin(head: ResponseHead, fields: string, framing: AnswerFraming): void {
    const date = head.hasDate ? '' : dateLineAt(this.#context.clock.now());
    const passed = this.#toPass(fields);
    this.#client?.begin(
      head.status,
      `HTTP/1.1 ${head.status} ${head.reason}\r\n${passed}${date}${this.#idLine(head)}${requiredUpgrade(head)}`,
      framing,
    );
  }

  #pageOutput(head: ResponseHead): PageOutput {
    const client = this.#client;
    return {
      takesChunks: this.#head.minorVersion === 1,
      begin: (fields, framing) => this.#begin(head, fields, framing),
      write: (chunk, start, end) => client?.write(chunk, start, end),
      copy: (chunk, start, end) => client?.writeLent(chunk, start, end),
      flush: () => client?.flush(),
      end: (trailers) => client?.end(trailers),
      get pendingBytes() {
        return client?.pendingBytes ?? 0;
      },
      hasRoom: () => this.#resumeAnswer(),
      decided: (outcome: PageOutcome) => this.#decided(outcome),
      broken: () => this.#fail('content_invalid', 'in its content coding'),
    };
  }

  #decided(outcome: PageOutcome): void {
    this.#exchange.pageLoad = pageLoadAfter(this.#exchange.pageLoad, outcome, this.#head);
    this.#context.onPage(outcome);
  }

  /** The response's field lines as the client gets them. */
  #toPass(fields: string): string {
    const { strictTransport, responseEdits } = this.#exchange;
    const passed = withStrictTransport(fields, strictTransport);
    return responseEdits ? responseEdits.applyTo(passed) : passed;
  }

  #idLine({ hasRequestId }: ResponseHead): string {
    return answerIdLine(this.#exchange.answerId, hasRequestId);
  }

  switched(head: ResponseHead): void {
    this.#headArrived(head);
    this.#isTunnel = true;
    this.deadlineTick = never;
    const fields = this.#toPass(head.fields) + this.#idLine(head);
    this.#client?.tunnel(
      `HTTP/1.1 101 ${head.reason}\r\n${fields}Connection: Upgrade\r\nUpgrade: ${head.upgrade}\r\n\r\n`,
    );
  }

  answerContent(chunk: Buffer, start: number, end: number): void {
    // The bytes are lent for the call.
    if (this.#page) this.#page.content(chunk, start, end);
    else this.#client?.writeLent(chunk, start, end);
  }

  answerPause(): void {
    if (this.#page) this.#page.pause();
    else this.#client?.flush();
    if (this.#answerPaused || this.#pendingBytes <= maxPendingBytes) return;
    this.#answerPaused = true;
    this.#connection?.pause();
  }

  get #pendingBytes(): number {
    return this.#page ? this.#page.pendingBytes : (this.#client?.pendingBytes ?? 0);
  }

  #resumeAnswer(): void {
    if (!this.#answerPaused || this.#pendingBytes > maxPendingBytes) return;
    this.#answerPaused = false;
    this.#connection?.resume();
  }

  answerEnd(trailers: string): void {
    if (this.#isTunnel) {
      this.#client?.flush();
      this.#finish();
      return;
    }
    const connection = this.#connection;
    this.#connection = null;
    this.#close();
    if (connection) this.#context.pool.giveBack(this.#target, connection, this.#isSent);
    if (this.#page) this.#page.end(passedTrailers(trailers));
    else this.#client?.end(passedTrailers(trailers));
  }

  failed(problem: UpstreamProblem, detail: string): void {
    this.#connection = null;
    const mayRetry =
      (problem === 'died_unanswered' || problem === 'tls') &&
      !this.#hasRetried &&
      !this.#isReading &&
      this.#upgrade === '' &&
      this.#isSent &&
      idempotentMethods.has(this.method);
    if (mayRetry) {
      this.#hasRetried = true;
      this.deadlineTick = never;
      this.#connect();
    } else this.#giveUp(problem, detail);
  }

  canSend(): void {
    const connection = this.#connection;
    if (!connection) return;
    connection.outbox.flush();
    if (!this.#contentPaused || connection.pendingBytes > maxPendingBytes) return;
    this.#contentPaused = false;
    if (!this.#isSent && !this.#isTunnel && !this.#hasBegun) this.deadlineTick = never;
    this.#client?.resumeContent();
  }

  // The ends.

  /** Ends a tunnel: one side's end was passed on, and nobody receives what the other side still sends. */
  #finish(): void {
    this.#close();
    this.#client?.end('');
  }

  #giveUp(failure: GatewayFailure, detail: string): void {
    if (!this.#isDone) this.#fail(failure, detail);
  }

  /** Also used when the upstream's answer is complete but can't be passed on. */
  #fail(failure: GatewayFailure, detail: string): void {
    this.#close();
    this.#page?.destroy();
    const { requestId, answerId } = this.#exchange;
    this.#exchange.failure = failure;
    if (this.#hasBegun) this.#client?.abort();
    else this.#context.errorPages.answer(this.#exchange, this.#domain, gatewayAnswer(failure, answerId));
    const { host } = this.#head.authority;
    this.#context.onFailure({
      failure,
      detail,
      host,
      upstreamUuid: this.#domain.upstream.uuid,
      requestId,
      answerId,
    });
  }

  #close(): void {
    this.#isDone = true;
    this.deadlineTick = never;
    this.#context.active.delete(this);
    if (this.#share !== undefined) this.#context.shares.giveBack(this.#share);
    this.#share = undefined;
    this.#cancelDial?.();
    this.#cancelDial = null;
    this.#connection?.destroy();
    this.#connection = null;
  }
}

/** Not the target's: another one would do no better. */
function isOwnProblem(kind: PoolFailure['kind']): boolean {
  return kind === 'busy' || kind === 'client_key_unreadable';
}

/** An age alone is a cache's, too (RFC 9111 section 5.1). */
function noteCaches(exchange: Exchange, { cacheStatus, ownCacheField, ageSeconds }: ResponseHead): void {
  exchange.cache = cacheOutcomeOf(cacheStatus, ownCacheField) ?? (ageSeconds >= 0 ? 'hit' : '');
  exchange.cacheAgeSeconds = Math.max(ageSeconds, 0);
}

/** 426 has to say what to switch to (RFC 9110 section 15.5.22); elsewhere Upgrade is an advertisement. */
function requiredUpgrade(head: ResponseHead): string {
  const protocols = head.status === 426 ? passedProtocols(head.upgrade) : '';
  return protocols === '' ? '' : `Connection: Upgrade\r\nUpgrade: ${protocols}\r\n`;
}

function framingFor(framing: ResponseFraming, minorVersion: number): AnswerFraming {
  if (framing === 'no_content') return 'no_content';
  if (framing === 'length') return 'as_fields_say';
  return minorVersion === 1 ? 'chunked' : 'close';
}
