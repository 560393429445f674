/**
 * The messages of an edge worker, plain JSON.
 *
 * To and from the process that starts and replaces it, over Node's channel: `ready` → `start` → it loads its routes → `loaded` →
 * `listening`, and from then on a `pulse` every second. `application` says where the application process is, whenever that is another
 * one. Where there is none, `listen` has the worker begin with what it loaded. `drain` ends it. `failed` says why it can't continue; it
 * exits after that.
 *
 * To and from the application process, over its socket: the loaded worker says `hello` → `patch` or `reload`, each answered by
 * `applied`, until it is up to date → `listen` → `listening`; after that, patches as they arrive, `counters` once a second, and every ten
 * seconds what health checks found (`upstreams`). What a `notice` says comes before `listen` and whenever it changes (notices.ts). From
 * time to time `sum` requests checksums of its routes, and `sums` returns them. A `request` of the worker gets one `answer`.
 */
import type { RoutingPatch, StorePosition } from '../core/route.ts';
import type { CheckedUpstreams } from '../core/upstream-health.ts';
import type { HostCount } from './busiest-hosts.ts';
import type { EdgeCounters } from './counters.ts';
import type { Notice } from './notices.ts';
import type { RpcRequest, RpcResponse } from './rpc.ts';
import type { LimitOrder, UsedRequests } from './rules/rate-limits.ts';
import type { FlushedSpans } from './tracer.ts';
import type { WorkerOptions } from './worker-options.ts';
import type { WorkerUsage } from './worker-usage.ts';

/** Of the process that starts and replaces workers. */
export type OrderToWorker =
  | { readonly type: 'start'; readonly options: WorkerOptions }
  /** The path of the socket that the application process listens on, and which worker it knows this one as. */
  | { readonly type: 'application'; readonly socket: string; readonly worker: number }
  | { readonly type: 'listen' }
  /** `retireMs`: how long idle connections stay open, for one more request each. */
  | { readonly type: 'drain'; readonly graceMs: number; readonly retireMs: number };

export type WorkerFailure = {
  readonly type: 'failed';
  /** `listen_tls`: on the TLS port. `serve`: a defect, at any time; the message is the error's stack. */
  readonly during: 'load' | 'listen' | 'listen_tls' | 'serve';
  /** The system's error code, such as `EADDRINUSE`; empty when there is none. */
  readonly code: string;
  readonly message: string;
};

/** To the process that starts and replaces workers. `ready`: what was sent before this would be lost. */
export type WorkerReport = { readonly type: 'ready' | 'loaded' | 'listening' | 'pulse' } | WorkerFailure;

/** Of the application process. */
export type MessageToWorker =
  | { readonly type: 'patch'; readonly patch: RoutingPatch }
  | { readonly type: 'reload' }
  | { readonly type: 'sum' }
  | { readonly type: 'listen' }
  | Notice
  /** To a request; null: there is none. */
  | { readonly type: 'answer'; readonly id: number; readonly answer: RpcResponse | null }
  /** What clients of rules that limit them may still do. */
  | { readonly type: 'limits'; readonly orders: readonly LimitOrder[] }
  /** To every `counters`: the application process is alive. */
  | { readonly type: 'pulse' };

export type EdgePorts = { readonly httpPort: number | null; readonly httpsPort: number | null };

/** To the application process. */
export type MessageFromWorker =
  | Hello
  | ({ readonly type: 'listening' } & EdgePorts)
  | ({ readonly type: 'applied' } & StorePosition)
  /** To `reload`: the routes are the old ones still. */
  | { readonly type: 'reload_failed'; readonly problem: string }
  | { readonly type: 'sums'; readonly sums: readonly number[] }
  | { readonly type: 'request'; readonly id: number; readonly request: RpcRequest }
  /** What health checks found since the last time. */
  | ({ readonly type: 'upstreams' } & CheckedUpstreams)
  | { readonly type: 'counters'; readonly counters: EdgeCounters; readonly usage: WorkerUsage }
  /** Requests of the busiest hosts since the last time. Once a second. */
  | { readonly type: 'hosts'; readonly counts: readonly HostCount[] }
  /** What was traced since the last time. At most once a second. */
  | ({ readonly type: 'spans' } & FlushedSpans)
  /** What was counted for rules that limit clients. */
  | { readonly type: 'limits'; readonly told: readonly UsedRequests[] }
  /** A line for the log. */
  | {
      readonly type: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly text: string;
      readonly details: Readonly<Record<string, unknown>>;
    };

export type Hello = {
  readonly type: 'hello';
  readonly worker: number;
  readonly isListening: boolean;
} & EdgePorts &
  StorePosition;
