/**
 * Answers are the same with derived visits and visitors, without, and with derivations that are stale, half written,
 * doubled, of some days only, or of a part of a day. Source: docs/reference/analytics-store.md ("Derived visits").
 */
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import { readVisitorQuery } from '../../../src/analytics/query/read-query.ts';
import { runVisitorQuery } from '../../../src/analytics/query/run-query.ts';
import { webReports } from '../../../src/analytics/reports/web-reports.ts';
import type { AnalyticsStore } from '../../../src/analytics/store/analytics-store.ts';
import { type DerivationStore, type DerivedSpan, derive } from '../../../src/analytics/visits/derivation.ts';
import { eventDays } from '../../../src/analytics/visits/derived-days.ts';
import { derivedVisitorDays } from '../../../src/analytics/visits/derived-visitors.ts';
import { VisitDeriver } from '../../../src/analytics/visits/deriver.ts';
import { formatDay } from '../../../src/core/date-range.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { anyQuery, goals } from '../query/random-queries.ts';
import { slowQuery, toWire } from '../query/slow-query.ts';
import { anyPageviews, firstDay, lastDay } from './random-pageviews.ts';
import { openForSuite } from './store-of-suite.ts';
import { anyReportRequest, batchesOf, expectAnswer, expectRight } from './web-report-requests.ts';

const dayMs = 86_400_000;
const halfHourMs = 1_800_000;
const logger = pino({ level: 'silent' });

/** Which visits are counted is the same question for all measures of visits: these count them in each way there is. */
const ofVisits: ReadonlySet<string> = new Set([
  'total_visits_count',
  'pageviews_per_visit_by_date',
  'average_visit_duration',
  'exit_pages',
]);

const request = {
  frequency: 'day',
  limit: 1_000,
  utmParam: 'utm_source',
  locationType: 'country',
  nowMs: (lastDay + 9) * dayMs,
} as const;

function wholeDay(day: number): DerivedSpan {
  return { day, startsUntil: (day + 1) * dayMs, seenUntil: (day + 1) * dayMs + 12 * halfHourMs };
}

/** Rows of a day's derivations are lost, as when a node dies in the middle of writing them. */
async function loseRows(store: AnalyticsStore, domain: string, day: number): Promise<void> {
  for (const table of ['visits', 'visitor_days'])
    await store.execute(
      `ALTER TABLE ${table} DELETE WHERE domain = '${domain}' AND day = toDate(${day}) AND visitor % 2 = 0
      SETTINGS mutations_sync = 2`,
    );
}

/** A store for a process that dies once it has run so many statements. */
function killedAfter(store: AnalyticsStore, statements: number): DerivationStore {
  let left = statements;
  const dead = new Error('killed');
  return {
    query: (sql, params) => (left < 0 ? Promise.reject(dead) : store.query(sql, params)),
    execute: (sql) => (--left < 0 ? Promise.reject(dead) : store.execute(sql)),
    changedDays: (look) => store.changedDays(look),
  };
}

/** Half hours of a day at which its derivation ends, and how many more it looked at; none for a day not derived. */
const anySpans = fc.array(
  fc.option(
    fc.record({ until: fc.constantFrom(48, 48, 48, 1, 7, 24, 47), seen: fc.integer({ min: 1, max: 12 }) }),
    {
      freq: 4,
    },
  ),
  { minLength: lastDay - firstDay + 1, maxLength: lastDay - firstDay + 1 },
);

