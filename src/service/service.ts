/**
 * The composition root: a configuration in, a running service out. Source: docs/reference/service.md.
 *
 * States: starting → serving → draining → stopped. Starting opens store, edge and API in this order and, if one
 * fails, closes what is open and reports one line. The supervisor's word to stop drains: both planes stop accepting,
 * requests in flight get 10 s, gathered records are stored, the stores are closed. When a successor serves already, the
 * spool and the embedded analytics are closed first, and the edge drains longer.
 */
import { stat } from 'node:fs/promises';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { analyticsSchemaVersion } from '../analytics/engine/migrate.ts';
import { RetentionGuard } from '../analytics/store/retention-guard.ts';
import { Authenticator } from '../api/auth.ts';
import { RateLimit } from '../api/rate-limit.ts';
import { createApi } from '../api/server.ts';
import { isBeingRestored } from '../backup/restore-target.ts';
import type { Config } from '../config/config.ts';
import { hashToken } from '../control/access-tokens.ts';
import type { CustomDomain } from '../control/custom-domains.ts';
import { isStoreAway } from '../control/failures.ts';
import { describeHostConflict } from '../control/host-conflicts.ts';
import { migrateStore, SchemaError, schemaVersion } from '../control/migrate.ts';
import { isReplicaUsable, removeOtherReplicas, replicaPathIn } from '../control/replica-file.ts';
import { ControlStore } from '../control/store.ts';
import { systemClock } from '../core/clock.ts';
import { errorField } from '../core/error-field.ts';
import { commandName, dashboardDirectory } from '../core/program-files.ts';
import { dayMs, hourMs, minuteMs } from '../core/time.ts';
import { DomainDns } from '../dns/domain-dns.ts';
import { LogFile } from '../edge/access-log/log-output.ts';
import { type Edge, startEdge } from '../edge/edge.ts';
import { CertificateProvider } from '../edge/tls/certificate-provider.ts';
import { TrustedProxies } from '../edge/trusted-proxies.ts';
import { createLogger } from '../telemetry/logger.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { renderBanner } from './banner.ts';
import { CertificateIssuance, issuerOf } from './certificate-issuance.ts';
import { CertificateWatch } from './certificate-watch.ts';
import { CleanUp } from './clean-up.ts';
import { DataAges } from './data-ages.ts';
import { makeDataDirectory } from './data-directory.ts';
import { edgePlanOf } from './edge-plan.ts';
import { EmbeddedAnalytics, renewAnalyticsLeaseEveryMs } from './embedded-analytics.ts';
import { EventIntake } from './event-intake.ts';
import { EventShipping, type EventShippingOptions } from './event-shipping.ts';
import { createFirstAccount } from './first-token.ts';
import { exposeCertificates, exposeEdge, exposeEvents, readinessChecks } from './health.ts';
import { ScheduledBackups } from './scheduled-backups.ts';
import { secretKeyLocationOf } from './secret-key-location.ts';
import type { Supervised } from './supervised.ts';
import { upstreamCheckOf } from './upstream-check.ts';
import { version } from './version.ts';

const drainMs = 10_000;
/** Connections the kernel may hold for a moment in which this process gets no CPU, as when another version starts. */
const backlog = 4096;
/** In a handover: how long idle connections stay open for one more request, which is answered with `Connection: close`. */
const retireEdgeMs = 5_000;
/** For those who reached this process's workers when it can't start beside the one that serves. */
const failedStartGraceMs = 2_000;
/** Shorter, as the successor's queries wait for this process to close the analytics store. */
const retireApiMs = 2_000;
/** The successor ships the rest. */
const handOverShippingMs = 1_000;
const storeLastUsedEveryMs = 10_000;
/** The next salt is known an hour ahead, and an expired one has to go soon. */
const renewSaltsEveryMs = minuteMs;
const checkCertificatesEveryMs = dayMs;
/** Prometheus's usual scrape interval. */
const readCertificateNumbersEveryMs = 15_000;
const trimLogEveryMs = hourMs;
const tidyChallengesEveryMs = hourMs;
const tidySessionsEveryMs = hourMs;
/** For daily work; shorter than a day so that a service that is restarted daily runs it too. */
const applyRetentionEveryMs = hourMs;
const checkPartsEveryMs = 300_000;
const checkDataAgesEveryMs = dayMs;
const checkBackupsEveryMs: number = minuteMs;
const logHostConflictsEveryMs = dayMs;
const maxConflictsLogged = 1_000;

/** A failure to start, in one line for the operator. */
export class StartError extends Error {
  override readonly name: string = 'StartError';
}

