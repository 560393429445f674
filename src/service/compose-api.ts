/**
 * The composition root: a configuration in, a running service out. The application process has one (service.ts); tests compose
 * as many as they need in their own process. Source: docs/reference/service.md.
 *
 * States: starting → serving → draining → closed. Starting opens store, edge and API in this order and, if one fails, closes
 * what is open. Closing drains: both planes stop accepting, requests in flight get 10 s, gathered records are stored, the
 * stores are closed. When a successor serves already, the spool and the embedded analytics are closed first, and the edge
 * drains longer.
 */

import type { Logger } from 'pino';
import { createOperationsServer } from '../api/operations-server.ts';
import type { Config } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { markStoreInUse } from '../control/store-mark.ts';
import { Findings } from '../features/attention/findings.ts';
import { AutomaticCertificates } from '../features/automatic-certificates/certificate-store.ts';
import { ReachKeys } from '../secrets/reach-keys.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { ApiListener, originOf } from './api-listener.ts';
import { ApiSocket } from './api-socket.ts';
import { startBackgroundWork } from './background-work.ts';
import { renderBanner } from './banner.ts';
import { CleanUp } from './clean-up.ts';
import { ControlPlane } from './control-plane.ts';
import { startDnsResponder } from './dns-responder.ts';
import { workerOptionsOf } from './edge-plan.ts';
import { EmbeddedAnalytics } from './embedded-analytics.ts';
import { createFirstAccount } from './first-token.ts';
import { exposeEdge, exposeEvents, readinessChecks } from './health.ts';
import { openHostAsks } from './host-asks.ts';
import { openOtlp } from './open-otlp.ts';
import { checkAccessLog, openControlStore, openIntake, prepareDataDirectory } from './open-stores.ts';
import { drainMs, type Planes, retireEdgeMs, startPlanes } from './planes.ts';
import type { ServiceOptions } from './role.ts';
import { checkPassedPorts } from './socket-activation.ts';
import type { Supervision } from './supervision.ts';
import { version } from './version.ts';

/** The successor ships the rest. */
const handOverShippingMs = 1_000;

export type RunningService = {
  /** What to show a person who has started it. */
  readonly banner: string;
  /** Makes health checks fail, so that load balancers look elsewhere before anything is refused. */
  readonly becomeLameDuck: () => void;
  /** Ends this service while its successor serves; resolves when the last request is answered. `close` it after that. */
  readonly handOver: () => Promise<void>;
  /** Ends it, with everything it has open. */
  readonly close: () => Promise<void>;
};

/** Starts every part. Rejects with an error of one line when it can't. */
export async function composeApi(
  config: Config,
  options: ServiceOptions,
  supervision: Supervision,
  logger: Logger,
): Promise<RunningService> {
  const cleanUp = new CleanUp();
  const close = (): Promise<void> => cleanUp[Symbol.asyncDispose]();
  try {
    return { ...(await start(config, options, supervision, logger, cleanUp)), close };
  } catch (error) {
    // Why it could not start says more than what failed afterwards.
    await close().catch(() => {});
    throw error;
  }
}

