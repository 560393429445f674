/**
 * Answers are the same with derived visits and visitors, without, and with derivations that are stale, half written,
 * doubled or of some days only. Source: docs/reference/analytics-store.md ("What is derived").
 */
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { AnalyticsStore } from '../../../src/analytics/analytics-store.ts';
import type { ReportStore } from '../../../src/analytics/answers/report-store.ts';
import type { PageviewRow } from '../../../src/analytics/pageview-row.ts';
import { webReports } from '../../../src/analytics/reports/web-reports.ts';
import { visitDays } from '../../../src/analytics/visits/day-states.ts';
import { deriveLinks, deriveVisitors, deriveVisits } from '../../../src/analytics/visits/derivation.ts';
import { VisitDeriver } from '../../../src/analytics/visits/deriver.ts';
import { visitorDaysOf } from '../../../src/analytics/visits/visitor-states.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { onEachAnalyticsStore, propertyRuns } from '../../support/analytics-stores.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { request } from './asking.ts';
import { anyPageviews, firstDay, lastDay } from './random-pageviews.ts';
import { openForSuite } from './store-of-suite.ts';
import { anyQuestion, batchesOf, expectAnswer, expectRight } from './web-questions.ts';

const dayMs = 86_400_000;
const logger = pino({ level: 'silent' });

/** Rows of a day's derivations are lost, as when a node dies in the middle of writing them. */
async function loseRows(store: AnalyticsStore, domain: string, day: number): Promise<void> {
  for (const table of ['visits', 'visitor_days'])
    await store.execute(
      `ALTER TABLE ${table} DELETE WHERE domain = '${domain}' AND day = toDate(${day}) AND visitor % 2 = 0
      SETTINGS mutations_sync = 2`,
    );
}

