/**
 * A ClickHouse server answers what the embedded engine answers, type for type: every report, and queries, funnels, lists and usage
 * over the same rows, derived in part. That the answers are right, the suites of the embedded engine show.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageviewRow } from '../../../src/analytics/engine/pageview-row.ts';
import { keptAt, trafficSeries } from '../../../src/analytics/expectation/traffic-series.ts';
import { DomainSet } from '../../../src/analytics/query/domain-set.ts';
import { readFunnel } from '../../../src/analytics/query/funnel.ts';
import { breakdownDimensions, readFunnelQuestion } from '../../../src/analytics/query/funnel-question.ts';
import { readJourney } from '../../../src/analytics/query/journey.ts';
import { readFilters } from '../../../src/analytics/query/read-filters.ts';
import {
  readAccountVisitorQuery,
  readClickQuery,
  readRequestQuery,
  readVisitorQuery,
  requestFilterWords,
} from '../../../src/analytics/query/read-query.ts';
import { listRequests } from '../../../src/analytics/query/request-list.ts';
import {
  clickMetricNames,
  requestDimensionNames,
  requestMetricNames,
} from '../../../src/analytics/query/request-vocabulary.ts';
import { readRetention } from '../../../src/analytics/query/retention.ts';
import { runAccountVisitorQuery } from '../../../src/analytics/query/run-account-query.ts';
import { runFunnel, runFunnelQuestion } from '../../../src/analytics/query/run-funnel.ts';
import { runJourney } from '../../../src/analytics/query/run-journey.ts';
import { runRequestQuery, runVisitorQuery } from '../../../src/analytics/query/run-query.ts';
import { runRetention } from '../../../src/analytics/query/run-retention.ts';
import { visitorMetricNames } from '../../../src/analytics/query/visitor-metrics.ts';
import { visitorDimensionNames } from '../../../src/analytics/query/vocabulary.ts';
import { domainTraffic, knownBefore, weeksBefore } from '../../../src/analytics/reports/domain-traffic.ts';
import { reports } from '../../../src/analytics/reports/reports.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { usageOf } from '../../../src/analytics/reports/usage.ts';
import type { AnalyticsStore } from '../../../src/analytics/store/analytics-store.ts';
import { derive } from '../../../src/analytics/visits/derivation.ts';
import { pageviewName } from '../../../src/analytics/visits/visit-rule.ts';
import { formatDay } from '../../../src/core/date-range.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { daysOfMonth } from '../../../src/core/month.ts';
import { chdbLocation } from '../../support/analytics-stores.ts';
import { ClickhouseFront } from '../../support/clickhouse-front.ts';
import { runs } from '../../support/runs.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { anyQuery, goals, withAllowed } from '../query/random-queries.ts';
import { toWire } from '../query/slow-query.ts';
import { anyPageviews, firstDay, kindsWithReports, lastDay } from '../reports/random-pageviews.ts';
import { anyRequest, clicked } from '../reports/random-requests.ts';
import { openForSuite } from '../reports/store-of-suite.ts';
import { anyReportRequest } from '../reports/web-report-requests.ts';

const dayMs = 86_400_000;
const domain = newUuid();
const nowMs = (lastDay + 9) * dayMs;
const date_range = [formatDay(firstDay - 1), formatDay(lastDay + 1)];

/** A visit that goes from a page to / and back. */
function wayBack(page: string, visitor: string): PageviewRow[] {
  const noonMs = (firstDay + 1) * dayMs + dayMs / 2;
  return [page, '/', page].map((path, minute) =>
    pageviewRow({ domain, visitor, path, time: noonMs + minute * 60_000 }),
  );
}

