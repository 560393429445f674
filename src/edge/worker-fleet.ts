/** Worker processes: what the process that starts them sees of one, and the application process of all. */
import type { WorkerOptions } from './worker-options.ts';
import type { OrderToWorker, WorkerFailure, WorkerReport } from './worker-protocol.ts';

export interface WorkerChannelEvents {
  received(report: WorkerReport): void;
  /** The last event. `how` is for the log: `exit code 1`, `signal SIGKILL`. */
  exited(how: string): void;
}

/** One worker process, as a child. */
export interface WorkerChannel {
  /** 0 until it is known. */
  readonly pid: number;
  /** Says whom to tell; to be called once, before anything can have happened. */
  open(events: WorkerChannelEvents): void;
  /** What a dead worker is sent is lost. */
  send(order: OrderToWorker): void;
  kill(): void;
}

/** A worker that runs. */
export type WorkerInfo = {
  /** Of this process alone. */
  readonly worker: number;
  /** From 1 to the number of workers; a replacement takes over the number of the one that died. */
  readonly number: number;
  readonly pid: number;
  /** Its routes are loaded: it listens, or may at any moment. */
  readonly isLoaded: boolean;
};

export type WorkerExit = {
  /** For the log: `exit code 1`, `signal SIGKILL`, or what it said itself. */
  readonly how: string;
  /** It was killed as it hung. */
  readonly isHung: boolean;
  readonly failure?: WorkerFailure;
};

export interface FleetEvents {
  /** A worker was started, or has loaded its routes. */
  changed(info: WorkerInfo): void;
  gone(worker: number, exit: WorkerExit): void;
}

/** What starts, watches and replaces the workers, as the application process sees it. */
export interface WorkerFleet {
  /**
   * Has the workers run from now on: starts those that are missing, and tells all of them that this process is reached at `socket`.
   * Answers those that run already.
   */
  serve(options: WorkerOptions, socket: string, events: FleetEvents): Promise<readonly WorkerInfo[]>;
  /**
   * Ends all of them: each stops accepting, and has up to `graceMs` for requests under way. Idle connections are closed at once, or
   * stay open for `retireMs` of that for one more request each.
   */
  stop(graceMs: number, retireMs: number): void;
}
