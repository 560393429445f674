/**
 * Entry of an edge worker process: routes in memory, a listener on the shared port, orders from the main process.
 * Source: design, "the three trips"; contract section 3.7.
 *
 * States: waiting for `start` → loading → loaded (being brought up to date) → listening → draining → gone.
 * Options come as a message, not as arguments or environment: those can be read by others and may hold a password.
 */
import cluster from 'node:cluster';
import { openRoutingSource } from '../control/routing-source.ts';
import { systemClock } from '../core/clock.ts';
import { ExchangeCounter } from './counters.ts';
import { Listener } from './listener.ts';
import { RedirectHandler } from './redirect-handler.ts';
import { RoutingTable } from './routing-table.ts';
import { TrustedProxies } from './trusted-proxies.ts';
import type { MessageFromWorker, MessageToWorker, WorkerOptions } from './worker-protocol.ts';

const countersEveryMs = 1_000;
/** When the main process has died: ports are free at once, requests under way get this long. */
const orphanGraceMs = 1_000;

const table = new RoutingTable();
const counter = new ExchangeCounter();
let options: WorkerOptions | undefined;
let listener: Listener | undefined;
let countersTimer: NodeJS.Timeout | undefined;

function tell(message: MessageFromWorker): void {
  // A channel that broke while writing means that the main process is gone; `disconnect` deals with that.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

async function loadRoutes(): Promise<void> {
  if (!options) return;
  await using source = await openRoutingSource(options.controlLocation);
  await table.load(source);
}

async function listen(): Promise<void> {
  if (!options) return;
  if (options.httpPort !== null) {
    listener = await Listener.open({
      host: options.host,
      port: options.httpPort,
      handler: new RedirectHandler(table, new TrustedProxies(options.trustedProxies)),
      clock: systemClock,
      onConnection: counter.countConnection,
      onExchange: counter.countExchange,
    });
  }
  countersTimer = setInterval(tellCounters, countersEveryMs);
  tell({ type: 'listening', httpPort: listener?.port ?? null });
}

function tellCounters(): void {
  tell({ type: 'counters', counters: counter.read(listener?.openConnections ?? 0) });
}

async function drain(graceMs: number): Promise<void> {
  clearInterval(countersTimer);
  await listener?.drain(graceMs);
  tellCounters();
  if (process.connected) process.disconnect();
  process.exit(0);
}

async function fail(during: 'load' | 'listen', error: unknown): Promise<void> {
  const message = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const failed: MessageFromWorker = { type: 'failed', during, code, message };
  await new Promise<void>((resolve) => {
    if (process.send) process.send(failed, undefined, undefined, () => resolve());
    else resolve();
  });
  process.exit(1);
}

async function obey(message: MessageToWorker): Promise<void> {
  switch (message.type) {
    case 'start':
      options = message.options;
      await loadRoutes();
      return tell({ type: 'loaded', revision: table.revision });
    case 'patch':
      // A gap leaves the revision where it is; the main process sees that in the answer and asks to load anew.
      table.apply(message.patch);
      return tell({ type: 'applied', revision: table.revision });
    case 'reload':
      await loadRoutes();
      return tell({ type: 'applied', revision: table.revision });
    case 'listen':
      return await listen();
    case 'drain':
      return await drain(message.graceMs);
  }
}

process.on('message', (message: MessageToWorker) => {
  obey(message).catch((error: unknown) => fail(message.type === 'listen' ? 'listen' : 'load', error));
});
// The main process is gone. Node would exit at once here, cutting off answers under way.
if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
process.on('disconnect', () => void drain(orphanGraceMs));
// A terminal sends SIGINT, and a service manager SIGTERM, to the whole group; when to stop is the main process's say.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
tell({ type: 'ready' });