describe('a ClickHouse server answers as the embedded engine does', () => {
  const embedded = openForSuite(chdbLocation);
  let front: ClickhouseFront;
  beforeAll(async () => {
    front = await ClickhouseFront.start();
  });
  afterAll(() => front[Symbol.asyncDispose]());
  const server = openForSuite(async () => ({ kind: 'clickhouse', url: front.url, cluster: undefined }));

  /** When somebody is there. */
  let lastSeenMs = 0;
  /** When the redirect was. */
  let clickedDay = '';

  beforeAll(async () => {
    const sample = <T>(any: fc.Arbitrary<T[]>): T[] => fc.sample(any, 30).flat();
    // Three ways at least: a journey that lists two of them has others.
    const ways = ['/a', '/b', '/é'].flatMap((page, index) => wayBack(page, String(index + 1)));
    const pageviews = [...sample(anyPageviews([domain], kindsWithReports)), ...ways];
    const views = pageviews.filter(({ name }) => name === pageviewName);
    lastSeenMs = Math.max(...views.map(({ time }) => time));
    const requests = sample(fc.array(anyRequest([domain])));
    const click = requests.find(({ redirect }) => redirect === clicked);
    clickedDay = formatDay(Math.floor((click?.time ?? 0) / dayMs));
    for (const store of [embedded(), server()]) {
      await store.insertPageviews({ name: 'pageviews', rows: pageviews, mayBeStored: false });
      await store.insertRequests({ name: 'requests', rows: requests, mayBeStored: false });
      for (let day = firstDay; day < firstDay + 4; day += 1) {
        const end = (day + 1) * dayMs;
        await derive(store, [domain], { day, startsUntil: end, seenUntil: end + dayMs / 4 }, nowMs);
      }
    }
  });

  /** Asks both; returns the answer. As text: the order of members counts, and so does 1 against "1". */
  async function expectSame(
    title: string,
    ask: (store: AnalyticsStore) => Promise<unknown>,
  ): Promise<string> {
    const [one, other] = await Promise.all([ask(embedded()), ask(server())]);
    expect(`${title} ${JSON.stringify(other)}`).toBe(`${title} ${JSON.stringify(one)}`);
    return JSON.stringify(one);
  }

  test.each(reports.map((report) => [report.name, report] as const))('%s', async (name, report) => {
    for (const question of fc.sample(anyReportRequest, runs(2)))
      await expectSame(name, (store) => runReport(store, report, { ...question, domainUuid: domain }));
    const whole = {
      range: { from: firstDay - 1, to: lastDay + 1 },
      frequency: 'day',
      limit: 10,
      nowMs: lastSeenMs + 1,
    } as const;
    const others = { utmParam: 'utm_source', locationType: 'country' } as const;
    const answer = await expectSame(name, (store) =>
      runReport(store, report, { ...whole, ...others, domainUuid: domain }),
    );
    // Else both may have had nothing to say.
    expect(answer).toMatch(/[1-9]/);
  });

  async function expectSameRows(asked: object): Promise<void> {
    const query = readVisitorQuery(asked, 0, goals);
    await expectSame(JSON.stringify(asked), (store) => runVisitorQuery(store, domain, query));
  }

  test('queries over visitors, with every metric and dimension', async () => {
    const each = visitorDimensionNames.map((dimension) =>
      withAllowed({
        metrics: visitorMetricNames,
        dimensions: [dimension],
        filters: [],
        timezone: 'UTC',
        from: dimension === 'time:minute' ? Math.floor(lastSeenMs / dayMs) : firstDay - 1,
        days: lastDay - firstDay + 2,
      }),
    );
    for (const { from, days, filters, ...asked } of [...each, ...fc.sample(anyQuery, runs(16))])
      await expectSameRows({
        ...asked,
        filters: filters.map(toWire),
        date_range: [formatDay(from), formatDay(from + days)],
      });
  });

  test('queries over an account of ten thousand domains', async () => {
    const custom = { externalId: "it's", upstream: 'a.example:80', metadata: { plan: '\\ "😀" {a:UUID}' } };
    const metrics = ['visitors', 'visits', 'conversion_rate'];
    const filters = [['matches', 'domain:metadata:plan', ['😀']]];
    const dimensions = ['domain:metadata:plan', 'domain:external_id', 'event:goal'];
    const query = readAccountVisitorQuery({ metrics, dimensions, filters, date_range }, 0, goals);
    const domains = Array.from({ length: 10_000 }, (_, index) => ({
      uuid: index === 0 ? domain : newUuid(),
      host: `${index}.example`,
      custom,
    }));
    const answer = await expectSame('account', (store) =>
      runAccountVisitorQuery(new DomainSet(store, domains), query),
    );
    expect(answer).toMatch(/"metrics":\[[1-9]/);
  });

  test('queries over requests and clicks, with every metric and dimension', async () => {
    for (const dimension of requestDimensionNames) {
      const range = dimension === 'time:minute' ? [clickedDay, clickedDay] : ['2023-12-01', '2025-02-01'];
      const asked = { dimensions: [dimension], date_range: range };
      const include = { total_rows: true };
      const query = readRequestQuery({ ...asked, metrics: requestMetricNames, include }, 0);
      await expectSame(dimension, (store) => runRequestQuery(store, domain, query));
      const clicks = readClickQuery({ ...asked, metrics: clickMetricNames, include }, 0);
      const answer = await expectSame(dimension, (store) => runRequestQuery(store, clicked, clicks));
      expect(answer).toMatch(/"metrics":\[[1-9]/);
    }
  });

  test('funnels', async () => {
    const steps = [{ page: '/' }, { goal: '4' }, { event: 'Order' }];
    for (const scope of ['visit', 'range']) {
      const funnel = readFunnel({ steps, scope, date_range }, goals, 0);
      const answer = await expectSame(scope, (store) => runFunnel(store, domain, funnel));
      expect(answer).toMatch(/"visitors":[1-9]/);
    }
  });

  test('funnels by every dimension, compared', async () => {
    const steps = [{ page: '*' }, { event: 'Order' }];
    const include = {
      comparison: { mode: 'custom', date_range: [date_range[0], date_range[0]], lost_rows: true },
    };
    for (const scope of ['visit', 'range'])
      for (const dimension of [...breakdownDimensions, 'event:props:plan']) {
        const asked = readFunnelQuestion({ date_range, dimension, include }, { steps, scope }, goals, 0);
        const answer = await expectSame(`${scope} ${dimension}`, (store) =>
          runFunnelQuestion(store, domain, asked),
        );
        expect(answer).toMatch(/"dimensions":\["[^"]*"\],"steps":\[\{"label":"Visit \*","visitors":[1-9]/);
      }
  });

  test('journeys', async () => {
    for (const direction of ['after', 'before']) {
      const asked = readJourney({ anchor: { page: '/' }, direction, limit: 2, date_range }, goals, 0);
      const answer = await expectSame(direction, (store) => runJourney(store, domain, asked));
      expect(answer).toContain('(other)');
    }
  });

  test('retention', async () => {
    for (const filters of [[], [['contains', 'visit:source', ['o']]]]) {
      const asked = readRetention({ filters, date_range, timezone: 'Europe/Berlin' }, goals, 0);
      const answer = await expectSame('retention', (store) => runRetention(store, domain, asked, 'month'));
      expect(answer).toMatch(/"cells":\[[1-9]\d*,[1-9]/);
    }
  });

  test('the list of requests', async () => {
    const filters = readFilters([['is_not', 'request:status_class', ['2xx']]], requestFilterWords);
    const query = { host: 'a.example', owners: [domain], filters, limit: 50, before: undefined, since: 0 };
    const answer = await expectSame('list', (store) => listRequests(store, query, Date.UTC(2025, 0, 11)));
    expect(JSON.parse(answer)).not.toEqual([]);
  });

  test('traffic against expectation', async () => {
    const span = { since: Date.UTC(2024, 2, 1), until: Date.UTC(2024, 2, 31) };
    const series = { domains: [domain], zone: 'Europe/Berlin', span };
    const answer = await expectSame('expectation', (store) =>
      trafficSeries(store, series, keptAt(Date.now(), 0)),
    );
    expect(answer).toMatch(/"requests":[1-9]/);
  });

  test('traffic of many domains', async () => {
    const weeks = weeksBefore((lastDay + 1) * dayMs);
    const answer = await expectSame('traffic', async (store) => [
      ...(await domainTraffic(store, [domain, newUuid()], weeks)).values(),
      (await knownBefore(store, [domain], lastDay)).size,
    ]);
    expect(answer).toMatch(/"requests":[1-9]/);
  });

  test('usage', async () => {
    const answer = await expectSame('usage', async (store) => [
      ...(await usageOf(store, [domain, newUuid()], daysOfMonth('2024-03'))).values(),
    ]);
    expect(answer).toMatch(/"requests":[1-9]/);
  });
});
