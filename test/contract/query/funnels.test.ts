/** Random funnels over random events, compared with the slow computation; derived and not. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import { readFunnel } from '../../../src/analytics/query/funnel.ts';
import { runFunnel } from '../../../src/analytics/query/run-funnel.ts';
import { derive } from '../../../src/analytics/visits/derivation.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { anyPageviews, calendar, firstDay, lastDay } from '../reports/random-pageviews.ts';
import { openForSuite } from '../reports/store-of-suite.ts';
import { CrossedEdges } from './crossed-edges.ts';
import { filter, goals } from './random-queries.ts';
import { slowFunnel } from './slow-funnel.ts';
import { toWire } from './slow-query.ts';

const dayMs = 86_400_000;
const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

const anyStep = fc.oneof(
  fc.constantFrom(...goals).map(({ uuid }) => ({ goal: uuid })),
  fc.constantFrom('Signup', 'Order', 'None').map((event) => ({ event })),
  fc.constantFrom('/', '/a', '/*', '*', "/it's").map((page) => ({ page })),
);
const anyFunnel = fc.record({
  steps: fc.oneof(
    fc.array(anyStep, { minLength: 2, maxLength: 3 }),
    fc.array(anyStep, { minLength: 2, maxLength: 8 }),
  ),
  scope: fc.constantFrom('visit', 'range'),
  filters: fc.array(filter, { maxLength: 1 }),
  from: fc.constantFrom(...calendar),
  days: fc.constantFrom(0, 2, 12, 12),
});

/** A visit that takes both steps of {@link knownFunnel}. */
const knownViews = [0, 1].map((minute) =>
  pageviewRow({ visitor: '1000', time: (firstDay + 3) * dayMs + minute * 60_000 }),
);
const knownFunnel = {
  steps: [{ page: '*' }, { page: '*' }],
  scope: 'visit',
  filters: [],
  from: firstDay + 3,
  days: 0,
};

