/** What an hour's traffic is expected to be, and how it compares. Source: docs/reference/expectation.md. */
import { dayMs, hourMs } from '../../core/time.ts';
import type { ZoneClock } from './zone-clock.ts';

export type TrafficState = 'low' | 'high' | 'usual' | 'none';
export const trafficStates: readonly TrafficState[] = ['low', 'high', 'usual', 'none'];

/** Of the hour that begins at `hour`. */
export type Expectation = {
  readonly hour: number;
  readonly requests: number;
  /** Null when fewer than two references are left. */
  readonly expected: number | null;
  readonly state: TrafficState;
};

/** What is recorded of a subject. Hours are their starts, in milliseconds since the Unix epoch. */
export type Recorded = {
  readonly requestsIn: (hour: number) => number;
  /** The hour of its first request; undefined: there is none. */
  readonly firstHour: number | undefined;
  /** Whether the whole installation recorded any request in an hour. */
  readonly isServed: (hour: number) => boolean;
};

/** The first hour that is kept, and the end of what is over. */
export type Kept = { readonly since: number; readonly until: number };

const referenceDays: readonly number[] = [7, 14, 21, 28];
/** Earlier than any reference of an hour, whatever its zone does: Samoa once left out a day. */
export const referenceSpanMs: number = 30 * dayMs;
const leastReferences = 2;
/** A drop needs as many. */
export const leastExpected = 100;
const highAbove = 500;
/** Times what is expected. */
export const highFactor = 5;

/** The hours that an hour is compared with, as far as they are whole UTC hours. */
export function referencesOf(hour: number, clock: ZoneClock): number[] {
  return referenceDays.flatMap((days) => {
    const reference = clock.daysBefore(hour, days);
    return reference === undefined || reference % hourMs !== 0 ? [] : [reference];
  });
}

/** The median of the references that count; null when they are fewer than two. */
export function expectedIn(
  references: readonly number[],
  { requestsIn, firstHour, isServed }: Recorded,
  kept: Kept,
): number | null {
  if (firstHour === undefined) return null;
  const counts = references
    .filter(
      (hour) => hour >= firstHour && kept.since <= hour && hour + hourMs <= kept.until && isServed(hour),
    )
    .map(requestsIn)
    .toSorted((one, other) => one - other);
  if (counts.length < leastReferences) return null;
  const middle = counts.length / 2;
  const [low = 0, high = 0] = [counts[Math.ceil(middle) - 1], counts[Math.floor(middle)]];
  return (low + high) / 2;
}

/** How an hour's traffic compares with its references. An hour that isn't over has no state. */
export function expectationIn(
  hour: number,
  references: readonly number[],
  recorded: Recorded,
  kept: Kept,
): Expectation {
  const requests = recorded.requestsIn(hour);
  const expected = expectedIn(references, recorded, kept);
  const isOver = hour + hourMs <= kept.until;
  return {
    hour,
    requests,
    expected,
    state: expected === null || !isOver ? 'none' : stateOf(requests, expected),
  };
}

function stateOf(requests: number, expected: number): TrafficState {
  // In tenths: 0.3 × 110 is more than 33 in floating point.
  if (expected >= leastExpected && 10 * requests < 3 * expected) return 'low';
  return requests > highAbove && requests > highFactor * expected ? 'high' : 'usual';
}
