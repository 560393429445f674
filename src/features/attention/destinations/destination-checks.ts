/**
 * Tries once a day whether redirects' destinations answer. Source: docs/reference/redirects.md ("Broken destinations").
 *
 * Redirects are taken under leases, so that one node checks each; accounts take turns (core/account-loop.ts). A host is asked one thing
 * at a time, and the same thing once an hour, however many redirects lead to it. States: those of its loop; stopping aborts the
 * checks under way, whose results are not stored.
 */
import type { Logger } from 'pino';
import { RecentMap } from '../../../analytics/lookup/recent-map.ts';
import { AccountLoop } from '../../../core/account-loop.ts';
import type { Clock } from '../../../core/clock.ts';
import type { FindingObserver, Observation } from '../../../core/finding.ts';
import { hourMs, minuteMs, secondMs } from '../../../core/time.ts';
import { parseUrl } from '../../../core/url.ts';
import type { CheckedRedirect, DestinationCheckStore } from './destination-check-store.ts';
import { type DestinationOutcome, type FetchOptions, fetchDestination } from './fetch-destination.ts';

export type DestinationChecksOptions = {
  readonly queue: DestinationCheckStore;
  readonly fetch: FetchOptions;
  readonly findings: FindingObserver;
  readonly clock: Clock;
  readonly logger: Logger;
};

const places = 16;
const pollMs = 10 * secondMs;
/** Longer than it takes when all that are under way lead to one silent host. */
const leaseMs = 10 * minuteMs;
const slowMs = 2 * secondMs;
const remembered = 5_000;

const unknown: DestinationOutcome = { state: 'unknown' };

export class DestinationChecks implements AsyncDisposable {
  readonly #options: DestinationChecksOptions;
  readonly #loop: AccountLoop<CheckedRedirect>;
  /** By host: when the last request to it is over. */
  readonly #hosts = new Map<string, Promise<unknown>>();
  readonly #recent = new RecentMap<string, { readonly outcome: DestinationOutcome; readonly at: number }>(
    remembered,
  );

  constructor(options: DestinationChecksOptions) {
    this.#options = options;
    const { queue, clock, logger } = options;
    this.#loop = new AccountLoop({
      queue,
      places,
      pollMs,
      leaseMs,
      slowMs,
      clock,
      work: (item, { signal }) => this.#check(item, signal),
      onAway: (error) => logger.warn({ err: error }, 'checks of destinations wait for the control store'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Checks all that is due, and resolves when that is done. */
  runDue(): Promise<void> {
    return this.#loop.runDue();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
  }

  async #check(redirect: CheckedRedirect, signal: AbortSignal): Promise<void> {
    const { queue, findings } = this.#options;
    const outcome = await this.#loop.timed(redirect.accountUuid, () => this.#ask(redirect, signal));
    if (signal.aborted) return;
    const isSecond = await queue.record(redirect, outcome);
    if (outcome.state !== 'unknown') await findings.observe([observationOf(redirect, outcome, isSecond)]);
  }

  async #ask(
    { destinationUrl, accountUuid }: CheckedRedirect,
    signal: AbortSignal,
  ): Promise<DestinationOutcome> {
    const url = parseUrl(destinationUrl);
    if (!url) return unknown;
    url.hash = '';
    const before = this.#hosts.get(url.host);
    const asking = (before ?? Promise.resolve()).then(() => this.#askOnce(url, accountUuid, signal));
    this.#hosts.set(url.host, asking);
    try {
      return await asking;
    } finally {
      if (this.#hosts.get(url.host) === asking) this.#hosts.delete(url.host);
    }
  }

  /** Never rejects. What is known is for all accounts: it says nothing of one of them. */
  async #askOnce(url: URL, accountUuid: string, signal: AbortSignal): Promise<DestinationOutcome> {
    if (signal.aborted) return unknown;
    const now = this.#options.clock.now();
    const known = this.#recent.get(url.href);
    if (known && Math.abs(now - known.at) < hourMs) return known.outcome;
    const outcome = await fetchDestination(url, accountUuid, this.#options.fetch, signal);
    if (outcome.state !== 'unknown') this.#recent.set(url.href, { outcome, at: now });
    return outcome;
  }
}

function observationOf(
  { uuid, accountUuid, host, destinationUrl }: CheckedRedirect,
  outcome: Exclude<DestinationOutcome, { state: 'unknown' }>,
  isSecond: boolean,
): Observation {
  const named = {
    accountUuid,
    kind: 'destination_broken',
    subject: { type: 'redirect', uuid, host },
  } as const;
  if (outcome.state === 'ok') return { ...named, seen: { state: 'good' } };
  const { code, status } = outcome;
  const evidence = { destination: destinationUrl, status };
  return { ...named, seen: { state: 'bad', causeCode: code, evidence, opens: isSecond } };
}
