/** What the running service says of itself: whether it is ready, and what its edge has done. Source: contract section 1. */
import type { AnalyticsStore } from './analytics/analytics-store.ts';
import type { ReadinessCheck } from './api/routes/operations.ts';
import type { ControlStore } from './control/store.ts';
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
      // Of the worker furthest behind; -1 while none is live.
      routingRevision: live.length === 0 ? -1 : Math.min(...live.map((worker) => worker.revision)),
    };
  });
}
