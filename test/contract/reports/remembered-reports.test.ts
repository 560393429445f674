/**
 * What is remembered changes no answer: reports asked again and again, in any order and several at a time, while
 * pageviews come to any of their days and are derived, answer what the slow computation answers. Source: contract
 * section 6 (last rule), issue 4 ("Must show").
 */
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { PageviewBatch } from '../../../src/analytics/analytics-store.ts';
import type { PageviewRow } from '../../../src/analytics/pageview-row.ts';
import { proxyReports } from '../../../src/analytics/reports/proxy-reports.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { webReports } from '../../../src/analytics/reports/web-reports.ts';
import { VisitDeriver } from '../../../src/analytics/visits/deriver.ts';
import type { ReportStore } from '../../../src/analytics/visits/report-store.ts';
import { formatDay } from '../../../src/core/date-range.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { onEachAnalyticsStore, propertyRuns } from '../../support/analytics-stores.ts';
import { pageviewRow, requestRow } from '../analytics-store/rows.ts';
import { anyPageviews, firstDay, lastDay } from './random-pageviews.ts';
import { slowWebReport } from './slow-web-reports.ts';
import { openForSuite } from './store-of-suite.ts';
import { anyQuestion, batchesOf, expectRight } from './web-questions.ts';

const dayMs = 86_400_000;
const logger = pino({ level: 'silent' });

