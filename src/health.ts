/** What the running service says of itself: whether it is ready, and what its edge has done. Source: contract section 1. */
import type { AnalyticsStore } from './analytics/analytics-store.ts';
import { addCounts, type CollectCounts } from './analytics/ingest/collector-refusals.ts';
import type { ReadinessCheck } from './api/routes/operations.ts';
import type { AutomaticCertificates } from './automatic-certificates.ts';
import type { ControlStore } from './control/store.ts';
import { systemClock } from './core/clock.ts';
import type { Edge } from './edge/supervisor.ts';
import type { Metrics } from './telemetry/metrics.ts';

/** Each store answers and all workers serve. */
export function readinessChecks(
  store: ControlStore,
  starting: Promise<{ readonly events: { readonly store: AnalyticsStore }; readonly edge: Edge }>,
  workersWanted: number,
): ReadinessCheck[] {
  return [
    {
      name: 'control_store',
      problem: () => store.ping().then(undefined, () => 'cannot be read'),
    },
    {
      name: 'analytics_store',
      problem: async () => (await starting).events.store.ping().then(undefined, () => 'does not answer'),
    },
    {
      name: 'edge_workers',
      problem: async () => {
        const { edge } = await starting;
        const live = edge.workers().filter((worker) => worker.state === 'live').length;
        return live < workersWanted ? `${live} of ${workersWanted} serve` : undefined;
      },
    },
  ];
}

/** Publishes the edge's totals as metrics. */
export function exposeEdge(metrics: Metrics, edge: Edge): void {
  metrics.exposeEdge(() => {
    const counters = edge.counters();
    const live = edge.workers().filter((worker) => worker.state === 'live');
    return {
      responsesByClass: counters.requests,
      refusalsByReason: counters.refusals,
      connectionsTotal: counters.connections,
      connectionsOpen: counters.openConnections,
      receivedBytesTotal: counters.bytesIn,
      sentBytesTotal: counters.bytesOut,
      workersListening: live.length,
      upstreamFailuresByReason: counters.upstreamFailures,
      upstreamConnections: counters.upstreamConnections,
      recordsDropped: counters.recordsDropped,
      pagesByOutcome: counters.pages,
      handshakesByOutcome: counters.handshakes,
      turnedAwayByReason: counters.connectionsTurnedAway,
      // Of the worker furthest behind; -1 while none is live.
      routingRevision: live.length === 0 ? -1 : Math.min(...live.map((worker) => worker.revision)),
    };
  });
}

/** Publishes what became of trackers' events; `ofApi` reads those that came to the API's origin. */
export function exposeEvents(metrics: Metrics, edge: Edge, ofApi: () => CollectCounts): void {
  metrics.exposeEvents(() => {
    const { eventsAccepted: accepted, eventsRefused: refused } = edge.counters();
    return addCounts({ accepted, refused }, ofApi());
  });
}

/** Publishes the state of automatic certificates, and what became of attempts; nothing where none are ordered. */
export function exposeAutomaticCertificates(
  metrics: Metrics,
  store: ControlStore,
  automatic: AutomaticCertificates | undefined,
): void {
  if (!automatic) return;
  metrics.exposeAutomaticCertificates(
    () => automatic.issuer.counts,
    async () => {
      const now = systemClock.now();
      const { byState, soonestEnd } = await store.automaticCertificateList.totals(now);
      return { byState, secondsToSoonestEnd: soonestEnd === null ? null : (soonestEnd - now) / 1000 };
    },
  );
}
