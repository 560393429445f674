/** What analysts ask beside reports and queries: funnels, journeys, retention, machines beside people, lists compared. */
import { openChdb } from '../../src/analytics/engine/chdb.ts';
import type { AnalyticsLocation } from '../../src/analytics/engine/location.ts';
import type { ReportStore } from '../../src/analytics/engine/report-store.ts';
import { readFunnelQuestion } from '../../src/analytics/query/funnel-question.ts';
import { readJourney } from '../../src/analytics/query/journey.ts';
import { readRequestQuery, readVisitorQuery } from '../../src/analytics/query/read-query.ts';
import { readRetention } from '../../src/analytics/query/retention.ts';
import { runFunnelQuestion } from '../../src/analytics/query/run-funnel.ts';
import { runJourney } from '../../src/analytics/query/run-journey.ts';
import { runRequestQuery, runVisitorQuery } from '../../src/analytics/query/run-query.ts';
import { runRetention } from '../../src/analytics/query/run-retention.ts';
import { type DateRange, formatDay } from '../../src/core/date-range.ts';
import { domainAt, settle } from './request-rows.ts';

type Ask = (store: ReportStore, domain: string) => Promise<unknown>;

const pages = ['/articles/0/index.html', '/articles/1/index.html', '/articles/2/index.html'];
const steps = pages.map((page) => ({ page }));
const mobile = ['is', 'visit:device', ['Mobile']];
const country = ['is', 'visit:country', ['AB', 'AC']];
const comparison = { mode: 'previous_period', lost_rows: true };

/** By their names, over a range of days. */
export function questions(range: DateRange, nowMs: number): [name: string, ask: Ask][] {
  const date_range = [formatDay(range.from), formatDay(range.to)];
  const visitors = (query: Readonly<Record<string, unknown>>): Ask => {
    const read = readVisitorQuery({ ...query, date_range }, nowMs);
    return (store, domain) => runVisitorQuery(store, domain, read);
  };
  const requests = (query: Readonly<Record<string, unknown>>): Ask => {
    const read = readRequestQuery({ ...query, date_range }, nowMs);
    return (store, domain) => runRequestQuery(store, domain, read);
  };
  const funnel = (scope: 'visit' | 'range', more: Readonly<Record<string, unknown>> = {}): Ask => {
    const read = readFunnelQuestion({ date_range, ...more }, { scope, steps }, [], nowMs);
    return (store, domain) => runFunnelQuestion(store, domain, read);
  };
  const journey = (more: Readonly<Record<string, unknown>>): Ask => {
    const read = readJourney({ date_range, anchor: { page: pages[0] }, ...more }, [], nowMs);
    return (store, domain) => runJourney(store, domain, read);
  };
  const retention = (filters: readonly unknown[]): Ask => {
    const read = readRetention({ date_range, filters }, [], nowMs);
    return (store, domain) => runRetention(store, domain, read, 'month');
  };
  return [
    ['channels', visitors({ metrics: ['visitors', 'visits'], dimensions: ['visit:channel'] })],
    [
      'sources on phones, compared, lost rows',
      visitors({
        metrics: ['visitors', 'bounce_rate'],
        dimensions: ['visit:source'],
        filters: [mobile, country],
        include: { comparison },
      }),
    ],
    [
      'entry pages with bounces',
      visitors({ metrics: ['visits', 'bounce_rate'], dimensions: ['visit:entry_page'] }),
    ],
    ['exit rate', visitors({ metrics: ['visits', 'exit_rate'], dimensions: ['visit:exit_page'] })],
    ['funnel in a visit', funnel('visit')],
    ['funnel in the range', funnel('range')],
    ['funnel, on phones', funnel('visit', { filters: [mobile] })],
    ['funnel by source', funnel('visit', { dimension: 'visit:source' })],
    ['funnel by source, compared', funnel('visit', { dimension: 'visit:source', include: { comparison } })],
    ['journey, one step after', journey({ steps: 1 })],
    ['journey, three steps after', journey({ steps: 3 })],
    ['journey, three steps before', journey({ steps: 3, direction: 'before' })],
    ['journey from any page', journey({ steps: 3, anchor: { page: '*' } })],
    ['retention', retention([])],
    ['retention, on phones', retention([mobile])],
    ['page loads by class', requests({ metrics: ['page_loads', 'people', 'unexplained'] })],
    [
      'page loads by class and day',
      requests({ metrics: ['people', 'unexplained'], dimensions: ['time:day'] }),
    ],
    ['people by page', requests({ metrics: ['people'], dimensions: ['request:path'] })],
  ];
}

export type Reads = { readonly rows: number; readonly marks: number };

/** What a question reads of the tables, as the engine estimates it: of the statements until one of them fails. */
export async function readsOf(store: ReportStore, ask: Ask, domain: string): Promise<Reads> {
  const reads = { rows: 0, marks: 0 };
  const spy: ReportStore = {
    query: async (sql, params) => {
      for (const { rows, marks } of await store.query<Reads>(`EXPLAIN ESTIMATE ${sql}`, params)) {
        reads.rows += rows;
        reads.marks += marks;
      }
      return store.query(sql, params);
    },
  };
  await ask(spy, domain).catch(() => {});
  return reads;
}

/** Stores a page load a fifth of a second before each pageview of the large domain, and waits until the engine has merged them. */
export async function fillPageLoads(location: AnalyticsLocation & { kind: 'chdb' }): Promise<void> {
  const engine = await openChdb(location);
  try {
    await engine.writes.command({
      query: `INSERT INTO requests (domain, time, method, path, status, bytes_out, duration_us, visitor, page_load, batch)
        SELECT domain, time - toIntervalMillisecond(200), 'GET', path, 200, 20000, 50000, visitor, 'measured', 1000000
        FROM events WHERE domain = '${domainAt(0)}'`,
    });
    await settle(engine);
  } finally {
    await engine.close();
  }
}