onEachAnalyticsStore('remembered reports', (newLocation, { kind }) => {
  const getStore = openForSuite(newLocation);
  /** Looks for derived rows however few pageviews there are, and counts its statements. */
  const reporting = (limits: Partial<ReportStore> = {}): ReportStore & { statements: number } => ({
    statements: 0,
    query(sql, params) {
      this.statements += 1;
      return getStore().query(sql, params);
    },
    remember: (question, ask) => getStore().remember(question, ask),
    minDerivedPageviews: 0,
    ...limits,
  });

  test('property: answers are those of the pageviews there are now', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPageviews(['a']),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 2 }),
        fc.array(anyQuestion, { minLength: 1, maxLength: 2 }),
        fc.boolean(),
        async (pageviews, cuts, questions, derives) => {
          const store = reporting();
          const domain = newUuid();
          const rows = pageviews.map((row) => ({ ...row, domain }));
          const deriver = new VisitDeriver(getStore(), {
            clock: { now: () => (lastDay + 9) * dayMs },
            logger,
            minPageviews: 1,
          });
          const stored: typeof rows = [];
          for (const batch of batchesOf(rows, cuts)) {
            await getStore().insertPageviews({ name: newUuid(), rows: batch, mayBeStored: false });
            stored.push(...batch);
            await Promise.all(
              questions.map((question) => expectRight(store, stored, domain, question, 'after an insert')),
            );
            if (derives) await deriver.runOnce();
          }
          for (const question of questions) await expectRight(store, stored, domain, question, 'at the end');
        },
      ),
      { numRuns: propertyRuns(kind, 5), endOnFailure: true },
    );
  });

  // What is true of one kind of store only is no test of the other, so not one that is skipped.
  const onChdb = (name: string, run: () => Promise<void>): void => {
    if (kind === 'chdb') test(name, { timeout: 300_000 }, run);
  };
  const onClickHouse = (name: string, run: () => Promise<void>): void => {
    if (kind === 'clickhouse') test(name, run);
  };

  onChdb('property: the same while they come in the order of time, some of them late', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPageviews(['a']).filter((rows) => rows.length > 0),
        anyQuestion,
        fc.nat(),
        fc.array(fc.record({ minutes: fc.integer({ min: 1, max: 120 }), late: fc.nat(9) }), {
          minLength: 3,
          maxLength: 5,
        }),
        fc.record({
          derives: fc.boolean(),
          before: fc.constantFrom(0, 1, 1, 30),
          after: fc.constantFrom(0, 0, 1),
        }),
        // Recent pageviews and known visitors are counted here or by the engine, or that changes with the next one.
        fc.record({
          maxRecentPageviews: fc.constantFrom(2_000, 2_000, 2, 0),
          maxPageviewsOfKnown: fc.constantFrom(250_000, 0),
        }),
        async (pageviews, question, choice, steps, { derives, before, after }, limits) => {
          const store = reporting(limits);
          const domain = newUuid();
          const left = pageviews.map((row) => ({ ...row, domain })).toSorted((a, b) => a.time - b.time);
          const stored: typeof left = [];
          const today = dayWithVisitsAtMidnight(left, choice);
          // Not before today is cut.
          let nowMs = today * dayMs + 46 * 60_000;
          for (const { minutes, late } of steps) {
            nowMs += minutes * 60_000;
            const there = left.filter(({ time }) => time <= nowMs);
            // One of the newest may come with the next ones, or later still.
            const batch = there.filter((_, index) => late > 2 || index !== there.length - 1 - late);
            for (const row of batch) left.splice(left.indexOf(row), 1);
            if (batch.length === 0) continue;
            await getStore().insertPageviews({ name: newUuid(), rows: batch, mayBeStored: false });
            stored.push(...batch);
            if (derives && stored.length === batch.length)
              await new VisitDeriver(getStore(), {
                clock: { now: () => today * dayMs },
                logger,
                minPageviews: 1,
              }).runOnce();
            const day = Math.floor(nowMs / dayMs);
            await expectRight(
              store,
              stored,
              domain,
              { ...question, range: { from: day - before, to: day + after }, nowMs },
              `at ${new Date(nowMs).toISOString()}`,
            );
          }
        },
      ),
      { numRuns: propertyRuns(kind, 8), endOnFailure: true },
    );
  });

  const today = firstDay + 20;
  const request = {
    range: { from: firstDay, to: today },
    frequency: 'day',
    limit: 1_000,
    utmParam: 'utm_source',
    locationType: 'country',
    nowMs: today * dayMs + 1_000,
  } as const;

  onChdb('asks nothing again while nothing changes', async () => {
    const store = reporting();
    const domainUuid = newUuid();
    await getStore().insertPageviews(batchOf(domainUuid, firstDay * dayMs));
    const ask = (): Promise<unknown[]> =>
      Promise.all(
        webReports
          .filter(({ source }) => source !== 'current_visitors')
          .map((report) => runReport(store, report, { ...request, domainUuid })),
      );
    const answers = await ask();
    const asked = store.statements;
    expect(asked).toBeGreaterThan(0);
    expect(await ask()).toEqual(answers);
    await getStore().insertPageviews(
      batchOf(newUuid(), today * dayMs),
      batchOf(domainUuid, (today + 2) * dayMs),
    );
    expect(await ask()).toEqual(answers);
    expect(store.statements).toBe(asked);
  });

  onChdb('remembers the cities of each region, and those of all', async () => {
    const store = reporting();
    const domainUuid = newUuid();
    const at = { domain: domainUuid, time: firstDay * dayMs, country: 'DE' };
    const rows = [
      pageviewRow({ ...at, visitor: '1', region: 'DE-BY', city: 'Neustadt' }),
      pageviewRow({ ...at, visitor: '1', region: 'DE-SN', city: 'Neustadt' }),
      pageviewRow({ ...at, visitor: '2', region: 'DE-SN', city: 'Neustadt' }),
      pageviewRow({ ...at, visitor: '3', region: '', city: 'Neustadt' }),
    ];
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const locations = webReports.find(({ name }) => name === 'locations');
    if (locations === undefined) throw new Error('there are locations');
    const ask = (region: string | undefined): Promise<unknown> =>
      runReport(store, locations, { ...request, domainUuid, locationType: 'city', region });
    const regions = [undefined, 'DE-BY', 'DE-SN', 'DE-BE'];
    const cities = (visitors: number) => ({
      data: [{ location: 'Neustadt', code: 'DE', visitors, percentage: 100 }],
    });
    const expected = [cities(3), cities(1), cities(2), { data: [] }];
    expect(await Promise.all(regions.map(ask))).toEqual(expected);
    const asked = store.statements;
    expect(await Promise.all(regions.map(ask))).toEqual(expected);
    expect(store.statements).toBe(asked);
    await getStore().insertPageviews({
      name: newUuid(),
      rows: [pageviewRow({ ...at, visitor: '4', region: 'DE-BY', city: 'Neustadt' })],
      mayBeStored: false,
    });
    expect(await Promise.all(regions.map(ask))).toEqual([cities(4), cities(2), cities(2), { data: [] }]);
  });

  onChdb('reads only the last days when a pageview of today comes', async () => {
    const store = reporting();
    const domainUuid = newUuid();
    await getStore().insertPageviews(batchOf(domainUuid, firstDay * dayMs));
    const asked = new Set([
      'sources',
      'pages',
      'exit_pages',
      'bounce_rate_by_date',
      'average_visit_duration_by_date',
    ]);
    for (const report of webReports.filter(({ name }) => asked.has(name))) {
      const ask = async (): Promise<number> => {
        await getStore().insertPageviews(batchOf(domainUuid, today * dayMs));
        const before = store.statements;
        await runReport(store, report, { ...request, domainUuid });
        return store.statements - before;
      };
      await ask();
      await ask();
      expect([report.name, await ask()]).toEqual([report.name, 1]);
    }
  });

  onChdb('reads only the last minutes when a pageview of now comes', async () => {
    const store = reporting();
    const domainUuid = newUuid();
    const noon = today * dayMs + dayMs / 2;
    await getStore().insertPageviews(
      batchOf(domainUuid, firstDay * dayMs),
      batchOf(domainUuid, noon - dayMs / 4),
    );
    const counts: [string, number][] = [];
    for (const report of webReports) {
      const ask = async (): Promise<number> => {
        await getStore().insertPageviews(batchOf(domainUuid, noon));
        const before = store.statements;
        await runReport(store, report, { ...request, nowMs: noon, domainUuid });
        return store.statements - before;
      };
      await ask();
      await ask();
      counts.push([report.name, await ask()]);
    }
    expect(counts).toEqual(counts.map(([name]) => [name, 1]));
    // One that comes late, to what is remembered of today.
    const visits = webReports.find(({ name }) => name === 'total_visits_count');
    if (visits === undefined) throw new Error('there are visits');
    const count = (): Promise<unknown> => runReport(store, visits, { ...request, nowMs: noon, domainUuid });
    expect(await count()).toEqual({ count: 3 });
    await getStore().insertPageviews(batchOf(domainUuid, noon - dayMs / 8));
    expect(await count()).toEqual({ count: 4 });
    await getStore().insertPageviews(batchOf(domainUuid, noon - dayMs / 8 + 1_800_000));
    expect(await count()).toEqual({ count: 4 });
  });

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
        ].map((range) => ({ store: reporting({ maxRecentPageviews: most }), range })),
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
      await getStore().insertPageviews(batchOf(domainUuid, noon));
      const before = store.statements;
      const asked = { ...request, nowMs: noon, domainUuid };
      await Promise.all(webReports.map((report) => runReport(store, report, asked)));
      return store.statements - before;
    };
    await ask();
    await ask();
    // With nothing else, with the source, a parameter, the country, what devices are, and the hash before.
    expect(await ask()).toBe(6);
  });

  onChdb('reads only the last minutes of the paths of requests too', async () => {
    const store = reporting();
    const domainUuid = newUuid();
    const noon = today * dayMs + dayMs / 2;
    const add = (time: number, path: string): Promise<void> =>
      getStore().insertRequests({
        name: newUuid(),
        rows: [requestRow({ domain: domainUuid, time, path })],
        mayBeStored: false,
      });
    const files = proxyReports.find(({ name }) => name === 'files');
    if (files === undefined) throw new Error('there are files');
    const ask = async (): Promise<[number, unknown]> => {
      const before = store.statements;
      const answer = await runReport(store, files, { ...request, limit: 2, nowMs: noon, domainUuid });
      return [store.statements - before, answer];
    };
    const answer = (...items: readonly (readonly [name: string, count: number, percentage: number])[]) => ({
      data: items.map(([name, count, percentage]) => ({ name, count, percentage })),
    });
    await add(firstDay * dayMs, '/a');
    await add(noon - dayMs / 4, '/b');
    expect(await ask()).toEqual([1, answer(['/a', 1, 50], ['/b', 1, 50])]);
    await add(noon, '/c');
    expect(await ask()).toEqual([3, answer(['/a', 1, 33.33], ['/b', 1, 33.33])]);
    await add(noon, '/c');
    expect(await ask()).toEqual([1, answer(['/c', 2, 50], ['/a', 1, 25])]);
    // A late one.
    await add(noon - dayMs / 4, '/b');
    expect(await ask()).toEqual([2, answer(['/b', 2, 40], ['/c', 2, 40])]);
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
    for (const maxRecentPageviews of [2_000, 0]) {
      const domainUuid = newUuid();
      const rows = [
        pageviewRow({ domain: domainUuid, time: midnight - 60_000, visitor: '1' }),
        pageviewRow({ domain: domainUuid, time: midnight + 60_000, visitor: '2', previous_visitor: '1' }),
        pageviewRow({ domain: domainUuid, time: midnight + 60_000, visitor: '3', previous_visitor: '9' }),
      ];
      await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
      const count = (seconds: number): Promise<unknown> =>
        runReport(reporting({ maxRecentPageviews }), report, {
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

  test('thousands of visitors whose hash changed at midnight', { timeout: 120_000 }, async () => {
    const store = reporting();
    const domainUuid = newUuid();
    const midnight = today * dayMs;
    const people = Array.from({ length: 9_000 }, (_, index) => index + 1);
    const rows = people.flatMap((person) => [
      pageviewRow({ domain: domainUuid, time: midnight - 60_000, visitor: String(person), path: '/late' }),
      pageviewRow({
        domain: domainUuid,
        time: midnight + 60_000,
        visitor: String(1_000_000 + person),
        previous_visitor: String(person),
        path: '/early',
      }),
    ]);
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const nowMs = midnight + dayMs / 2;
    const ask = async (name: string): Promise<unknown> => {
      const report = webReports.find((one) => one.name === name);
      if (report === undefined) throw new Error(`there is ${name}`);
      return runReport(store, report, { ...request, nowMs, domainUuid });
    };
    const expectAnswers = async (visits: number): Promise<void> => {
      expect(await ask('total_visits_count')).toEqual({ count: visits });
      expect(await ask('bounce_rate')).toEqual({ rate: visits === 9_000 ? 0 : 0.01 });
      expect(await ask('average_visit_duration')).toEqual({ duration: visits === 9_000 ? 120 : 119.987 });
    };
    await expectAnswers(9_000);
    await getStore().insertPageviews(batchOf(domainUuid, nowMs));
    await expectAnswers(9_001);
    expect(await ask('exit_pages')).toMatchObject({
      data: [{ path: '/early', visits: 9_000 }, { visits: 1 }],
    });
  });

  onClickHouse('remembers nothing of a server: others write to it', async () => {
    const store = reporting();
    const domainUuid = newUuid();
    const [report] = webReports;
    if (report === undefined) throw new Error('there are reports');
    await runReport(store, report, { ...request, domainUuid });
    const asked = store.statements;
    await runReport(store, report, { ...request, domainUuid });
    expect(store.statements).toBe(2 * asked);
  });
});

/** A day that somebody who was there around its midnight was there on; or one of the others, if there is none. */
function dayWithVisitsAtMidnight(rows: readonly PageviewRow[], choice: number): number {
  const early = rows.filter(({ time }) => time % dayMs < 1_800_000);
  const some = early.length === 0 ? rows : early;
  return Math.floor((some[choice % some.length]?.time ?? 0) / dayMs);
}

function batchOf(domain: string, time: number): PageviewBatch {
  return { name: newUuid(), rows: [pageviewRow({ domain, time })], mayBeStored: false };
}
