/** Random saved funnels over random events, broken down and compared: against the slow computation, derived and not. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import { breakdownDimensions, readFunnelQuestion } from '../../../src/analytics/query/funnel-question.ts';
import { type QuestionAnswer, runFunnelQuestion } from '../../../src/analytics/query/run-funnel.ts';
import { derive } from '../../../src/analytics/visits/derivation.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { anyPageviews, calendar, firstDay, lastDay } from '../reports/random-pageviews.ts';
import { openForSuite } from '../reports/store-of-suite.ts';
import { CrossedEdges } from './crossed-edges.ts';
import { filter, goals } from './random-queries.ts';
import { slowBreakdown, slowFunnel } from './slow-funnel.ts';
import { toWire } from './slow-query.ts';

const dayMs = 86_400_000;
const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

const anyStep = fc.oneof(
  fc.constantFrom(...goals).map(({ uuid }) => ({ goal: uuid })),
  fc.constantFrom('Signup', 'Order').map((event) => ({ event })),
  fc.constantFrom('/', '/*', '*').map((page) => ({ page })),
);
const anyAsked = fc.record({
  steps: fc.array(anyStep, { minLength: 2, maxLength: 4 }),
  scope: fc.constantFrom('visit', 'range'),
  filters: fc.array(filter, { maxLength: 1 }),
  dimension: fc.constantFrom(...breakdownDimensions, 'event:props:plan'),
  from: fc.constantFrom(...calendar.slice(0, -1)),
  days: fc.constantFrom(1, 2, 12),
  lost_rows: fc.boolean(),
});

/** One source that only the earlier range of {@link knownAsked} has, and two of its own. */
const knownViews = [1, 3, 3].map((day, index) =>
  pageviewRow({ visitor: String(1000 + index), source: `Known ${index}`, time: (firstDay + day) * dayMs }),
);
const knownAsked = {
  steps: [{ page: '*' }, { page: '*' }],
  scope: 'visit',
  filters: [],
  dimension: 'visit:source',
  from: firstDay + 3,
  days: 1,
  lost_rows: true,
} as const;

type Counts = [value: string, counts: number[]];

