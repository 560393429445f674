/**
 * Page loads and their classes, held to a model that knows persons, not hashes: requests and views go from the spool's lines
 * through the real pipeline, under salts that change. Source: docs/reference/page-loads.md.
 */
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import type { ReportStore } from '../../../src/analytics/engine/report-store.ts';
import type { RequestRow } from '../../../src/analytics/engine/request-row.ts';
import { decodeRequestRecord, encodeRequestRecord } from '../../../src/analytics/ingest/request-codec.ts';
import { RequestPipeline } from '../../../src/analytics/ingest/request-pipeline.ts';
import { VisitorHasher } from '../../../src/analytics/ingest/visitor-hash.ts';
import { pageLoadMetricNames } from '../../../src/analytics/query/page-loads.ts';
import { readRequestQuery } from '../../../src/analytics/query/read-query.ts';
import { requestStatement } from '../../../src/analytics/query/request-statement.ts';
import { runRequestQuery } from '../../../src/analytics/query/run-query.ts';
import { machineReports } from '../../../src/analytics/reports/machine-reports.ts';
import { runReport } from '../../../src/analytics/reports/run-report.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { noLookups, sampleRecord } from '../../support/spool-directory.ts';
import { pageviewRow } from '../analytics-store/rows.ts';
import { openForSuite } from './store-of-suite.ts';

const dayMs = 86_400_000;
/** The salts change here, and clocks in New York go back six hours later. */
const change = Date.UTC(2026, 10, 1);
const zone = 'America/New_York';
const salts = [-31, 0, 30].map((day, index) => ({
  fromMs: change + day * dayMs,
  toMs: change + ([0, 30, 61][index] ?? 0) * dayMs,
  key: Buffer.alloc(32, index + 1).toString('base64'),
}));

const persons = [
  { clientAddress: '203.0.113.1', userAgent: 'Firefox' },
  { clientAddress: '203.0.113.1', userAgent: 'Chrome' },
  { clientAddress: '2001:db8::1', userAgent: 'Firefox' },
  { clientAddress: '198.51.100.1', userAgent: 'Googlebot/2.1' },
  { clientAddress: '192.0.2.1', userAgent: 'Googlebot/2.1' },
];
const addressOfGooglebot = '192.0.2.1';
/** Those who send views. */
const people = persons.filter(({ userAgent }) => !userAgent.startsWith('Googlebot'));

const anyTime = fc
  .tuple(
    // Both midnights, the change of clocks, and the ends of what is asked.
    fc.constantFrom(change, change + 5 * 3_600_000, change + 6 * 3_600_000, change + dayMs, change - dayMs),
    fc.oneof(fc.integer({ min: -130_000, max: 130_000 }), fc.constantFrom(-60_000, -1, 0, 1, 59_999, 60_000)),
  )
  .map(([at, ms]) => at + ms);

const anyLoad = fc.record({
  person: fc.nat(persons.length - 1),
  startedAtMs: anyTime,
  pageLoad: fc.constantFrom('', 'measured', 'measured', 'not_measured'),
  path: fc.constantFrom('/', '/a'),
});
type Load = typeof anyLoad extends fc.Arbitrary<infer T> ? T : never;

/** After a page load, by what matters, or at any time. */
const anyView = fc.record({
  person: fc.nat(people.length - 1),
  of: fc.nat(39),
  after: fc.constantFrom(undefined, 0, 1, 30_000, 59_999, 60_000, 60_001, -1),
  at: anyTime,
  name: fc.constantFrom('pageview', 'pageview', 'pageview', 'Signup'),
});

function makeRows(domain: string, loads: readonly Load[]): RequestRow[] {
  const visitors = new VisitorHasher();
  visitors.setSalts(salts);
  const bots = { nameOf: (agent: string) => (agent.startsWith('Googlebot') ? 'Googlebot' : '') };
  const crawlers = {
    verdictOf: (bot: string, address: string) =>
      bot === '' ? 'none' : address === addressOfGooglebot ? 'verified' : 'claimed',
  } as const;
  const pipeline = new RequestPipeline({ ...noLookups, bots, crawlers, visitors });
  return loads.map(({ person, ...load }) => {
    const line = encodeRequestRecord({ ...sampleRecord, ...load, ...persons[person], domainUuid: domain });
    const record = decodeRequestRecord(line);
    const row = record && pipeline.toRow(record);
    if (typeof row !== 'object') throw new Error(`refused: ${line}`);
    return row;
  });
}

/** What each class is, of persons and times. */
function classesOf(loads: readonly Load[], views: readonly { person: number; time: number; name: string }[]) {
  const counts = {
    page_loads: 0,
    verified_crawlers: 0,
    claimed_crawlers: 0,
    people: 0,
    not_measured: 0,
    unexplained: 0,
  };
  for (const { person, startedAtMs, pageLoad } of loads) {
    if (pageLoad === '') continue;
    counts.page_loads += 1;
    const isViewed = views.some(
      (view) =>
        view.name === 'pageview' &&
        view.person === person &&
        view.time >= startedAtMs &&
        view.time <= startedAtMs + 60_000,
    );
    if (persons[person]?.clientAddress === addressOfGooglebot) counts.verified_crawlers += 1;
    else if (person >= people.length) counts.claimed_crawlers += 1;
    else if (isViewed) counts.people += 1;
    else if (pageLoad === 'not_measured') counts.not_measured += 1;
    else counts.unexplained += 1;
  }
  return counts;
}

