/**
 * Of two pageviews of a visitor in the same millisecond the same one is always first, whichever arrived first, together
 * or apart, read or derived. Source: docs/reference/web-analytics.md ("A visit").
 */
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { ReportStore } from '../../../src/analytics/answers/report-store.ts';
import type { PageviewRow } from '../../../src/analytics/pageview-row.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { webReports } from '../../../src/analytics/reports/web-reports.ts';
import { VisitDeriver } from '../../../src/analytics/visits/deriver.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { onEachAnalyticsStore } from '../../support/analytics-stores.ts';
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
function tied(domain: string): PageviewRow[] {
  return Array.from({ length: 20 }, (_, index) => {
    const seen = { domain, visitor: String(index + 1), time: day * dayMs + 3_600_000 };
    return [
      pageviewRow({ ...seen, path: `/first/${index}`, source: 'Google', utm_source: 'news' }),
      pageviewRow({ ...seen, path: `/second/${index}`, source: 'Bing', utm_source: 'mail' }),
    ];
  }).flat();
}

onEachAnalyticsStore('pageviews of one millisecond', (newLocation) => {
  const getStore = openForSuite(newLocation);

  async function answersOf(domainUuid: string): Promise<Record<string, unknown>> {
    const store: ReportStore = {
      query: (sql, params) => getStore().query(sql, params),
      minDerivedPageviews: 0,
    };
    const answers: Record<string, unknown> = {};
    for (const report of webReports.filter(({ name }) => telling.has(name)))
      answers[report.name] = await runReport(store, report, {
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

  test('are in the same order however they arrive', { timeout: 120_000 }, async () => {
    const [together, backwards, apart] = [newUuid(), newUuid(), newUuid()];
    await stored(tied(together));
    await stored(tied(backwards).toReversed());
    // The second of each pair first, in batches of their own.
    await stored(
      tied(apart).filter((_, index) => index % 2 === 1),
      tied(apart).filter((_, index) => index % 2 === 0),
    );
    const answers = await answersOf(together);
    expect(answers.total_visits_count).toEqual({ count: 20 });
    expect(answers.bounce_rate).toEqual({ rate: 0 });
    expect(await answersOf(backwards)).toEqual(answers);
    expect(await answersOf(apart)).toEqual(answers);

    const deriver = new VisitDeriver(getStore(), {
      clock: { now: () => (day + 5) * dayMs },
      logger: pino({ level: 'silent' }),
      minPageviews: 1,
    });
    expect(await deriver.runOnce()).toBeGreaterThanOrEqual(3);
    for (const domain of [together, backwards, apart]) expect(await answersOf(domain)).toEqual(answers);
  });

  test('are one the first and one the last of their visit', async () => {
    const domain = newUuid();
    await stored(tied(domain));
    const { entry_pages: entries, exit_pages: exits } = await answersOf(domain);
    const pathsOf = (answer: unknown): string[] =>
      [...JSON.stringify(answer).matchAll(/"path":"([^"]+)"/g)].map(([, path]) => path ?? '');
    expect([...pathsOf(entries), ...pathsOf(exits)].toSorted()).toEqual(
      tied(domain)
        .map(({ path }) => path)
        .toSorted(),
    );
  });
});
