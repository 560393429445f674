/** Days, pageviews, visitors and visits. */
import { expect } from 'vitest';
import { dataOf } from './analytics-resources.ts';
import type { Row } from './row.ts';
import {
  expectViews,
  type FedView,
  placeViews,
  webFixture,
  webReportNames,
} from './web-analytics-resources.ts';

const source = 'docs/reference/web-analytics.md ("A visit")';
const may = 'from=2025-05-01&to=2025-05-31';

function views(visitor: string, ...times: string[]): FedView[] {
  return times.map((at) => ({ visitor, at }));
}

/** Visits over midnights, gaps on the edge, several people, all mixed up. */
function someViews(): FedView[] {
  return Array.from({ length: 240 }, (_, index): FedView => {
    const minutes = (index * 37 * 61) % 5_000;
    return {
      visitor: `v${index % 7}`,
      at: new Date(Date.UTC(2025, 4, 30) + minutes * 60_000).toISOString(),
      path: `/${index % 5}`,
      referrer: index % 3 === 0 ? `https://r${index % 4}.example/` : '',
      query: index % 4 === 0 ? `utm_source=s${index % 3}` : '',
      width: 300 + (index % 7) * 200,
      resolved: { country: ['DE', 'AT', 'CH'][index % 3] ?? '' },
    };
  });
}

const fixture = webFixture(() => ({
  gaps: [
    ...views('exactly', '2025-05-05T10:00:00.000Z', '2025-05-05T10:30:00.000Z'),
    ...views('more', '2025-05-06T10:00:00.000Z', '2025-05-06T10:30:00.001Z'),
    ...views('chain', '2025-05-07T10:00:00Z', '2025-05-07T10:29:00Z', '2025-05-07T10:58:00Z'),
    ...views('one', '2025-05-08T10:00:00Z'),
    ...views('other', '2025-05-08T10:10:00Z'),
    ...views('one', '2025-05-08T10:20:00Z'),
  ],
  midnight: [
    ...views('over', '2025-05-05T23:50:00Z', '2025-05-06T00:10:00Z', '2025-05-06T00:40:00Z'),
    ...views('twice', '2025-05-10T23:50:00Z', '2025-05-11T00:20:00.001Z'),
    ...views('month', '2025-05-31T23:59:59.999Z', '2025-06-01T00:00:00.000Z'),
  ],
  first: [
    {
      at: '2025-05-05T23:55:00Z',
      path: '/in',
      referrer: 'https://www.google.com/',
      query: 'utm_source=one&utm_campaign=c',
    },
    {
      at: '2025-05-06T00:05:00Z',
      path: '/out',
      referrer: 'https://www.bing.com/',
      query: 'utm_source=two&utm_term=t',
    },
  ],
  people: [
    ...views('ada', '2025-05-05T10:00:00Z', '2025-05-06T10:00:00Z', '2025-05-12T10:00:00Z'),
    ...views('bob', '2025-05-06T10:00:00Z', '2025-06-02T10:00:00Z'),
    ...views('cy', '2025-05-05T10:00:00Z', '2025-05-05T20:00:00Z', '2025-05-05T20:01:00Z'),
  ],
  elsewhere: views('ada', '2025-05-05T10:00:00Z'),
  whole: someViews(),
  pieces: [],
}));

