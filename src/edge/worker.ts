/**
 * Entry of an edge worker process: routes in memory, a listener on the shared port, orders from the main process.
 * Source: design, "the three trips"; contract section 3.7.
 *
 * States: waiting for `start` → loading → loaded (being brought up to date) → listening → draining → gone.
 * Options come as a message, not as arguments or environment: those can be read by others and may hold a password.
 */
import cluster from 'node:cluster';
import { SegmentWriter } from '../analytics/ingest/segment-writer.ts';
import { openRoutingSource } from '../control/routing-source.ts';
import { AddressPolicy } from '../core/address-policy.ts';
import { systemClock } from '../core/clock.ts';
import { AccessRecorder } from './access-record.ts';
import { ExchangeCounter } from './counters.ts';
import { EdgeHandler } from './edge-handler.ts';
import type { ExchangeRecord } from './http1/exchange.ts';
import { Listener } from './listener.ts';
import { ownAddresses } from './own-addresses.ts';
import type { ProxyFailure } from './proxy/proxy-context.ts';
import { ProxyHandler } from './proxy-handler.ts';
import { RedirectHandler } from './redirect-handler.ts';
import { RoutingTable } from './routing-table.ts';
import { TrustedProxies } from './trusted-proxies.ts';
import type { MessageFromWorker, MessageToWorker, WorkerOptions } from './worker-protocol.ts';

const countersEveryMs = 1_000;
const failuresToldPerSecond = 10;
/** When the main process has died: ports are free at once, requests under way get this long. */
const orphanGraceMs = 1_000;

const table = new RoutingTable();
const counter = new ExchangeCounter();
let options: WorkerOptions | undefined;
let listener: Listener | undefined;
let countersTimer: NodeJS.Timeout | undefined;
let spool: SegmentWriter | undefined;
let proxy: ProxyHandler | undefined;
let failuresTold = 0;
let isSpoolFull = false;

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
  const { host, httpPort, upstream, spoolDirectory } = options;
  spool = new SegmentWriter({
    directory: spoolDirectory,
    kind: 'requests',
    onDropped: counter.countDropped,
    onFailing: (error) => tell({ type: 'spool_failing', problem: describe(error) || 'unknown error' }),
    onRecovered: () => tell({ type: 'spool_failing', problem: '' }),
  });
  spool.setFull(isSpoolFull);
  const trustedProxies = new TrustedProxies(options.trustedProxies);
  proxy = new ProxyHandler({
    policy: new AddressPolicy(upstream.allow, upstream.ownPorts, ownAddresses),
    connectTimeoutMs: upstream.connectTimeoutMs,
    responseTimeoutMs: upstream.responseTimeoutMs,
    trustedProxies,
    clock: systemClock,
    onFailure: upstreamFailed,
  });
  if (httpPort !== null) {
    const { record } = new AccessRecorder(spool);
    listener = await Listener.open({
      host,
      port: httpPort,
      handler: new EdgeHandler(table, new RedirectHandler(table, trustedProxies), proxy, trustedProxies),
      clock: systemClock,
      onConnection: counter.countConnection,
      onExchange: (exchange: ExchangeRecord) => {
        counter.countExchange(exchange);
        record(exchange);
      },
    });
  }
  countersTimer = setInterval(tellCounters, countersEveryMs);
  tell({ type: 'listening', httpPort: listener?.port ?? null });
}

function upstreamFailed(failure: ProxyFailure): void {
  counter.countUpstreamFailure(failure.failure);
  if (failuresTold++ < failuresToldPerSecond) tell({ type: 'upstream_failed', failure });
}

function tellCounters(): void {
  failuresTold = 0;
  tell({
    type: 'counters',
    counters: counter.read(listener?.openConnections ?? 0, proxy?.openConnections ?? 0),
  });
}

async function drain(graceMs: number): Promise<void> {
  clearInterval(countersTimer);
  await listener?.drain(graceMs);
  proxy?.[Symbol.dispose]();
  await spool?.close();
  tellCounters();
  if (process.connected) process.disconnect();
  process.exit(0);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function fail(during: 'load' | 'listen', error: unknown): Promise<void> {
  const message = describe(error);
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
    case 'spool':
      isSpoolFull = message.isFull;
      return spool?.setFull(isSpoolFull);
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
