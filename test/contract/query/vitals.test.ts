/** Web vitals, by hand. Source: docs/reference/web-vitals.md ("What is counted"). */
import { expect, test } from 'vitest';
import { type PageviewRow, reportMark } from '../../../src/analytics/engine/pageview-row.ts';
import { runCompared } from '../../../src/analytics/query/comparison.ts';
import type { VisitorQuery } from '../../../src/analytics/query/query.ts';
import { readVisitorQuery } from '../../../src/analytics/query/read-query.ts';
import { runVisitorQuery } from '../../../src/analytics/query/run-query.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { onEachAnalyticsStore } from '../../support/analytics-stores.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { openForSuite } from '../reports/store-of-suite.ts';

const at = (day: number, hour: number, minute = 0): number => Date.UTC(2024, 4, day, hour, minute);
const metrics = ['lcp_p75', 'inp_p75', 'ttfb_p75', 'cls_p75'];

onEachAnalyticsStore('web vitals', (newLocation) => {
  const getStore = openForSuite(newLocation);

  /** Stores pageviews and reports, whose `props` are given, and answers queries over 2 May. */
  async function open(rows: readonly Partial<PageviewRow>[]): Promise<(asked: object) => Promise<unknown>> {
    const domain = newUuid();
    await getStore().insertPageviews({
      name: newUuid(),
      rows: rows.map((row) => pageviewRow({ domain, ...row })),
      mayBeStored: false,
    });
    return async (asked) => {
      const query = readVisitorQuery({ date_range: ['2024-05-02', '2024-05-02'], ...asked }, 0, []);
      const { results } = await runCompared(query, (one: VisitorQuery) =>
        runVisitorQuery(getStore(), domain, one),
      );
      return results;
    };
  }
  const report = (of: Partial<PageviewRow>, props: Record<string, string>): Partial<PageviewRow> => ({
    ...of,
    name: 'vitals',
    props: { [reportMark]: '', ...props },
  });

  test('are nearest ranks of all reports, by page, country and device, and without', async () => {
    const rows = [400, 100, 300, 200, 600].flatMap((lcp, index) => {
      const seen = { visitor: String(index + 1), path: '/a', country: index < 4 ? 'DE' : 'US' };
      const cls = index === 0 ? { cls: '125' } : {};
      return [
        { ...seen, screen: index < 3 ? 'mobile' : 'laptop', time: at(2, 10) },
        report({ ...seen, time: at(2, 10, 1) }, { lcp: String(lcp), ...cls }),
      ] as const;
    });
    const ask = await open([
      ...rows,
      { visitor: '9', path: '/none', country: 'US', time: at(2, 11) },
      // No visitor of this page.
      report({ visitor: '9', path: '/b', time: at(2, 11, 1) }, { lcp: '9000' }),
      // An older program's event of the name.
      { visitor: '9', path: '/none', name: 'vitals', props: { lcp: '9000' }, time: at(2, 11, 1) },
    ]);
    // Of five the fourth, of four the third, of one the first.
    expect(await ask({ metrics })).toEqual([{ dimensions: [], metrics: [400, null, null, 0.125] }]);
    expect(await ask({ metrics, dimensions: ['event:page'] })).toEqual([
      { dimensions: ['/a'], metrics: [400, null, null, 0.125] },
      { dimensions: ['/none'], metrics: [null, null, null, null] },
    ]);
    expect(await ask({ metrics: ['lcp_p75', 'events'], dimensions: ['visit:country'] })).toEqual([
      { dimensions: ['US'], metrics: [600, 2] },
      { dimensions: ['DE'], metrics: [300, 4] },
    ]);
    expect(await ask({ metrics: ['lcp_p75'], dimensions: ['visit:device'] })).toMatchObject([
      { dimensions: ['Laptop'], metrics: [600] },
      { dimensions: ['Mobile'], metrics: [400] },
      { metrics: [null] },
    ]);
    const filters = [
      ['is', 'event:page', ['/a']],
      ['is', 'visit:country', ['DE']],
      ['is', 'visit:device', ['Mobile']],
    ];
    expect(await ask({ metrics: ['lcp_p75'], filters })).toEqual([{ dimensions: [], metrics: [400] }]);
    expect(await ask({ metrics: ['visitors', 'events', 'bounce_rate'] })).toEqual([
      { dimensions: [], metrics: [6, 6, 100] },
    ]);
  });

  test('count on the day of the pageview, beside engagement, and have no change from nothing', async () => {
    const seen = { visitor: '1', path: '/a' };
    const ask = await open([
      { ...seen, time: at(2, 23, 50) },
      report({ ...seen, time: at(3, 9) }, { inp: '250', ttfb: '0' }),
      { ...seen, name: 'engagement', props: { [reportMark]: '', e: '4000', sd: '10' }, time: at(3, 9) },
    ]);
    expect(
      await ask({ metrics: ['inp_p75', 'time_on_page', 'ttfb_p75'], dimensions: ['event:page'] }),
    ).toEqual([{ dimensions: ['/a'], metrics: [250, 4, 0] }]);
    expect(await ask({ metrics: ['inp_p75'], date_range: ['2024-05-03', '2024-05-03'] })).toEqual([
      { dimensions: [], metrics: [null] },
    ]);
    const include = { comparison: { mode: 'previous_period' } };
    expect(await ask({ metrics: ['inp_p75'], include })).toEqual([
      { dimensions: [], metrics: [250], comparison: { dimensions: [], metrics: [null], change: [null] } },
    ]);
  });

  test('a pageview’s own properties are no report', async () => {
    const seen = { visitor: '1', path: '/a' };
    const props = { lcp: '9000', e: '9000', sd: '100' };
    const ask = await open([
      { ...seen, props, time: at(2, 10) },
      report({ ...seen, time: at(2, 10, 1) }, { lcp: '5' }),
      { ...seen, name: 'engagement', props: { [reportMark]: '', e: '1000', sd: '10' }, time: at(2, 10, 1) },
    ]);
    const asked = { metrics: ['lcp_p75', 'time_on_page', 'scroll_depth'], dimensions: ['event:page'] };
    expect(await ask(asked)).toEqual([{ dimensions: ['/a'], metrics: [5, 1, 10] }]);
  });
});
