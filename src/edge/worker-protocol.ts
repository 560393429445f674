/**
 * The messages between the application process and an edge worker, plain JSON.
 *
 * The worker is `ready` → `start` → it loads the routes → `loaded` → `patch` or `reload`, each answered by `applied`,
 * until it is up to date → `listen` → `listening`; after that, patches as they arrive, and `counters` once a second, which
 * also show that it is alive. From time to time `sum` requests checksums of its routes, and `sums` returns them.
 * `salts` and `ticket_keys` come before `listen` and whenever they change; `spool` may come at any time. A `request` of
 * the worker gets one `answer`. `drain` ends it. `failed` says why it can't continue; it exits after that.
 */
import type { FullDay } from '../analytics/ingest/full-days.ts';
import type { ClientAddressField } from '../core/client-address-field.ts';
import type { RoutingPatch, StorePosition } from '../core/route.ts';
import type { VisitorSalt } from '../core/salt-period.ts';
import type { SecretKeyLocation } from '../secrets/secret-keyring.ts';
import type { AccessLogOptions } from './access-log/access-log.ts';
import type { TurnedAway } from './connection-room.ts';
import type { EdgeCounters } from './counters.ts';
import type { SocketName } from './passed-sockets.ts';
import type { ProxyFailure } from './proxy/proxy-context.ts';
import type { TargetChange } from './proxy/targets.ts';
import type { RpcRequest, RpcResponse } from './rpc.ts';
import type { LimitOrder, UsedRequests } from './rules/rate-limits.ts';
import type { TicketKeys } from './tls/ticket-keys.ts';
import type { FlushedSpans } from './tracer.ts';
import type { WorkerUsage } from './worker-usage.ts';

export type WorkerOptions = {
  /** How many there are. */
  readonly workers: number;
  /** What it reads: the control store's file, or its replica's. */
  readonly store: { readonly path: string; readonly secretKeys: SecretKeyLocation };
  readonly host: string;
  /** Null: nothing listens; 0: any free port, the same for all workers. */
  readonly httpPort: number | null;
  /** TLS; like `httpPort`. */
  readonly httpsPort: number | null;
  /** Which of these ports this process got as sockets that listen already. */
  readonly passedSockets?: readonly SocketName[];
  /** The host whose certificate is shown to clients that name none. */
  readonly defaultHost: string;
  /** Lead visitors of custom domains with a certificate to HTTPS. */
  readonly upgradesToHttps: boolean;
  /** Addresses and networks in CIDR notation. */
  readonly trustedProxies: readonly string[];
  /** Where these name the client. */
  readonly clientAddressField: ClientAddressField;
  /** Who may ask for this edge's health, besides this machine; like `trustedProxies`. */
  readonly healthAllow: readonly string[];
  readonly upstream: {
    /** Special addresses that upstreams may have, in CIDR notation. */
    readonly allow: readonly string[];
    /** Ports of this service, which no upstream may lead to. */
    readonly ownPorts: readonly number[];
    readonly connectTimeoutMs: number;
    /** Of one worker to one upstream. */
    readonly maxConnections: number;
    /** Of one client under way in one worker at one upstream; 0: no limit. */
    readonly maxRequestsPerClient: number;
    readonly responseTimeoutMs: number;
  };
  /** Bytes a second that request bodies have to come at; 0: at any rate. */
  readonly bodyMinRate: number;
  readonly spoolDirectory: string;
  /** Path of a list of crawlers; null: the program's own. */
  readonly crawlerList: string | null;
  /** Path of a database of places; null: the program's own. */
  readonly placesDatabase: string | null;
  /** Null: requests are not logged. */
  readonly accessLog: AccessLogOptions | null;
  /** Of the requests, from 0 to 1, that are traced. */
  readonly traceRatio: number;
  /** Events of trackers a minute that one client address may send a worker; 0 = no limit. */
  readonly eventsPerMinute: number;
};

