/**
 * Bounce rate and duration over time count a visit whole on the day on which it begins, whatever is derived of the days
 * that it goes on in. Source: docs/reference/web-analytics.md ("A visit").
 */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { webReports } from '../../../src/analytics/reports/web-reports.ts';
import { derive } from '../../../src/analytics/visits/derivation.ts';
import { VisitDeriver } from '../../../src/analytics/visits/deriver.ts';
import { type Frequency, frequencies } from '../../../src/core/date-range.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { openForSuite } from './store-of-suite.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** A Thursday, the last day of its month, to the Tuesday after. */
const range = { from: Date.UTC(2024, 1, 29) / dayMs, to: Date.UTC(2024, 2, 5) / dayMs };
/** Begins on Sunday, fills Monday and ends on Tuesday, with gaps as long as a visit may have. */
const longVisit = Array.from(
  { length: 60 },
  (_, index) => Date.UTC(2024, 2, 3, 23, 30) + index * 30 * minuteMs,
);
/** Hashes have another salt from here on. */
const saltChange = Date.UTC(2024, 2, 1);

function someRows(domain: string): PageviewRow[] {
  const times: Readonly<Record<string, readonly number[]>> = {
    1: [Date.UTC(2024, 1, 29, 23, 50), Date.UTC(2024, 2, 1, 0, 10)],
    2: [Date.UTC(2024, 1, 29, 12)],
    3: [Date.UTC(2024, 2, 1, 0, 5)],
    4: longVisit,
    5: [Date.UTC(2024, 2, 3, 23, 59), Date.UTC(2024, 2, 4, 0, 20)],
    6: [Date.UTC(2024, 2, 4, 10)],
  };
  return Object.entries(times).flatMap(([visitor, seen]) =>
    seen.map((time, index) => {
      const isAfterChange = index > 0 && time >= saltChange && (seen[0] ?? 0) < saltChange;
      const hashes = isAfterChange ? { visitor: `${visitor}0`, previous_visitor: visitor } : { visitor };
      return pageviewRow({ domain, ...hashes, time });
    }),
  );
}

/** Bounce rates in percent and durations in seconds of the rows above, by the first days of buckets. */
const expected = {
  bounce_rate_by_date: {
    day: {
      '2024-02-29': 50,
      '2024-03-01': 100,
      '2024-03-02': 0,
      '2024-03-03': 0,
      '2024-03-04': 100,
      '2024-03-05': 0,
    },
    week: { '2024-02-26': 40, '2024-03-04': 100 },
    month: { '2024-02-01': 50, '2024-03-01': 50 },
  },
  average_visit_duration_by_date: {
    day: {
      '2024-02-29': 600,
      '2024-03-01': 0,
      '2024-03-02': 0,
      '2024-03-03': 53_730,
      '2024-03-04': 0,
      '2024-03-05': 0,
    },
    week: { '2024-02-26': 21_732, '2024-03-04': 0 },
    month: { '2024-02-01': 600, '2024-03-01': 26_865 },
  },
};

onChdb('bounce rate and duration over time', () => {
  const getStore = openForSuite(chdbLocation);

  /** Asks both reports by all frequencies, or by some. */
  async function answersOf(
    domainUuid: string,
    nowMs: number,
    asked: readonly Frequency[] = frequencies,
  ): Promise<unknown> {
    const answers: Record<string, Record<string, unknown>> = {};
    for (const report of webReports.filter(({ name }) => Object.hasOwn(expected, name)))
      for (const frequency of asked) {
        const { data } = await runReport(getStore(), report, {
          domainUuid,
          range,
          frequency,
          limit: 1_000,
          utmParam: 'utm_source',
          locationType: 'country',
          nowMs,
        });
        answers[report.name] = { ...answers[report.name], [frequency]: data };
      }
    return answers;
  }

  test('are the same whichever days are derived', async () => {
    const nowMs = (range.to + 5) * dayMs;
    const domain = newUuid();
    await getStore().insertPageviews({ name: newUuid(), rows: someRows(domain), mayBeStored: false });
    expect(await answersOf(domain, nowMs)).toEqual(expected);
    for (let day = range.from; day <= range.to; day += 1) {
      await derive(
        getStore(),
        [domain],
        { day, startsUntil: (day + 1) * dayMs, seenUntil: (day + 1) * dayMs + dayMs / 4 },
        nowMs,
      );
      expect(await answersOf(domain, nowMs, ['day'])).toEqual({
        bounce_rate_by_date: { day: expected.bounce_rate_by_date.day },
        average_visit_duration_by_date: { day: expected.average_visit_duration_by_date.day },
      });
    }
    const deriver = new VisitDeriver(getStore(), {
      clock: { now: () => nowMs },
      logger: pino({ level: 'silent' }),
      minEvents: 1,
    });
    await deriver.runOnce();
    expect(await answersOf(domain, nowMs)).toEqual(expected);
  });

  test('change with a visit that goes on today', async () => {
    const nowMs = range.to * dayMs + dayMs / 2;
    const domain = newUuid();
    const last = longVisit.at(-1) ?? 0;
    const arrive = (...rows: PageviewRow[]): Promise<void> =>
      getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    await arrive(...someRows(domain));
    expect(await answersOf(domain, nowMs)).toEqual(expected);
    // 600 s more, and a visit of a single pageview.
    await arrive(
      pageviewRow({ domain, visitor: '4', time: last + 10 * minuteMs }),
      pageviewRow({ domain, visitor: '7', time: range.to * dayMs + 11 * 60 * minuteMs }),
    );
    const { bounce_rate_by_date: rates, average_visit_duration_by_date: durations } = expected;
    expect(await answersOf(domain, nowMs)).toEqual({
      bounce_rate_by_date: {
        day: { ...rates.day, '2024-03-05': 100 },
        week: rates.week,
        month: { ...rates.month, '2024-03-01': 60 },
      },
      average_visit_duration_by_date: {
        day: { ...durations.day, '2024-03-03': 54_030 },
        week: { ...durations.week, '2024-02-26': 21_852 },
        month: { ...durations.month, '2024-03-01': 21_612 },
      },
    });
    // The other visit lasts 900 s now.
    await arrive(
      pageviewRow({ domain, visitor: '4', time: last + 20 * minuteMs }),
      pageviewRow({ domain, visitor: '7', time: range.to * dayMs + (11 * 60 + 15) * minuteMs }),
    );
    expect(await answersOf(domain, nowMs)).toEqual({
      bounce_rate_by_date: {
        day: { ...rates.day, '2024-03-05': 0 },
        week: { ...rates.week, '2024-03-04': 50 },
        month: { ...rates.month, '2024-03-01': 40 },
      },
      average_visit_duration_by_date: {
        day: { ...durations.day, '2024-03-03': 54_330, '2024-03-05': 900 },
        week: { ...durations.week, '2024-02-26': 21_972, '2024-03-04': 450 },
        month: { ...durations.month, '2024-03-01': 21_912 },
      },
    });
  });
});
