/** How many requests all access tokens of an account make in a minute. Source: docs/reference/limits.md. */
import type { AccountLimits } from '../control/account-limits.ts';
import type { Clock } from '../core/clock.ts';
import type { Admission } from './caller.ts';
import { RateLimit, takeOrRefuse } from './rate-limit.ts';

export class AccountRequests {
  readonly #limits: Pick<AccountLimits, 'recentlyAllowed'>;
  readonly #counted: RateLimit;

  constructor(limits: Pick<AccountLimits, 'recentlyAllowed'>, clock: Clock) {
    this.#limits = limits;
    this.#counted = new RateLimit(Number.POSITIVE_INFINITY, clock);
  }

  /** Counts a request that came with an access token. Errors: `rate_limited`. */
  async count(caller: Admission): Promise<void> {
    if (caller.kind !== 'token') return;
    const { accountUuid } = caller;
    const { requests_per_minute: allowed } = await this.#limits.recentlyAllowed(accountUuid);
    const limit = allowed ?? Number.POSITIVE_INFINITY;
    const problem = `more than ${limit} requests in a minute with all access tokens of the account`;
    takeOrRefuse(this.#counted, accountUuid, problem, limit);
  }

  /** Of this minute. */
  usedBy(accountUuid: string): number {
    return this.#counted.usedBy(accountUuid);
  }
}
