/**
 * The messages between the supervisor and the application process, plain JSON.
 *
 * The application says `hello` and gets `welcome`. It says with `edge` what workers are started with, before it opens a
 * store: that may be away. With `take_over` it gets the workers that run already. From then on it has workers started
 * and killed, and both pass on what the two sides of a worker's channel say; `ready` says that the service has started,
 * and `pulse` every second that it is alive; `failed` says why it can't start. `stop` ends it; it exits when everything is
 * closed.
 *
 * In an upgrade the new application starts beside its predecessor, which is then told to `stop` and to hand over: it closes
 * what only one process can have open, says `released`, and drains. The new one hears that as `predecessor_gone`.
 *
 * The supervisor may be of another version than the application: change `supervisorProtocol` with anything that
 * either could misunderstand. Optional additions don't need that.
 */
import type { PassedPorts } from '../edge/passed-sockets.ts';
import type { MessageFromWorker, MessageToWorker, WorkerOptions } from '../edge/worker-protocol.ts';

/** The number of this protocol. A program of another number can't be upgraded to; the service has to be restarted. */
export const supervisorProtocol = 1;

/** A worker, by a number that the supervisor gives each. */
type ToOne = { readonly worker: number };

/** What the supervisor starts workers with while there is no application process. */
export type EdgePlan = { readonly options: WorkerOptions; readonly workers: number };

/** The exit code of an application process whose control store is away, where workers can start from its replica. */
export const storeAwayExitCode = 75;

export type MessageToSupervisor =
  /** It listens now; what was sent before this would be lost. */
  | { readonly type: 'hello' }
  | ({ readonly type: 'edge' } & EdgePlan)
  /** Answered by `workers`; until then the supervisor is in charge of them. */
  | { readonly type: 'take_over' }
  | ({ readonly type: 'ready' } & RunningProgram)
  | { readonly type: 'failed'; readonly why: string }
  /** To `stop` with `isHandover`: its successor may open the spool and the embedded analytics now. */
  | { readonly type: 'released' }
  | { readonly type: 'pulse' }
  /** Answered by `forked`, in order. */
  | { readonly type: 'fork' }
  | ({ readonly type: 'to_worker'; readonly message: MessageToWorker } & ToOne)
  | ({ readonly type: 'kill_worker' } & ToOne);

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

export type WorkerId = ToOne & { readonly pid: number };

export type MessageToApplication =
  | {
      readonly type: 'welcome';
      /** Whether the service has started before: its owner has read how to use it. */
      readonly isRestart: boolean;
      /** Whether another application process has the spool and the embedded analytics open. */
      readonly hasPredecessor: boolean;
      readonly counts: SupervisorCounts;
      /** The ports of the sockets that this process and its workers got; missing from an older supervisor. */
      readonly passedPorts?: PassedPorts;
    }
  | { readonly type: 'workers'; readonly workers: readonly WorkerId[] }
  | ({ readonly type: 'forked' } & WorkerId)
  | ({ readonly type: 'from_worker'; readonly message: MessageFromWorker } & ToOne)
  | ({ readonly type: 'worker_exited'; readonly how: string } & ToOne)
  | { readonly type: 'predecessor_gone' }
  | { readonly type: 'stop'; readonly signal: NodeJS.Signals; readonly isHandover: boolean };
