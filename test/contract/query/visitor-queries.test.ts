/** Random queries over random pageviews, compared with the slow computation. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/pageview-row.ts';
import { readVisitorQuery } from '../../../src/analytics/query/read-query.ts';
import { runVisitorQuery } from '../../../src/analytics/query/run-query.ts';
import { visitorDimensionNames, visitorMetricNames } from '../../../src/analytics/query/vocabulary.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { onEachAnalyticsStore, propertyRuns } from '../../support/analytics-stores.ts';
import { anyPageviews, firstDay, lastDay } from '../reports/random-pageviews.ts';
import { openForSuite } from '../reports/store-of-suite.ts';
import { type PlainFilter, slowQuery, toWire } from './slow-query.ts';

const dayMs = 86_400_000;

/** Whole hours, halves and quarters; clocks that change by an hour and by half an hour; both sides of the date line. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Pago_Pago',
];
/** Days by which the pageviews are moved: to changes of the clock in these zones. */
const shifts = [0, 9, 33, 241, 248];

const values: Record<string, readonly string[]> = {
  'event:page': ['/', '/a', '/b', '/A', '/é', "/it's", '/none'],
  'event:name': ['pageview', 'Signup'],
  'visit:source': ['Direct', 'Google', 'X', 'Unknown'],
  'visit:utm_source': ['(none)', 'news', 'News'],
  'visit:utm_campaign': ['a\'b"c', 'ü', '(none)'],
  'visit:entry_page': ['/', '/a', "/it's"],
  'visit:exit_page': ['/', '/b'],
  'visit:country': ['DE', 'US', 'Unknown', 'ZZ'],
  'visit:country_name': ['Germany', 'United States'],
  'visit:region': ['DE-BY', 'DE-BE', 'Unknown'],
  'visit:region_name': ['Bavaria', 'Bayern', 'Ohio'],
  'visit:city': ['Neustadt', 'Berlin', 'Unknown'],
  'visit:browser': ['Chrome', 'Samsung Internet'],
  'visit:os': ['macOS', 'Windows', 'Unknown'],
  'visit:device': ['Mobile', 'Laptop', 'Unknown'],
};

const filterTest: fc.Arbitrary<PlainFilter> = fc
  .tuple(
    fc.constantFrom('is', 'is', 'is_not', 'contains', 'contains_not', 'matches', 'matches_not'),
    fc.constantFrom(...Object.keys(values)),
  )
  .chain(([operator, dimension]) => {
    const choices = operator.startsWith('matches') ? ['^/[a-z]$', 'e', '^D', '.'] : (values[dimension] ?? []);
    return fc
      .array(fc.constantFrom(...choices), { minLength: 1, maxLength: 2 })
      .map((list): PlainFilter => ({ operator, inner: [], dimension, values: list }));
  });
const joined = (
  operators: readonly string[],
  inner: fc.Arbitrary<PlainFilter[]>,
): fc.Arbitrary<PlainFilter> =>
  fc.record({
    operator: fc.constantFrom(...operators),
    inner,
    dimension: fc.constant(''),
    values: fc.constant([]),
  });
const { filter } = fc.letrec<{ filter: PlainFilter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: filterTest },
    { weight: 1, arbitrary: joined(['and', 'or'], fc.array(tie('filter'), { minLength: 1, maxLength: 3 })) },
    {
      weight: 1,
      arbitrary: joined(
        ['not', 'has_done', 'has_not_done'],
        tie('filter').map((one) => [one]),
      ),
    },
  ),
}));

const anyQuery = fc.record({
  metrics: fc.uniqueArray(fc.constantFrom(...visitorMetricNames), { minLength: 1, maxLength: 4 }),
  dimensions: fc.uniqueArray(fc.constantFrom(...visitorDimensionNames), { maxLength: 3 }),
  filters: fc.array(filter, { maxLength: 3 }),
  timezone: fc.constantFrom(...zones),
  from: fc.integer({ min: firstDay - 1, max: lastDay + 1 }),
  days: fc.constantFrom(0, 0, 1, 2, 6, 12),
});

const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
const byDimensions = (rows: readonly { readonly dimensions: readonly string[] }[]): string =>
  JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted());

onEachAnalyticsStore('queries over visitors', (newLocation, { kind }) => {
  const getStore = openForSuite(newLocation);

  test('property: answer what the slow computation answers', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPageviews(['a']),
        fc.constantFrom(...shifts),
        fc.array(anyQuery, { minLength: 8, maxLength: 8 }),
        async (pageviews, shift, queries) => {
          const domain = newUuid();
          const rows = pageviews.map(
            (row): PageviewRow => ({ ...row, domain, time: row.time + shift * dayMs }),
          );
          if (rows.length > 0)
            await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
          for (const { from, days, ...asked } of queries) {
            const date_range = [isoDay(from + shift), isoDay(from + shift + days)];
            const filters = asked.filters.map(toWire);
            const query = readVisitorQuery({ ...asked, filters, date_range }, 0);
            const { results } = await runVisitorQuery(getStore(), domain, query);
            const { since, until } = query.range;
            const title = `${JSON.stringify({ ...asked, filters, date_range })} `;
            expect(title + byDimensions(results)).toBe(
              title + byDimensions(slowQuery(rows, { ...asked, since, until })),
            );
          }
        },
      ),
      { numRuns: propertyRuns(kind, 25) },
    );
  });
});
