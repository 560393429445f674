/**
 * What the clocks of a time zone show in a span of time, and when they show it. Counted from one change of the clocks to the next:
 * asking the calendar for each hour of a month takes a third of a second.
 */
import { Temporal } from 'temporal-polyfill';
import { dayMs } from '../../core/time.ts';

/** From one change of the clocks to the next; milliseconds since the Unix epoch, `until` not included. */
type Stretch = { readonly since: number; readonly until: number; readonly offsetMs: number };

export class ZoneClock {
  readonly #stretches: readonly Stretch[];

  /** Knows the instants from `since` to `until`. */
  constructor(zone: string, since: number, until: number) {
    const stretches: Stretch[] = [];
    let at: Temporal.ZonedDateTime | null =
      Temporal.Instant.fromEpochMilliseconds(since).toZonedDateTimeISO(zone);
    while (at && at.epochMilliseconds < until) {
      const next: Temporal.ZonedDateTime | null = at.getTimeZoneTransition('next');
      const end = Math.min(until, next?.epochMilliseconds ?? until);
      stretches.push({
        since: at.epochMilliseconds,
        until: end,
        offsetMs: at.offsetNanoseconds / 1_000_000,
      });
      at = next;
    }
    this.#stretches = stretches;
  }

  /** The first instant at which the clock shows what it shows at `instant`, that many days earlier; undefined for none. */
  daysBefore(instant: number, days: number): number | undefined {
    const now = this.#stretches.find(({ since, until }) => since <= instant && instant < until);
    if (!now) throw new RangeError(`${instant} is outside the span of the clock`);
    const shown = instant + now.offsetMs - days * dayMs;
    for (const { since, until, offsetMs } of this.#stretches) {
      const then = shown - offsetMs;
      if (since <= then && then < until) return then;
    }
    return undefined;
  }
}
