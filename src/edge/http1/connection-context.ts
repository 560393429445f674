/**
 * What all client connections of a listener share, and the limits that hold for each.
 * Source: docs/reference/edge.md ("Time-outs and limits"); RFC 9112 section 9.5 leaves them to the server.
 */
import type { Clock } from '../../core/clock.ts';
import type { ConnectionSet } from './connection-set.ts';
import type { ExchangeRecord, RequestHandler } from './exchange.ts';

/** From a head's first byte to its last; also for a connection without a request. */
export const headTimeoutMs = 10_000;
/** Between an answer and the next request. */
export const idleTimeoutMs = 60_000;
/** Without a byte of a body that is being read. */
export const bodyTimeoutMs = 60_000;
/** For the kernel to take what is being written. */
export const writeStallMs = 60_000;
/** After the last answer, until the client closes. */
export const lingerMs = 2_000;
export const lingerMaxBytes: number = 16 * 1024 * 1024;
/** Of an unwanted body. */
export const discardMaxBytes: number = 1024 * 1024;
/** Answers gathered into one write, beside the last one. */
export const gatherMaxBytes: number = 64 * 1024;

export type ConnectionContext = {
  readonly handler: RequestHandler;
  readonly clock: Clock;
  readonly connections: ConnectionSet;
  /** The minimum rate of request bodies in bytes a second, after a grace period; 0: any rate. */
  readonly bodyMinRate: number;
  /** Called once for each exchange when its answer has been written or the connection is gone. Must not throw. */
  readonly onExchange: (record: ExchangeRecord) => void;
};
