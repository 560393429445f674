/**
 * One HTTP/2 connection: makes an exchange of each stream, and ends when the client exceeds its limits.
 * Source: RFC 9113 sections 6.8, 9.1 and 10.5; docs/reference/tls.md ("HTTP/2").
 *
 * States: open → closing (no new streams; GOAWAY has been sent; ends with the last stream) → closed.
 *
 * However the client's connection ends, the session ends with it: FIN, RST or a GOAWAY with an error. So does a frame
 * that nghttp2 answers with a connection error, within a second.
 *
 * Limits: 100 streams at a time; 32 KiB of fields with their overhead as HTTP/2 counts them (beyond that a stream is
 * reset; between the 16 KiB and 8 KiB that HTTP/1.1 allows and that, the answer is 431 or 414); and, over ten seconds,
 * 300 streams reset by the client, or by the edge for invalid frames (CVE-2023-44487, CVE-2025-8671), and 300 PING,
 * SETTINGS and invalid frames (CVE-2019-9512, -9515). nghttp2 itself bounds CONTINUATION frames (CVE-2024-28182), empty
 * frames and what it queues to answer with.
 */
import {
  constants,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type ServerSessionOptions,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import { peerAddressOf } from '../../core/ip-address.ts';
import { type ConnectionContext, idleTimeoutMs, lingerMs } from '../http1/connection-context.ts';
import type { TendedConnection } from '../http1/connection-set.ts';
import { Exchange } from '../http1/exchange.ts';
import { readRequest } from './request-text.ts';
import { hasEnded, openServerSession } from './server-session.ts';
import { StreamChannel } from './stream-channel.ts';

const { NGHTTP2_ENHANCE_YOUR_CALM, NGHTTP2_NO_ERROR, NGHTTP2_FLAG_END_STREAM } = constants;

const maxStreams = 100;
const maxHeaderListBytes = 32 * 1024;
/** By nghttp2's estimate: 12 bytes a field more than the 64 KiB an upstream may send in lines of at least 4 bytes. */
const maxSentFieldsBytes = 512 * 1024;
/** For one stream, and for all together: what a client may send before it is read. */
const streamWindowBytes = 256 * 1024;
const connectionWindowBytes = 1024 * 1024;
const calmMs = 10_000;
const maxResetsInCalm = 300;
const maxControlFramesInCalm = 300;
/** How often the deadlines of streams are looked at. */
const tendEveryMs = 500;
/** Between the first GOAWAY, which a client may cross with requests, and the one that counts. */
const noticeMs = 100;
const highestStreamId = 2 ** 31 - 1;

const sessionOptions: ServerSessionOptions = {
  settings: {
    maxConcurrentStreams: maxStreams,
    maxHeaderListSize: maxHeaderListBytes,
    initialWindowSize: streamWindowBytes,
    enableConnectProtocol: false,
  },
  maxHeaderListPairs: 256,
  maxSendHeaderBlockLength: maxSentFieldsBytes,
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 100,
  // Above what 100 streams may have waiting for a slow client; new ones are refused beyond it.
  maxSessionMemory: 32,
  maxOutstandingPings: 1,
};

export class Http2Connection implements TendedConnection {
  /** On the monotonic clock; looked at by the sweep. */
  deadlineTick: number;
  readonly #session: ServerHttp2Session;
  readonly #socket: TLSSocket;
  readonly #context: ConnectionContext;
  readonly #peerAddress: string;
  readonly #channels = new Set<StreamChannel>();
  #idleSinceTick: number;
  #closingTick: number | null = null;
  #calmTick: number;
  #resets = 0;
  #controlFrames = 0;

  constructor(socket: TLSSocket, context: ConnectionContext) {
    this.#socket = socket;
    this.#context = context;
    this.#peerAddress = peerAddressOf(socket);
    const tick = performance.now();
    this.#idleSinceTick = tick;
    this.#calmTick = tick;
    this.deadlineTick = tick + tendEveryMs;
    context.connections.add(this);
    const session = openServerSession(socket, sessionOptions, () => this.#countControlFrame());
    this.#session = session;
    session.on('stream', (stream, _fields: IncomingHttpHeaders, flags: number, raw?: readonly string[]) =>
      this.#began(stream, flags, raw ?? []),
    );
    session.on('ping', () => this.#countControlFrame());
    session.on('remoteSettings', () => this.#countControlFrame());
    // Nothing to do for a broken session: `close` follows and cleans up.
    session.on('error', () => this.destroy());
    session.on('close', () => this.#closed());
    socket.on('close', () => this.#closed());
    // A client that has shut its side can neither acknowledge settings nor open windows, so it has gone.
    socket.on('end', () => this.destroy());
    session.setLocalWindowSize(connectionWindowBytes);
  }

  /** The same as {@link drain}: a client may ask again elsewhere for streams that were not taken (RFC 9113 section 6.8). */
  retire(): void {
    this.drain();
  }

  /** Lets the streams under way finish; takes no new ones. */
  drain(): void {
    if (this.#closingTick !== null || this.#session.destroyed) return;
    this.#closingTick = performance.now();
    // Requests that are on their way already are answered still (RFC 9113 section 6.8).
    this.#session.goaway(NGHTTP2_NO_ERROR, highestStreamId);
    setTimeout(() => this.#close(), noticeMs);
  }

  destroy(): void {
    this.#session.destroy();
    this.#socket.destroy();
  }

  /** Called every half second. */
  expire(tick: number): void {
    this.deadlineTick = tick + tendEveryMs;
    if (hasEnded(this.#session, this.#socket)) return this.destroy();
    for (const channel of this.#channels) {
      if (channel.deadlineTick > tick) continue;
      // Its reset couldn't be sent, so the client reads nothing at all.
      if (channel.isCut) return this.destroy();
      channel.expire();
    }
    if (tick - this.#calmTick >= calmMs) {
      this.#calmTick = tick;
      this.#resets = 0;
      this.#controlFrames = 0;
    }
    if (this.#channels.size > 0) return;
    if (this.#closingTick !== null && tick - this.#closingTick > lingerMs) this.destroy();
    else if (this.#closingTick === null && tick - this.#idleSinceTick > idleTimeoutMs) {
      this.#closingTick = tick;
      this.#close();
    }
  }

  #began(stream: ServerHttp2Stream, flags: number, fields: readonly string[]): void {
    const tick = performance.now();
    const channel = new StreamChannel(stream, this.#context, () => this.#ended(stream, channel));
    this.#channels.add(channel);
    const hasContent = (flags & NGHTTP2_FLAG_END_STREAM) === 0;
    const head = readRequest(fields, hasContent);
    const startedAtMs = this.#context.clock.now();
    const isRefused = typeof head === 'string';
    const exchange = new Exchange(
      isRefused ? null : head,
      this.#peerAddress,
      startedAtMs,
      tick,
      isRefused ? sizeOf(fields) : head.sizeBytes,
      channel,
    );
    exchange.isHttp2 = true;
    if (isRefused) exchange.refusal = head;
    channel.begun(exchange);
  }

  #ended(stream: ServerHttp2Stream, channel: StreamChannel): void {
    this.#channels.delete(channel);
    const tick = performance.now();
    this.#idleSinceTick = tick;
    if (this.#closingTick !== null) this.#closingTick = tick;
    if (!stream.aborted) return;
    this.#resets++;
    if (this.#resets > maxResetsInCalm) this.#calmDown();
  }

  #countControlFrame(): void {
    this.#controlFrames++;
    if (this.#controlFrames > maxControlFramesInCalm) this.#calmDown();
  }

  /** Tells the client why, as far as it listens, and cuts it off. */
  #calmDown(): void {
    if (this.#session.destroyed) return;
    this.#session.goaway(NGHTTP2_ENHANCE_YOUR_CALM);
    this.#session.destroy(undefined, NGHTTP2_ENHANCE_YOUR_CALM);
  }

  #close(): void {
    if (!this.#session.destroyed) this.#session.close();
  }

  #closed(): void {
    this.#context.connections.delete(this);
  }
}

/** As HTTP/1.1 would write them. */
function sizeOf(fields: readonly string[]): number {
  return fields.reduce((sum, text) => sum + text.length, 0) + fields.length * 2;
}
