/** Starts both planes: the edge, and the shipping of what it records. Source: docs/reference/service.md. */
import type { Logger } from 'pino';
import type { VarietyRules } from '../analytics/ingest/event-variety.ts';
import type { Config } from '../config/config.ts';
import { replicaPathIn } from '../control/replica-file.ts';
import type { ControlStore } from '../control/store.ts';
import { systemClock } from '../core/clock.ts';
import { type Edge, startEdge } from '../edge/edge.ts';
import { nothing } from '../edge/rpc.ts';
import { CertificateProvider } from '../edge/tls/certificate-provider.ts';
import type { FlushedSpans } from '../edge/tracer.ts';
import { goalEventsOf } from '../features/goals/domain-goals.ts';
import type { ReachKeys } from '../secrets/reach-keys.ts';
import { ChallengeAnswers } from './challenge-answers.ts';
import type { CleanUp } from './clean-up.ts';
import { workerOptionsOf } from './edge-plan.ts';
import type { EmbeddedAnalytics } from './embedded-analytics.ts';
import type { EventIntake } from './event-intake.ts';
import type { EventShipping } from './event-shipping.ts';
import { openEvents } from './open-stores.ts';
import type { ServiceOptions } from './role.ts';
import { describeFailure } from './start-error.ts';
import type { Supervision } from './supervision.ts';

/** For requests under way. */
export const drainMs = 10_000;
/** In a handover: how long idle connections stay open for one more request, which is answered with `Connection: close`. */
export const retireEdgeMs = 5_000;
/** For those who reached this process's workers when it can't start beside the one that serves. */
const failedStartGraceMs = 2_000;

export type PlaneParts = {
  readonly store: ControlStore;
  readonly intake: EventIntake;
  readonly reachKeys: ReachKeys;
  readonly embedded: EmbeddedAnalytics;
  /** A handshake found no certificate for a host; called where certificates are ordered. */
  readonly onMissingCertificate: (host: string) => void;
  /** A client names a host that nothing is served on; resolves when that is decided, and its routes are everywhere. */
  readonly onUnknownHost: (host: string, network: string) => Promise<void>;
  readonly supervision: Supervision;
  /** Takes what the workers have traced. */
  readonly onTraced: (flushed: FlushedSpans) => void;
};

export type Planes = { readonly events: EventShipping; readonly edge: Edge };

/** Opens event shipping and starts the edge in parallel, as each takes a second: both, or neither. */
export async function startPlanes(
  config: Config,
  { role, migrate }: ServiceOptions,
  {
    store,
    intake,
    embedded,
    onMissingCertificate,
    onUnknownHost,
    supervision,
    onTraced,
    reachKeys,
  }: PlaneParts,
  logger: Logger,
  cleanUp: CleanUp,
): Promise<Planes> {
  let events: EventShipping | undefined;
  let edge: Edge | undefined;
  const visitorSalts = await intake.renewSalts();
  const opening = openEvents(config, logger, {
    migrate,
    mayDerive: role === 'edge' ? undefined : () => embedded.mayDerive(),
    visitors: intake.visitors,
    claimStore: () => embedded.claim(),
    predecessorGone: supervision.hasPredecessor ? supervision.predecessorGone : undefined,
    onTakeOverFailed: (error) => supervision.giveUp(describeFailure(error)),
    varietyRulesOf: async (domainUuids) => {
      const rules = new Map<string, VarietyRules>();
      for (const [uuid, { accountUuid, names: goals }] of await goalEventsOf(store, domainUuids)) {
        const { event_names: names, property_keys: keys } = await store.limits.recentlyAllowed(accountUuid);
        rules.set(uuid, { names, keys, goals });
      }
      return rules;
    },
    onFullDays: (days) => {
      edge?.tell('fullDays', days);
      intake.setFullDays(days);
    },
    onFullChanged: (isFull) => {
      edge?.tell('spoolFull', isFull);
      intake.setSpoolFull(isFull);
    },
  });
  const worker = workerOptionsOf(config, supervision.passedPorts);
  const { defaultHost } = worker;
  const certificateProvider = new CertificateProvider({
    source: store.certificates,
    defaultHost,
    // A machine without a public name is for trying things out: no authority could reach it.
    selfSigned: config.edge.publicHostname === undefined && !config.acme,
    clock: systemClock,
    logger,
    ...(config.acme && {
      challenges: new ChallengeAnswers(store.acmeChallenges, systemClock),
      onMissing: onMissingCertificate,
    }),
  });
  const starting = startEdge(
    supervision,
    {
      worker,
      socketDirectory: config.dataDir,
      ...(config.control.kind === 'postgres' &&
        worker.workers > 0 && { replica: store.replicaAt(replicaPathIn(config.dataDir)) }),
      onRequest: async (request) => {
        if (request.kind !== 'unknown_host') return await certificateProvider.answer(request);
        await onUnknownHost(request.host, request.network);
        return nothing;
      },
      visitorSalts,
      reachKeys: reachKeys.all,
      onTraced,
      onWorkerGone: () => events?.adoptAbandoned(),
      failedStartGraceMs: supervision.isCandidate ? failedStartGraceMs : 0,
    },
    store.routing,
    logger,
  );
  const [opened, started] = await Promise.allSettled([opening, starting]);
  if (opened.status === 'fulfilled') cleanUp.defer(() => opened.value[Symbol.asyncDispose]());
  if (started.status === 'fulfilled')
    cleanUp.defer(() => started.value.stop(drainMs, supervision.isCandidate ? retireEdgeMs : 0));
  events = await opening;
  edge = await starting;
  edge.tell('spoolFull', events.isSpoolFull);
  intake.setSpoolFull(events.isSpoolFull);
  return { events, edge };
}
