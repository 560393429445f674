/**
 * Delivers events to webhook endpoints: takes due deliveries, sends each one, and stores what came of it. Nodes share
 * the work by leases. Source: docs/reference/webhooks.md ("Attempts").
 *
 * An endpoint has a few places on each node, an account a quarter, and receivers that are known to be slow a half in all; one place
 * stays free for accounts that hold none. So slow receivers hold up their own account only. A receiver that asks for a pause gets
 * one.
 */
import type { Logger } from 'pino';
import type { Clock } from '../../core/clock.ts';
import { LeaseLoop } from '../../core/lease-loop.ts';
import { parseRetryAfter } from '../../core/retry-after.ts';
import { hourMs, minuteMs } from '../../core/time.ts';
import type { LeasedDelivery, WebhookAttempt, WebhookOutbox } from '../../core/webhook-delivery.ts';
import { type BackOff, standardBackOff } from './back-off.ts';
import { type SendOptions, send } from './send.ts';
import { signedFields } from './sign.ts';

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
const placesPerAccount = places / 4;
const placesForSlow = places / 2;
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
  readonly #underWay = new Set<LeasedDelivery>();
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
    const taken = await this.#outbox.takeDue(clock.now(), lease, {
      limit,
      forEndpoint: (endpointUuid, accountUuid, more) =>
        this.#placesFor(endpointUuid, accountUuid, [...this.#underWay, ...more]),
    });
    for (const delivery of taken) this.#underWay.add(delivery);
    return taken;
  }

  async #work(delivery: LeasedDelivery, signal: AbortSignal): Promise<void> {
    try {
      await this.#attempt(delivery, signal);
    } finally {
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

  #placesFor(endpointUuid: string, accountUuid: string, held: readonly LeasedDelivery[]): number {
    if (this.#pausedUntil.has(endpointUuid)) return 0;
    const ofAccount = held.filter((delivery) => delivery.accountUuid === accountUuid).length;
    const ofEndpoint = held.filter((delivery) => delivery.endpointUuid === endpointUuid).length;
    const slow = held.filter((delivery) => this.#slow.has(delivery.endpointUuid)).length;
    return Math.min(
      placesPerEndpoint - ofEndpoint,
      placesPerAccount - ofAccount,
      // The last place is for an account that holds none.
      Math.max(ofAccount === 0 ? 1 : 0, places - 1 - held.length),
      this.#slow.has(endpointUuid) ? placesForSlow - slow : places,
    );
  }

  #noteSpeed(endpointUuid: string, durationMs: number): void {
    const { slowMs: limitMs = slowMs } = this.#options;
    if (durationMs < limitMs) this.#slow.delete(endpointUuid);
    else if (this.#slow.size < maxSlow) this.#slow.add(endpointUuid);
  }
}
