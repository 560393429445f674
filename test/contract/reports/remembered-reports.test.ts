/**
 * What is remembered changes no answer: reports asked again and again, in any order and several at a time, while
 * pageviews come to any of their days and are derived, answer what the slow computation answers. Source: contract
 * section 6 (last rule), issue 4 ("Must show").
 */
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { ReportStore } from '../../../src/analytics/answers/report-store.ts';
import type { PageviewRow } from '../../../src/analytics/pageview-row.ts';
import { proxyReports } from '../../../src/analytics/reports/proxy-reports.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { webReports } from '../../../src/analytics/reports/web-reports.ts';
import { VisitDeriver } from '../../../src/analytics/visits/deriver.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { onEachAnalyticsStore, propertyRuns } from '../../support/analytics-stores.ts';
import { pageviewRow, requestRow } from '../analytics-store/rows.ts';
import { batchOf, countingStore, request, today } from './asking.ts';
import { anyPageviews, firstDay, lastDay } from './random-pageviews.ts';
import { openForSuite } from './store-of-suite.ts';
import { anyQuestion, batchesOf, expectRight } from './web-questions.ts';

const dayMs = 86_400_000;
const logger = pino({ level: 'silent' });

/** Until more pageviews come; within some quarters of an hour they come several times. */
const anyMinutes = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 120 }));

onEachAnalyticsStore('remembered reports', (newLocation, { kind }) => {
  const getStore = openForSuite(newLocation);
  const reporting = (limits: Partial<ReportStore> = {}): ReportStore & { statements: number } =>
    countingStore(getStore, limits);

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
        fc.array(
          fc.record({ minutes: anyMinutes, late: fc.nat(9), isSure: fc.constantFrom(true, true, false) }),
          {
            minLength: 3,
            maxLength: 6,
          },
        ),
        fc.record({
          derives: fc.boolean(),
          before: fc.constantFrom(0, 1, 1, 30),
          after: fc.constantFrom(0, 0, 1),
        }),
        // Recent pageviews and known visitors are counted here or by the engine, or that changes with the next one.
        fc.record({
          maxRecentRows: fc.constantFrom(2_000, 2_000, 2, 0),
          maxPageviewsOfKnown: fc.constantFrom(250_000, 0),
        }),
        async (pageviews, question, choice, steps, { derives, before, after }, limits) => {
          const store = reporting(limits);
          const domain = newUuid();
          const left = pageviews.map((row) => ({ ...row, domain })).toSorted((a, b) => a.time - b.time);
          const stored: typeof left = [];
          const start = dayWithVisitsAtMidnight(left, choice);
          // Not before today is cut.
          let nowMs = start * dayMs + 46 * 60_000;
          for (const { minutes, late, isSure } of steps) {
            nowMs += minutes * 60_000;
            const there = left.filter(({ time }) => time <= nowMs);
            // One of the newest may come with the next ones, or later still.
            const batch = there.filter((_, index) => late > 2 || index !== there.length - 1 - late);
            for (const row of batch) left.splice(left.indexOf(row), 1);
            if (batch.length === 0) continue;
            await getStore().insertPageviews({ name: newUuid(), rows: batch, mayBeStored: !isSure });
            stored.push(...batch);
            if (derives && stored.length === batch.length)
              await new VisitDeriver(getStore(), {
                clock: { now: () => start * dayMs },
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
    const counts: [string, number, number][] = [];
    let time = noon;
    for (const report of webReports) {
      const ask = async (mayBeStored = false): Promise<number> => {
        await getStore().insertPageviews({ ...batchOf(domainUuid, time++), mayBeStored });
        const before = store.statements;
        await runReport(store, report, { ...request, nowMs: noon, domainUuid });
        return store.statements - before;
      };
      await ask();
      await ask();
      // What comes now is known; what may have been there before, only to the store.
      counts.push([report.name, await ask(), await ask(true)]);
    }
    expect(counts).toEqual(counts.map(([name]) => [name, 0, 1]));
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
    expect(await ask()).toEqual([4, answer(['/a', 1, 33.33], ['/b', 1, 33.33])]);
    await add(noon, '/c');
    expect(await ask()).toEqual([0, answer(['/c', 2, 50], ['/a', 1, 25])]);
    // A late one.
    await add(noon - dayMs / 4, '/b');
    expect(await ask()).toEqual([1, answer(['/b', 2, 40], ['/c', 2, 40])]);
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
