/**
 * What a composed service needs of the process that started its own: edge workers, sockets, and what came before it.
 * Source: ARCHITECTURE.md ("Processes").
 */
import type { PassedPorts } from '../edge/passed-sockets.ts';
import type { WorkerFleet } from '../edge/worker-fleet.ts';
import type { WorkerOptions } from '../edge/worker-options.ts';
import type { SupervisorCounts } from './supervisor-protocol.ts';

export interface Supervision extends WorkerFleet {
  /** Whether the service has started before: its owner has read how to use it. */
  readonly isRestart: boolean;
  readonly counts: SupervisorCounts;
  /** The ports of the sockets that this process and its workers got. */
  readonly passedPorts: PassedPorts;
  /** Whether this service started beside another one, which it is to succeed. */
  readonly hasPredecessor: boolean;
  /** Resolves when this service may open what only one process can have open. */
  readonly predecessorGone: Promise<void>;
  /** Whether another process serves on the same ports, and goes on if this one fails. */
  readonly isCandidate: boolean;
  /** Says what workers are to be started with, should this process be away. */
  edge(options: WorkerOptions): void;
  /** Says that a successor may open what only one process can have open. */
  released(): void;
  /** Ends the process at once, so that another is started, as after a crash. The edge serves on. */
  giveUp(why: string): never;
}
