/** How much text an answer may hold. Source: docs/reference/analytics-store.md. */
import { beforeAll, expect, test } from 'vitest';
import { readJourney } from '../../../src/analytics/query/journey.ts';
import { readRequestQuery, readVisitorQuery } from '../../../src/analytics/query/read-query.ts';
import { runJourney } from '../../../src/analytics/query/run-journey.ts';
import { runRequestQuery, runVisitorQuery } from '../../../src/analytics/query/run-query.ts';
import { reports } from '../../../src/analytics/reports/reports.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { batchOf, pageviewBatchOf, pageviewRow, requestRow } from '../analytics-store/rows.ts';
import { openForSuite } from '../reports/store-of-suite.ts';

const dayMs = 86_400_000;
const day = 20_000;
const date_range = ['2024-10-04', '2024-10-04'];
/** 2,200 texts of 8,000 bytes: 17 MiB together. */
const texts = Array.from({ length: 2_200 }, (_, index) => `/${index}/`.padEnd(8_000, 'x'));

onChdb('an answer', () => {
  const getStore = openForSuite(chdbLocation);
  const domain = newUuid();

  beforeAll(async () => {
    // Every visitor sees the first page, one of three others, and a page of their own.
    const pageviews = texts.flatMap((text, index) => {
      const seen = { domain, visitor: String(index + 1), utm_term: text };
      return ['/start', `/${index % 3}`, text].map((path, at) =>
        pageviewRow({ ...seen, time: day * dayMs + at, path }),
      );
    });
    await getStore().insertPageviews(pageviewBatchOf('views', pageviews));
    const requests = texts.map((text) =>
      requestRow({ domain, time: day * dayMs, path: text, referrer: text, target: text }),
    );
    await getStore().insertRequests(batchOf('requests', requests));
  });

  const visitors = (dimension: string, limit: number) =>
    runVisitorQuery(
      getStore(),
      domain,
      readVisitorQuery(
        { metrics: ['visitors'], dimensions: [dimension], date_range, pagination: { limit } },
        0,
        [],
      ),
    );
  const requestsBy = (dimension: string, limit: number) =>
    runRequestQuery(
      getStore(),
      domain,
      readRequestQuery(
        { metrics: ['requests'], dimensions: [dimension], date_range, pagination: { limit } },
        0,
      ),
    );

  test.each([
    ['event:page', visitors],
    ['visit:utm_term', visitors],
    ['request:path', requestsBy],
    ['request:referrer', requestsBy],
  ] as const)('by %s has as many rows as have room in 16 MiB, in their order', async (dimension, ask) => {
    await expect(ask(dimension, 10_000)).rejects.toMatchObject({
      code: 'query_invalid',
      message:
        'pagination.limit is 10000, and the rows have more than 16 MiB; allowed: a smaller one, or fewer dimensions',
    });
    const { results } = await ask(dimension, 2_000);
    const labels = results.map(({ dimensions: [label = ''] }) => label).filter((label) => label.length > 2);
    expect(results).toHaveLength(2_000);
    expect(labels.slice(-1_900)).toEqual(labels.slice(-1_900).toSorted());
    // However many values there are beyond them.
    expect((await ask(dimension, 1)).results).toHaveLength(1);
  });

  test('of a journey: the paths of a step', async () => {
    const journey = (limit: number) =>
      runJourney(
        getStore(),
        domain,
        readJourney({ date_range, anchor: { page: '/start' }, steps: 2, limit }, [], 0),
      );
    await expect(journey(1_000)).rejects.toMatchObject({
      code: 'query_invalid',
      message:
        'limit is 1000, and step 2 has paths of more than 16 MiB; allowed: a smaller one, or fewer steps',
    });
    const { steps } = await journey(600);
    expect(steps.map((paths) => paths.length)).toEqual([3, 3 * 601]);
  });

  test.each(['pages', 'utm_params', 'files'])('of the report %s', async (name) => {
    const report = reports.find((one) => one.name === name);
    if (!report) throw new Error(`there is no report ${name}`);
    const ask = (limit: number) =>
      runReport(getStore(), report, {
        domainUuid: domain,
        range: { from: day, to: day },
        frequency: 'day',
        limit,
        utmParam: 'utm_term',
        locationType: 'country',
        nowMs: (day + 5) * dayMs,
      });
    await expect(ask(10_000)).rejects.toMatchObject({
      code: 'limit_invalid',
      message: 'limit is 10000, and the rows have more than 16 MiB; allowed: a smaller one',
    });
    expect(await ask(1_000)).toMatchObject({ data: { length: 1_000 } });
  });
});
