/**
 * The running service's health: whether it is ready, and its edge's counters. Source: docs/reference/service.md
 * ("Health").
 */

import { addCounts, type CollectCounts } from '../analytics/ingest/collector-refusals.ts';
import type { ReadinessCheck } from '../api/routes/operations.ts';
import type { ControlStore } from '../control/store.ts';
import { systemClock } from '../core/clock.ts';
import { errorField } from '../core/error-field.ts';
import { type EdgeCounters, edgeMetrics } from '../edge/counters.ts';
import type { Edge } from '../edge/edge.ts';
import { type Latencies, latencyBoundsMs } from '../edge/latency-histogram.ts';
import { AutomaticCertificateList } from '../features/automatic-certificates/certificate-list.ts';
import { acmePausedUntilMetric } from '../telemetry/acme-paused-until.ts';
import { exposeCounted, exposeWorkers } from '../telemetry/edge-metrics.ts';
import { LastReading } from '../telemetry/last-reading.ts';
import { addEach, type CountedBuckets } from '../telemetry/metric-registry.ts';
import type { CertificateNumbers, Metrics } from '../telemetry/metrics.ts';
import type { CertificateIssuance } from './certificate-issuance.ts';
import type { CertificateWatch } from './certificate-watch.ts';
import type { EmbeddedAnalytics } from './embedded-analytics.ts';
import type { Planes } from './planes.ts';
import type { Role } from './role.ts';

export type HealthParts = {
  readonly store: ControlStore;
  readonly planes: () => Promise<Planes>;
  readonly embedded: EmbeddedAnalytics;
  readonly workersWanted: number;
};

/**
 * Each store answers, the control store takes writes, and all workers serve. The API needs only the control store; a
 * machine without one needs only its workers.
 */
export function readinessChecks(role: Role, parts: HealthParts): ReadinessCheck[] {
  const { store, planes, embedded, workersWanted } = parts;
  const workers: ReadinessCheck = {
    name: 'edge_workers',
    isRequired: role === 'edge',
    problem: async () => {
      const { edge } = await planes();
      const live = edge.workers().filter((worker) => worker.state === 'live').length;
      return live < workersWanted ? `${live} of ${workersWanted} serve` : undefined;
    },
  };
  return [
    {
      name: 'control_store',
      isRequired: role !== 'edge',
      problem: async () =>
        (await store.ping().then(undefined, () => 'cannot be read')) ??
        (store.damage === undefined
          ? undefined
          : withCode('is damaged, restore it from a backup', store.damage)) ??
        (await store.checkWritable().then(undefined, (error: unknown) => withCode('takes no writes', error))),
    },
    {
      name: 'analytics_store',
      isRequired: false,
      problem: async () => {
        if (embedded.problem !== undefined) return embedded.problem;
        const { store: analytics } = (await planes()).events;
        if (analytics.damage !== undefined) return analytics.damage;
        // During an upgrade, queries wait for a moment.
        return analytics.isWaiting
          ? undefined
          : await analytics.ping().then(undefined, () => 'does not answer');
      },
    },
    ...(role === 'app' ? [] : [workers]),
  ];
}

/** The engine's code only: its message may name paths. */
function withCode(problem: string, error: unknown): string {
  const code = errorField(error, 'code');
  return code === undefined ? problem : `${problem} (${code})`;
}

/** Publishes which checks find a problem, as of the last call of what is returned; call it periodically. */
export function exposeChecks(metrics: Metrics, checks: readonly ReadinessCheck[]): () => Promise<void> {
  let failing: readonly (readonly [name: string, isFailing: boolean])[] = [];
  metrics.labelledGauge(
    'nameplate_check_failing',
    '1 while a check of /readyz finds a problem, else 0.',
    ['check'],
    (set) => {
      for (const [check, isFailing] of failing) set({ check }, isFailing ? 1 : 0);
    },
  );
  return async () => {
    failing = await Promise.all(
      checks.map(async ({ name, problem }) => [name, (await problem()) !== undefined] as const),
    );
  };
}

/** Publishes the edge's totals as metrics. */
export function exposeEdge(metrics: Metrics, edge: Edge): void {
  const bounds = latencyBoundsMs.map((bound) => bound / 1_000);
  for (const metric of edgeMetrics) {
    const shown =
      metric.kind === 'times'
        ? { ...metric, value: (counters: EdgeCounters) => bucketsOf(metric.value(counters)) }
        : metric;
    exposeCounted(metrics, bounds, shown, () => edge.counters());
  }
  if (edge.busiestHosts())
    metrics.counter(
      'nameplate_edge_host_requests_total',
      'Requests of the busiest hosts, each since it is one of the 5,000 to 10,000 that are counted.',
      ['host'],
      (add) => {
        for (const [host, requests] of edge.busiestHosts() ?? []) add({ host }, requests);
      },
    );
  exposeWorkers(metrics, () => {
    const workers = edge.workers();
    const live = workers.filter((worker) => worker.state === 'live');
    return {
      workersListening: live.length,
      workersReplacedByReason: edge.replacedWorkers(),
      workers: workers.flatMap(({ number, usage }) => (usage ? [{ number, ...usage }] : [])),
      // The oldest revision of all workers; -1 while none is live.
      routingRevision: live.length === 0 ? -1 : Math.min(...live.map((worker) => worker.revision)),
    };
  });
}

