/** The weeks of many domains at once are what counting the rows one by one gives. Source: docs/reference/overview.md ("Traffic"). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  comparedBy,
  type DomainTraffic,
  domainTraffic,
  knownBefore,
  noTraffic,
  weeksBefore,
} from '../../../src/analytics/reports/domain-traffic.ts';
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

  test('property: is what counting each row gives, and no row of another domain', async () => {
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