/** Registers how to stop every part with `cleanUp`. */
async function start(
  config: Config,
  options: ServiceOptions,
  supervision: Supervision,
  logger: Logger,
  cleanUp: CleanUp,
): Promise<Omit<RunningService, 'close'>> {
  const { role } = options;
  checkPassedPorts(supervision.passedPorts, role, config);
  await prepareDataDirectory(config);
  // Later it can be created again while everything runs.
  if (!supervision.isRestart) await checkAccessLog(config);
  supervision.edge(workerOptionsOf(config, supervision.passedPorts));
  const store = await openControlStore(config, options, logger);
  cleanUp.defer(() => store[Symbol.asyncDispose]());
  for (const warning of await store.secretKeys.prepare()) logger.warn(warning);
  const reachKeys = new ReachKeys(store.secretKeys.keyring);
  await reachKeys.refresh();
  const metrics = new Metrics();
  const otlp = await openOtlp(config, metrics, logger);
  if (otlp) cleanUp.defer(() => otlp[Symbol.asyncDispose]());
  const intake = await openIntake(config, store);
  const embedded = new EmbeddedAnalytics(store.analyticsLease, config, logger);
  cleanUp.defer(() => embedded.release());

  // Only a first start has something left to do when it listens.
  let whyNotServing: string | undefined = supervision.isRestart ? undefined : 'not finished';
  let isRetiring = false;
  const planes = (): Promise<Planes> => starting;
  const readiness = [
    { name: 'start', problem: async () => whyNotServing, isRequired: true },
    ...readinessChecks(role, { store, planes, embedded, workersWanted: config.edge.workers }),
  ];
  const { tracker } = intake;
  const findings = new Findings(store);
  const parts = {
    store,
    tracker,
    reachKeys,
    planes,
    metrics,
    findings,
    otlp,
    readiness,
    isRetiring: () => isRetiring,
  };
  const onMissingCertificate = (host: string): void =>
    void (control?.automatic?.issuer.wanted(host) ?? leaveToIssuers(store, host, logger));
  const asked =
    role === 'app'
      ? undefined
      : openHostAsks(config, { store, findings, metrics, planes, onMissingCertificate }, logger);
  cleanUp.defer(() => asked?.[Symbol.asyncDispose]());
  const control = role === 'edge' ? undefined : new ControlPlane(config, parts, logger, cleanUp);
  // In parallel: the workers load their routes while this process builds the API, which listens last.
  const starting = startPlanes(
    config,
    options,
    {
      store,
      intake,
      reachKeys,
      embedded,
      onMissingCertificate,
      onUnknownHost: async (host, network) => asked?.find(host, network),
      supervision,
      onTraced: ({ spans, dropped }) => otlp?.add(spans, dropped),
    },
    logger,
    cleanUp,
  );
  const building = control
    ? control.createServer()
    : Promise.resolve(createOperationsServer({ readiness, metrics, isRetiring: () => isRetiring, logger }));
  const apiListener = building.then((made) => new ApiListener(made));
  const [, built] = await Promise.allSettled([starting, building.then((made) => made.ready())]);
  const { events, edge } = await starting;
  // The spool is open, so no other process of this node is alive, unless it is to be succeeded.
  await control?.takeLeases(!supervision.hasPredecessor);
  // Events that the API accepted are shipped too: after the API has stopped and before the spool is closed.
  cleanUp.defer(() => intake[Symbol.asyncDispose]());
  const retireMs = (): number => (supervision.isCandidate ? retireEdgeMs : 0);
  // Both planes drain in parallel, within the same 10 s.
  cleanUp.defer(async () => Promise.all([(await apiListener).stop(drainMs), edge.stop(drainMs, retireMs())]));
  if (built.status === 'rejected') throw built.reason;
  const api = await apiListener;
  metrics.exposeSpool(() => events.totals());
  metrics.exposeProgram(version, supervision.counts);
  metrics.exposeQueries(() => events.store.queryTotals());
  if (role !== 'app') exposeEdge(metrics, edge);
  exposeEvents(metrics, edge, () => intake.tracker.collector.counts);
  await api.open(config.api, supervision.passedPorts.api !== undefined);
  logger.info({ port: config.api.port }, 'API: listening');
  const apiSocket =
    control &&
    (await ApiSocket.open(
      config.dataDir,
      () => control.createServer(true),
      (error) => logger.error({ err: error }, "the operator's API could not be made"),
    ));
  cleanUp.defer(async () => apiSocket?.stop(drainMs));
  const dnsResponder = await startDnsResponder(config, store, metrics, logger, supervision.passedPorts);
  cleanUp.defer(async () => dnsResponder?.[Symbol.asyncDispose]());

  // After everything else that can fail: a token that was created but never shown would lock its owner out.
  const first = control && (await createFirstAccount(store, config, process.stdout.isTTY));
  await markStoreInUse(config.dataDir).catch((error: unknown) =>
    logger.warn({ err: error }, 'that the control store is in use could not be noted'),
  );
  whyNotServing = undefined;
  events.start();
  control?.start(cleanUp);
  const background = startBackgroundWork(
    config,
    { store, intake, reachKeys, embedded, metrics, findings, events, edge, control, readiness },
    logger,
  );
  cleanUp.defer(() => background[Symbol.asyncDispose]());
  const banner = renderBanner({
    version,
    role,
    apiOrigin: originOf(config.api.host, config.api.port),
    edgeOrigin:
      role === 'app' || config.edge.httpPort === 0 ? null : originOf(config.edge.host, config.edge.httpPort),
    edgeTlsOrigin:
      config.edge.httpsPort === 0 ? null : originOf(config.edge.host, config.edge.httpsPort, 'https'),
    first,
  });
  const becomeLameDuck = (): void => {
    whyNotServing = 'stopping';
    edge.tell('lameDuck', true);
  };
  const handOver = async (): Promise<void> => {
    await background[Symbol.asyncDispose]();
    await dnsResponder?.[Symbol.asyncDispose]();
    isRetiring = true;
    const edgeStopped = edge.stop(drainMs, retireEdgeMs);
    await api.retire();
    await Promise.all([api.stop(drainMs), apiSocket?.stop(drainMs)]);
    await intake[Symbol.asyncDispose]();
    await events.stop(handOverShippingMs);
    await embedded.release();
    supervision.released();
    await edgeStopped;
  };
  return { banner, becomeLameDuck, handOver };
}

/** Has a certificate ordered by a machine that orders them. Never rejects. */
async function leaveToIssuers(store: ControlStore, host: string, logger: Logger): Promise<void> {
  await new AutomaticCertificates(store).want(host).catch((error: unknown) => {
    logger.warn({ err: error, host }, 'a wanted certificate could not be noted');
  });
}