export const visitRows: readonly Row[] = [
  {
    source,
    statement: 'a gap of 1,800.000 s continues a visit, a longer one begins another',
    async check(service) {
      const { gaps } = await fixture(service);
      const { data } = await dataOf(service, gaps, 'visits_by_date?from=2025-05-05&to=2025-05-08');
      expect(data).toEqual({ '2025-05-05': 1, '2025-05-06': 2, '2025-05-07': 1, '2025-05-08': 2 });
    },
  },
  {
    source,
    statement: 'a visit belongs to the day it starts, also over midnight; its pageviews to their own',
    async check(service) {
      const { midnight } = await fixture(service);
      const ask = async (name: string, range: string) => await dataOf(service, midnight, `${name}?${range}`);
      const days = 'from=2025-05-05&to=2025-05-06';
      expect((await ask('visits_by_date', days)).data).toEqual({ '2025-05-05': 1, '2025-05-06': 0 });
      expect((await ask('pageviews_by_date', days)).data).toEqual({ '2025-05-05': 1, '2025-05-06': 2 });
      expect((await ask('pageviews_per_visit_by_date', days)).data['2025-05-06']).toBe(0);
      expect((await ask('unique_visitors_by_date', days)).data).toEqual({ '2025-05-05': 1, '2025-05-06': 1 });
      // Whatever the range begins with, a visit that began before is none of it.
      expect(await ask('total_visits_count', 'from=2025-05-06&to=2025-05-06')).toEqual({ count: 0 });
      expect(await ask('total_visits_count', 'from=2025-05-10&to=2025-05-11')).toEqual({ count: 2 });
      expect(await ask('total_visits_count', 'from=2025-05-31&to=2025-05-31')).toEqual({ count: 1 });
      expect(await ask('total_visits_count', 'from=2025-06-01&to=2025-06-30')).toEqual({ count: 0 });
      const months = await ask('visits_by_date', 'from=2025-05-01&to=2025-06-30&frequency=month');
      expect(months.data).toEqual({ '2025-05-01': 4, '2025-06-01': 0 });
    },
  },
  {
    source,
    statement: 'source, UTM parameters and entry page of a visit are those of its first pageview',
    async check(service) {
      const { first } = await fixture(service);
      const ask = async (name: string) => (await dataOf(service, first, `${name}${may}`)).data;
      expect(await ask('sources?')).toEqual([{ name: 'Google', count: 1, percentage: 100 }]);
      expect(await ask('utm_params?utm_param=source&')).toEqual([
        { value: 'one', count: 1, percentage: 100 },
      ]);
      expect(await ask('utm_params?utm_param=campaign&')).toMatchObject([{ value: 'c' }]);
      expect(await ask('utm_params?utm_param=term&')).toEqual([]);
      expect(await ask('entry_pages?')).toEqual([{ path: '/in', visits: 1, percentage: 100 }]);
      expect(await ask('exit_pages?')).toEqual([{ path: '/out', visits: 1, percentage: 100 }]);
      // The second day on its own has a pageview, but no visit that it began.
      const second = 'from=2025-05-06&to=2025-05-06';
      expect((await dataOf(service, first, `sources?${second}`)).data).toEqual([]);
      expect((await dataOf(service, first, `pages?${second}`)).data).toMatchObject([{ path: '/out' }]);
    },
  },
  {
    source: 'docs/reference/web-analytics.md ("A visitor")',
    statement: 'unique visitors are distinct visitors of the whole range, and of each bucket',
    async check(service) {
      const { people } = await fixture(service);
      const range = 'from=2025-05-05&to=2025-06-02';
      expect(await dataOf(service, people, `unique_visitors_count?${range}`)).toEqual({ count: 3 });
      const by = async (frequency: string) =>
        (await dataOf(service, people, `unique_visitors_by_date?${range}&frequency=${frequency}`)).data;
      expect(await by('day')).toMatchObject({
        '2025-05-05': 2,
        '2025-05-06': 2,
        '2025-05-12': 1,
        '2025-06-02': 1,
      });
      expect(await by('week')).toEqual({
        '2025-05-05': 3,
        '2025-05-12': 1,
        '2025-05-19': 0,
        '2025-05-26': 0,
        '2025-06-02': 1,
      });
      expect(await by('month')).toEqual({ '2025-05-01': 3, '2025-06-01': 1 });
    },
  },
  {
    source,
    statement: 'pageviews_per_visit_by_date is pageviews by visits with 2 decimals, 0 without visits',
    async check(service) {
      const { people } = await fixture(service);
      const { data } = await dataOf(
        service,
        people,
        'pageviews_per_visit_by_date?from=2025-05-01&to=2025-05-31&frequency=month',
      );
      // 7 pageviews in 6 visits.
      expect(data).toEqual({ '2025-05-01': 1.17 });
      const days = await dataOf(service, people, 'pageviews_per_visit_by_date?from=2025-05-07&to=2025-05-07');
      expect(days.data).toEqual({ '2025-05-07': 0 });
    },
  },
  {
    source,
    statement:
      'bounce_rate_by_date and average_visit_duration_by_date count a visit whole on the day it starts; 0 without visits',
    async check(service) {
      const { midnight } = await fixture(service);
      const ask = async (query: string) => {
        const [rates, durations] = await Promise.all([
          dataOf(service, midnight, `bounce_rate_by_date?${query}`),
          dataOf(service, midnight, `average_visit_duration_by_date?${query}`),
        ]);
        return { rates: rates.data, durations: durations.data };
      };
      expect(await ask('from=2025-05-05&to=2025-05-06')).toEqual({
        rates: { '2025-05-05': 0, '2025-05-06': 0 },
        durations: { '2025-05-05': 3000, '2025-05-06': 0 },
      });
      // Whatever the range ends with, a visit lasts as long as it does; and one that began before is none of it.
      expect(await ask('from=2025-05-05&to=2025-05-05')).toEqual({
        rates: { '2025-05-05': 0 },
        durations: { '2025-05-05': 3000 },
      });
      expect(await ask('from=2025-05-06&to=2025-05-06')).toEqual({
        rates: { '2025-05-06': 0 },
        durations: { '2025-05-06': 0 },
      });
      expect(await ask('from=2025-05-10&to=2025-05-11')).toEqual({
        rates: { '2025-05-10': 100, '2025-05-11': 100 },
        durations: { '2025-05-10': 0, '2025-05-11': 0 },
      });
      expect(await ask('from=2025-05-26&to=2025-06-02&frequency=week')).toEqual({
        rates: { '2025-05-26': 0, '2025-06-02': 0 },
        durations: { '2025-05-26': 0.001, '2025-06-02': 0 },
      });
      // Of four visits two have a single pageview; the others last 3,000 s and 1 ms.
      expect(await ask('from=2025-05-01&to=2025-06-30&frequency=month')).toEqual({
        rates: { '2025-05-01': 50, '2025-06-01': 0 },
        durations: { '2025-05-01': 750, '2025-06-01': 0 },
      });
    },
  },
  {
    source: 'docs/reference/web-analytics.md ("A pageview")',
    statement: 'the pageviews of one custom domain are not those of another',
    async check(service) {
      const { elsewhere } = await fixture(service);
      expect(await dataOf(service, elsewhere, `unique_visitors_count?${may}`)).toEqual({ count: 1 });
      expect(await dataOf(service, elsewhere, `total_pageviews_count?${may}`)).toEqual({ count: 1 });
    },
  },
  {
    source,
    statement:
      'visits and visitors depend on the pageviews only, not on the batches they came in, their order or repetitions',
    async check(service) {
      const { whole, pieces } = await fixture(service);
      const reversed = someViews().toReversed();
      const name = (part: number) => `${pieces.uuid.replaceAll('-', '')}${part}`;
      const cuts = [0, 53, 170, 240];
      const reports = [
        ...webReportNames.filter((report) => !report.includes('_by_date')),
        'unique_visitors_by_date?frequency=month&',
        'visits_by_date?',
        'bounce_rate?',
        'bounce_rate_by_date?',
        'average_visit_duration?',
        'average_visit_duration_by_date?',
        'entry_pages?',
        'exit_pages?',
      ];
      for (const [part, from] of cuts.slice(0, -1).entries()) {
        const until = cuts[part + 1] ?? 0;
        await placeViews(service, [[pieces, reversed.slice(from, until)]], name(part));
        await expectViews(service, pieces, until);
        // Asked in between, as a cache of what was there before would be.
        await dataOf(service, pieces, 'total_visits_count?from=2025-05-01&to=2025-06-30');
      }
      // Once more; the segment after it tells when it would have been counted.
      await placeViews(service, [[pieces, reversed.slice(53, 170)]], name(1));
      const last = { at: '2025-06-20T10:00:00Z', visitor: 'last' };
      await placeViews(service, [
        [whole, [last]],
        [pieces, [last]],
      ]);
      await expectViews(service, whole, 241);
      await expectViews(service, pieces, 241);
      await Promise.all(
        reports.map(async (report) => {
          const query = `${report}from=2025-05-01&to=2025-06-30`;
          const [one, other] = [dataOf(service, pieces, query), dataOf(service, whole, query)];
          expect(await one).toEqual(await other);
        }),
      );
    },
  },
];
