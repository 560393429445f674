/**
 * Delivers events to webhook endpoints: takes due deliveries, sends each one, and stores what came of it. Nodes share
 * the work by leases. Source: docs/reference/webhooks.md ("Attempts").
 *
 * Accounts share the places of each node as a {@link FairPool} has it, and an endpoint has a few. So slow receivers hold up their own
 * account only. A receiver that asks for a pause gets one.
 */
import type { Logger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import { FairPool } from '../../core/fair-pool.ts';
import { LeaseLoop } from '../../core/lease-loop.ts';
import { parseRetryAfter } from '../../core/retry-after.ts';
import { hourMs, minuteMs } from '../../core/time.ts';
import type {
  EndpointDue,
  LeasedDelivery,
  WebhookAttempt,
  WebhookOutbox,
} from '../../core/webhook-delivery.ts';
import { type SendOptions, send } from './send.ts';
import { signedFields } from './sign.ts';

/** Waits after the first failure, the second and so on; about 24 h in all. */
const waitsMs: readonly number[] = [
  5_000,
  30_000,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  8 * hourMs,
];
/** So that what failed together isn't tried again together. */
const jitter = 0.1;

export type BackOff = (failures: number) => number | undefined;

/** How long to wait after so many failures; undefined: no longer worth it. */
export const standardBackOff: BackOff = (failures) => {
  const waitMs = waitsMs[failures - 1];
  return waitMs === undefined ? undefined : Math.round(waitMs * (1 - jitter + 2 * jitter * Math.random()));
};

export type DelivererOptions = {
  readonly send: SendOptions;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly backOff?: BackOff;
  readonly leaseMs?: number;
  readonly pollMs?: number;
  readonly slowMs?: number;
};

const places = 32;
const placesPerEndpoint = 4;
/** Also while no other account has deliveries due: what is slow isn't known before it was. */
const placesPerAccount = places / 4;
/** An attempt that takes so long makes the endpoint a slow one, until one is quicker. */
const slowMs = 3_000;
const maxSlow = 10_000;
const gone = 410;
/** Answers whose `Retry-After` is about all of the receiver's messages. */
const pausing: ReadonlySet<number> = new Set([429, 503]);
const longestPauseMs = hourMs;
/** Twice the time of an exchange: other nodes' clocks may be that far apart. */
const leaseMs = 30_000;
const pollMs = 1_000;

export class WebhookDeliverer implements AsyncDisposable {
  readonly #outbox: WebhookOutbox;
  readonly #options: DelivererOptions;
  readonly #backOff: BackOff;
  readonly #loop: LeaseLoop<LeasedDelivery>;
  readonly #places = new FairPool(places, 1, placesPerAccount);
  /** Each with what gives its place back. */
  readonly #underWay = new Map<LeasedDelivery, () => void>();
  /** Endpoints whose last attempt was slow. */
  readonly #slow = new Set<string>();
  /** Until when endpoints get nothing from this node. */
  readonly #pausedUntil = new Map<string, number>();

  constructor(outbox: WebhookOutbox, options: DelivererOptions) {
    this.#outbox = outbox;
    this.#options = options;
    this.#backOff = options.backOff ?? standardBackOff;
    this.#loop = new LeaseLoop({
      concurrency: places,
      pollMs: options.pollMs ?? pollMs,
      take: (limit) => this.#take(limit),
      work: (delivery, { signal }) => this.#work(delivery, signal),
      onAway: (error) => options.logger.warn({ err: error }, 'webhooks wait for the control store'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
  }

  async #take(limit: number): Promise<readonly LeasedDelivery[]> {
    const { clock, leaseMs: lease = leaseMs } = this.#options;
    for (const [endpointUuid, until] of this.#pausedUntil)
      if (until <= clock.now()) this.#pausedUntil.delete(endpointUuid);
    const held = new Map<string, (() => void)[]>();
    try {
      const taken = await this.#outbox.takeDue(clock.now(), lease, (due) => {
        this.#hold(due, limit, held);
        return new Map([...held].map(([endpointUuid, releases]) => [endpointUuid, releases.length]));
      });
      for (const delivery of taken)
        this.#underWay.set(delivery, held.get(delivery.endpointUuid)?.pop() ?? (() => {}));
      return taken;
    } finally {
      for (const release of [...held.values()].flat()) release();
    }
  }

  async #work(delivery: LeasedDelivery, signal: AbortSignal): Promise<void> {
    try {
      await this.#attempt(delivery, signal);
    } finally {
      this.#underWay.get(delivery)?.();
      this.#underWay.delete(delivery);
      // There may be more for the place that is free now.
      void this.#loop.fill();
    }
  }

  async #attempt(delivery: LeasedDelivery, signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#options;
    const { uuid, endpointUuid, accountUuid, url, body } = delivery;
    const at = clock.now();
    const secrets = await this.#secretsOf(delivery);
    if (!secrets) return;
    const begun = performance.now();
    const fields = signedFields(uuid, body, secrets, at);
    const { status, error, response, retryAfter } = await send(
      url,
      body,
      fields,
      accountUuid,
      this.#options.send,
      signal,
    );
    if (signal.aborted && status === null) {
      await this.#outbox.putOff(delivery, clock.now());
      return;
    }
    const durationMs = Math.round(performance.now() - begun);
    this.#noteSpeed(endpointUuid, durationMs);
    const attempt: WebhookAttempt = { at, durationMs, status, error, response };
    if (error === null) {
      await this.#outbox.succeed(delivery, attempt);
      return;
    }
    const pauseMs = status !== null && pausing.has(status) ? this.#pause(endpointUuid, retryAfter) : 0;
    const waitMs = this.#backOff(delivery.failures + 1);
    const nextAttemptAt = waitMs === undefined ? undefined : clock.now() + Math.max(waitMs, pauseMs);
    const isGone = status === gone;
    const disabled = await this.#outbox.fail(delivery, { attempt, nextAttemptAt, isGone });
    if (disabled)
      logger.warn(
        { endpoint_uuid: endpointUuid, account_uuid: delivery.accountUuid, reason: disabled },
        'a webhook endpoint was disabled',
      );
  }

  /** Answers how long the endpoint is to get nothing. */
  #pause(endpointUuid: string, retryAfter: string | undefined): number {
    const now = this.#options.clock.now();
    const pauseMs = Math.min(parseRetryAfter(retryAfter, now) ?? 0, longestPauseMs);
    if (pauseMs > 0) this.#pausedUntil.set(endpointUuid, now + pauseMs);
    return pauseMs;
  }

  /** Undefined: this machine can't sign for the endpoint now. */
  async #secretsOf(delivery: LeasedDelivery): Promise<readonly string[] | undefined> {
    const { clock, logger } = this.#options;
    try {
      return await delivery.secrets();
    } catch (error) {
      logger.warn({ err: error, endpoint_uuid: delivery.endpointUuid }, 'a webhook can’t be signed');
      await this.#outbox.putOff(delivery, clock.now() + minuteMs);
      return undefined;
    }
  }

  /** Holds places for endpoints in random order. */
  #hold(due: readonly EndpointDue[], limit: number, held: Map<string, (() => void)[]>): void {
    let left = limit;
    for (const { uuid, accountUuid } of shuffled(due)) {
      if (this.#pausedUntil.has(uuid)) continue;
      const underWay = [...this.#underWay.keys()].filter(({ endpointUuid }) => endpointUuid === uuid).length;
      const releases: (() => void)[] = [];
      while (left > 0 && underWay + releases.length < placesPerEndpoint) {
        const release = this.#places.hold(accountUuid, true, this.#slow.has(uuid));
        if (!release) break;
        releases.push(release);
        left -= 1;
      }
      if (releases.length > 0) held.set(uuid, releases);
    }
  }

  #noteSpeed(endpointUuid: string, durationMs: number): void {
    const { slowMs: limitMs = slowMs } = this.#options;
    if (durationMs < limitMs) this.#slow.delete(endpointUuid);
    else if (this.#slow.size < maxSlow) this.#slow.add(endpointUuid);
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