onChdb('funnels', () => {
  const getStore = openForSuite(chdbLocation);

  test('property: count what the slow computation counts', async ({ annotate }) => {
    const edges = new CrossedEdges();
    let reached = 0;
    await fc.assert(
      fc.asyncProperty(
        anyPageviews(['a']),
        fc.array(fc.integer({ min: firstDay, max: lastDay }), { maxLength: 4 }),
        fc.array(anyFunnel, { minLength: 8, maxLength: 8 }),
        async (pageviews, derivedDays, funnels) => {
          const domain = newUuid();
          const rows = [...pageviews, ...knownViews].map(
            (row): PageviewRow => Object.assign({}, row, { domain }),
          );
          await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
          for (const day of derivedDays) {
            const end = (day + 1) * dayMs;
            await derive(
              getStore(),
              [domain],
              { day, startsUntil: end, seenUntil: end + dayMs / 4 },
              Date.now(),
            );
          }
          const crossing = edges.among(rows);
          for (const { from, days, ...asked } of [...funnels, knownFunnel]) {
            const filters = asked.filters.map(toWire);
            const date_range = [isoDay(from), isoDay(from + days)];
            const funnel = readFunnel({ ...asked, filters, date_range }, goals, 0);
            crossing(funnel.range);
            const { steps } = await runFunnel(getStore(), domain, funnel);
            const plain = {
              ...asked,
              steps: funnel.steps.map(({ target }) => target),
              goals,
              ...funnel.range,
            };
            const title = `${JSON.stringify({ ...asked, filters, date_range })} `;
            expect(title + steps.map(({ visitors }) => visitors).join()).toBe(
              title + slowFunnel(rows, plain).join(),
            );
            if ((steps[1]?.visitors ?? 0) > 0) reached += 1;
          }
        },
      ),
      { numRuns: runs(12), endOnFailure: true },
    );
    await edges.expectShare(annotate);
    // Else no second step was ever looked for.
    expect(reached).toBeGreaterThan(0);
  });

  test('a visit of days that ends soon after a derived day has its events of the day it ends on', async () => {
    const domain = newUuid();
    const day = lastDay - 2;
    const end = (day + 1) * dayMs;
    // From noon of the day before until one o'clock of the day after.
    const times = Array.from({ length: 111 }, (_, index) => end - 1.5 * dayMs + index * 1_200_000);
    const rows = times.map((time) => pageviewRow({ domain, time, visitor: '7', path: '/a' }));
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    await derive(getStore(), [domain], { day, startsUntil: end, seenUntil: end + dayMs / 4 }, Date.now());
    const date_range = [isoDay(day + 1), isoDay(day + 1)];
    const steps = [{ page: '/a' }, { page: '/a' }];
    const funnel = readFunnel({ scope: 'range', steps, date_range }, [], 0);
    const answer = await runFunnel(getStore(), domain, funnel);
    expect(answer.steps.map(({ visitors }) => visitors)).toEqual([1, 1]);
  });

  test('a range begins and ends at midnight, within a visit, derived or not', async () => {
    const day = lastDay - 2;
    const [start, end] = [day * dayMs, (day + 1) * dayMs];
    for (const isDerived of [false, true]) {
      const domain = newUuid();
      const seen = (time: number, path: string, visitor: string) =>
        pageviewRow({ domain, time, path, visitor });
      const rows = [
        seen(start - 1, '/a', '1'),
        seen(start, '/b', '1'),
        seen(start, '/a', '2'),
        seen(start + 1, '/b', '2'),
        seen(end - 2, '/a', '3'),
        seen(end - 1, '/b', '3'),
        seen(end - 1, '/a', '4'),
        seen(end, '/b', '4'),
      ];
      await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
      for (const derived of isDerived ? [day - 1, day] : []) {
        const until = (derived + 1) * dayMs;
        const span = { day: derived, startsUntil: until, seenUntil: until + dayMs / 4 };
        await derive(getStore(), [domain], span, Date.now());
      }
      const steps = [{ page: '/a' }, { page: '/b' }];
      const date_range = [isoDay(day), isoDay(day)];
      const funnel = readFunnel({ scope: 'range', steps, date_range }, [], 0);
      const answer = await runFunnel(getStore(), domain, funnel);
      expect(answer.steps.map(({ visitors }) => visitors)).toEqual([3, 2]);
    }
  });

  test('rates are of the first step and of the step before', async () => {
    const domain = newUuid();
    const time = Date.UTC(2026, 10, 22, 12);
    const seen = (visitor: number, ...paths: string[]): PageviewRow[] =>
      paths.map((path, index) => pageviewRow({ domain, time: time + index, visitor: String(visitor), path }));
    const rows = [
      ...seen(1, '/', '/pricing', '/signup'),
      ...seen(2, '/', '/pricing'),
      ...seen(3, '/', '/'),
      ...seen(4, '/pricing', '/'),
      ...seen(5, '/signup'),
    ];
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const steps = [{ page: '/' }, { page: '/pric*' }, { page: '/signup' }];
    const ask = async (more: object): Promise<unknown> =>
      runFunnel(getStore(), domain, readFunnel({ date_range: 'day', steps, ...more }, [], time));
    const expected = {
      steps: [
        { label: 'Visit /', visitors: 4, rate: 100, step_rate: 100 },
        { label: 'Visit /pric*', visitors: 2, rate: 50, step_rate: 50 },
        { label: 'Visit /signup', visitors: 1, rate: 25, step_rate: 50 },
      ],
    };
    expect(await ask({})).toEqual(expected);
    expect(await ask({ scope: 'range' })).toEqual(expected);
    expect(await ask({ filters: [['is', 'event:page', ['/none']]] })).toEqual({
      steps: expected.steps.map(({ label }) => ({ label, visitors: 0, rate: 0, step_rate: 0 })),
    });
  });

  test('events of one millisecond keep the order in which they arrived', async () => {
    const domain = newUuid();
    const time = Date.UTC(2026, 10, 22, 12);
    const rows = ['/b', '/a'].map((path, arrival) =>
      pageviewRow({ domain, time, arrival: arrival + 1, path }),
    );
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const visitorsOf = async (scope: string, ...pages: string[]): Promise<readonly number[]> => {
      const steps = pages.map((page) => ({ page }));
      const funnel = readFunnel({ date_range: 'day', steps, scope }, [], time);
      return (await runFunnel(getStore(), domain, funnel)).steps.map(({ visitors }) => visitors);
    };
    for (const scope of ['visit', 'range']) {
      expect(await visitorsOf(scope, '/a', '/b')).toEqual([1, 0]);
      expect(await visitorsOf(scope, '/b', '/a')).toEqual([1, 1]);
    }
  });
});
