/** Queries with a comparison: the rows of both ranges are those of the slow computation. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import { runCompared } from '../../../src/analytics/query/comparison.ts';
import { readVisitorQuery } from '../../../src/analytics/query/read-query.ts';
import { runVisitorQuery } from '../../../src/analytics/query/run-query.ts';
import { isTimeDimension, type TimeRange, timeLabels } from '../../../src/analytics/query/time-range.ts';
import { visitorMetricNames } from '../../../src/analytics/query/visitor-metrics.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { anyPageviews, calendar, firstDay } from '../reports/random-pageviews.ts';
import { openForSuite } from '../reports/store-of-suite.ts';
import { CrossedEdges } from './crossed-edges.ts';
import { slowQuery } from './slow-query.ts';

const dayMs = 86_400_000;
const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/** To a decimal, or to the 14 digits that numbers keep through a division and a multiplication: revenue may be huge. */
function nearly(value: number): unknown {
  return expect.closeTo(value, Math.min(1, 13 - Math.ceil(Math.log10(Math.abs(value)))));
}

const anyQuery = fc.record({
  metrics: fc.uniqueArray(
    fc.constantFrom(...visitorMetricNames.filter((name) => !/^(group_|exit_|time_on_|scroll_)/.test(name))),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  dimensions: fc.oneof(
    {
      weight: 2,
      arbitrary: fc.uniqueArray(
        fc.constantFrom<string[]>(
          'time:hour',
          'time:day',
          'time:week',
          'time:month',
          'time:minute',
          'visit:source',
          'event:page',
        ),
        { maxLength: 2 },
      ),
    },
    { weight: 1, arbitrary: fc.subarray<string>(['visit:source', 'event:page'], { minLength: 1 }) },
  ),
  timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
  from: fc.constantFrom(...calendar.slice(1, -1)),
  days: fc.constantFrom(0, 1, 3),
  earlier: fc.constantFrom(...calendar.slice(1, -1)),
  earlierDays: fc.constantFrom(0, 1, 3),
  limit: fc.constantFrom(1, 3, 10_000),
  offset: fc.constantFrom(0, 0, 1, 4),
  lostRows: fc.constantFrom(true, true, true, false),
});

/** Two sources that both ranges of {@link knownQuery} have, and one that only the other range has. */
const knownViews = [1, 1, 1, 3, 3].map((day, index) =>
  pageviewRow({
    visitor: String(1000 + index),
    source: `Known ${index % 3}`,
    time: (firstDay + day) * dayMs,
  }),
);
const knownQuery = {
  metrics: ['visitors' as const],
  dimensions: ['visit:source'],
  timezone: 'UTC',
  from: firstDay + 3,
  days: 0,
  earlier: firstDay + 1,
  earlierDays: 0,
  limit: 10_000,
  offset: 0,
  lostRows: true,
};

type SlowRow = ReturnType<typeof slowQuery>[number];

function spanOf({ since, until }: TimeRange): { since: number; until: number } {
  return { since, until };
}

/** The rows that are only in the other range, by the first metric's earlier value. */
function lostOf(
  { metrics, dimensions }: { readonly metrics: readonly string[]; readonly dimensions: readonly string[] },
  own: readonly SlowRow[],
  earlier: readonly SlowRow[],
): unknown[] {
  if (dimensions.some(isTimeDimension)) return [];
  const key = (row: SlowRow): string => row.dimensions.join('\0');
  const known = new Set(own.map(key));
  const size = ({ metrics: [first] }: SlowRow): number =>
    first === null ? Number.NEGATIVE_INFINITY : Number(first);
  return earlier
    .filter((row) => !known.has(key(row)))
    .toSorted((a, b) => size(b) - size(a) || (key(a) < key(b) ? -1 : 1))
    .map((row) => ({
      dimensions: row.dimensions,
      metrics: metrics.map(noneOf),
      comparison: {
        ...row,
        change: row.metrics.map((value, index) =>
          Number(value ?? 0) === 0 || noneOf(metrics[index] ?? '') === null ? null : -100,
        ),
      },
    }));
}

/** What a row has of a metric that counts nothing there. What is reported by scripts of its own has no zero. */
function noneOf(metric: string): string | number | null {
  if (/_p75$|^(?:time_on_page|scroll_depth)$/.test(metric)) return null;
  return metric.endsWith('_revenue') ? '0' : 0;
}

onChdb('comparisons', () => {
  const getStore = openForSuite(chdbLocation);

  test('property: answer what the slow computation answers for both ranges', async ({ annotate }) => {
    const edges = new CrossedEdges();
    let compared = 0;
    let lost = 0;
    await fc.assert(
      fc.asyncProperty(
        anyPageviews(['a']),
        fc.array(anyQuery, { minLength: 8, maxLength: 8 }),
        async (pageviews, queries) => {
          const domain = newUuid();
          const rows = [...pageviews, ...knownViews].map(
            (row): PageviewRow => Object.assign({}, row, { domain }),
          );
          await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
          const crossing = edges.among(rows);
          for (const { from, earlier, limit, ...chosen } of [...queries, knownQuery]) {
            const { days, earlierDays, offset, lostRows, ...asked } = chosen;
            const more = (count: number): number => (asked.dimensions.includes('time:minute') ? 0 : count);
            const date_range = [isoDay(from), isoDay(from + more(days))];
            const other = [isoDay(earlier), isoDay(earlier + more(earlierDays))];
            const include = {
              total_rows: true,
              comparison: { mode: 'custom', date_range: other, lost_rows: lostRows },
            };
            const query = readVisitorQuery(
              { ...asked, date_range, include, pagination: { limit, offset } },
              0,
            );
            crossing(query.range);
            const run = (each: typeof query) => runVisitorQuery(getStore(), domain, each);
            const { results: page, meta } = await runCompared(query, run);
            const plain = await run(query);
            const results = page.slice(0, plain.results.length);
            expect(results.map(({ dimensions, metrics }) => ({ dimensions, metrics }))).toEqual(
              plain.results,
            );

            const { range } = query.include.comparison ?? query;
            const expected = slowQuery(rows, {
              ...asked,
              filters: [],
              since: range.since,
              until: range.until,
            });
            const own = slowQuery(rows, { ...asked, filters: [], ...spanOf(query.range) });
            const gone = lostRows ? lostOf(asked, own, expected) : [];
            const title = `${JSON.stringify({ ...asked, date_range, other, limit, offset })} `;
            const beyond = gone.slice(Math.max(0, offset - own.length)).slice(0, limit - results.length);
            expect([title, page.slice(results.length), meta.total_rows]).toEqual([
              title,
              beyond,
              own.length + gone.length,
            ]);
            lost += beyond.length;

            // By the other range's bucket at the same place.
            const labels = new Map(
              asked.dimensions.filter(isTimeDimension).map((name) => {
                const others = timeLabels(range, name);
                return [
                  name,
                  new Map(timeLabels(query.range, name).map((label, index) => [label, others[index]])),
                ];
              }),
            );
            for (const row of results) {
              const place = row.dimensions.map((label, index) => {
                const name = asked.dimensions[index] ?? '';
                if (!isTimeDimension(name)) return label;
                return labels.get(name)?.get(label);
              });
              if (place.includes(undefined)) {
                expect(row.comparison).toBeNull();
                continue;
              }
              const same = expected.find(({ dimensions }) => dimensions.join('\0') === place.join('\0'));
              const metrics = same?.metrics ?? asked.metrics.map(noneOf);
              const change = row.metrics.map((value, index) => {
                const before = Number(metrics[index] ?? 0);
                if (value === null || before === 0) return null;
                return Math.round((10_000 * (Number(value) - before)) / before) / 100;
              });
              expect([title, row.comparison]).toEqual([
                title,
                { dimensions: place, metrics, change: change.map((each) => each && nearly(each)) },
              ]);
              if (same) compared += 1;
            }
          }
        },
      ),
      { numRuns: runs(12), endOnFailure: true },
    );
    // Else nothing was compared with anything.
    await edges.expectShare(annotate);
    expect(compared).toBeGreaterThan(runs(16));
    expect(lost).toBeGreaterThan(0);
  });
});
