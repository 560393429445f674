/**
 * The messages between the supervisor and the application process, plain JSON.
 *
 * The application says `hello` and gets `welcome` with the workers that run already. From then on it has workers started
 * and killed, and both pass on what the two sides of a worker's channel say; `ready` says that the service has started,
 * and `pulse` every second that it is alive. `stop` ends it; it exits when everything is closed.
 */
import type { MessageFromWorker, MessageToWorker } from '../edge/worker-protocol.ts';

/** A worker, by a number that the supervisor gives each. */
type ToOne = { readonly worker: number };

export type MessageToSupervisor =
  /** It listens now; what was sent before this would be lost. */
  | { readonly type: 'hello' }
  | { readonly type: 'ready' }
  | { readonly type: 'pulse' }
  /** Answered by `forked`, in order. */
  | { readonly type: 'fork' }
  | ({ readonly type: 'to_worker'; readonly message: MessageToWorker } & ToOne)
  | ({ readonly type: 'kill_worker' } & ToOne);

export type WorkerId = ToOne & { readonly pid: number };

export type MessageToApplication =
  | {
      readonly type: 'welcome';
      readonly workers: readonly WorkerId[];
      /** Whether the service has started before: its owner has read how to use it. */
      readonly isRestart: boolean;
    }
  | ({ readonly type: 'forked' } & WorkerId)
  | ({ readonly type: 'from_worker'; readonly message: MessageFromWorker } & ToOne)
  | ({ readonly type: 'worker_exited'; readonly how: string } & ToOne)
  | { readonly type: 'stop'; readonly signal: NodeJS.Signals };