/** Milliseconds become seconds, as Prometheus has them. */
function bucketsOf(latencies: Latencies): CountedBuckets[] {
  return Object.entries(latencies).map(([statusClass, cells]) => ({
    labels: { class: statusClass },
    counts: cells.slice(0, -1),
    sum: (cells.at(-1) ?? 0) / 1_000,
  }));
}

/** Publishes the outcomes of tracker events; `ofApi` reads those that reached the API's origin. */
export function exposeEvents(metrics: Metrics, edge: Edge, ofApi: () => CollectCounts): void {
  const read = () => {
    const { eventsAccepted: accepted, eventsRefused: refused } = edge.counters();
    return addCounts({ accepted, refused }, ofApi());
  };
  metrics.counter('nameplate_events_accepted_total', 'Events of trackers that were stored.', [], (add) =>
    add({}, read().accepted),
  );
  metrics.counter(
    'nameplate_events_refused_total',
    'Events of trackers that were not counted, by reason.',
    ['reason'],
    (add) => addEach(add, 'reason', read().refused),
  );
}

type CertificateReading = {
  readonly custom: CertificateNumbers;
  /** Undefined where none are ordered. */
  readonly automatic: CertificateNumbers | undefined;
};

/**
 * Publishes the states of certificates, and the outcomes of attempts to get automatic ones where these are ordered.
 * Returns a function that reads the numbers from the control store; call it periodically.
 */
export function exposeCertificates(
  metrics: Metrics,
  store: ControlStore,
  watch: CertificateWatch,
  automatic: CertificateIssuance | undefined,
): () => Promise<void> {
  const readAutomatic = async (): Promise<CertificateNumbers> => {
    const now = systemClock.now();
    const { byState, soonestEnd } = await new AutomaticCertificateList(store).totals(now);
    return { byState, secondsToSoonestEnd: soonestEnd === null ? null : (soonestEnd - now) / 1000 };
  };
  const reading = new LastReading<CertificateReading>(
    async () => ({ custom: await watch.totals(), automatic: automatic && (await readAutomatic()) }),
    systemClock,
  );
  exposeNumbers(metrics, () => reading.numbers?.custom, {
    states: 'nameplate_certificates',
    statesHelp: 'Custom certificates by state; expiring: valid, for 14 days at most.',
    end: 'nameplate_certificate_soonest_expiry_seconds',
    endHelp:
      'Time until the first valid custom certificate without a replacement expires; -1 when there is none.',
  });
  metrics.gauge(
    'nameplate_certificates_age_seconds',
    'Age of the numbers of certificates, which are read from the control store in the background.',
    () => reading.ageSeconds,
  );
  if (automatic) {
    metrics.counter(
      'nameplate_acme_attempts_total',
      'Attempts to get an automatic certificate, by what became of them.',
      ['outcome'],
      (add) => addEach(add, 'outcome', automatic.issuer.counts),
    );
    metrics.labelledGauge(
      acmePausedUntilMetric,
      'When the authority is asked again, in seconds since the epoch; 0: it is asked.',
      ['authority'],
      (set) => {
        for (const [authority, until] of Object.entries(automatic.pauses())) set({ authority }, until / 1000);
      },
    );
    exposeNumbers(metrics, () => reading.numbers?.automatic, {
      states: 'nameplate_acme_certificates',
      statesHelp:
        'Hosts with automatic certificates by state; missing: none yet; failing: the last attempt came to nothing.',
      end: 'nameplate_acme_certificate_soonest_expiry_seconds',
      endHelp: 'Time until the first valid automatic certificate ends; -1 when there is none.',
    });
  }
  return () => reading.refresh();
}

/** Nothing is published while `read` answers undefined. */
function exposeNumbers(
  metrics: Metrics,
  read: () => CertificateNumbers | undefined,
  names: {
    readonly states: string;
    readonly statesHelp: string;
    readonly end: string;
    readonly endHelp: string;
  },
): void {
  metrics.labelledGauge(names.states, names.statesHelp, ['state'], (set) =>
    addEach(set, 'state', read()?.byState ?? {}),
  );
  metrics.gauge(names.end, names.endHelp, () => {
    const numbers = read();
    return numbers && (numbers.secondsToSoonestEnd ?? -1);
  });
}