/** The control store is away, but the edge can start without it. */
export class StoreAwayError extends StartError {
  override readonly name = 'StoreAwayError';
}

export type ServiceOptions = {
  /** Migrate stores of an older schema that other machines may use: PostgreSQL and a ClickHouse server. */
  readonly migrate: boolean;
};

/** Serves until the supervisor stops it. Rejects with an error of one line when it cannot start. */
export async function runService(
  config: Config,
  options: ServiceOptions,
  supervised: Supervised,
): Promise<void> {
  const logger = createLogger(config.log);
  await using cleanUp = new CleanUp();
  const started = await startService(config, options, supervised, logger, cleanUp);
  if (!supervised.isRestart) process.stdout.write(started.banner);
  // What a predecessor's workers read stays until nothing can go back to it.
  void supervised.predecessorGone.then(() => removeOtherReplicas(config.dataDir)).catch(() => {});
  supervised.ready({
    version,
    embeddedAnalyticsSchema: config.analytics.location.kind === 'chdb' ? analyticsSchemaVersion : null,
  });
  const { signal, isHandover } = await supervised.stopOrder;
  if (isHandover) {
    logger.info('handing over to the process that was upgraded to');
    return await started.handOver();
  }
  const { lameDuckMs } = config.edge;
  if (lameDuckMs > 0) {
    logger.info({ signal, lameDuckMs }, 'health checks fail from now on; everything is still served');
    started.becomeLameDuck();
    await sleep(lameDuckMs);
  }
  logger.info({ signal }, 'stopping; requests in flight get 10 s');
}

type Started = {
  readonly banner: string;
  /** Makes health checks fail, so that load balancers look elsewhere before anything is refused. */
  readonly becomeLameDuck: () => void;
  /** Ends this process's service while its successor serves; resolves when the last request is answered. */
  readonly handOver: () => Promise<void>;
};

