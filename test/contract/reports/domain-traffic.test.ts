/** The weeks of many domains at once are what counting the rows one by one gives. Source: docs/reference/overview.md ("Traffic"). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReportStore } from '../../../src/analytics/engine/report-store.ts';
import { DomainSet } from '../../../src/analytics/query/domain-set.ts';
import { readAccountRequestQuery, readAccountVisitorQuery } from '../../../src/analytics/query/read-query.ts';
import {
  runAccountRequestQuery,
  runAccountVisitorQuery,
} from '../../../src/analytics/query/run-account-query.ts';
import {
  comparedBy,
  type DomainTraffic,
  domainTraffic,
  knownBefore,
  noTraffic,
  weeksBefore,
} from '../../../src/analytics/reports/domain-traffic.ts';
import { formatDay } from '../../../src/core/date-range.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { batchOf, pageviewBatchOf, pageviewRow, requestRow } from '../analytics-store/rows.ts';
import { openForSuite } from './store-of-suite.ts';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 2, 29, 13, 5);
const today = Date.UTC(2026, 2, 29);

onChdb('traffic of many domains', () => {
  const getStore = openForSuite(chdbLocation);

  test('property: is what counting each row gives, and what queries over the account do, and no row of another domain', async () => {
    const anyTime = fc
      .tuple(fc.constantFrom(-16, -15, -14, -13, -8, -7, -6, -1, 0), fc.constantFrom(0, 1, dayMs - 1))
      .map(([days, ms]) => today + days * dayMs + ms);
    const anyRow = fc.record({
      role: fc.constantFrom('a', 'b', 'other'),
      time: anyTime,
      status: fc.constantFrom(200, 404, 499, 500, 599),
      visitor: fc.constantFrom('1', '2', '3'),
      what: fc.constantFrom('request', 'pageview', 'signup'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyRow, { maxLength: 60 }), async (rows) => {
        const store = getStore();
        const uuids = new Map(['a', 'b', 'idle', 'other'].map((role) => [role, newUuid()]));
        const uuidOf = (role: string) => uuids.get(role) ?? '';
        const requests = rows.filter(({ what }) => what === 'request');
        const events = rows.filter(({ what }) => what !== 'request');
        if (requests.length > 0)
          await store.insertRequests(
            batchOf(
              newUuid(),
              requests.map(({ role, time, status }) => requestRow({ domain: uuidOf(role), time, status })),
            ),
          );
        if (events.length > 0)
          await store.insertPageviews(
            pageviewBatchOf(
              newUuid(),
              events.map(({ role, time, visitor, what }) =>
                pageviewRow({ domain: uuidOf(role), time, visitor, name: what }),
              ),
            ),
          );
        const asked = ['a', 'b', 'idle'];
        const found = await domainTraffic(store, asked.map(uuidOf), weeksBefore(now));
        expect(found.has(uuidOf('other'))).toBe(false);
        for (const role of asked) {
          const within = (from: number, to: number) => (row: (typeof rows)[number]) =>
            row.role === role && row.time >= today + from * dayMs && row.time < today + to * dayMs;
          const visitorsIn = (from: number, to: number) =>
            new Set(
              events
                .filter(within(from, to))
                .filter(({ what }) => what === 'pageview')
                .map(({ visitor }) => visitor),
            ).size;
          const counted: DomainTraffic = {
            visitors: visitorsIn(-7, 0),
            visitorsBefore: visitorsIn(-14, -7),
            requests: requests.filter(within(-7, 0)).length,
            requestsBefore: requests.filter(within(-14, -7)).length,
            errors: requests.filter(within(-7, 0)).filter(({ status }) => status >= 500).length,
          };
          expect(found.get(uuidOf(role)) ?? noTraffic).toEqual(counted);
        }
        expect(await byAccountQueries(store, asked.map(uuidOf))).toEqual(found);
        const known = await knownBefore(store, asked.map(uuidOf), weeksBefore(now).before.from);
        const first = today - 13 * dayMs;
        expect(known).toEqual(
          new Set(
            asked.filter((role) => rows.some((row) => row.role === role && row.time < first)).map(uuidOf),
          ),
        );
      }),
      { numRuns: runs(12), endOnFailure: true },
    );
  });

  test.each([
    [10_000, 1],
    [100_001, 3],
  ])('%i domains are asked for at once, without those of others', async (many, expected) => {
    const domain = newUuid();
    const ofAnother = requestRow({ domain: newUuid(), time: today - 1 });
    await getStore().insertRequests(batchOf(newUuid(), [requestRow({ domain, time: today - 1 }), ofAnother]));
    let statements = 0;
    const store = {
      query: <T>(sql: string, params: Record<string, unknown>) => {
        statements += 1;
        return getStore().query<T>(sql, params);
      },
    };
    const others = Array.from({ length: many }, newUuid);
    const found = await domainTraffic(store, [...others, domain], weeksBefore(now));
    expect(found).toEqual(new Map([[domain, { ...noTraffic, requests: 1 }]]));
    expect(statements).toBe(expected);
  });
});

/** The same, as five queries over the account answer it. */
async function byAccountQueries(
  store: ReportStore,
  uuids: readonly string[],
): Promise<Map<string, DomainTraffic>> {
  const custom = { externalId: '', upstream: 'app.example.net:443', metadata: {} };
  const set = new DomainSet(
    store,
    uuids.map((uuid) => ({ uuid, host: `${uuid}.example.com`, custom })),
  );
  const { last, before } = weeksBefore(now);
  const traffic = new Map<string, DomainTraffic>();
  const pageviews = [['is', 'event:name', ['pageview']]];
  const failed = [['is', 'request:status_class', ['5xx']]];
  for (const [name, metric, week, filters] of [
    ['visitors', 'visitors', last, pageviews],
    ['visitorsBefore', 'visitors', before, pageviews],
    ['requests', 'requests', last, []],
    ['requestsBefore', 'requests', before, []],
    ['errors', 'requests', last, failed],
  ] as const) {
    const members = {
      metrics: [metric],
      dimensions: ['domain:uuid'],
      date_range: [formatDay(week.from), formatDay(week.to)],
      filters,
    };
    const { results } =
      metric === 'visitors'
        ? await runAccountVisitorQuery(set, readAccountVisitorQuery(members, now, []))
        : await runAccountRequestQuery(set, readAccountRequestQuery(members, now));
    for (const { dimensions, metrics } of results) {
      const uuid = String(dimensions[0]);
      if (metrics[0] === 0) continue;
      traffic.set(uuid, { ...(traffic.get(uuid) ?? noTraffic), [name]: metrics[0] });
    }
  }
  return traffic;
}

test('domains are compared by visitors unless none has any', () => {
  expect(comparedBy([])).toBe('requests');
  expect(comparedBy([{ ...noTraffic, requests: 5 }])).toBe('requests');
  expect(
    comparedBy([
      { ...noTraffic, requests: 5 },
      { ...noTraffic, visitorsBefore: 1 },
    ]),
  ).toBe('visitors');
});
