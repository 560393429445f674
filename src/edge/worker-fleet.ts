/** How the edge starts worker processes and talks to them, whichever process they are children of. */
import type { MessageFromWorker, MessageToWorker } from './worker-protocol.ts';

export interface WorkerChannelEvents {
  received(message: MessageFromWorker): void;
  /** The last event. `how` is for the log: `exit code 1`, `signal SIGKILL`. */
  exited(how: string): void;
}

/** One worker process. */
export interface WorkerChannel {
  /** 0 until it is known. */
  readonly pid: number;
  /** Says whom to tell; to be called once, before anything can have happened. */
  open(events: WorkerChannelEvents): void;
  /** What a dead worker is sent is lost. */
  send(message: MessageToWorker): void;
  kill(): void;
}

export interface WorkerFleet {
  /** Workers that run already; from now on the caller is in charge of them. */
  takeOver(): Promise<readonly WorkerChannel[]>;
  fork(): WorkerChannel;
}
