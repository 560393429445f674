/** Random queries over random pageviews, compared with the slow computation. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import { readVisitorQuery } from '../../../src/analytics/query/read-query.ts';
import { runVisitorQuery } from '../../../src/analytics/query/run-query.ts';
import { readRange } from '../../../src/analytics/query/time-range.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { anyPageviews, kindsWithReports } from '../reports/random-pageviews.ts';
import { openForSuite } from '../reports/store-of-suite.ts';
import { CrossedEdges } from './crossed-edges.ts';
import { anyQuery, anyShifted, goals } from './random-queries.ts';
import { slowQuery, toWire } from './slow-query.ts';

const dayMs = 86_400_000;
const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
const byDimensions = (rows: readonly { readonly dimensions: readonly string[] }[]): string =>
  JSON.stringify(rows.map((row) => JSON.stringify(row)).toSorted());

onChdb('queries over visitors', () => {
  const getStore = openForSuite(chdbLocation);

  test('property: answer what the slow computation answers', async ({ annotate }) => {
    const edges = new CrossedEdges();
    await fc.assert(
      fc.asyncProperty(
        anyPageviews(['a'], kindsWithReports),
        anyShifted(anyQuery, 8),
        async (pageviews, { shift, asked: queries }) => {
          const domain = newUuid();
          const rows = pageviews.map(
            (row): PageviewRow => ({ ...row, domain, time: row.time + shift * dayMs }),
          );
          if (rows.length > 0)
            await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
          const crossing = edges.among(rows);
          for (const { from, days, ...asked } of queries) {
            const date_range = [isoDay(from + shift), isoDay(from + shift + days)];
            const filters = asked.filters.map(toWire);
            const query = readVisitorQuery({ ...asked, filters, date_range }, 0, goals);
            const { results } = await runVisitorQuery(getStore(), domain, query);
            crossing(query.range);
            const { since, until } = query.range;
            const title = `${JSON.stringify({ ...asked, filters, date_range })} `;
            expect(title + byDimensions(results)).toBe(
              title + byDimensions(slowQuery(rows, { ...asked, goals, since, until })),
            );
          }
        },
      ),
      { numRuns: runs(16), endOnFailure: true },
    );
    await edges.expectShare(annotate);
  });

  test.each([
    ['Australia/Lord_Howe', '2024-04-07'],
    ['Australia/Lord_Howe', '2024-10-06'],
    ['Pacific/Chatham', '2024-04-07'],
    ['Pacific/Chatham', '2024-09-29'],
    ['Asia/Pyongyang', '2018-05-04'],
    ['Asia/Pyongyang', '2018-05-05'],
    ['Europe/Berlin', '2024-10-27'],
  ])(
    'hours and minutes of %s on %s are those of its clock with the offset then, in time order',
    async (timezone, day) => {
      const domain = newUuid();
      const [pageview] = fc
        .sample(
          anyPageviews(['a']).filter((made) => made.length > 0),
          { numRuns: 1, seed: 1 },
        )
        .flat();
      if (pageview === undefined) throw new Error('a sample has a pageview');
      const midnight = readRange([day, day], timezone, 0).since;
      const rows = Array.from({ length: 26 * 6 }, (_, index): PageviewRow => {
        const time = midnight + index * 600_000;
        return { ...pageview, domain, time, visitor: String(index + 1), previous_visitor: '0' };
      });
      await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
      for (const dimension of ['time:hour', 'time:minute']) {
        const asked = { metrics: ['pageviews'], dimensions: [dimension], timezone, date_range: [day, day] };
        const query = readVisitorQuery({ ...asked, include: { time_labels: true } }, 0, goals);
        const { results, meta } = await runVisitorQuery(getStore(), domain, query);
        const seen = results.map(({ dimensions: [label] }) => label);
        const tenth = meta.time_labels?.filter((label) => /[0-5]0:00[+-]/.test(label));
        expect(seen).toEqual(dimension === 'time:hour' ? meta.time_labels : tenth);
        const { since, until } = query.range;
        expect(byDimensions(results)).toBe(
          byDimensions(slowQuery(rows, { ...asked, filters: [], goals, since, until })),
        );
      }
    },
  );

  test.each(['time:day', 'visit:source'])(
    'conversions by %s of days without events are no rows',
    async (dimension) => {
      const query = readVisitorQuery(
        {
          metrics: ['group_conversion_rate'],
          dimensions: [dimension],
          filters: [['is', 'event:props:plan', ['pro']]],
          date_range: ['2020-01-01', '2020-01-02'],
        },
        0,
        goals,
      );
      expect((await runVisitorQuery(getStore(), newUuid(), query)).results).toEqual([]);
    },
  );

  test('of two dimensions of time both are in order', async () => {
    const domain = newUuid();
    const days = [9, 2, 8, 1, 15];
    const rows = days.flatMap((day, index) =>
      Array.from({ length: index + 1 }, (_, nth) =>
        pageviewRow({ domain, visitor: String(100 * day + nth + 1), time: Date.UTC(2024, 0, day) }),
      ),
    );
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const dimensions = ['time:week', 'time:day'];
    const query = readVisitorQuery(
      { metrics: ['visits'], dimensions, date_range: ['2024-01-01', '2024-01-31'] },
      0,
      goals,
    );
    const { results } = await runVisitorQuery(getStore(), domain, query);
    expect(results.map(({ dimensions: [, day] }) => day)).toEqual(
      days.toSorted((a, b) => a - b).map((day) => `2024-01-${String(day).padStart(2, '0')}`),
    );
  });

  test('every combination with visits or events is a row, whatever the metrics', async () => {
    const domain = newUuid();
    const at = (day: number, hour: number, minute = 0): number => Date.UTC(2024, 4, day, hour, minute);
    const rows = [
      pageviewRow({ domain, visitor: '1', time: at(2, 23, 50), path: '/a', source: 'Google' }),
      pageviewRow({ domain, visitor: '1', time: at(3, 0, 10), path: '/late', source: 'Google' }),
      pageviewRow({ domain, visitor: '2', time: at(3, 12), path: '/b', source: 'Bing' }),
      pageviewRow({ domain, visitor: '2', time: at(3, 12, 1), path: '/b', name: 'Signup', source: 'Bing' }),
      pageviewRow({ domain, visitor: '3', time: at(3, 13), path: '/c', name: 'Order', source: 'X' }),
    ];
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const rowsOf = async (metric: string, dimensions: readonly string[], day: string): Promise<unknown> => {
      const query = readVisitorQuery({ metrics: [metric], dimensions, date_range: [day, day] }, 0, goals);
      const { results } = await runVisitorQuery(getStore(), domain, query);
      return results
        .map((row) => row.dimensions.concat(row.metrics.map(String)))
        .toSorted((a, b) => String(a[0]).localeCompare(String(b[0]), 'en'));
    };
    expect(await rowsOf('pageviews', ['event:name'], '2024-05-03')).toEqual([
      ['Order', '0'],
      ['pageview', '2'],
      ['Signup', '0'],
    ]);
    // Its visit started the day before; and the event outside any visit.
    expect(await rowsOf('visits', ['visit:source'], '2024-05-03')).toEqual([
      ['Bing', '1'],
      ['Google', '0'],
      ['X', '0'],
    ]);
    // A visit of the day that saw the page on the next one.
    expect(await rowsOf('pageviews', ['event:page'], '2024-05-02')).toEqual([
      ['/a', '1'],
      ['/late', '0'],
    ]);
    expect(await rowsOf('visits', ['time:day'], '2024-05-03')).toEqual([['2024-05-03', '1']]);
  });

  test('a visit that is in its third day still has its entry page, with gaps of exactly half an hour', async () => {
    const domain = newUuid();
    const start = Date.UTC(2024, 2, 3, 22, 30);
    const rows = Array.from({ length: 53 }, (_, index) =>
      pageviewRow({ domain, time: start + index * 1_800_000, path: index === 0 ? '/start' : '/on' }),
    );
    await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
    const query = readVisitorQuery(
      { metrics: ['pageviews'], dimensions: ['visit:entry_page'], date_range: ['2024-03-05', '2024-03-05'] },
      0,
      goals,
    );
    const { results } = await runVisitorQuery(getStore(), domain, query);
    expect(results).toMatchObject([{ dimensions: ['/start'], metrics: [2] }]);
  });
});
