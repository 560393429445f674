/**
 * Entry of an edge worker process: routes in memory, a listener on the shared port, orders from the application process.
 * Source: docs/reference/edge.md ("Workers"), docs/reference/api.md ("Live before answered").
 *
 * States: waiting for `start` → loading → loaded (being brought up to date) → listening → draining → gone. One that is
 * started while there is no application process listens as soon as it has loaded.
 * Options come as a message, not as arguments or environment: those can be read by others and may hold a password.
 */
import cluster from 'node:cluster';
import { Collector } from '../analytics/ingest/collector.ts';
import { FloodGuard } from '../analytics/ingest/collector-flood-guard.ts';
import { SegmentWriter, type SegmentWriterOptions } from '../analytics/ingest/segment-writer.ts';
import { TrackerScript } from '../analytics/ingest/tracker-script.ts';
import { VisitorHasher } from '../analytics/ingest/visitor-hash.ts';
import { EdgeStore } from '../control/edge-store.ts';
import { AddressPolicy } from '../core/address-policy.ts';
import { AddressRanges } from '../core/address-ranges.ts';
import { systemClock } from '../core/clock.ts';
import type { RoutingPatch } from '../core/route.ts';
import { AccessLog } from './access-log/access-log.ts';
import { AccessRecorder } from './access-record.ts';
import { CollectHandler } from './collect/collect-handler.ts';
import { ScriptAnswers } from './collect/script-answers.ts';
import { ConnectionRoom, descriptorLimit } from './connection-room.ts';
import { ExchangeCounter } from './counters.ts';
import { CrawlerLookup } from './crawlers/crawler-lookup.ts';
import { EdgeHandler } from './edge-handler.ts';
import { ErrorPageCache } from './error-pages/error-page-cache.ts';
import { ErrorPages } from './error-pages/error-pages.ts';
import { HealthAnswer } from './health-answer.ts';
import type { ExchangeRecord } from './http1/exchange.ts';
import { Listener } from './listener.ts';
import { ownAddresses } from './own-addresses.ts';
import { childDescriptor, type SocketName } from './passed-sockets.ts';
import { PlaceLookup } from './place-lookup.ts';
import type { ProxyFailure } from './proxy/proxy-context.ts';
import type { TargetChange } from './proxy/targets.ts';
import { ProxyHandler } from './proxy-handler.ts';
import { RedirectHandler } from './redirect-handler.ts';
import { RoutingTable } from './routing-table.ts';
import { RpcClient } from './rpc-client.ts';
import { BasicAuth } from './rules/basic-auth.ts';
import { RateLimits } from './rules/rate-limits.ts';
import { RulesHandler } from './rules/rules-handler.ts';
import { CertificateFinder } from './tls/certificate-finder.ts';
import { TlsPlane } from './tls/tls-plane.ts';
import { Tracer } from './tracer.ts';
import { TrustedProxies } from './trusted-proxies.ts';
import type { MessageFromWorker, MessageToWorker, WorkerOptions } from './worker-protocol.ts';
import { UsageReader } from './worker-usage.ts';

type Stage = Extract<MessageFromWorker, { type: 'failed' }>['during'];

const countersEveryMs = 1_000;
const limitsEveryMs = 250;
const failuresToldPerSecond = 10;
const changesToldPerSecond = 10;
/** When the supervisor has died: ports are free at once, requests under way get this long. */
const orphanGraceMs = 1_000;
/** Without a pulse of the application process; it sends one a second. */
const applicationAwayMs = 5_000;

