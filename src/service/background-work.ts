/** What the service does again and again beside serving. Source: docs/reference/service.md. */

import type { Logger } from 'pino';
import type { ReadinessCheck } from '../api/routes/operations.ts';
import type { Config } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { systemClock } from '../core/clock.ts';
import type { FindingObserver } from '../core/finding.ts';
import { dayMs, hourMs, minuteMs } from '../core/time.ts';
import { AccessTokens } from '../features/access-tokens/access-token-store.ts';
import { CheckStore } from '../features/attention/traffic/check-store.ts';
import { CertificateExpiry } from '../features/custom-certificates/certificate-expiry.ts';
import { CustomDomains } from '../features/custom-domains/custom-domain-store.ts';
import { features } from '../features/features.ts';
import { DataAges } from '../features/lookup-data/data-ages.ts';
import { ScheduledDataUpdates } from '../features/lookup-data/scheduled-updates.ts';
import { hashToken } from '../secrets/access-token-secret.ts';
import type { ReachKeys } from '../secrets/reach-keys.ts';
import { addEach } from '../telemetry/metric-registry.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { CertificateWatch } from './certificate-watch.ts';
import type { ControlPlane } from './control-plane.ts';
import { type EmbeddedAnalytics, renewAnalyticsLeaseEveryMs } from './embedded-analytics.ts';
import type { EventIntake } from './event-intake.ts';
import { exposeCertificates, exposeChecks } from './health.ts';
import type { Planes } from './planes.ts';
import { RepeatedWork } from './repeated-work.ts';
import { shareWork } from './shared-work.ts';

const storeLastUsedEveryMs = 10_000;
/** The next salt is known an hour ahead, and an expired one has to go soon. */
const renewSaltsEveryMs = minuteMs;
const checkReadinessEveryMs = 15_000;
/** After a step of the clock; until then events are refused. */
const checkSaltEveryMs = 1_000;
const checkCertificatesEveryMs = dayMs;
/** As docs/reference/domains.md has it. */
const refreshReadinessEveryMs = minuteMs;
/** Certificates' states change by the day. */
const readCertificateNumbersEveryMs = minuteMs;
/** For work on rows that have become old. */
const tidyEveryMs = hourMs;
const checkPartsEveryMs = 300_000;
const checkDataAgesEveryMs = dayMs;
const checkDataUpdatesEveryMs = minuteMs;

export type BackgroundParts = Planes & {
  readonly store: ControlStore;
  readonly intake: EventIntake;
  readonly reachKeys: ReachKeys;
  readonly embedded: EmbeddedAnalytics;
  readonly metrics: Metrics;
  readonly findings: FindingObserver;
  readonly readiness: readonly ReadinessCheck[];
  /** Undefined on a machine that only serves visitors: others do its work. */
  readonly control: ControlPlane | undefined;
};

/** Starts all of it; disposing of what is returned ends it, what is under way included. */
export function startBackgroundWork(config: Config, parts: BackgroundParts, logger: Logger): AsyncDisposable {
  const { store, events, intake, reachKeys, embedded, metrics, findings, edge, control, readiness } = parts;
  const work = new RepeatedWork(logger);
  work.later(renewAnalyticsLeaseEveryMs, () => embedded.renew());
  watchData(work, config, metrics, logger);
  work.every(checkReadinessEveryMs, exposeChecks(metrics, readiness));
  const renewSalts = async (): Promise<void> => edge.tell('salts', await intake.renewSalts());
  work.every(renewSaltsEveryMs, async () => {
    await renewSalts();
    await intake.destroyOldSalts();
  });
  work.later(checkSaltEveryMs, async () => {
    if (!intake.hasSalt) await renewSalts();
  });
  // A rotation may have added one.
  work.later(minuteMs, async () => edge.tell('reachKeys', await reachKeys.refresh()));
  const oldestUnshipped = (): number | undefined => {
    const { segmentsWaiting, oldestAgeSeconds } = events.totals();
    return segmentsWaiting === 0 ? undefined : systemClock.now() - oldestAgeSeconds * 1_000;
  };
  const checks = new CheckStore({ database: store.database, clock: systemClock });
  work.every(minuteMs, () => checks.reportSpool(oldestUnshipped()));
  work.every(minuteMs, () => checks.reportUpstreams(edge.takeChecked()));
  if (!control) return work;
  work.later(storeLastUsedEveryMs, () => control.authenticator.storeLastUsed());
  work.once(() => warnOfUnusedToken(store, config, logger));
  shareWork(work, { store, analytics: events.store, config: config.analytics }, logger);
  watchCertificates(work, { store, control, metrics }, logger);
  tidy(work, parts);
  const analytics = events.store;
  for (const { startWork } of features)
    startWork?.(work, {
      config,
      store,
      analytics,
      outgoing: control.outgoing,
      oldestUnshipped,
      metrics,
      findings,
      records: control.records,
      clock: systemClock,
      logger,
    });
  return work;
}

/** The age of lookup data, and its downloads. */
function watchData(work: RepeatedWork, config: Config, metrics: Metrics, logger: Logger): void {
  const ages = new DataAges(config.lookupData, systemClock, logger);
  metrics.labelledGauge(
    'nameplate_data_age_seconds',
    'Time since the data about places, networks, crawlers and their ranges was built.',
    ['data'],
    (set) => addEach(set, 'data', Object.fromEntries(ages.ages())),
  );
  work.every(checkDataAgesEveryMs, () => ages.check());
  const updates = new ScheduledDataUpdates(config, systemClock, logger);
  if (updates.sources.length === 0) return;
  metrics.counter(
    'nameplate_data_update_failures_total',
    'Scheduled downloads of data about places, networks, crawlers and their ranges that failed since the start.',
    [],
    (add) => add({}, updates.failures),
  );
  work.every(checkDataUpdatesEveryMs, async () => {
    if (await updates.check()) await ages.check();
  });
}

function watchCertificates(
  work: RepeatedWork,
  { store, control, metrics }: Pick<BackgroundParts, 'store' | 'metrics'> & { control: ControlPlane },
  logger: Logger,
): void {
  const certificates = new CertificateWatch(new CertificateExpiry(store), systemClock, logger);
  work.every(checkCertificatesEveryMs, () => certificates.check());
  work.every(refreshReadinessEveryMs, () => store.certificateTimes.refresh());
  const readNumbers = exposeCertificates(metrics, store, certificates, control.automatic);
  work.every(readCertificateNumbersEveryMs, readNumbers);
}

/** Removes what is old. */
function tidy(work: RepeatedWork, { store, events }: BackgroundParts): void {
  work.every(checkPartsEveryMs, () => events.checkParts());
  work.every(tidyEveryMs, () => store.acmeChallenges.removeExpired(systemClock.now()));
  work.every(tidyEveryMs, async () => {
    await store.idempotencyKeys.deleteExpired();
    await new CustomDomains(store).forgetReleases();
  });
  work.every(tidyEveryMs, () => store.routing.trim());
}

/** The variable only sets the first token. An operator who changes it later learns why the new one is refused. */
async function warnOfUnusedToken(store: ControlStore, config: Config, logger: Logger): Promise<void> {
  const { bootstrapToken } = config;
  if (bootstrapToken === undefined || (await new AccessTokens(store).findByHash(hashToken(bootstrapToken))))
    return;
  logger.warn(
    'NAMEPLATE_BOOTSTRAP_TOKEN is not a known access token: it only sets the token of a first start',
  );
}
