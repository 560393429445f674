/**
 * Where today is cut changes no answer: what visits and visitors were at that instant and what came since are put together
 * again, whoever counts the rest, also while rows come. Source: contract section 6 (Visit, Visitor, last rule).
 */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { ReportStore } from '../../../src/analytics/answers/report-store.ts';
import type { PageviewRow } from '../../../src/analytics/pageview-row.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { webReports } from '../../../src/analytics/reports/web-reports.ts';
import { VisitDeriver } from '../../../src/analytics/visits/deriver.ts';
import { formatDay } from '../../../src/core/date-range.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { onEachAnalyticsStore } from '../../support/analytics-stores.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { batchOf, countingStore, request, today } from './asking.ts';
import { slowWebReport } from './slow-web-reports.ts';
import { openForSuite } from './store-of-suite.ts';
import { expectRight } from './web-questions.ts';

const dayMs = 86_400_000;
const logger = pino({ level: 'silent' });

onEachAnalyticsStore('the cut of today', (newLocation, { kind }) => {
  const getStore = openForSuite(newLocation);
  const reporting = (limits: Partial<ReportStore> = {}): ReportStore & { statements: number } =>
    countingStore(getStore, limits);

  // What is true of one kind of store only is no test of the other, so not one that is skipped.
  const onChdb = (name: string, run: () => Promise<void>): void => {
    if (kind === 'chdb') test(name, { timeout: 300_000 }, run);
  };

  // The first instant after midnight at which today is cut, and a later one.
  for (const [name, sinceMidnight] of [
    ['half past midnight', 1_800_000],
    ['noon', dayMs / 2],
  ] as const)
    onChdb(`puts visits together over the cut at ${name}, to the millisecond`, async () => {
      const cut = today * dayMs + sinceMidnight;
      const half = 1_800_000;
      const tomorrow = dayMs - sinceMidnight;
      // Since the cut; each visitor has a gap of half an hour, or a millisecond more or less.
      const times = [-1, 0, 1].flatMap((more) => [
        [-half, more],
        [-half - 1, more - 1],
        [-1, half - 1 + more],
        [0, half + more],
        [-2 * half, -half + more, more],
        [-2 * half, -half + more, -60_000],
        [60_000, 60_000 + half + more, 60_000 + 2 * half + more],
        [-sinceMidnight - 60_000, -sinceMidnight + half - 60_000 + more, more],
        [-sinceMidnight - 60_000, -sinceMidnight + 120_000, 60_000 - more],
        [tomorrow - 60_000, tomorrow + 60_000],
        [tomorrow + more],
        [-120_000, tomorrow + 60_000],
      ]);
      const who = { browser: 'Chrome', operating_system: 'macOS', country: 'DE' };
      const rows = times
        .flatMap((gaps, visitor) =>
          gaps.map((gap, index) => ({
            ...who,
            utm_source: visitor % 3 === 0 ? '' : 'news',
            visitor: String(visitor + 1),
            time: cut + gap,
            path: `/${index}`,
          })),
        )
        .toSorted((a, b) => a.time - b.time);
      const before = rows.filter(({ time }) => time < cut);
      const after = rows.filter(({ time }) => time >= cut);
      const third = Math.ceil(after.length / 3);
      const steps = [before, after.slice(0, third), after.slice(third, 2 * third), after.slice(2 * third)];
      const ways = [2_000, 0].flatMap((most) =>
        [
          { from: today, to: today },
          { from: today - 1, to: today },
          { from: today - 1, to: today + 1 },
        ].map((range) => ({ store: reporting({ maxRecentRows: most }), range })),
      );
      for (const { store, range } of ways) {
        const domain = newUuid();
        const stored: PageviewRow[] = [];
        for (const step of steps) {
          const added = step.map((row) => pageviewRow({ ...row, domain }));
          await getStore().insertPageviews({ name: newUuid(), rows: added, mayBeStored: false });
          stored.push(...added);
          const question = { ...request, range, region: 'DE-BY', nowMs: cut + 6 * 60_000 };
          await expectRight(store, stored, domain, question, `of ${stored.length}`);
        }
      }
    });

  onChdb('reads the last minutes once for reports that are asked together', async () => {
    const store = reporting();
    const domainUuid = newUuid();
    const noon = today * dayMs + dayMs / 2;
    const ask = async (): Promise<number> => {
      // Whether it is new is known to the store only.
      await getStore().insertPageviews({ ...batchOf(domainUuid, noon), mayBeStored: true });
      const before = store.statements;
      const asked = { ...request, nowMs: noon, domainUuid };
      await Promise.all(webReports.map((report) => runReport(store, report, asked)));
      return store.statements - before;
    };
    await ask();
    await ask();
    expect(await ask()).toBe(1);
  });

  onChdb('is right after an insert between any two statements of a report', async () => {
    const midnight = today * dayMs;
    const cut = midnight + 30 * 60_000;
    const nowMs = cut + 6 * 60_000;
    const question = { ...request, range: { from: today - 2, to: today }, region: 'DE-BY', nowMs };
    const rowAt = (
      domain: string,
      time: number,
      visitor: string,
      path: string,
      previous_visitor = '0',
    ): PageviewRow =>
      pageviewRow({ domain, time, visitor, path, previous_visitor, source: path, country: 'DE' });
    const names = new Set(['unique_visitors_count', 'exit_pages']);
    for (const report of webReports.filter(({ name }) => names.has(name)))
      for (const wasAsked of [false, true])
        for (let nth = 1; nth <= 5; nth++) {
          const domain = newUuid();
          const stored = [
            rowAt(domain, midnight - dayMs - 60_000, '7', '/a'),
            rowAt(domain, midnight - 50 * 60_000, '8', '/a'),
            rowAt(domain, midnight - 5 * 60_000, '1', '/x'),
            rowAt(domain, cut - 2 * 60_000, '2', '/y'),
            rowAt(domain, cut + 3 * 60_000, '2', '/z'),
          ];
          const store = reporting();
          const add = async (...rows: PageviewRow[]): Promise<void> => {
            await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
          };
          await add(...stored);
          const clock = { now: () => midnight };
          await new VisitDeriver(getStore(), { clock, logger, minPageviews: 1 }).runOnce();
          if (wasAsked) {
            await runReport(store, report, { ...question, domainUuid: domain });
            stored.push(rowAt(domain, cut + 4 * 60_000, '4', '/q'));
            await add(...stored.slice(-1));
          }
          // Late: of a day that is derived, of yesterday and over midnight, and one that tells who was who.
          const late = [
            rowAt(domain, midnight - dayMs - 50 * 60_000, '5', '/derived'),
            rowAt(domain, midnight - 10 * 60_000, '3', '/late'),
            rowAt(domain, midnight + 5 * 60_000, '3', '/b'),
            rowAt(domain, midnight + 10 * 60_000, '2', '/c', '1'),
          ];
          let statements = 0;
          const interrupted: ReportStore = {
            ...store,
            query: async (sql, params) => {
              const rows = await getStore().query<never>(sql, params);
              statements += 1;
              if (statements === nth) await add(...late);
              return rows;
            },
          };
          const answer = await runReport(interrupted, report, { ...question, domainUuid: domain });
          if (statements < nth) continue;
          const asked = { ...question, domain, from: formatDay(today - 2), to: formatDay(today) };
          const all = [...stored, ...late];
          // What is asked while rows come may have some of them; but what is taken away has to have been counted.
          if (report.name === 'exit_pages')
            expect([stored, all].map((rows) => slowWebReport(report.name, rows, asked))).toContainEqual(
              answer,
            );
          all.push(rowAt(domain, cut + 5 * 60_000, '2', '/w'));
          for (let again = 0; again < 2; again++) {
            for (const other of webReports.filter(({ source }) => source === report.source)) {
              const { name } = other;
              const given = await runReport(store, other, { ...question, domainUuid: domain });
              const rows = again === 0 ? all.slice(0, -1) : all;
              expect([name, nth, wasAsked, again, given]).toEqual([
                name,
                nth,
                wasAsked,
                again,
                slowWebReport(name, rows, asked),
              ]);
            }
            if (again === 0) await add(...all.slice(-1));
          }
        }
  });

  test('somebody whose hash has just changed is one current visitor', async () => {
    const report = webReports.find(({ name }) => name === 'current_visitors');
    if (report === undefined) throw new Error('there are current visitors');
    const midnight = today * dayMs;
    for (const maxRecentRows of [2_000, 0]) {
      const domainUuid = newUuid();
      const rows = [
        pageviewRow({ domain: domainUuid, time: midnight - 60_000, visitor: '1' }),
        pageviewRow({ domain: domainUuid, time: midnight + 60_000, visitor: '2', previous_visitor: '1' }),
        pageviewRow({ domain: domainUuid, time: midnight + 60_000, visitor: '3', previous_visitor: '9' }),
      ];
      await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
      const count = (seconds: number): Promise<unknown> =>
        runReport(reporting({ maxRecentRows }), report, {
          ...request,
          nowMs: midnight + seconds * 1_000,
          domainUuid,
        });
      expect([await count(59), await count(60), await count(360)]).toEqual([
        { count: 1 },
        { count: 2 },
        { count: 0 },
      ]);
    }
  });
});