const table = new RoutingTable();
const counter = new ExchangeCounter();
const usage = new UsageReader();
const room = new ConnectionRoom(descriptorLimit(), counter.countTurnedAway);
const visitors = new VisitorHasher();
const limits = new RateLimits();
const rpc = new RpcClient(
  (id, request) => tell({ type: 'request', id, request }),
  () => !hasApplication(),
);
let options: WorkerOptions | undefined;
let store: EdgeStore | undefined;
let finder: CertificateFinder | undefined;
let starting: Promise<void> | undefined;
let listener: Listener | undefined;
let tlsListener: Listener | undefined;
let tls: TlsPlane | undefined;
let countersTimer: NodeJS.Timeout | undefined;
let requests: SegmentWriter | undefined;
let pageviews: SegmentWriter | undefined;
let collector: Collector | undefined;
let proxy: ProxyHandler | undefined;
let accessLog: AccessLog | undefined;
let tracer: Tracer | undefined;
let failuresTold = 0;
let changesTold = 0;
/** Whether the file may lack rules of the table. */
let needsRules = false;
/** Why rules can't be read; empty while they can. */
let rulesProblem = '';
let isSpoolFull = false;
let isOpening = false;
let isOpeningTls = false;
let isDraining = false;
/** Others accept on the same ports, so this worker's end is of no concern to load balancers. */
let hasSuccessors = false;
let pulseTick = Number.NEGATIVE_INFINITY;

