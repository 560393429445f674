/** Time on page and scroll depth, by hand. Source: docs/reference/engagement.md ("What is counted"). */
import { expect, test } from 'vitest';
import { type PageviewRow, reportMark } from '../../../src/analytics/engine/pageview-row.ts';
import { runCompared } from '../../../src/analytics/query/comparison.ts';
import type { VisitorQuery } from '../../../src/analytics/query/query.ts';
import { readVisitorQuery } from '../../../src/analytics/query/read-query.ts';
import { runVisitorQuery } from '../../../src/analytics/query/run-query.ts';
import { derive } from '../../../src/analytics/visits/derivation.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { dayMs } from '../../../src/core/time.ts';
import { onEachAnalyticsStore } from '../../support/analytics-stores.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { openForSuite } from '../reports/store-of-suite.ts';

const at = (day: number, hour: number, minute = 0): number => Date.UTC(2024, 4, day, hour, minute);

onEachAnalyticsStore('engagement', (newLocation) => {
  const getStore = openForSuite(newLocation);

  async function open(): Promise<{
    readonly view: (of: Partial<PageviewRow>) => void;
    readonly report: (of: Partial<PageviewRow>, e: number, sd: number) => void;
    readonly ask: (asked: object) => Promise<unknown>;
    /** Stores the visits of 2 May. */
    readonly deriveDay: () => Promise<void>;
  }> {
    const domain = newUuid();
    const rows: PageviewRow[] = [];
    return {
      view: (of) => rows.push(pageviewRow({ domain, ...of })),
      report: (of, e, sd) =>
        rows.push(
          pageviewRow({
            domain,
            name: 'engagement',
            props: { [reportMark]: '', e: String(e), sd: String(sd) },
            ...of,
          }),
        ),
      deriveDay: async () => {
        const [day, end] = [at(2, 0) / dayMs, at(3, 0)];
        await derive(getStore(), [domain], { day, startsUntil: end, seenUntil: at(3, 6) }, at(4, 0));
      },
      ask: async (asked) => {
        await getStore().insertPageviews({ name: newUuid(), rows: rows.splice(0), mayBeStored: false });
        const query = readVisitorQuery({ date_range: ['2024-05-02', '2024-05-02'], ...asked }, 0, []);
        const { results } = await runCompared(query, (one: VisitorQuery) =>
          runVisitorQuery(getStore(), domain, one),
        );
        return results;
      },
    };
  }

  const metrics = ['time_on_page', 'scroll_depth', 'pageviews', 'visitors', 'events', 'bounce_rate'];

  test('reports add up for each visit and path, and are no events', async () => {
    const { view, report, ask, deriveDay } = await open();
    view({ visitor: '1', path: '/a', source: 'Google', time: at(2, 10) });
    report({ visitor: '1', path: '/a', time: at(2, 10, 1) }, 1_000, 40);
    report({ visitor: '1', path: '/a', time: at(2, 10, 2) }, 500, 80);
    view({ visitor: '2', path: '/a', source: 'Bing', time: at(2, 11) });
    report({ visitor: '2', path: '/a', time: at(2, 12, 40) }, 3_000, 21);
    // Nobody has seen this page, and that is before the view.
    report({ visitor: '2', path: '/b', time: at(2, 12, 40) }, 9_000, 100);
    report({ visitor: '2', path: '/a', time: at(2, 10, 59) }, 9_000, 100);
    report({ visitor: '3', path: '/a', time: at(2, 11) }, 9_000, 100);
    const expectNumbers = async (): Promise<void> => {
      expect(await ask({ metrics, dimensions: ['event:page'] })).toEqual([
        { dimensions: ['/a'], metrics: [2, 51, 2, 2, 2, 100] },
      ]);
      expect(
        await ask({
          metrics: ['time_on_page', 'scroll_depth'],
          dimensions: ['visit:source'],
          filters: [['is', 'event:page', ['/a']]],
        }),
      ).toEqual([
        { dimensions: ['Bing'], metrics: [3, 21] },
        { dimensions: ['Google'], metrics: [2, 80] },
      ]);
    };
    await expectNumbers();
    await deriveDay();
    await expectNumbers();
  });

  test('a report counts on the day of its pageview, and is of the latest view of the path', async () => {
    const { view, report, ask } = await open();
    view({ visitor: '1', path: '/a', time: at(1, 9) });
    view({ visitor: '1', path: '/a', time: at(2, 23, 50) });
    report({ visitor: '1', path: '/a', time: at(3, 9) }, 60_000, 10);
    view({ visitor: '1', path: '/a', time: at(3, 10) });
    report({ visitor: '1', path: '/a', time: at(3, 11) }, 5_000, 20);
    const dimensions = ['time:day', 'event:page'];
    expect(
      await ask({ metrics: ['time_on_page'], dimensions, date_range: ['2024-05-01', '2024-05-03'] }),
    ).toEqual([
      { dimensions: ['2024-05-01', '/a'], metrics: [null] },
      { dimensions: ['2024-05-02', '/a'], metrics: [60] },
      { dimensions: ['2024-05-03', '/a'], metrics: [5] },
    ]);
  });

  test('a report after a change of the salt finds its pageview, with or without another event', async () => {
    const { view, report, ask } = await open();
    view({ visitor: '1', path: '/a', time: at(2, 23, 50) });
    report({ visitor: '2', previous_visitor: '1', path: '/a', time: at(3, 0, 10) }, 2_000, 30);
    view({ visitor: '3', path: '/b', time: at(2, 23, 50) });
    view({ visitor: '4', previous_visitor: '3', path: '/c', time: at(3, 0, 5) });
    report({ visitor: '4', path: '/b', time: at(3, 0, 50) }, 4_000, 60);
    expect(await ask({ metrics: ['time_on_page', 'scroll_depth'], dimensions: ['event:page'] })).toEqual([
      { dimensions: ['/b'], metrics: [4, 60] },
      { dimensions: ['/a'], metrics: [2, 30] },
      { dimensions: ['/c'], metrics: [null, null] },
    ]);
  });

  test('events that older programs stored under the name are hidden, and no reports', async () => {
    const { view, ask } = await open();
    view({ visitor: '1', path: '/a', time: at(2, 10) });
    view({ visitor: '2', path: '/a', name: 'engagement', props: { e: '7', sd: '7' }, time: at(2, 11) });
    expect(await ask({ metrics, dimensions: ['event:page'] })).toEqual([
      { dimensions: ['/a'], metrics: [null, null, 1, 1, 1, 100] },
    ]);
    expect(await ask({ metrics: ['events'], dimensions: ['event:name'] })).toEqual([
      { dimensions: ['pageview'], metrics: [1] },
    ]);
  });

  test('compared with nothing, it has no change', async () => {
    const { view, report, ask } = await open();
    view({ visitor: '1', path: '/a', time: at(2, 10) });
    report({ visitor: '1', path: '/a', time: at(2, 10, 1) }, 1_000, 40);
    view({ visitor: '1', path: '/lost', time: at(1, 10) });
    report({ visitor: '1', path: '/lost', time: at(1, 10, 1) }, 1_000, 40);
    const include = { comparison: { mode: 'previous_period', lost_rows: true } };
    expect(await ask({ metrics: ['time_on_page'], dimensions: ['event:page'], include })).toEqual([
      {
        dimensions: ['/a'],
        metrics: [1],
        comparison: { dimensions: ['/a'], metrics: [null], change: [null] },
      },
      {
        dimensions: ['/lost'],
        metrics: [null],
        comparison: { dimensions: ['/lost'], metrics: [1], change: [null] },
      },
    ]);
  });

  test.each(['time_on_page', 'scroll_depth'])('%s needs a page', (metric) => {
    const read = (asked: object) =>
      readVisitorQuery({ date_range: 'day', metrics: ['visits', metric], ...asked }, 0, []);
    const allowed = 'with event:page in dimensions or filters';
    for (const asked of [
      {},
      { dimensions: ['visit:entry_page'] },
      { filters: [['has_done', ['is', 'event:page', ['/a']]]] },
    ])
      expect(() => read(asked)).toThrow(`metrics[1] is "${metric}"; allowed: ${allowed}`);
    expect(read({ filters: [['or', [['is', 'event:page', ['/a']]]]] }).metrics).toContain(metric);
  });
});