onChdb('derived visits', () => {
  const getStore = openForSuite(chdbLocation);

  test('property: derivation changes no answer', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPageviews(['a']),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.subarray(['twice', 'lose', 'late'] as const),
        anySpans,
        anyReportRequest,
        fc.array(anyQuery, { minLength: 3, maxLength: 3 }),
        async (pageviews, share, parts, spans, question, queries) => {
          const store = getStore();
          const domain = newUuid();
          const rows = pageviews.map((row) => ({ ...row, domain }));
          const [early = [], late = []] = batchesOf(rows, [share]);
          await store.insertPageviews({ name: newUuid(), rows: early, mayBeStored: false });
          for (const [index, span] of spans.entries()) {
            if (span === null) continue;
            const day = firstDay + index;
            const startsUntil = day * dayMs + span.until * halfHourMs;
            const derived = { day, startsUntil, seenUntil: startsUntil + span.seen * halfHourMs };
            await derive(store, [domain], derived, day * dayMs);
            if (parts.includes('twice')) await derive(store, [domain], wholeDay(day), lastDay * dayMs);
            if (parts.includes('lose') && index % 3 === 0) await loseRows(store, domain, day);
          }
          const stored = parts.includes('late') ? rows : early;
          if (parts.includes('late'))
            await store.insertPageviews({ name: newUuid(), rows: late, mayBeStored: false });
          await expectRight(store, stored, domain, question, parts.join());
          for (const { from, days, ...asked } of queries) {
            const date_range = [formatDay(from), formatDay(from + days)];
            const filters = asked.filters.map(toWire);
            const query = readVisitorQuery({ ...asked, filters, date_range }, 0, goals);
            const { results } = await runVisitorQuery(store, domain, query);
            const { since, until } = query.range;
            const title = JSON.stringify({ ...asked, filters, date_range });
            expect([title, ...sorted(results)]).toEqual([
              title,
              ...sorted(slowQuery(stored, { ...asked, goals, since, until })),
            ]);
          }
        },
      ),
      { numRuns: runs(8), endOnFailure: true },
    );
  });

  test('property: derivers derive all days that are over, again when events come late, after a killed one and two at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPageviews(['a']),
        anyReportRequest,
        fc.integer({ min: 0, max: 8 }),
        async (pageviews, question, statements) => {
          fc.pre(pageviews.length > 1);
          const store = getStore();
          const domain = newUuid();
          const rows = pageviews.map((row) => ({ ...row, domain }));
          const options = { clock: { now: () => (lastDay + 9) * dayMs }, logger, minEvents: 1 };
          const derivers = [new VisitDeriver(store, options), new VisitDeriver(store, options)];
          const stored: typeof rows = [];
          for (const batch of batchesOf(rows, [0.7])) {
            stored.push(...batch);
            await store.insertPageviews({ name: newUuid(), rows: batch, mayBeStored: false });
            await new VisitDeriver(killedAfter(store, statements), options).runOnce().catch(() => {});
            await expectRight(store, stored, domain, question, `killed after ${statements} statements`);
            await Promise.all(derivers.map((deriver) => deriver.runOnce()));
            const range = { from: firstDay - 1, to: lastDay + 8 };
            const days = await eventDays(store, domain, range.from, range.to);
            expect(days.filter(({ derived }) => derived === undefined)).toEqual([]);
            const visitors = await derivedVisitorDays(store, domain, range, String(range.from));
            expect(visitors.filter(({ derived }) => derived === undefined)).toEqual([]);
            await expectRight(store, stored, domain, question, 'derived');
          }
          expect(await Promise.all(derivers.map((deriver) => deriver.runOnce()))).toEqual([0, 0]);
        },
      ),
      { numRuns: runs(3), endOnFailure: true },
    );
  });
});

onChdb('derived visits after days before them were removed', () => {
  const getStore = openForSuite(chdbLocation);

  test('property: every answer is that of the days that are left', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPageviews(['a']),
        anyReportRequest,
        fc.integer({ min: firstDay - 1, max: lastDay }),
        async (pageviews, question, removed) => {
          const store = getStore();
          const domain = newUuid();
          const rows = pageviews.map((row) => ({ ...row, domain }));
          await store.insertPageviews({ name: newUuid(), rows, mayBeStored: false });
          for (let day = firstDay - 2; day <= lastDay + 1; day++)
            await derive(store, [domain], wholeDay(day), (lastDay + 9) * dayMs);
          await store.execute(
            `ALTER TABLE events DELETE WHERE domain = '${domain}' AND day <= toDate(${removed}) SETTINGS mutations_sync = 2`,
          );
          const left = rows.filter(({ time }) => time >= (removed + 1) * dayMs);
          await expectRight(store, left, domain, question, `removed until ${removed}`);
          for (const report of webReports.filter(({ name }) => name.includes('visitors')))
            await expectAnswer(
              store,
              left,
              domain,
              report,
              { ...request, range: { from: firstDay - 1, to: lastDay } },
              'removed',
            );
        },
      ),
      { numRuns: runs(8), endOnFailure: true },
    );
  });
});