function tell(message: MessageFromWorker): void {
  // A channel that broke while writing means that the supervisor is gone; `disconnect` deals with that.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

function hasApplication(): boolean {
  return performance.now() - pulseTick < applicationAwayMs;
}

async function loadRoutes(): Promise<void> {
  const lists = store;
  await lists?.readRoutes((source) => table.load(source, lists));
  needsRules = true;
}

async function applyPatch(patch: RoutingPatch): Promise<void> {
  // Its rules are compiled before the change is confirmed. A file that can't be read leaves them as they are for now.
  const rules = store && (await table.readRules(patch, store, (error) => rulesFailing(describe(error))));
  // A gap leaves the revision where it is; the application process sees that in the answer and orders a reload.
  table.apply(patch, rules);
  tls?.changed(patch);
  needsRules ||= (rules?.size ?? 0) > 0;
}

/** Reads rules that the file did not have when they changed. */
async function refreshRules(): Promise<void> {
  if (!needsRules || !store) return;
  needsRules = false;
  try {
    if (await table.refreshRules(store)) return rulesFailing('');
    rulesFailing('the file does not have them');
  } catch (error) {
    rulesFailing(describe(error));
  }
  needsRules = true;
}

function rulesFailing(problem: string): void {
  if (problem === rulesProblem) return;
  rulesProblem = problem;
  tell({ type: 'rules_failing', problem });
}

/** `isAlone`: there is no application process to bring the routes up to date and hand over keys. */
async function start(isAlone: boolean): Promise<void> {
  if (!options) return;
  store = new EdgeStore({ ...options.store, clock: systemClock, ownHost: options.defaultHost });
  finder = new CertificateFinder(store, rpc);
  tls = new TlsPlane({
    table,
    findCertificates: finder.find,
    rpc,
    defaultHost: options.defaultHost,
    clock: systemClock,
    onOutcome: counter.countHandshake,
  });
  await loadRoutes();
  if (!isAlone) return tell({ type: 'loaded', epoch: table.epoch, revision: table.revision });
  visitors.setSalts(await store.visitorSalts());
  await listen();
}

async function listen(): Promise<void> {
  if (!options || !tls || !store) return;
  const { host, httpPort, httpsPort, upstream, spoolDirectory, eventsPerMinute } = options;
  const spool: Omit<SegmentWriterOptions, 'kind'> = {
    directory: spoolDirectory,
    onFailing: (error) => tell({ type: 'spool_failing', problem: describe(error) || 'unknown error' }),
    onRecovered: () => tell({ type: 'spool_failing', problem: '' }),
  };
  requests = new SegmentWriter({ ...spool, kind: 'requests', onDropped: counter.countDropped });
  pageviews = new SegmentWriter({ ...spool, kind: 'pageviews' });
  requests.prepare();
  pageviews.prepare();
  setSpoolFull(isSpoolFull);
  collector = new Collector(visitors, pageviews, new FloodGuard(eventsPerMinute), systemClock);
  const collect = new CollectHandler(collector, new ScriptAnswers(await TrackerScript.load()));
  const trustedProxies = new TrustedProxies(options.trustedProxies, options.clientAddressField);
  tracer = options.traceRatio > 0 ? new Tracer(options.traceRatio) : undefined;
  const places = new PlaceLookup(options.placesDatabase);
  proxy = new ProxyHandler({
    tracer,
    policy: new AddressPolicy(upstream.allow, upstream.ownPorts, ownAddresses),
    connectTimeoutMs: upstream.connectTimeoutMs,
    maxConnections: upstream.maxConnections,
    maxRequestsPerClient: upstream.maxRequestsPerClient,
    responseTimeoutMs: upstream.responseTimeoutMs,
    trustedProxies,
    places,
    upstreamOf: (wanted, uuid) => table.upstreamOf(wanted, uuid),
    errorPages: new ErrorPages(new ErrorPageCache(store)),
    upstreamTls: store,
    clock: systemClock,
    onFailure: upstreamFailed,
    onTargetChange: targetChanged,
    onUpstreamAnswer: counter.countUpstreamAnswer,
    onPage: counter.countPage,
  });
  const { record } = new AccessRecorder(requests);
  if (options.accessLog) {
    accessLog = new AccessLog(options.accessLog, trustedProxies, {
      onDropped: counter.countLogDropped,
      onFailing: (problem) => tell({ type: 'access_log_failing', problem }),
    });
  }
  const redirects = new RedirectHandler(trustedProxies);
  const upgrade =
    options.upgradesToHttps && httpsPort !== null ? tls.upgrade(() => tlsListener?.port ?? 0) : null;
  const { httpChallenge } = tls;
  const crawlers = new CrawlerLookup(options.crawlerList);
  const rules = new RulesHandler({
    table,
    proxy,
    trustedProxies,
    upgrade,
    facts: { places, crawlers, visitors },
    limits,
    auth: new BasicAuth(),
    clock: systemClock,
  });
  const shared = {
    host,
    handler: new EdgeHandler(
      table,
      redirects,
      proxy,
      trustedProxies,
      collect,
      { httpChallenge, upgrade },
      healthAnswer(options.healthAllow),
      crawlers,
      rules,
    ),
    clock: systemClock,
    room,
    trustedProxies,
    bodyMinRate: options.bodyMinRate,
    onConnection: counter.countConnection,
    onExchange: (exchange: ExchangeRecord) => {
      counter.countExchange(exchange);
      record(exchange);
      accessLog?.record(exchange);
      tracer?.record(exchange);
    },
  };
  isOpening = true;
  if (httpPort !== null)
    listener = await Listener.open({ ...shared, port: httpPort, descriptor: passedDescriptor('http') });
  if (httpsPort !== null) {
    isOpeningTls = true;
    const descriptor = passedDescriptor('https');
    tlsListener = await Listener.open({ ...shared, port: httpsPort, descriptor, serve: tls.serve });
  }
  countersTimer = setInterval(everySecond, countersEveryMs);
  setInterval(tellLimits, limitsEveryMs).unref();
  tell({ type: 'listening', httpPort: listener?.port ?? null, httpsPort: tlsListener?.port ?? null });
}

function passedDescriptor(name: SocketName): number | undefined {
  return options?.passedSockets?.includes(name) ? childDescriptor(name) : undefined;
}

function healthAnswer(allow: readonly string[]): HealthAnswer {
  const allowed = new AddressRanges(['127.0.0.0/8', '::1', ...allow]);
  return new HealthAnswer(
    (address) => allowed.includes(address),
    () => ({
      isDraining: isDraining && !hasSuccessors,
      hasApplication: hasApplication(),
      routes: table.size,
    }),
  );
}

function setSpoolFull(isFull: boolean): void {
  isSpoolFull = isFull;
  requests?.setFull(isFull);
  pageviews?.setFull(isFull);
}

function upstreamFailed(failure: ProxyFailure): void {
  counter.countUpstreamFailure(failure.failure);
  if (failuresTold++ < failuresToldPerSecond) tell({ type: 'upstream_failed', failure });
}

function targetChanged(change: TargetChange): void {
  if (changesTold++ < changesToldPerSecond) tell({ type: 'target_changed', change });
}

/** Other workers count a client's requests too. */
function tellLimits(): void {
  const counts = limits.told();
  if (counts.length > 0) tell({ type: 'limits', counts });
}

function everySecond(): void {
  tellCounters();
  void refreshRules();
}

function tellCounters(): void {
  failuresTold = 0;
  changesTold = 0;
  const events = collector?.counts ?? { accepted: 0, refused: {} };
  const openConnections = (listener?.openConnections ?? 0) + (tlsListener?.openConnections ?? 0);
  const counters = counter.read(
    openConnections,
    proxy?.openConnections ?? 0,
    proxy?.targetsDown ?? 0,
    events,
  );
  tell({ type: 'counters', counters, usage: usage.read() });
  const traced = tracer?.flush();
  if (traced) tell({ type: 'spans', ...traced });
  const turnedAway = room.news(performance.now());
  if (turnedAway) tell({ type: 'turned_away', turnedAway });
}

async function drain(graceMs: number, retireMs: number): Promise<void> {
  clearInterval(countersTimer);
  isDraining = true;
  hasSuccessors = retireMs > 0;
  proxy?.stopHealthChecks();
  await Promise.all([listener?.drain(graceMs, retireMs), tlsListener?.drain(graceMs, retireMs)]);
  proxy?.[Symbol.dispose]();
  await Promise.all([requests?.close(), pageviews?.close(), accessLog?.close()]);
  tellCounters();
  if (process.connected) process.disconnect();
  process.exit(0);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function fail(during: Stage, error: unknown): Promise<void> {
  const isDefect = during === 'serve' && error instanceof Error;
  const message = isDefect ? (error.stack ?? error.message) : describe(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const failed: MessageFromWorker = { type: 'failed', during, code, message };
  await new Promise<void>((resolve) => {
    if (process.send) process.send(failed, undefined, undefined, () => resolve());
    else resolve();
  });
  // Visitors may have come by one port before the other failed.
  if (during === 'listen_tls') await listener?.drain(orphanGraceMs, orphanGraceMs);
  process.exit(1);
}

function stageOf(message: MessageToWorker): Stage {
  if (isOpeningTls) return 'listen_tls';
  return message.type === 'listen' || isOpening ? 'listen' : 'load';
}

async function obey(message: MessageToWorker): Promise<void> {
  switch (message.type) {
    case 'start':
      options = message.options;
      starting = start(message.isAlone === true);
      return await starting;
    case 'patch':
      await applyPatch(message.patch);
      return tell({ type: 'applied', epoch: table.epoch, revision: table.revision });
    case 'reload':
      try {
        await loadRoutes();
      } catch (error) {
        // The old routes are better than none, and a replacement couldn't load any now.
        return tell({ type: 'reload_failed', problem: describe(error) });
      }
      tls?.reloaded();
      return tell({ type: 'applied', epoch: table.epoch, revision: table.revision });
    case 'sum':
      return tell({ type: 'sums', sums: await table.sums() });
    case 'listen':
      pulseTick = performance.now();
      return await listen();
    case 'spool':
      return setSpoolFull(message.isFull);
    case 'salts':
      return visitors.setSalts(message.salts);
    case 'replica':
      return finder?.setCurrent(message.isCurrent);
    case 'limits':
      return limits.add(message.counts);
    case 'ticket_keys':
      return tls?.setTicketKeys(message.keys);
    case 'answer':
      return rpc.settle(message.id, message.answer);
    case 'adopt':
      pulseTick = performance.now();
      // One that the supervisor has started may be on its way still; a failure ends it.
      await starting?.catch(() => {});
      return tell({
        type: 'adopted',
        isListening: countersTimer !== undefined && !isDraining,
        httpPort: listener?.port ?? null,
        httpsPort: tlsListener?.port ?? null,
        epoch: table.epoch,
        revision: table.revision,
      });
    case 'pulse':
      pulseTick = performance.now();
      return;
    case 'lame_duck':
      isDraining = true;
      return;
    case 'drain':
      return await drain(message.graceMs, message.retireMs);
  }
}

// A defect. The state can no longer be trusted, so this worker ends; the application process logs why and starts another.
process.on('uncaughtException', (error) => void fail('serve', error));
process.on('message', (message: MessageToWorker) => {
  obey(message).catch((error: unknown) => fail(stageOf(message), error));
});
// The supervisor is gone. Node would exit at once here, cutting off answers under way.
if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
process.on('disconnect', () => void drain(orphanGraceMs, 0));
// A terminal sends SIGINT, and a service manager SIGTERM, to the whole group; the supervisor decides when to stop.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('SIGHUP', () => {});
tell({ type: 'ready' });
