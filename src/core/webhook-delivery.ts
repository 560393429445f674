/** Deliveries of webhooks between the store and what sends them. Source: docs/reference/webhooks.md ("Attempts"). */

export type WebhookAttempt = {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  /** Of the answer; null: there was none. */
  readonly status: number | null;
  /** What went wrong; null: nothing. */
  readonly error: string | null;
  /** The beginning of the answer's body. */
  readonly response: string;
};

/** A delivery that this node has under a lease. */
export type LeasedDelivery = {
  readonly uuid: string;
  readonly endpointUuid: string;
  readonly accountUuid: string;
  readonly url: string;
  readonly body: string;
  /** Of earlier attempts. */
  readonly failures: number;
  readonly lease: string;
  /** Those that sign, the current one first. Rejects when this machine can't open them. */
  readonly secrets: () => Promise<readonly string[]>;
};

/** An endpoint that has deliveries due. */
export type EndpointDue = { readonly uuid: string; readonly accountUuid: string };

/** Says how many deliveries a node may take of each endpoint. */
export type ShareOut = (due: readonly EndpointDue[]) => ReadonlyMap<string, number>;

export type FailedAttempt = {
  readonly attempt: WebhookAttempt;
  /** Undefined: the delivery is given up. */
  readonly nextAttemptAt: number | undefined;
  /** The receiver wants nothing any more. */
  readonly isGone: boolean;
};

/** The deliveries that are due. */
export interface WebhookOutbox {
  /** Takes due deliveries under a lease, never two of one resource at an endpoint. */
  takeDue(now: number, leaseMs: number, shareOut: ShareOut): Promise<readonly LeasedDelivery[]>;
  /** Stores that an attempt succeeded, unless the lease is lost. */
  succeed(delivery: LeasedDelivery, attempt: WebhookAttempt): Promise<void>;
  /** Stores that an attempt failed; answers why the endpoint was disabled for it, if it was. */
  fail(delivery: LeasedDelivery, failed: FailedAttempt): Promise<string | undefined>;
  /** Gives a delivery back that couldn't be tried. */
  putOff(delivery: LeasedDelivery, nextAttemptAt: number): Promise<void>;
}