const dimensions: Readonly<Record<string, (load: Load) => string>> = {
  'request:path': ({ path }) => path,
  'time:hour': ({ startedAtMs }) => {
    const at = Temporal.Instant.fromEpochMilliseconds(startedAtMs).toZonedDateTimeISO(zone);
    return at
      .round({ smallestUnit: 'hour', roundingMode: 'floor' })
      .toString({ timeZoneName: 'never', smallestUnit: 'second' });
  },
  'time:day': ({ startedAtMs }) =>
    Temporal.Instant.fromEpochMilliseconds(startedAtMs).toZonedDateTimeISO(zone).toPlainDate().toString(),
};

/** The same store that counts so many rows each day that it is read day by day. */
function asLarge(store: ReportStore): ReportStore {
  return {
    query: async <T>(sql: string, params: Record<string, unknown>) => {
      const rows = await store.query<T>(sql, params);
      return sql.startsWith('SELECT toInt32(day) AS number')
        ? rows.map((row) => ({ ...row, count: 3_000_000 }))
        : rows;
    },
  };
}

onChdb('page loads', () => {
  const getStore = openForSuite(chdbLocation);

  test('property: the classes are those of persons and their views, and add up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyLoad, { minLength: 1, maxLength: 40 }),
        fc.array(anyView, { maxLength: 25 }),
        fc.subarray(Object.keys(dimensions).slice(0, 2)),
        fc.boolean(),
        fc.boolean(),
        async (loads, drawn, asked, isByDay, isLarge) => {
          const domain = newUuid();
          const views = drawn.map(({ person, of, after, at, name }) => {
            const load = loads[of % loads.length];
            return after === undefined || !load || load.person >= people.length
              ? { person, time: at, name }
              : { person: load.person, time: load.startedAtMs + after, name };
          });
          const visitors = new VisitorHasher();
          visitors.setSalts(salts);
          const rows = makeRows(domain, loads);
          await getStore().insertRequests({ name: newUuid(), rows, mayBeStored: false });
          const seen = views.map(({ person, time, name }) => {
            const { clientAddress = '', userAgent = '' } = persons[person] ?? {};
            const hash = visitors.hash(domain, clientAddress, userAgent, time);
            const [visitor, previous] = [String(hash?.visitor), String(hash?.previous)];
            return pageviewRow({ domain, time, name, visitor, previous_visitor: previous });
          });
          if (seen.length > 0)
            await getStore().insertPageviews({ name: newUuid(), rows: seen, mayBeStored: false });

          const by = isByDay ? ['time:day', ...asked.filter((name) => name === 'request:path')] : asked;
          const query = readRequestQuery(
            {
              metrics: ['requests', ...pageLoadMetricNames],
              dimensions: by,
              timezone: zone,
              date_range: ['2026-10-30', '2026-11-02'],
              include: { total_rows: true },
            },
            0,
          );
          const store = isLarge ? asLarge(getStore()) : getStore();
          const { results, meta } = await runRequestQuery(store, domain, query);
          const groups = new Map<string, Load[]>(by.length === 0 ? [['[]', []]] : []);
          for (const load of loads) {
            const key = JSON.stringify(by.map((name) => dimensions[name]?.(load)));
            groups.set(key, [...(groups.get(key) ?? []), load]);
          }
          const expected = [...groups].map(([key, group]) =>
            JSON.stringify({
              dimensions: JSON.parse(key),
              metrics: [group.length, ...Object.values(classesOf(group, views))],
            }),
          );
          expect(results.map((row) => JSON.stringify(row)).toSorted()).toEqual(expected.toSorted());
          expect(meta.total_rows).toBe(expected.length);

          const day = change / dayMs;
          const answer = await pageLoadsOf(domain, day, day);
          const ofDay = loads.filter((load) => Math.floor(load.startedAtMs / dayMs) === day);
          const { page_loads, ...classes } = classesOf(ofDay, views);
          expect(answer).toEqual({
            data: Object.entries(classes).map(([name, count]) => ({
              name,
              count,
              percentage: page_loads === 0 ? 0 : Number(((count * 100) / page_loads + 1e-9).toFixed(2)),
            })),
          });
        },
      ),
      { numRuns: runs(20), endOnFailure: true },
    );
  });

  test('of a domain without requests are zeros, in order', async () => {
    const names = ['verified_crawlers', 'claimed_crawlers', 'people', 'not_measured', 'unexplained'];
    const data = names.map((name) => ({ name, count: 0, percentage: 0 }));
    expect(JSON.stringify(await pageLoadsOf(newUuid(), 20_000, 20_001))).toBe(JSON.stringify({ data }));
  });

  function pageLoadsOf(domainUuid: string, from: number, to: number) {
    const report = machineReports.find(({ name }) => name === 'page_loads');
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

  test.each([
    ['few', 1, 64],
    ['many', 400, 7],
  ])('spans of a large domain fit into a statement with %s values', async (_, values, most) => {
    const first = Date.UTC(2026, 0, 1) / dayMs;
    const days = Array.from({ length: 127 }, (_each, day) => ({
      number: first + day,
      count: day % 2 === 0 ? 99_000_000 : 2_000_000,
    }));
    const contains = Array.from({ length: values }, (_each, index) => index.toString(36));
    const query = readRequestQuery(
      {
        metrics: ['people'],
        dimensions: ['request:path'],
        date_range: ['2026-01-01', '2026-12-31'],
        filters: [['contains', 'request:path', contains]],
      },
      0,
    );
    const domain = newUuid();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the days are all that is asked
    const counting: ReportStore = { query: async <T>() => days as T[] };
    const statement = await requestStatement(counting, domain, query);
    expect(statement.split('QUALIFY').length - 1).toBe(most);
    expect(await getStore().query(statement, { domain })).toEqual([]);
  });
});
