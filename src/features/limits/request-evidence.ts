/**
 * Finds claimed hosts that requests were answered for, which shows that they lead here. Source: docs/reference/limits.md ("Unproven
 * hosts").
 */
import { isAnalyticsAway } from '../../analytics/engine/failures.ts';
import type { ReportStore } from '../../analytics/engine/report-store.ts';
import { lastRequestDays } from '../../analytics/reports/last-requests.ts';
import type { SeenHosts, UnseenHost } from '../../control/seen-hosts.ts';
import type { Clock } from '../../core/clock.ts';
import { dayOf } from '../../core/date-range.ts';

const hostsAtOnce = 1_000;

export class RequestEvidence {
  readonly #hosts: SeenHosts;
  readonly #analytics: ReportStore;
  readonly #clock: Clock;
  /** The last one that was looked at in full; the first time, all days are. */
  #day = 0;

  constructor(hosts: SeenHosts, analytics: ReportStore, clock: Clock) {
    this.#hosts = hosts;
    this.#analytics = analytics;
    this.#clock = clock;
  }

  /** Looks for requests of all hosts that were never seen. While the analytics store is away, the next turn does. */
  async find(): Promise<void> {
    try {
      await this.#find();
    } catch (error) {
      if (!isAnalyticsAway(error)) throw error;
    }
  }

  async #find(): Promise<void> {
    // Records may wait for a while before they are stored.
    const reached = dayOf(this.#clock.now()) - 1;
    await this.#hosts.date();
    let after: UnseenHost | undefined;
    do {
      const hosts: readonly UnseenHost[] = await this.#hosts.listUnseen(after, hostsAtOnce);
      await this.#noteServed(hosts);
      after = hosts.length < hostsAtOnce ? undefined : hosts.at(-1);
    } while (after);
    this.#day = Math.max(0, reached);
  }

  async #noteServed(hosts: readonly UnseenHost[]): Promise<void> {
    const uuids = hosts.flatMap((host) => host.uuids);
    if (uuids.length === 0) return;
    const days = await lastRequestDays(this.#analytics, uuids, this.#day);
    const served = hosts.filter(({ uuids: own, claimedAt }) =>
      own.some((uuid) => (days.get(uuid) ?? Number.NEGATIVE_INFINITY) >= dayOf(claimedAt)),
    );
    for (const accountUuid of new Set(served.map((host) => host.accountUuid))) {
      const ofAccount = served.filter((host) => host.accountUuid === accountUuid);
      await this.#hosts.note(
        accountUuid,
        ofAccount.map(({ host }) => host),
      );
    }
  }
}
