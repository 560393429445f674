/**
 * How many orders an account with a certificate authority may make: a token bucket, as authorities count them. Source:
 * docs/reference/acme.md ("The order budget").
 *
 * All that is kept of it is the time at which it is full again (`fullAt`): each order moves that by the time in which one token is
 * refilled.
 */
import { hourMs } from './time.ts';

const periodMs = 3 * hourMs;

/** When the orders that wait are made: the n-th from now at `startMs` + n × `everyMs`, or now if that is past. */
export type OrderForecast = {
  /** How many can be made now. */
  readonly free: number;
  readonly startMs: number;
  readonly everyMs: number;
};

/** What a bucket is full at after another order; undefined: it is empty. */
export function takeOrder(fullAt: number, now: number, perPeriod: number): number | undefined {
  return orderFreeAt(fullAt, now, perPeriod) <= now
    ? boundTo(fullAt, now, perPeriod) + everyMsOf(perPeriod)
    : undefined;
}

/** What a bucket is full at once an order is given back. */
export function returnOrder(fullAt: number, perPeriod: number): number {
  return Math.max(0, fullAt - everyMsOf(perPeriod));
}

/** When a bucket has an order; in the past: it has one. */
export function orderFreeAt(fullAt: number, now: number, perPeriod: number): number {
  return startOf(fullAt, now, perPeriod) + everyMsOf(perPeriod);
}

/** Of the accounts' buckets together, by the times at which each is full. */
export function forecastOrders(fullAts: readonly number[], now: number, perPeriod: number): OrderForecast {
  const starts = fullAts.map((fullAt) => startOf(fullAt, now, perPeriod));
  const everyMs = everyMsOf(perPeriod);
  return {
    free: starts.reduce((sum, start) => sum + Math.floor((now - start) / everyMs), 0),
    startMs: Math.round(starts.reduce((sum, start) => sum + start, 0) / starts.length),
    everyMs: Math.round(everyMs / starts.length),
  };
}

/** When a bucket that nothing is taken from any more would have been empty. */
function startOf(fullAt: number, now: number, perPeriod: number): number {
  return boundTo(fullAt, now, perPeriod) - capacityMsOf(perPeriod);
}

/** A clock that was ahead leaves an empty bucket at worst. */
function boundTo(fullAt: number, now: number, perPeriod: number): number {
  return Math.min(Math.max(fullAt, now), now + capacityMsOf(perPeriod));
}

function capacityMsOf(perPeriod: number): number {
  return perPeriod * everyMsOf(perPeriod);
}

/** Whole milliseconds, as what is stored is one. */
function everyMsOf(perPeriod: number): number {
  return Math.floor(periodMs / perPeriod);
}
