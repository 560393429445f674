/**
 * The messages between the supervisor and the application process, plain JSON.
 *
 * The application says `hello` and gets `welcome`. It says with `edge` what workers are started with, before it opens a
 * store: that may be away. Once there is what workers load, `start_workers` has them run from then on, and is answered by `running_workers`,
 * those that run already; `worker` and `worker_gone` say what becomes of each. What workers serve, the application tells them over its
 * own socket (edge/worker-protocol.ts). `ready` says that the service has started, and `pulse` every second that it is alive; `failed`
 * says why it can't start. `stop` ends it: it has the workers stopped, closes everything and exits.
 *
 * In an upgrade the new application starts beside its predecessor, which is then told to `stop` and to hand over: it closes
 * what only one process can have open, says `released`, and drains. The new one hears that as `predecessor_gone`.
 *
 * The supervisor may be of another version than the application: change `supervisorProtocol` with anything that
 * either could misunderstand. Optional additions don't need that.
 */
import type { PassedPorts } from '../edge/passed-sockets.ts';
import type { WorkerExit, WorkerInfo } from '../edge/worker-fleet.ts';
import type { WorkerOptions } from '../edge/worker-options.ts';

/** The number of this protocol. A program that doesn't speak it can't be upgraded to; the service has to be restarted. */
export const supervisorProtocol = 2;
/** A supervisor of this one starts workers at the application's word; see older-supervisor.ts. */
export const olderSupervisorProtocol = 1;

/** The exit code of an application process whose control store is away, where workers can start from its replica. */
export const storeAwayExitCode = 75;

export type MessageToSupervisor =
  /** It listens now; what was sent before this would be lost. */
  | { readonly type: 'hello' }
  /** `workers`: how many; an older supervisor reads it. */
  | { readonly type: 'edge'; readonly options: WorkerOptions; readonly workers: number }
  /** `socket`: where workers find the application process. */
  | { readonly type: 'start_workers'; readonly options: WorkerOptions; readonly socket: string }
  | { readonly type: 'stop_workers'; readonly graceMs: number; readonly retireMs: number }
  | ({ readonly type: 'ready' } & RunningProgram)
  | { readonly type: 'failed'; readonly why: string }
  /** To `stop` with `isHandover`: its successor may open the spool and the embedded analytics now. */
  | { readonly type: 'released' }
  | { readonly type: 'pulse' };

/** What an upgrade has to know of the program that runs. */
export type RunningProgram = {
  readonly version: string;
  /** Schema version of the embedded analytics store; null when analytics are on a server. */
  readonly embeddedAnalyticsSchema: number | null;
};

/** How often the supervisor did what. */
export type SupervisorCounts = {
  /** Application processes started again after they died. */
  readonly restarts: number;
  readonly upgrades: number;
};

export type MessageToApplication =
  | {
      readonly type: 'welcome';
      /** Missing from an older supervisor. */
      readonly keepsWorkers?: true;
      /** Whether the service has started before: its owner has read how to use it. */
      readonly isRestart: boolean;
      /** Whether another application process has the spool and the embedded analytics open. */
      readonly hasPredecessor: boolean;
      readonly counts: SupervisorCounts;
      /** The ports of the sockets that this process and its workers got; missing from an even older one. */
      readonly passedPorts?: PassedPorts;
    }
  | { readonly type: 'running_workers'; readonly workers: readonly WorkerInfo[] }
  | ({ readonly type: 'worker' } & WorkerInfo)
  | ({ readonly type: 'worker_gone'; readonly worker: number } & WorkerExit)
  | { readonly type: 'predecessor_gone' }
  | { readonly type: 'stop'; readonly signal: NodeJS.Signals; readonly isHandover: boolean };