onEachAnalyticsStore('derived reports', (newLocation, { kind }) => {
  const getStore = openForSuite(newLocation);
  /** Looks for derived rows however few pageviews there are. */
  const reporting = (): ReportStore => ({
    query: (sql, params) => getStore().query(sql, params),
    minDerivedPageviews: 0,
  });

  test('property: derivation changes no answer', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPageviews(['a']),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.subarray(['visits', 'visitors', 'twice', 'lose', 'late'] as const),
        fc.integer({ min: firstDay, max: lastDay }),
        anyQuestion,
        async (pageviews, share, parts, lostDay, question) => {
          const store = getStore();
          const domain = newUuid();
          const rows = pageviews.map((row) => ({ ...row, domain }));
          const [early = [], late = []] = batchesOf(rows, [share]);
          await store.insertPageviews({ name: newUuid(), rows: early, mayBeStored: false });
          for (let day = firstDay; day <= lastDay; day += 1) {
            if (parts.includes('visits')) await deriveVisits(store, domain, day, day * dayMs);
            if (parts.includes('visitors') && day !== lostDay)
              await deriveVisitors(store, domain, day, day * dayMs);
          }
          if (parts.includes('twice')) await deriveVisits(store, domain, lostDay, lastDay * dayMs);
          if (parts.includes('lose')) await loseRows(store, domain, lostDay);
          const stored = parts.includes('late') ? rows : early;
          if (parts.includes('late'))
            await store.insertPageviews({ name: newUuid(), rows: late, mayBeStored: false });
          await expectRight(reporting(), stored, domain, question, parts.join());
        },
      ),
      { numRuns: propertyRuns(kind, 6), endOnFailure: true },
    );
  });

  test('property: the deriver derives all settled days, again when pageviews come late', {
    timeout: 300_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anyPageviews(['a']), anyQuestion, async (pageviews, question) => {
        fc.pre(pageviews.length > 1);
        const store = getStore();
        const domain = newUuid();
        const rows = pageviews.map((row) => ({ ...row, domain }));
        const batches = batchesOf(rows, [0.7]);
        const deriver = new VisitDeriver(store, {
          clock: { now: () => (lastDay + 9) * dayMs },
          logger,
          minPageviews: 1,
        });
        const stored: typeof rows = [];
        for (const batch of batches) {
          stored.push(...batch);
          await store.insertPageviews({ name: newUuid(), rows: batch, mayBeStored: false });
          await deriver.runOnce();
          const days = await visitDays(reporting(), domain, firstDay - 1, lastDay + 8);
          expect(days.filter(({ derivation }) => derivation === undefined)).toEqual([]);
          const range = { from: firstDay - 1, to: lastDay + 8 };
          expect(
            (await visitorDaysOf(reporting(), domain, range, String(firstDay - 1))).readFrom,
          ).toBeUndefined();
          await expectRight(reporting(), stored, domain, question, 'derived');
        }
        expect(await deriver.runOnce()).toBe(0);
      }),
      { numRuns: propertyRuns(kind, 3), endOnFailure: true },
    );
  });

  // Chains of two parts only, so that nothing has to be followed from midnight to midnight.
  test.each([
    ['and linked', [0, 1, 2, 3, 4], true],
    ['and not linked', [0, 1, 2, 3, 4], false],
    ['but one', [0, 1, 3, 4], false],
    ['but the last', [0, 1, 2, 3], true],
  ] as const)(
    'visits over every midnight, all days derived %s',
    { timeout: 120_000 },
    async (_, derived, areLinked) => {
      const store = getStore();
      const domain = newUuid();
      const rows = [0, 1, 2, 3, 4].flatMap((offset) => {
        const midnight = (firstDay + offset) * dayMs;
        const at = (minutes: number, visitor: number, path: string): PageviewRow =>
          pageviewRow({ domain, time: midnight + minutes * 60_000, visitor: String(visitor), path });
        return [
          at(-10, offset + 1, `/before/${offset % 2}`),
          at(5, offset + 1, `/after/${offset}`),
          at(-20, 100, '/before/0'),
          at(8, 100, '/after/0'),
          at(20, 100 + offset, '/after/0'),
          at(720, 7, '/noon'),
        ];
      });
      await store.insertPageviews({ name: newUuid(), rows, mayBeStored: false });
      for (const offset of derived) {
        const day = firstDay + offset;
        await deriveVisits(store, domain, day, lastDay * dayMs);
      }
      const known = await visitDays(reporting(), domain, firstDay, firstDay + 4);
      if (areLinked)
        for (const [index, after] of known.entries()) {
          const before = known[index - 1];
          if (before?.derivation !== undefined && after.derivation !== undefined)
            await deriveLinks(store, domain, [before, after], lastDay * dayMs);
        }
      expect(known.filter(({ mayBeFilled }) => mayBeFilled)).toHaveLength(5 - derived.length);
      const asked = new Set(['bounce_rate', 'average_visit_duration_by_date', 'exit_pages']);
      for (const [from, to] of [
        [-1, 5],
        [1, 2],
      ] as const)
        for (const report of webReports.filter(({ name }) => asked.has(name)))
          await expectAnswer(
            reporting(),
            rows,
            domain,
            report,
            {
              ...request,
              range: { from: firstDay + from, to: firstDay + to },
              nowMs: (lastDay + 9) * dayMs,
            },
            `of ${derived.join()}`,
          );
    },
  );

  test('nothing of the day after the range counts, though somebody was there round the clock', {
    timeout: 120_000,
  }, async () => {
    const store = getStore();
    const domain = newUuid();
    const at = (offset: number, minutes: number, visitor: string, path: string): PageviewRow =>
      pageviewRow({ domain, time: (firstDay + offset) * dayMs + minutes * 60_000, visitor, path });
    const roundTheClock = Array.from({ length: 49 }, (_, index) =>
      at(1, index * 29.9, '9', `/hour/${index}`),
    );
    const rows = [0, 1, 2]
      .flatMap((offset) => [
        at(offset, 600, '1', '/in'),
        at(offset, 610 + offset, '1', `/out/${offset}`),
        at(offset, 720, '2', '/'),
      ])
      .concat(roundTheClock);
    await store.insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const asked = new Set([
      'exit_pages',
      'average_visit_duration',
      'average_visit_duration_by_date',
      'bounce_rate',
      'total_visits_count',
      'sources',
    ]);
    for (let derived = 0; derived <= 3; derived++) {
      for (const report of webReports.filter(({ name }) => asked.has(name)))
        await expectAnswer(
          reporting(),
          rows,
          domain,
          report,
          { ...request, range: { from: firstDay, to: firstDay }, nowMs: (lastDay + 9) * dayMs },
          `${derived} days derived`,
        );
      await deriveVisits(store, domain, firstDay + derived, lastDay * dayMs);
    }
  });
});
