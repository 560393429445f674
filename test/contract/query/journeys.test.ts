/** Random journeys over random events, compared with the slow computation; derived and not. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { importedArrival, type PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import { readJourney } from '../../../src/analytics/query/journey.ts';
import { type JourneyAnswer, runJourney } from '../../../src/analytics/query/run-journey.ts';
import { derive } from '../../../src/analytics/visits/derivation.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { anyPageviews, calendar, firstDay, lastDay } from '../reports/random-pageviews.ts';
import { openForSuite } from '../reports/store-of-suite.ts';
import { CrossedEdges } from './crossed-edges.ts';
import { anyShifted, filter, goals, zones } from './random-queries.ts';
import { slowJourney } from './slow-journey.ts';
import { toWire } from './slow-query.ts';

const dayMs = 86_400_000;
const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

const anyJourney = fc.record({
  anchor: fc.oneof(
    fc.constantFrom(...goals).map(({ uuid }) => ({ goal: uuid })),
    fc.constantFrom('Signup', 'Order', 'None').map((event) => ({ event })),
    fc.constantFrom('/', '/a', '/*', '*', "/it's").map((page) => ({ page })),
  ),
  direction: fc.constantFrom('before', 'after'),
  steps: fc.integer({ min: 1, max: 3 }),
  limit: fc.constantFrom(1, 1, 2, 3, 20),
  filters: fc.array(filter, { maxLength: 1 }),
  timezone: fc.constantFrom(...zones),
  from: fc.constantFrom(...calendar),
  days: fc.constantFrom(0, 2, 12, 12),
});
/** Of all visits, so that every kind of step is in an answer. */
const wholeJourney = {
  anchor: { page: '*' },
  steps: 3,
  limit: 1,
  filters: [],
  timezone: 'UTC',
  from: firstDay - 1,
  days: 14,
};

/** Enough visits through few pages that a page has several below it, over a midnight. */
const anyWalks = fc
  .array(
    fc.array(
      fc.record({
        path: fc.constantFrom('/', '/a', '/b', '/A'),
        name: fc.constantFrom('pageview', 'pageview', 'pageview', 'Signup'),
      }),
      { minLength: 2, maxLength: 6, size: 'max' },
    ),
    { minLength: 25, maxLength: 25 },
  )
  .map((walks) =>
    walks.flatMap((events, index) =>
      events.map((event, at) => {
        const time = (firstDay + 4) * dayMs - 3000 + at * 1000;
        return pageviewRow({ ...event, time, visitor: String(1000 + index) });
      }),
    ),
  );

