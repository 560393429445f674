/** Questions that an operator asks over an account, each also as it is asked of one custom domain. */
import type { ReportStore } from '../../src/analytics/engine/report-store.ts';
import type { DomainSet } from '../../src/analytics/query/domain-set.ts';
import type { QueryGoal } from '../../src/analytics/query/goals.ts';
import {
  readAccountRequestQuery,
  readAccountVisitorQuery,
  readRequestQuery,
  readVisitorQuery,
} from '../../src/analytics/query/read-query.ts';
import {
  runAccountRequestQuery,
  runAccountVisitorQuery,
} from '../../src/analytics/query/run-account-query.ts';
import { runRequestQuery, runVisitorQuery } from '../../src/analytics/query/run-query.ts';
import { type DateRange, formatDay } from '../../src/core/date-range.ts';

export type AccountQuestion = {
  readonly name: string;
  readonly ofAccount: (set: DomainSet) => Promise<unknown>;
  readonly ofDomain: (store: ReportStore, domain: string) => Promise<unknown>;
};

const goals: QueryGoal[] = [
  {
    uuid: '0190b6a0-0000-7000-9000-000000000000',
    displayName: 'Read',
    eventName: null,
    pagePath: '/articles/1',
  },
];
const firefox = ['is', 'visit:browser', ['Browser 1']];
/** One domain has no dimensions of domains: a page's or a source's in their place. */
const likeDomain: Readonly<Record<string, string>> = {
  'domain:host': 'visit:city_name',
  'domain:external_id': 'visit:source',
};

export function accountQuestions(range: DateRange, nowMs: number): AccountQuestion[] {
  const date_range = [formatDay(range.from), formatDay(range.to)];
  const pagination = { limit: 100 };
  const visitors = (
    name: string,
    metrics: readonly string[],
    more: { dimensions?: string[]; filters?: unknown[] } = {},
  ): AccountQuestion => {
    const query = { metrics, date_range, pagination, ...more };
    const single = { ...query, ...(more.dimensions && { dimensions: ofOne(more.dimensions) }) };
    return {
      name,
      ofAccount: (set) => runAccountVisitorQuery(set, readAccountVisitorQuery(query, nowMs, goals)),
      ofDomain: (store, domain) => runVisitorQuery(store, domain, readVisitorQuery(single, nowMs, goals)),
    };
  };
  const requests = (name: string, metrics: readonly string[], dimensions: string[] = []): AccountQuestion => {
    const query = { metrics, date_range, pagination, dimensions };
    const single = {
      ...query,
      dimensions: ofOne(dimensions).map((each) => (each.startsWith('visit:') ? 'request:path' : each)),
    };
    return {
      name,
      ofAccount: (set) => runAccountRequestQuery(set, readAccountRequestQuery(query, nowMs)),
      ofDomain: (store, domain) => runRequestQuery(store, domain, readRequestQuery(single, nowMs)),
    };
  };
  return [
    visitors('visitors', ['visitors']),
    visitors('pageviews', ['pageviews']),
    visitors('visitors and pageviews by day', ['visitors', 'pageviews'], { dimensions: ['time:day'] }),
    visitors('visits, bounce rate, duration', ['visits', 'bounce_rate', 'visit_duration']),
    visitors('visits by day', ['visits'], { dimensions: ['time:day'] }),
    visitors('visitors by host', ['visitors', 'pageviews'], { dimensions: ['domain:host'] }),
    visitors('visits by host', ['visits', 'bounce_rate'], { dimensions: ['domain:host'] }),
    visitors('visitors by external id', ['visitors'], { dimensions: ['domain:external_id'] }),
    visitors('visitors by source', ['visitors'], { dimensions: ['visit:source'] }),
    visitors('visits by source', ['visits', 'bounce_rate'], { dimensions: ['visit:source'] }),
    visitors('pageviews by host and page', ['pageviews'], { dimensions: ['domain:host', 'event:page'] }),
    visitors('visitors by page, filtered', ['visitors'], { dimensions: ['event:page'], filters: [firefox] }),
    visitors('conversion rate of goals', ['visitors', 'conversion_rate'], { dimensions: ['event:goal'] }),
    requests('requests by host', ['requests'], ['domain:host']),
    requests('percentiles of requests and page loads', ['response_time_p95', 'upstream_time_p75']),
    requests('page loads by class', ['page_loads', 'people', 'unexplained']),
  ];
}

function ofOne(dimensions: readonly string[]): string[] {
  return dimensions.map((name) => likeDomain[name] ?? name);
}