onChdb('breakdowns of funnels', () => {
  const getStore = openForSuite(chdbLocation);

  test('property: rows, and those of the other range, count what the slow computation counts', async ({
    annotate,
  }) => {
    const edges = new CrossedEdges();
    let [rowsSeen, lostSeen] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        anyPageviews(['a']),
        fc.array(fc.integer({ min: firstDay, max: lastDay }), { maxLength: 4 }),
        fc.array(anyAsked, { minLength: 8, maxLength: 8 }),
        async (pageviews, derivedDays, all) => {
          const domain = newUuid();
          const placed = (row: PageviewRow): PageviewRow => ({ ...row, domain });
          const rows = [...pageviews, ...knownViews].map(placed);
          await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
          for (const day of derivedDays) {
            const end = (day + 1) * dayMs;
            const span = { day, startsUntil: end, seenUntil: end + dayMs / 4 };
            await derive(getStore(), [domain], span, Date.now());
          }
          const crossing = edges.among(rows);
          for (const { steps, scope, dimension, from, days, lost_rows, ...asked } of [...all, knownAsked]) {
            const filters = asked.filters.map(toWire);
            const date_range = [isoDay(from), isoDay(from + days)];
            const include = { comparison: { mode: 'previous_period', lost_rows } };
            const members = { date_range, filters, dimension, include };
            const { funnel, comparison } = readFunnelQuestion(members, { steps, scope }, goals, 0);
            crossing(funnel.range);
            const question = { funnel, comparison, dimension };
            const answer = await runFunnelQuestion(getStore(), domain, question);
            const plain = {
              scope,
              filters: asked.filters,
              goals,
              steps: funnel.steps.map(({ target }) => target),
            };
            const own = { ...plain, ...funnel.range };
            const earlier = {
              ...plain,
              since: comparison?.range.since ?? 0,
              until: comparison?.range.until ?? 0,
            };
            const before = new Map(slowBreakdown(rows, earlier, dimension));
            const expected = slowBreakdown(rows, own, dimension);
            const names = new Set(expected.map(([value]) => value));
            const lost = lost_rows ? [...before].filter(([value]) => !names.has(value)) : [];
            const none = steps.map(() => 0);
            const title = JSON.stringify({ ...asked, steps, scope, dimension, date_range, lost_rows });
            const shown = (isOwn: boolean): Counts[] =>
              answer.breakdown.map(({ dimensions: [value], steps: taken }) => [
                value,
                taken.map(({ visitors, comparison: other }) => (isOwn ? visitors : (other?.visitors ?? -1))),
              ]);
            expect([title, ...shown(true)]).toEqual([
              title,
              ...expected,
              ...lost.map(([value]) => [value, none]),
            ]);
            expect([title, ...shown(false)]).toEqual([
              title,
              ...expected.map(([value]) => [value, before.get(value) ?? none]),
              ...lost,
            ]);
            expect(answer.steps.map(({ visitors }) => visitors)).toEqual(slowFunnel(rows, own));
            expect(answer.steps.map((step) => step.comparison?.visitors)).toEqual(slowFunnel(rows, earlier));
            rowsSeen += expected.length;
            lostSeen += lost.length;
          }
        },
      ),
      { numRuns: runs(8), endOnFailure: true },
    );
    await edges.expectShare(annotate);
    expect(rowsSeen).toBeGreaterThan(10);
    expect(lostSeen).toBeGreaterThan(0);
  });

  const time = Date.UTC(2026, 10, 22, 12);
  const ask = (domain: string, members: object, saved: object = {}): Promise<QuestionAnswer> => {
    const funnel = { steps: [{ page: '/' }, { page: '/b' }], scope: 'visit', ...saved };
    return runFunnelQuestion(
      getStore(),
      domain,
      readFunnelQuestion({ date_range: 'day', ...members }, funnel, [], time),
    );
  };

  test('a visitor counts where a visit began, or once where the range’s first step was', async () => {
    const domain = newUuid();
    const seen = (minute: number, source: string, ...paths: string[]): PageviewRow[] =>
      paths.map((path, index) =>
        pageviewRow({ domain, time: time - 7_200_000 + minute * 60_000 + index, visitor: '1', path, source }),
      );
    const rows = [...seen(0, 'Google', '/'), ...seen(60, 'Bing', '/', '/b')];
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const counts = async (scope: string) => {
      const { steps, breakdown } = await ask(domain, { dimension: 'visit:source' }, { scope });
      const of = (list: typeof steps) => list.map(({ visitors }) => visitors);
      return [of(steps), ...breakdown.map(({ dimensions: [value], steps: taken }) => [value, of(taken)])];
    };
    expect(await counts('visit')).toEqual([
      [1, 1],
      ['Bing', [1, 1]],
      ['Google', [1, 0]],
    ]);
    expect(await counts('range')).toEqual([
      [1, 1],
      ['Google', [1, 1]],
    ]);
  });

  test('has 100 rows at most, most visitors first, and compares each step', async () => {
    const domain = newUuid();
    const rows = Array.from({ length: 130 }, (_, index) => [
      pageviewRow({
        domain,
        time: time - 1_000,
        visitor: `${index + 1}`,
        path: '/',
        utm_source: `s${index % 120}`,
      }),
      pageviewRow({ domain, time: time - 86_401_000, visitor: `${index + 1}`, path: '/', utm_source: 's0' }),
    ]).flat();
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const include = { comparison: { mode: 'previous_period', lost_rows: true } };
    const { steps, breakdown } = await ask(domain, { dimension: 'visit:utm_source', include });
    expect(breakdown).toHaveLength(100);
    expect(breakdown[0]).toEqual({
      dimensions: ['s0'],
      steps: [
        {
          label: 'Visit /',
          visitors: 2,
          rate: 100,
          step_rate: 100,
          comparison: {
            visitors: 130,
            rate: 100,
            step_rate: 100,
            change: { visitors: -98.46, rate: 0, step_rate: 0 },
          },
        },
        {
          label: 'Visit /b',
          visitors: 0,
          rate: 0,
          step_rate: 0,
          comparison: {
            visitors: 0,
            rate: 0,
            step_rate: 0,
            change: { visitors: null, rate: null, step_rate: null },
          },
        },
      ],
    });
    expect(steps[0]).toMatchObject({ visitors: 130, comparison: { change: { visitors: 0 } } });
    expect(await ask(newUuid(), { include })).toMatchObject({ steps: [{ visitors: 0 }, {}], breakdown: [] });
  });
});