onChdb('journeys', () => {
  const getStore = openForSuite(chdbLocation);
  const insert = (rows: readonly PageviewRow[]): Promise<void> =>
    getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });

  test('property: counts what the slow computation counts, and each step adds up to the one before', async ({
    annotate,
  }) => {
    const edges = new CrossedEdges();
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        anyPageviews(['a']),
        anyWalks,
        fc.constantFrom(1n, 2n, 100n),
        fc.array(fc.integer({ min: firstDay, max: lastDay }), { maxLength: 4 }),
        anyShifted(anyJourney, 5),
        async (pageviews, walks, imported, derivedDays, { shift, asked: journeys }) => {
          const domain = newUuid();
          const placed = (row: PageviewRow): PageviewRow => ({
            ...row,
            domain,
            time: row.time + shift * dayMs,
            arrival: row.arrival + (BigInt(row.visitor) % imported === 0n ? importedArrival : 0),
          });
          const rows = [...pageviews, ...walks].map(placed);
          await insert(rows);
          for (const each of derivedDays) {
            const day = each + shift;
            const end = (day + 1) * dayMs;
            const span = { day, startsUntil: end, seenUntil: end + dayMs / 4 };
            await derive(getStore(), [domain], span, Date.now());
          }
          const crossing = edges.among(rows);
          for (const { from, days, ...asked } of [
            ...journeys,
            { ...wholeJourney, direction: 'after' },
            { ...wholeJourney, direction: 'before' },
          ]) {
            const filters = asked.filters.map(toWire);
            const date_range = [isoDay(from + shift), isoDay(from + shift + days)];
            const journey = readJourney({ ...asked, filters, date_range }, goals, 0);
            crossing(journey.range);
            const { anchor, steps } = await runJourney(getStore(), domain, journey);
            const plain = { ...asked, anchor: journey.anchor.target, goals, ...journey.range };
            const title = `${JSON.stringify({ ...asked, filters, date_range })} `;
            expect(title + JSON.stringify({ visits: anchor.visits, steps })).toBe(
              title + JSON.stringify(slowJourney(rows, plain)),
            );
            expectSums(anchor.visits, steps);
            for (const [index, level] of steps.entries())
              for (const { path } of level) seen.add(`${index} ${path.at(-1)?.replace(/^\/.*/, 'page')}`);
          }
        },
      ),
      { numRuns: runs(8), endOnFailure: true },
    );
    await edges.expectShare(annotate);
    // Else some kind of step was never compared.
    for (const kind of ['0 page', '0 (exit)', '0 (entry)', '0 (other)', '1 page', '1 (other)', '2 page'])
      expect(seen).toContain(kind);
  });

  test('a step of more paths than a query has rows is refused', async () => {
    const domain = newUuid();
    const time = Date.UTC(2026, 10, 22, 12);
    await insert(['/', '/a', '/b'].map((path, at) => pageviewRow({ domain, time: time + at, path })));
    const asked = readJourney({ date_range: 'day', anchor: { page: '*' }, limit: 1000 }, [], time);
    const journeyOf = (rows: number): Promise<JourneyAnswer> =>
      runJourney(
        {
          async query<Found>(sql: string, params: Record<string, unknown>): Promise<Found[]> {
            const found = await getStore().query<Found>(sql, params);
            const [first] = found;
            if (!sql.includes('AS p1') || first === undefined) return found;
            return Array.from({ length: rows }, (_, at) => ({ ...first, p1: `/${at}` }));
          },
        },
        domain,
        asked,
      );
    expect((await journeyOf(10_000)).steps[1]).toHaveLength(10_000);
    await expect(journeyOf(10_001)).rejects.toThrow(
      'limit is 1000, and step 2 has more than 10000 paths; allowed: a smaller one, or fewer steps',
    );
  });

  test('the anchor is the first that matches; neighbours that are equal count once, also beside it', async () => {
    const domain = newUuid();
    const time = Date.UTC(2026, 10, 22, 12);
    const walk = (visitor: string, ...pages: string[]): PageviewRow[] =>
      pages.map((page, index) => {
        const [path = '', name = 'pageview'] = page.split(' ');
        return pageviewRow({ domain, visitor, time: time + index, path, name });
      });
    await insert([
      ...walk('1', '/', '/', '/a', '/a', '/a Signup', '/a', '/b', '/b', '/a Signup', '/c'),
      ...walk('2', '/a', '/a Signup'),
      ...walk('3', '/b', '/a', '/a Signup', '/b'),
      ...walk('4', '/', '/a'),
    ]);
    const ask = async (more: object): Promise<JourneyAnswer> =>
      runJourney(
        getStore(),
        domain,
        readJourney({ date_range: 'day', anchor: { event: 'Signup' }, ...more }, [], time),
      );
    const anchor = { label: 'Signup', visits: 3 };
    expect(await ask({ steps: 2 })).toEqual({
      anchor,
      steps: [
        [
          { path: ['/b'], visits: 2, rate: 66.67 },
          { path: ['(exit)'], visits: 1, rate: 33.33 },
        ],
        [
          { path: ['/b', '/c'], visits: 1, rate: 33.33 },
          { path: ['/b', '(exit)'], visits: 1, rate: 33.33 },
        ],
      ],
    });
    expect(await ask({ steps: 1, direction: 'before', limit: 1 })).toEqual({
      anchor,
      steps: [
        [
          { path: ['/'], visits: 1, rate: 33.33 },
          { path: ['(entry)'], visits: 1, rate: 33.33 },
          { path: ['(other)'], visits: 1, rate: 33.33 },
        ],
      ],
    });
    expect(await ask({ anchor: { page: '/none*' } })).toEqual({
      anchor: { label: 'Visit /none*', visits: 0 },
      steps: [[], [], []],
    });
  });
});

function expectSums(all: number, steps: JourneyAnswer['steps']): void {
  const sums = new Map<string, number>();
  for (const { path, visits } of steps.flat()) {
    const parent = JSON.stringify(path.slice(0, -1));
    sums.set(parent, (sums.get(parent) ?? 0) + visits);
  }
  if (all > 0) expect(sums.get('[]')).toBe(all);
  for (const { path, visits } of steps.slice(0, -1).flat())
    expect(sums.get(JSON.stringify(path))).toBe(path.at(-1)?.startsWith('/') === true ? visits : undefined);
}
