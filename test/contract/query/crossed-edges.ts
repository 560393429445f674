/**
 * Counts the random queries whose visits cross an edge of time: a midnight of the query's zone, a change of its clocks, or a change of the salt
 * of visitors. What is answered there is most easily wrong, so a sixth of the queries has to be there: 500 of 3,000.
 */
import { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import type { TimeRange } from '../../../src/analytics/query/time-range.ts';
import { visitsOf } from '../reports/slow-web-reports.ts';

const leastShare = 1 / 6;

export class CrossedEdges {
  #queries = 0;
  readonly #crossed = { any: 0, midnight: 0, clocks: 0, salt: 0 };

  /** Takes all events of a domain; answers what counts a query over them. */
  among(rows: readonly PageviewRow[]): (range: TimeRange) => void {
    const visits = visitsOf(rows).map(({ events }) => ({
      times: events.map(({ time }) => time),
      hasTwoSalts: new Set(events.map(({ visitor }) => visitor)).size > 1,
    }));
    return ({ since, until, zone }) => {
      const seen = visits.filter(({ times }) => times.some((time) => time >= since && time < until));
      const edges = {
        midnight: seen.some(
          ({ times: [first = 0, ...times] }) => dayOf(first, zone) !== dayOf(times.at(-1) ?? first, zone),
        ),
        clocks: seen.length > 0 && offsetOf(since, zone) !== offsetOf(until - 1, zone),
        salt: seen.some(({ hasTwoSalts }) => hasTwoSalts),
      };
      this.#queries += 1;
      this.#crossed.any += Number(Object.values(edges).includes(true));
      for (const name of ['midnight', 'clocks', 'salt'] as const) this.#crossed[name] += Number(edges[name]);
    };
  }

  /** Fails if too few did, and says how many; `annotate` is the test's. */
  async expectShare(annotate: (message: string) => Promise<unknown>): Promise<void> {
    const { any, midnight, clocks, salt } = this.#crossed;
    await annotate(
      `${any} of ${this.#queries} queries cross an edge: ${midnight} a midnight, ${clocks} a change of clocks, ${salt} a change of salt`,
    );
    expect(any / this.#queries).toBeGreaterThanOrEqual(leastShare);
  }
}

function zoned(time: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone);
}

function dayOf(time: number, zone: string): string {
  return zoned(time, zone).toPlainDate().toString();
}

function offsetOf(time: number, zone: string): number {
  return zoned(time, zone).offsetNanoseconds;
}