/** Starts every part and registers how to stop it with `cleanUp`. */
async function startService(
  config: Config,
  options: ServiceOptions,
  supervised: Supervised,
  logger: Logger,
  cleanUp: CleanUp,
): Promise<Started> {
  await makeDataDir(config);
  // Later it can be created again while everything runs.
  if (!supervised.isRestart) await checkAccessLog(config);
  supervised.edge(edgePlanOf(config));
  const store = await openStore(config, options, logger);
  cleanUp.defer(() => store[Symbol.asyncDispose]());
  for (const warning of await store.secretKeys.prepare()) logger.warn(warning);
  const metrics = new Metrics();
  const authenticator = new Authenticator(store, store.routing, systemClock, logger);
  cleanUp.defer(() => authenticator.storeLastUsed());

  const dns = new DomainDns<CustomDomain>(store.customDomains, {
    dnsServers: config.dnsServers,
    edge: config.edge,
    clock: systemClock,
    logger,
    ...issuerOf(config),
  });
  cleanUp.defer(() => dns[Symbol.asyncDispose]());

  const automatic =
    config.acme &&
    new CertificateIssuance(store, {
      acme: config.acme,
      edge: config.edge,
      whyElsewhere: (host, signal) => dns.whyElsewhere(host, signal),
      onIssued: async () => (await starting).edge.catchUp(),
      clock: systemClock,
      logger,
    });

  const intake = await openIntake(config, store);
  const embedded = new EmbeddedAnalytics(store.analyticsLease, config, logger);
  cleanUp.defer(() => embedded.release());

  // Only a first start has something left to do when it listens.
  let whyNotServing: string | undefined = supervised.isRestart ? undefined : 'not finished';
  let isRetiring = false;
  // In parallel: the workers load their routes while this process builds the API, which listens last.
  const starting = startPlanes(
    config,
    options,
    { store, intake, embedded, automatic, supervised },
    logger,
    cleanUp,
  );
  const building = createApi({
    store,
    authenticator,
    rateLimit: config.rateLimitPerMinute === 0 ? null : new RateLimit(config.rateLimitPerMinute, systemClock),
    peers: new TrustedProxies(config.edge.trustedProxies, config.edge.clientAddressField),
    changes: { catchUp: async () => (await starting).edge.catchUp() },
    analytics: {
      forAccount: (accountUuid) => ({
        query: async (sql, params) => (await starting).events.store.query(sql, params, accountUuid),
      }),
    },
    backupParts: {
      dataDir: config.dataDir,
      list: async () => (await starting).events.store.listParts(),
      write: async (part, path) => (await starting).events.store.exportPart(part, path),
    },
    clock: systemClock,
    tracker: intake.tracker,
    upstreamCheck: upstreamCheckOf(config),
    dns,
    dashboardDirectory,
    readiness: [
      { name: 'start', problem: async () => whyNotServing, isRequired: true },
      ...readinessChecks(store, starting, embedded, config.edge.workers),
    ],
    metrics,
    isRetiring: () => isRetiring,
    logger,
    version,
  });
  const [, built] = await Promise.allSettled([starting, building.then((made) => made.ready())]);
  const { events, edge } = await starting;
  // Events that the API accepted are shipped too: after the API has stopped and before the spool is closed.
  cleanUp.defer(() => intake[Symbol.asyncDispose]());
  const retireMs = (): number => (supervised.isCandidate ? retireEdgeMs : 0);
  // Both planes drain in parallel, within the same 10 s.
  cleanUp.defer(async () => Promise.all([stopApi(await building), edge.stop(drainMs, retireMs())]));
  if (built.status === 'rejected') throw built.reason;
  const api = await building;
  metrics.exposeSpool(() => events.totals());
  metrics.exposeProgram(version, supervised.counts);
  metrics.exposeQueries(() => events.store.queryTotals());
  exposeEdge(metrics, edge);
  exposeEvents(metrics, edge, () => intake.tracker.collector.counts);
  const certificates = new CertificateWatch(store.certificateExpiry, systemClock, logger);
  const readCertificateNumbers = exposeCertificates(metrics, store, certificates, automatic);
  await listen(api, config);

  // After everything else that can fail: a token that was created but never shown would lock its owner out.
  const first = await createFirstAccount(store, config, process.stdout.isTTY);
  whyNotServing = undefined;
  dns.start();
  events.start();
  if (automatic) {
    // Orders in progress are cancelled first, while the stores that they write to are still open.
    cleanUp.defer(() => automatic[Symbol.asyncDispose]());
    automatic.start();
  }
  const retention = new RetentionGuard(events.store, {
    clock: systemClock,
    logger,
    confirmedDay: config.analytics.retentionConfirmedDay,
    removesRows: config.analytics.retentionDays > 0,
  });
  const background = new CleanUp();
  cleanUp.defer(() => background[Symbol.asyncDispose]());
  every(applyRetentionEveryMs, () => retention.run(), background, logger, 'also now');
  every(checkPartsEveryMs, () => events.checkParts(), background, logger, 'also now');
  await warnOfUnusedToken(store, config, logger);
  every(logHostConflictsEveryMs, () => logHostConflicts(store, logger), background, logger, 'also now');
  every(renewAnalyticsLeaseEveryMs, () => embedded.renew(), background, logger);
  every(storeLastUsedEveryMs, () => authenticator.storeLastUsed(), background, logger);
  every(checkCertificatesEveryMs, () => certificates.check(), background, logger, 'also now');
  every(readCertificateNumbersEveryMs, readCertificateNumbers, background, logger, 'also now');
  every(
    tidyChallengesEveryMs,
    () => store.acmeChallenges.removeExpired(systemClock.now()),
    background,
    logger,
    'also now',
  );
  const tidySessions = async () => {
    await store.sessions.deleteExpired();
    await store.userSessions.deleteExpired();
    await store.invitations.deleteEnded();
  };
  every(tidySessionsEveryMs, tidySessions, background, logger, 'also now');
  every(trimLogEveryMs, () => store.routing.trim(), background, logger, 'also now');
  const dataAges = new DataAges(config, systemClock, logger);
  metrics.exposeDataAges(() => dataAges.ages());
  every(checkDataAgesEveryMs, () => dataAges.check(), background, logger, 'also now');
  const { directory } = config.backup;
  if (directory !== undefined) {
    const backups = new ScheduledBackups({ ...config.backup, directory }, systemClock, logger);
    metrics.exposeBackups(
      () => backups.lastSuccessSeconds,
      () => backups.failures,
    );
    background.defer(() => backups.stop());
    every(checkBackupsEveryMs, () => backups.check(), background, logger, 'also now');
  }
  const { auditRetentionDays } = config;
  if (auditRetentionDays > 0) {
    const forgetChanges = () =>
      store.auditEvents.deleteBefore(systemClock.now() - auditRetentionDays * dayMs);
    every(applyRetentionEveryMs, forgetChanges, background, logger, 'also now');
  }
  const renewSalts = async () => {
    edge.visitorSalts(await intake.renewSalts());
    await intake.destroyOldSalts();
  };
  every(renewSaltsEveryMs, renewSalts, background, logger, 'also now');
  const banner = renderBanner({
    version,
    apiOrigin: originOf(config.api.host, config.api.port),
    edgeOrigin: config.edge.httpPort === 0 ? null : originOf(config.edge.host, config.edge.httpPort),
    edgeTlsOrigin:
      config.edge.httpsPort === 0 ? null : originOf(config.edge.host, config.edge.httpsPort, 'https'),
    first,
  });
  const becomeLameDuck = (): void => {
    whyNotServing = 'stopping';
    edge.lameDuck();
  };
  const handOver = async (): Promise<void> => {
    await background[Symbol.asyncDispose]();
    isRetiring = true;
    const edgeStopped = edge.stop(drainMs, retireEdgeMs);
    await sleep(retireApiMs);
    // Requests that have arrived by now are read first, as their connections would count as idle.
    await setImmediate();
    await stopApi(api);
    await intake[Symbol.asyncDispose]();
    await events.stop(handOverShippingMs);
    await embedded.release();
    supervised.released();
    await edgeStopped;
  };
  return { banner, becomeLameDuck, handOver };
}

