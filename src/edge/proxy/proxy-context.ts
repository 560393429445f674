/** What all proxied exchanges of a worker share. */
import type { Clock } from '../../core/clock.ts';
import type { ErrorPages } from '../error-pages/error-pages.ts';
import type { PageOutcome } from '../inject/page-outcome.ts';
import type { ClientShares } from './client-shares.ts';
import type { GatewayFailure } from './gateway-answer.ts';
import type { Targets } from './targets.ts';
import type { UpstreamPool } from './upstream-pool.ts';

/** For the log: why a visitor got no answer from the upstream, or a truncated one. */
export type ProxyFailure = {
  readonly failure: GatewayFailure;
  readonly detail: string;
  readonly host: string;
  readonly upstreamUuid: string;
  /** What the upstream knows it by. */
  readonly requestId: string;
  /** What the visitor's error page says. */
  readonly answerId: string;
};

/** An exchange that the sweep ends once its deadline has passed. */
export interface ExpiringExchange {
  /** By `performance.now`, in milliseconds; infinite while nothing is waited for. */
  readonly deadlineTick: number;
  expire(): void;
}

export type ProxyContext = {
  readonly pool: UpstreamPool;
  readonly targets: Targets;
  readonly shares: ClientShares;
  readonly errorPages: ErrorPages;
  readonly clock: Clock;
  readonly responseTimeoutMs: number;
  /** Exchanges under way. */
  readonly active: Set<ExpiringExchange>;
  readonly onFailure: (failure: ProxyFailure) => void;
  /** The status of the answer and the time from the end of routing to its head. */
  readonly onUpstreamAnswer: (status: number, durationMs: number) => void;
  /** The outcome for a page of a domain with injection. */
  readonly onPage: (outcome: PageOutcome) => void;
};
