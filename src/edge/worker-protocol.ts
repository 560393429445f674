/**
 * What the main process and an edge worker say to each other, over the channel between them; plain JSON.
 *
 * The worker is `ready` → `start` → it loads the routes → `loaded` → `patch` or `reload`, each answered by `applied`,
 * until it is up to date → `listen` → `listening`; from then on patches as they come, and `counters` once a second.
 * `spool` may come at any time. `drain` ends it. `failed` says why it cannot go on; it exits after that.
 */
import type { ControlLocation } from '../control/location.ts';
import type { RoutingPatch } from '../core/route.ts';
import type { EdgeCounters } from './counters.ts';
import type { ProxyFailure } from './proxy/proxy-context.ts';

export type WorkerOptions = {
  readonly controlLocation: ControlLocation;
  readonly host: string;
  /** Null: nothing listens; 0: any free port, the same for all workers. */
  readonly httpPort: number | null;
  /** Addresses and networks in CIDR notation. */
  readonly trustedProxies: readonly string[];
  readonly upstream: {
    /** Special addresses that upstreams may have, in CIDR notation. */
    readonly allow: readonly string[];
    /** Ports of this service, which no upstream may lead to. */
    readonly ownPorts: readonly number[];
    readonly connectTimeoutMs: number;
    readonly responseTimeoutMs: number;
  };
  readonly spoolDirectory: string;
};

export type MessageToWorker =
  | { readonly type: 'start'; readonly options: WorkerOptions }
  | { readonly type: 'patch'; readonly patch: RoutingPatch }
  | { readonly type: 'reload' }
  | { readonly type: 'listen' }
  /** The spool is over its budget, or no longer: records are dropped meanwhile. */
  | { readonly type: 'spool'; readonly isFull: boolean }
  | { readonly type: 'drain'; readonly graceMs: number };

export type MessageFromWorker =
  /** It listens to orders now; what was sent before this would be lost. */
  | { readonly type: 'ready' }
  | { readonly type: 'loaded'; readonly revision: number }
  | { readonly type: 'applied'; readonly revision: number }
  | { readonly type: 'listening'; readonly httpPort: number | null }
  | { readonly type: 'counters'; readonly counters: EdgeCounters }
  /** For the log: why a visitor got no answer from an upstream. At most ten a second. */
  | { readonly type: 'upstream_failed'; readonly failure: ProxyFailure }
  /** For the log: writing to the spool began to fail, or works again (`problem` is empty). */
  | { readonly type: 'spool_failing'; readonly problem: string }
  | {
      readonly type: 'failed';
      readonly during: 'load' | 'listen';
      /** The system's error code, such as `EADDRINUSE`; empty when there is none. */
      readonly code: string;
      readonly message: string;
    };
