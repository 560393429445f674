/**
 * Of two pageviews of a visitor in the same millisecond the one that arrived first comes first, however they are stored,
 * together or apart, read or derived. Where the order of arrival is not known, the same one is always first. Source:
 * docs/reference/web-analytics.md ("A visit").
 */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { webReports } from '../../../src/analytics/reports/web-reports.ts';
import { VisitDeriver } from '../../../src/analytics/visits/deriver.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { openForSuite } from './store-of-suite.ts';

const dayMs = 86_400_000;
const day = 20_000;
/** Which report tells the first pageview of a visit, or the last one. */
const telling: ReadonlySet<string> = new Set([
  'sources',
  'utm_params',
  'entry_pages',
  'exit_pages',
  'total_visits_count',
  'bounce_rate',
  'bounce_rate_by_date',
]);

/** Twenty visitors with two pageviews at once that differ in all a visit takes from its first one. */
function tied(domain: string, isArrivalKnown: boolean): PageviewRow[] {
  return Array.from({ length: 20 }, (_, index) => {
    const seen = { domain, visitor: String(index + 1), time: day * dayMs + 3_600_000 };
    const [first, second] = isArrivalKnown ? [2 * index + 1, 2 * index + 2] : [0, 0];
    return [
      pageviewRow({ ...seen, arrival: first, path: `/first/${index}`, source: 'Google', utm_source: 'news' }),
      pageviewRow({ ...seen, arrival: second, path: `/second/${index}`, source: 'Bing', utm_source: 'mail' }),
    ];
  }).flat();
}

function pathsOf(answer: unknown): string[] {
  return [...JSON.stringify(answer).matchAll(/"path":"([^"]+)"/g)].map(([, path]) => path ?? '').toSorted();
}

onChdb('pageviews of one millisecond', () => {
  const getStore = openForSuite(chdbLocation);

  async function answersOf(domainUuid: string): Promise<Record<string, unknown>> {
    const answers: Record<string, unknown> = {};
    for (const report of webReports.filter(({ name }) => telling.has(name)))
      answers[report.name] = await runReport(getStore(), report, {
        domainUuid,
        range: { from: day, to: day },
        frequency: 'day',
        limit: 1_000,
        utmParam: 'utm_source',
        locationType: 'country',
        nowMs: (day + 5) * dayMs,
      });
    return answers;
  }

  async function stored(...batches: readonly (readonly PageviewRow[])[]): Promise<void> {
    for (const rows of batches)
      await getStore().insertPageviews({ name: newUuid(), rows, mayBeStored: false });
  }

  test.each([
    ['in the order of arrival', true],
    ['in the same order where that of arrival is not known', false],
  ])('are %s however they are stored', async (_, isArrivalKnown) => {
    const [together, backwards, apart] = [newUuid(), newUuid(), newUuid()];
    const rowsOf = (domain: string): PageviewRow[] => tied(domain, isArrivalKnown);
    await stored(rowsOf(together));
    await stored(rowsOf(backwards).toReversed());
    // The second of each pair first, in batches of their own.
    await stored(
      rowsOf(apart).filter((_row, index) => index % 2 === 1),
      rowsOf(apart).filter((_row, index) => index % 2 === 0),
    );
    const answers = await answersOf(together);
    if (isArrivalKnown) {
      const firsts = Array.from({ length: 20 }, (_row, index) => `/first/${index}`).toSorted();
      expect(pathsOf(answers.entry_pages)).toEqual(firsts);
      expect(pathsOf(answers.exit_pages)).toEqual(firsts.map((path) => path.replace('first', 'second')));
      expect(answers.sources).toEqual({ data: [{ name: 'Google', count: 20, percentage: 100 }] });
      expect(answers.utm_params).toEqual({ data: [{ value: 'news', count: 20, percentage: 100 }] });
    }
    expect(answers.total_visits_count).toEqual({ count: 20 });
    expect(answers.bounce_rate).toEqual({ rate: 0 });
    expect(await answersOf(backwards)).toEqual(answers);
    expect(await answersOf(apart)).toEqual(answers);

    const deriver = new VisitDeriver(getStore(), {
      clock: { now: () => (day + 5) * dayMs },
      logger: pino({ level: 'silent' }),
      minEvents: 1,
    });
    expect(await deriver.runOnce()).toBeGreaterThanOrEqual(3);
    for (const domain of [together, backwards, apart]) expect(await answersOf(domain)).toEqual(answers);
  });

  test('that nothing tells apart make no visit without a beginning', async () => {
    const domain = newUuid();
    // As where an exported file that has grown is imported again: the same times, and the same numbers of lines.
    const rows = Array.from({ length: 3_000 }, (_, index) =>
      [0, 1, 2, 3].flatMap((hour) =>
        ['Firefox', 'Chrome', 'Safari'].map((browser) =>
          pageviewRow({
            domain,
            visitor: String(index + 1),
            time: day * dayMs + hour * 3_600_000,
            path: `/${hour}`,
            browser,
          }),
        ),
      ),
    ).flat();
    await stored(...[0, 1, 2].map((part) => rows.filter((_row, index) => index % 3 === part)));
    const {
      entry_pages: entries,
      total_visits_count: visits,
      bounce_rate: bounces,
    } = await answersOf(domain);
    expect(visits).toEqual({ count: 12_000 });
    expect(pathsOf(entries)).toEqual(['/0', '/1', '/2', '/3']);
    expect(bounces).toEqual({ rate: 0 });
  });

  test('are one the first and one the last of their visit', async () => {
    const domain = newUuid();
    await stored(tied(domain, false));
    const { entry_pages: entries, exit_pages: exits } = await answersOf(domain);
    expect([...pathsOf(entries), ...pathsOf(exits)].toSorted()).toEqual(
      tied(domain, false)
        .map(({ path }) => path)
        .toSorted(),
    );
  });
});
