/**
 * Workers as children of this process, which holds the sockets they listen on. Source: docs/reference/edge.md
 * ("Workers").
 */
import cluster, { type Worker } from 'node:cluster';
import { workerEntryPath } from '../core/program-files.ts';
import type { WorkerChannel, WorkerChannelEvents, WorkerFleet } from './worker-fleet.ts';
import type { MessageFromWorker, MessageToWorker } from './worker-protocol.ts';

export class ClusterFleet implements WorkerFleet {
  readonly existing: readonly WorkerChannel[] = [];

  /** `workerEntry`: the worker's program; this program's own by default. One fleet a process. */
  constructor(workerEntry: string = workerEntryPath) {
    // The kernel spreads connections over the workers that wait for them: measured at twice the connections a second
    // of handing each over from this process, at half the CPU, and as even.
    cluster.schedulingPolicy = cluster.SCHED_NONE;
    cluster.setupPrimary({ exec: workerEntry, args: [] });
  }

  fork(): WorkerChannel {
    return new ClusterChannel(cluster.fork());
  }
}

class ClusterChannel implements WorkerChannel {
  readonly #worker: Worker;

  constructor(worker: Worker) {
    this.#worker = worker;
    // Such as a channel that closed while a message was being written; `exit` follows.
    worker.on('error', () => {});
  }

  get pid(): number {
    return this.#worker.process.pid ?? 0;
  }

  open(events: WorkerChannelEvents): void {
    this.#worker.on('message', (message: MessageFromWorker) => events.received(message));
    this.#worker.on('exit', (code, signal) =>
      events.exited(signal ? `signal ${signal}` : `exit code ${code}`),
    );
  }

  send(message: MessageToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(message, () => {});
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }
}