onChdb('derived visits of days under way', () => {
  const getStore = openForSuite(chdbLocation);

  test('a day under way is derived in part, and whole when it is over', async () => {
    const store = getStore();
    const domain = newUuid();
    const rows = Array.from({ length: 96 }, (_, index) =>
      pageviewRow({ domain, time: firstDay * dayMs + index * 900_000 + 1, visitor: String(1 + (index % 7)) }),
    );
    let now = firstDay * dayMs + 12 * 3_600_000 + 300_000;
    const deriver = new VisitDeriver(store, { clock: { now: () => now }, logger, minEvents: 1 });
    const known = async (): Promise<unknown> => {
      const [day] = await eventDays(store, domain, firstDay, firstDay);
      return (
        day?.derived && [day.derived.startsUntil - firstDay * dayMs, day.derived.seenUntil - firstDay * dayMs]
      );
    };
    const answered = async (stored: readonly PageviewRow[]): Promise<void> => {
      for (const report of webReports)
        await expectAnswer(
          store,
          stored,
          domain,
          report,
          { ...request, range: { from: firstDay, to: firstDay }, nowMs: now },
          'today',
        );
    };
    await store.insertPageviews({ name: newUuid(), rows: rows.slice(0, 48), mayBeStored: false });
    await deriver.runOnce();
    expect(await known()).toEqual([11.5 * 3_600_000, 12 * 3_600_000]);
    await answered(rows.slice(0, 48));
    // What comes later changes nothing of what is derived.
    await store.insertPageviews({ name: newUuid(), rows: rows.slice(48), mayBeStored: false });
    expect(await known()).toEqual([11.5 * 3_600_000, 12 * 3_600_000]);
    await answered(rows);
    now = (firstDay + 2) * dayMs;
    await deriver.runOnce();
    expect(await known()).toEqual([dayMs, dayMs + 6 * 3_600_000]);
    await answered(rows);
  });

  test('visits that never seem to end keep no day from being derived', async () => {
    const store = getStore();
    const domain = newUuid();
    const at = (offset: number, minutes: number, visitor: string, path: string): PageviewRow =>
      pageviewRow({ domain, time: (firstDay + offset) * dayMs + minutes * 60_000, visitor, path });
    const roundTheClock = Array.from({ length: 200 }, (_, index) =>
      at(1, index * 29.9, '9', `/hour/${index}`),
    );
    const rows = [0, 1, 2, 3, 4, 5]
      .flatMap((offset) => [
        at(offset, 600, '1', '/in'),
        at(offset, 610 + offset, '1', `/out/${offset}`),
        at(offset, 1_430, '2', '/'),
        at(offset, 1_450, '2', '/next-day'),
      ])
      .concat(roundTheClock);
    await store.insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const ranges = [
      [0, 6],
      [2, 3],
      [0, 0],
      [1, 2],
      [3, 3],
    ] as const;
    for (let derived = 0; derived <= 6; derived++) {
      for (const [from, to] of ranges)
        for (const report of webReports.filter(({ name }) => ofVisits.has(name)))
          await expectAnswer(
            store,
            rows,
            domain,
            report,
            { ...request, range: { from: firstDay + from, to: firstDay + to } },
            `${derived} days derived`,
          );
      await derive(store, [domain], wholeDay(firstDay + derived), lastDay * dayMs);
    }
    const days = await eventDays(store, domain, firstDay, firstDay + 6);
    expect(days.filter(({ derived }) => derived === undefined)).toEqual([]);
  });

  test('any number of visits may be under way when a day is derived', async () => {
    const store = getStore();
    const domain = newUuid();
    // More than a statement may list: each has pageviews at 11:20, 11:45 and 12:10, and the day is derived at 12:00.
    const visitors = 70_000;
    await store.execute(`INSERT INTO events (domain, time, visitor, path)
      SELECT toUUID('${domain}'), addMinutes(toDateTime64('${formatDay(firstDay)} 11:20:00', 3, 'UTC'), arrayJoin([0, 25, 50])),
        number + 1, '/' FROM numbers(${visitors})`);
    const noon = firstDay * dayMs + 24 * halfHourMs;
    const span = { day: firstDay, startsUntil: noon - halfHourMs, seenUntil: noon };
    await derive(store, [domain], span, noon);
    const [day] = await eventDays(store, domain, firstDay, firstDay);
    expect(day?.derived).toMatchObject({
      startsUntil: span.startsUntil,
      openSince: noon - 40 * 60_000,
      hasEarlier: false,
    });
    const date_range = [formatDay(firstDay), formatDay(firstDay)];
    const metrics = ['visitors', 'visits', 'pageviews', 'visit_duration'];
    const filters = [['is', 'visit:entry_page', ['/']]];
    const query = readVisitorQuery({ metrics, filters, date_range }, 0);
    const { results } = await runVisitorQuery(store, domain, query);
    expect(results).toEqual([{ dimensions: [], metrics: [visitors, visitors, 3 * visitors, 3_000] }]);
  });
});

function sorted(rows: readonly object[]): string[] {
  return rows.map((row) => JSON.stringify(row)).toSorted();
}