export type MessageToWorker =
  /** `isAlone`: by the supervisor, as there is no application process; the worker listens as soon as it has loaded. */
  | { readonly type: 'start'; readonly options: WorkerOptions; readonly isAlone?: true }
  | { readonly type: 'patch'; readonly patch: RoutingPatch }
  | { readonly type: 'reload' }
  | { readonly type: 'sum' }
  | { readonly type: 'listen' }
  /** The spool is over its budget, or no longer: records are dropped meanwhile. */
  | { readonly type: 'spool'; readonly isFull: boolean }
  /** The keys of visitor hashes for now and what comes next; they replace those before. */
  | { readonly type: 'salts'; readonly salts: readonly VisitorSalt[] }
  /** The domains that take no further event names; they replace those before. */
  | { readonly type: 'full_days'; readonly days: readonly FullDay[] }
  /** Whether its file is as new as what it is told; if not, the application process knows more. */
  | { readonly type: 'replica'; readonly isCurrent: boolean }
  /** What session tickets are sealed with from now on. */
  | { readonly type: 'ticket_keys'; readonly keys: TicketKeys }
  /** To a request; null: there is none. */
  | { readonly type: 'answer'; readonly id: number; readonly answer: RpcResponse | null }
  /** What clients of rules that limit them may still do. */
  | { readonly type: 'limits'; readonly orders: readonly LimitOrder[] }
  /** To every `counters`: the application process is alive. */
  | { readonly type: 'pulse' }
  /** Health checks get told from now on that this edge is about to stop; visitors are served as before. */
  | { readonly type: 'lame_duck' }
  /** Of an application process that was started again: how far is this worker? */
  | { readonly type: 'adopt' }
  /** `retireMs`: how long idle connections stay open, for one more request each. */
  | { readonly type: 'drain'; readonly graceMs: number; readonly retireMs: number };

export type MessageFromWorker =
  /** It listens to orders now; what was sent before this would be lost. */
  | { readonly type: 'ready' }
  | ({ readonly type: 'loaded' } & StorePosition)
  | ({ readonly type: 'applied' } & StorePosition)
  /** To `adopt`. */
  | ({
      readonly type: 'adopted';
      readonly isListening: boolean;
      readonly httpPort: number | null;
      readonly httpsPort: number | null;
    } & StorePosition)
  /** To `reload`: the routes are the old ones still. */
  | { readonly type: 'reload_failed'; readonly problem: string }
  | { readonly type: 'sums'; readonly sums: readonly number[] }
  | { readonly type: 'listening'; readonly httpPort: number | null; readonly httpsPort: number | null }
  | { readonly type: 'request'; readonly id: number; readonly request: RpcRequest }
  | { readonly type: 'counters'; readonly counters: EdgeCounters; readonly usage: WorkerUsage }
  /** What was traced since the last time. At most once a second. */
  | ({ readonly type: 'spans' } & FlushedSpans)
  /** What was counted for rules that limit clients. */
  | { readonly type: 'limits'; readonly told: readonly UsedRequests[] }
  /** For the log: why a visitor got no answer from an upstream. At most ten a second. */
  | { readonly type: 'upstream_failed'; readonly failure: ProxyFailure }
  /** For the log: a target of an upstream is left alone, or connects again. At most ten a second. */
  | { readonly type: 'target_changed'; readonly change: TargetChange }
  /** For the log: connections that were not taken. At most once a minute. */
  | { readonly type: 'turned_away'; readonly turnedAway: TurnedAway }
  /** For the log: writing to the spool began to fail, or works again (`problem` is empty). */
  | { readonly type: 'spool_failing'; readonly problem: string }
  /** The same for rules, which are served as they were meanwhile. */
  | { readonly type: 'rules_failing'; readonly problem: string }
  /** The same for the access log. */
  | { readonly type: 'access_log_failing'; readonly problem: string }
  | {
      readonly type: 'failed';
      /** `listen_tls`: on the TLS port. `serve`: a defect, at any time; the message is the error's stack. */
      readonly during: 'load' | 'listen' | 'listen_tls' | 'serve';
      /** The system's error code, such as `EADDRINUSE`; empty when there is none. */
      readonly code: string;
      readonly message: string;
    };
