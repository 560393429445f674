/**
 * Entry of an edge worker process: its messages, its signals and its end. What it serves: edge-worker.ts.
 * Source: docs/reference/edge.md ("Workers").
 *
 * Options come as a message, not as arguments or environment: those can be read by others and may hold a password.
 */
import cluster from 'node:cluster';
import { EdgeWorker } from './edge-worker.ts';
import type { OrderToWorker } from './worker-protocol.ts';

const worker = new EdgeWorker({
  send(report, written = () => {}) {
    // A channel that broke while writing means that the supervisor is gone; `disconnect` deals with that.
    if (process.connected && process.send) process.send(report, undefined, undefined, () => written());
    else written();
  },
  exit(code) {
    if (process.connected) process.disconnect();
    process.exit(code);
  },
});

// A defect. The state can no longer be trusted, so this worker ends; the supervisor logs why and starts another.
process.on('uncaughtException', (error) => void worker.fail('serve', error));
process.on('message', (order: OrderToWorker) => void worker.receive(order));
// The supervisor is gone. Node would exit at once here, cutting off answers under way.
if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
process.on('disconnect', () => void worker.orphaned());
// A terminal sends SIGINT, and a service manager SIGTERM, to the whole group; the supervisor decides when to stop.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('SIGHUP', () => {});
worker.begin();
