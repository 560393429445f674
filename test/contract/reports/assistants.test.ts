/** The report `assistants`, held to a count over random requests and pageviews. Source: docs/reference/bots.md ("Assistants"). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { machineReports } from '../../../src/analytics/reports/machine-reports.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { formatDay } from '../../../src/core/date-range.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { pageviewRow, requestRow } from '../analytics-store/rows.ts';
import { openForSuite } from './store-of-suite.ts';

const dayMs = 86_400_000;
const firstDay = Date.UTC(2024, 1, 26) / dayMs;

/** The program's table has more. */
const crawlers: Readonly<Record<string, string>> = {
  GPTBot: 'ChatGPT',
  'chatgpt-user': 'ChatGPT',
  ClaudeBot: 'Claude',
  'META-ExternalAgent': 'Meta AI',
};
const sources = ['ChatGPT', 'Claude', 'Perplexity', 'Meta AI'];

const anyTime = fc
  .tuple(fc.nat(6), fc.oneof(fc.constantFrom(0, dayMs - 1), fc.nat(dayMs - 1)))
  .map(([day, ms]) => (firstDay + day) * dayMs + ms);

function assistantsOf(domainUuid: string, from: number, to: number) {
  const report = machineReports.find(({ name }) => name === 'assistants');
  if (!report) throw new Error('no such report');
  return runReport(getStore(), report, {
    domainUuid,
    range: { from, to },
    frequency: 'day',
    limit: 1,
    utmParam: 'utm_source',
    locationType: 'country',
    nowMs: 0,
  });
}

let getStore: ReturnType<typeof openForSuite>;

onChdb('assistants', () => {
  getStore = openForSuite(chdbLocation);

  test('property: crawls and visits of each assistant in the range', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            time: anyTime,
            bot: fc.constantFrom(...Object.keys(crawlers), '', 'Googlebot', 'GPTBot-x', 'CCBot'),
            status: fc.constantFrom(200, 403, 500),
          }),
          { maxLength: 40 },
        ),
        // Each is a visit of its own: a visitor's only pageview.
        fc.array(fc.record({ time: anyTime, source: fc.constantFrom(...sources, 'Direct', 'Google') }), {
          maxLength: 20,
        }),
        fc.nat(6),
        fc.nat(6),
        async (requests, views, start, days) => {
          const domain = newUuid();
          await getStore().insertRequests({
            name: newUuid(),
            rows: [
              ...requests.map((request) => requestRow({ ...request, domain })),
              requestRow({ domain: newUuid(), bot: 'GPTBot' }),
            ],
            mayBeStored: false,
          });
          await getStore().insertPageviews({
            name: newUuid(),
            rows: [
              ...views.map((view, index) => pageviewRow({ ...view, domain, visitor: String(index + 1) })),
              pageviewRow({ domain: newUuid(), source: 'ChatGPT' }),
            ],
            mayBeStored: false,
          });
          const [from, to] = [firstDay + start, firstDay + start + days];
          const isIn = ({ time }: { time: number }) => time >= from * dayMs && time < (to + 1) * dayMs;
          const expected = [...new Set([...Object.values(crawlers), ...sources])]
            .map((name) => {
              const crawls = requests.filter((row) => isIn(row) && crawlers[row.bot] === name).length;
              const visits = views.filter((row) => isIn(row) && row.source === name).length;
              const ratio = visits === 0 ? null : Number((crawls / visits + 1e-9).toFixed(2));
              return { name, crawls, visits, crawls_per_visit: ratio };
            })
            .filter(({ crawls, visits }) => crawls + visits > 0)
            .toSorted((a, b) => b.crawls - a.crawls || b.visits - a.visits || (a.name < b.name ? -1 : 1));
          const answer = await assistantsOf(domain, from, to);
          const title = `${formatDay(from)} ${formatDay(to)} `;
          expect(title + JSON.stringify(answer)).toBe(title + JSON.stringify({ data: expected }));
        },
      ),
      { numRuns: runs(12), endOnFailure: true },
    );
  });

  test('of a domain without requests is empty', async () => {
    expect(await assistantsOf(newUuid(), firstDay, firstDay)).toEqual({ data: [] });
  });
});
