/** Programs as children of this process, which holds the sockets they listen on. Source: docs/reference/edge.md ("Workers"). */
import cluster, { type Worker } from 'node:cluster';
import { childStdio, type PassedSockets, pickSockets } from './passed-sockets.ts';
import type { WorkerChannel, WorkerChannelEvents } from './worker-fleet.ts';
import type { OrderToWorker, WorkerReport } from './worker-protocol.ts';

/**
 * While it loads its routes, a worker makes garbage by the gigabyte; Node 24's young generation grows to 16 MB with it, and keeps
 * what was alive in between: 404 MB resident with a million redirects, 316 MB with 8 MB, at the same CPU a request.
 */
const workerFlags = ['--max-semi-space-size=8'];

/** Starts an edge worker; `runtime` is the path of the Node that it runs on. */
export function forkWorker(
  entry: string,
  runtime: string = process.execPath,
  environment: Environment = {},
  sockets: PassedSockets = {},
): WorkerChannel {
  const own = pickSockets(sockets, ['http', 'https']);
  return new ChildChannel(forkChild(entry, [], runtime, environment, own, workerFlags));
}

/** Variables that differ from this process's; undefined ones are taken away. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Starts a program as a child that shares the sockets of this process's other children, and gets passed ones. `runtime` is the
 * path of the Node that it runs on, and `runtimeFlags` are its flags beside this process's own.
 */
export function forkChild(
  entry: string,
  args: readonly string[],
  runtime: string,
  environment: Environment,
  sockets: PassedSockets,
  runtimeFlags: readonly string[] = [],
): Worker {
  // The kernel spreads connections over the workers that wait for them: measured at twice the connections a second
  // of handing each over from this process, at half the CPU, and as even. Node reads this at the first child only.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({
    exec: entry,
    args: [...args],
    execArgv: [...process.execArgv, ...runtimeFlags],
    stdio: childStdio(sockets),
  });
  // A cluster's children run on `process.execPath`: unlike child_process.fork, it takes no other path.
  const ownRuntime = process.execPath;
  process.execPath = runtime;
  try {
    return cluster.fork(environment);
  } finally {
    process.execPath = ownRuntime;
  }
}

class ChildChannel implements WorkerChannel {
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
    this.#worker.on('message', (report: WorkerReport) => events.received(report));
    this.#worker.on('exit', (code, signal) =>
      events.exited(signal ? `signal ${signal}` : `exit code ${code}`),
    );
  }

  send(order: OrderToWorker): void {
    if (this.#worker.isConnected()) this.#worker.send(order, () => {});
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }
}
