/**
 * What the main process and an edge worker say to each other, over the channel between them; plain JSON.
 *
 * The worker is `ready` → `start` → it loads the routes → `loaded` → `patch` or `reload`, each answered by `applied`,
 * until it is up to date → `listen` → `listening`; from then on patches as they come, and `counters` once a second.
 * `drain` ends it. `failed` says why it cannot go on; it exits after that.
 */
import type { ControlLocation } from '../control/location.ts';
import type { RoutingPatch } from '../core/route.ts';
import type { EdgeCounters } from './counters.ts';

export type WorkerOptions = {
  readonly controlLocation: ControlLocation;
  readonly host: string;
  /** Null: nothing listens; 0: any free port, the same for all workers. */
  readonly httpPort: number | null;
  /** Addresses and networks in CIDR notation. */
  readonly trustedProxies: readonly string[];
};

export type MessageToWorker =
  | { readonly type: 'start'; readonly options: WorkerOptions }
  | { readonly type: 'patch'; readonly patch: RoutingPatch }
  | { readonly type: 'reload' }
  | { readonly type: 'listen' }
  | { readonly type: 'drain'; readonly graceMs: number };

export type MessageFromWorker =
  /** It listens to orders now; what was sent before this would be lost. */
  | { readonly type: 'ready' }
  | { readonly type: 'loaded'; readonly revision: number }
  | { readonly type: 'applied'; readonly revision: number }
  | { readonly type: 'listening'; readonly httpPort: number | null }
  | { readonly type: 'counters'; readonly counters: EdgeCounters }
  | {
      readonly type: 'failed';
      readonly during: 'load' | 'listen';
      /** The system's error code, such as `EADDRINUSE`; empty when there is none. */
      readonly code: string;
      readonly message: string;
    };
