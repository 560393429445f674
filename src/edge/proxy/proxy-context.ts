/** What all proxied exchanges of a worker share. */
import type { Clock } from '../../core/clock.ts';
import type { PageOutcome } from '../inject/page-outcome.ts';
import type { ClientShares } from './client-shares.ts';
import type { GatewayFailure } from './gateway-answer.ts';
import type { ProxyExchange } from './proxy-exchange.ts';
import type { UpstreamPool } from './upstream-pool.ts';

/** For the log: why a visitor got no answer of the upstream, or one cut short. */
export type ProxyFailure = {
  readonly failure: GatewayFailure;
  readonly detail: string;
  readonly host: string;
  readonly upstreamUuid: string;
  /** Stands in the visitor's page too. */
  readonly requestId: string;
};

export type ProxyContext = {
  readonly pool: UpstreamPool;
  readonly shares: ClientShares;
  readonly clock: Clock;
  readonly responseTimeoutMs: number;
  /** Exchanges under way: looked at by the sweep. */
  readonly active: Set<ProxyExchange>;
  readonly onFailure: (failure: ProxyFailure) => void;
  /** What became of a page of a domain with injection. */
  readonly onPage: (outcome: PageOutcome) => void;
};