async function makeDataDir(config: Config): Promise<void> {
  const { dataDir, backup } = config;
  try {
    await makeDataDirectory(dataDir);
  } catch (error) {
    throw new StartError(`NAMEPLATE_DATA_DIR ${JSON.stringify(dataDir)} cannot be made: ${describe(error)}`);
  }
  if (await isBeingRestored(dataDir)) {
    throw new StartError(
      `NAMEPLATE_DATA_DIR ${JSON.stringify(dataDir)}: a restore was interrupted; run "${commandName} restore" again, which begins anew`,
    );
  }
  if (backup.directory !== undefined && !(await isDirectory(backup.directory))) {
    throw new StartError(
      `NAMEPLATE_BACKUP_DIR is ${JSON.stringify(backup.directory)}, which is not a directory; allowed: a directory that is there`,
    );
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

async function checkAccessLog({ accessLog }: Config): Promise<void> {
  if (accessLog?.path === undefined) return;
  try {
    const output = new LogFile(accessLog.path);
    await output.write(Buffer.alloc(0));
    await output.close();
  } catch (error) {
    throw new StartError(
      `NAMEPLATE_ACCESS_LOG ${JSON.stringify(accessLog.path)} cannot be written: ${describe(error)}`,
    );
  }
}

async function openStore(config: Config, { migrate }: ServiceOptions, logger: Logger): Promise<ControlStore> {
  try {
    const { control, edge } = config;
    if (migrate || control.kind === 'sqlite') {
      const from = await migrateStore(control);
      if (from < schemaVersion) logger.info({ from, to: schemaVersion }, 'control store migrated');
    }
    return await ControlStore.open(control, systemClock, secretKeyLocationOf(config), edge.publicHostname);
  } catch (error) {
    if (error instanceof SchemaError) throw new StartError(error.message);
    const where =
      config.control.kind === 'sqlite'
        ? `NAMEPLATE_DATA_DIR ${JSON.stringify(config.dataDir)}: control.db`
        : 'NAMEPLATE_DATABASE_URL: the control store';
    const message = `${where} cannot be opened: ${describe(error)}`;
    if (
      config.control.kind === 'postgres' &&
      isStoreAway(error) &&
      (await isReplicaUsable(replicaPathIn(config.dataDir)))
    )
      throw new StoreAwayError(
        `${message}; the edge serves what its replica has, and opening is tried again`,
      );
    throw new StartError(message);
  }
}

async function openIntake(config: Config, store: ControlStore): Promise<EventIntake> {
  try {
    return await EventIntake.open(config, store.visitorSalts);
  } catch (error) {
    throw new StartError(describe(error));
  }
}

type StartedParts = {
  readonly store: ControlStore;
  readonly intake: EventIntake;
  readonly embedded: EmbeddedAnalytics;
  readonly automatic: CertificateIssuance | undefined;
  readonly supervised: Supervised;
};

/** Opens event shipping and starts the edge in parallel, as each takes a second: both, or neither. */
async function startPlanes(
  config: Config,
  { migrate }: ServiceOptions,
  { store, intake, embedded, automatic, supervised }: StartedParts,
  logger: Logger,
  cleanUp: CleanUp,
): Promise<{ events: EventShipping; edge: Edge }> {
  let events: EventShipping | undefined;
  let edge: Edge | undefined;
  const visitorSalts = await intake.renewSalts();
  const opening = openEvents(config, logger, {
    migrate,
    claimStore: () => embedded.claim(),
    predecessorGone: supervised.hasPredecessor ? supervised.predecessorGone : undefined,
    onTakeOverFailed: (error) => supervised.giveUp(describe(error)),
    onFullChanged: (isFull) => {
      edge?.spoolFull(isFull);
      intake.setSpoolFull(isFull);
    },
  });
  const plan = edgePlanOf(config);
  const { defaultHost } = plan.options;
  const certificateProvider = new CertificateProvider({
    source: store.certificates,
    defaultHost,
    // A machine without a public name is for trying things out: no authority could reach it.
    selfSigned: config.edge.publicHostname === undefined && !automatic,
    clock: systemClock,
    logger,
    ...(automatic && {
      challenges: automatic,
      onMissing: (host: string) => void automatic.issuer.wanted(host),
    }),
  });
  const starting = startEdge(
    supervised,
    {
      ...plan.options,
      workers: plan.workers,
      ...(config.control.kind === 'postgres' && { replica: store.replicaAt(replicaPathIn(config.dataDir)) }),
      onRequest: certificateProvider.answer,
      visitorSalts,
      onWorkerGone: () => events?.adoptAbandoned(),
      failedStartGraceMs: supervised.isCandidate ? failedStartGraceMs : 0,
    },
    store.routing,
    logger,
  );
  const [opened, started] = await Promise.allSettled([opening, starting]);
  if (opened.status === 'fulfilled') cleanUp.defer(() => opened.value[Symbol.asyncDispose]());
  if (started.status === 'fulfilled')
    cleanUp.defer(() => started.value.stop(drainMs, supervised.isCandidate ? retireEdgeMs : 0));
  events = await opening;
  edge = await starting;
  edge.spoolFull(events.isSpoolFull);
  intake.setSpoolFull(events.isSpoolFull);
  return { events, edge };
}

/** Errors that are one line already. */
async function openEvents(
  config: Config,
  logger: Logger,
  options: EventShippingOptions,
): Promise<EventShipping> {
  try {
    return await EventShipping.open(config, logger, options);
  } catch (error) {
    throw new StartError(describe(error));
  }
}

async function listen(api: FastifyInstance, config: Config): Promise<void> {
  const { host, port } = config.api;
  try {
    await api.listen({ host, port, backlog });
  } catch (error) {
    const problems: Record<string, string> = {
      EADDRINUSE: `NAMEPLATE_API_PORT is ${port}, but another program already listens on port ${port} of ${host}`,
      EACCES: `NAMEPLATE_API_PORT is ${port}, but this user may not listen on port ${port}`,
      EADDRNOTAVAIL: `NAMEPLATE_HOST is ${JSON.stringify(host)}, but this machine has no such address`,
    };
    const fallback = `the API cannot listen on port ${port} of ${host}: ${describe(error)}`;
    throw new StartError(problems[errorField(error, 'code') ?? ''] ?? fallback);
  }
}

async function stopApi(api: FastifyInstance): Promise<void> {
  const cutOff = setTimeout(() => api.server.closeAllConnections(), drainMs);
  await api.close();
  clearTimeout(cutOff);
}

/** The variable only sets the first token. An operator who changes it later learns why the new one is refused. */
async function warnOfUnusedToken(store: ControlStore, config: Config, logger: Logger): Promise<void> {
  const { bootstrapToken } = config;
  if (bootstrapToken === undefined || (await store.tokens.findByHash(hashToken(bootstrapToken)))) return;
  logger.warn(
    'NAMEPLATE_BOOTSTRAP_TOKEN is not a known access token: it only sets the token of a first start',
  );
}

async function logHostConflicts(store: ControlStore, logger: Logger): Promise<void> {
  for (const conflict of await store.findHostConflicts(maxConflictsLogged)) {
    const { kind, uuid, accountUuid: account_uuid, host, ownerUuid: owner_uuid } = conflict;
    logger.warn({ kind, uuid, account_uuid, host, owner_uuid }, describeHostConflict(conflict));
  }
}

/** Repeats a task until clean-up; a failure is logged and the next turn tries again. */
function every(
  ms: number,
  task: () => Promise<unknown>,
  cleanUp: CleanUp,
  logger: Logger,
  when: 'from then on' | 'also now' = 'from then on',
): void {
  const run = () => {
    task().catch((error: unknown) => logger.warn({ err: error }, 'a periodic task failed'));
  };
  const timer = setInterval(run, ms);
  if (when === 'also now') run();
  cleanUp.defer(() => clearInterval(timer));
}

function originOf(host: string, port: number, scheme: 'http' | 'https' = 'http'): string {
  const shown =
    host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `${scheme}://${shown}:${port}`;
}

/** Describes a failure in one line. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ').trim() || (errorField(error, 'code') ?? 'unknown error');
}
