/** Pages of random requests, compared with sorting all of them. Source: docs/reference/request-list.md. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RequestRow } from '../../../src/analytics/engine/request-row.ts';
import { readFilters } from '../../../src/analytics/query/read-filters.ts';
import { requestFilterWords } from '../../../src/analytics/query/read-query.ts';
import { findRequest, type ListedRequest, listRequests } from '../../../src/analytics/query/request-list.ts';
import { newRandomUuid, newUuid } from '../../../src/core/ids.ts';
import { newAnswerId } from '../../../src/edge/request-id.ts';
import { onEachAnalyticsStore } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { requestRow } from '../analytics-store/rows.ts';
import { anyRequest } from '../reports/random-requests.ts';
import { openForSuite } from '../reports/store-of-suite.ts';

const nowMs = Date.UTC(2025, 0, 11);
const host = 'a.example';
const keyOf = (row: Pick<RequestRow, 'time' | 'method' | 'path' | 'status' | 'rule' | 'duration_us'>) =>
  JSON.stringify([row.time, row.method, row.path, row.status, row.rule, row.duration_us]);

onEachAnalyticsStore('the list of requests', (newLocation) => {
  const getStore = openForSuite(newLocation);

  test('property: pages have each request of the host once, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRequest(['a']), { maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(0, Date.UTC(2024, 1, 28, 12)),
        fc.boolean(),
        async (requests, limit, since, onlyErrors) => {
          const owners = [newUuid(), newUuid()];
          const rows = requests.map(
            (row, index): RequestRow => ({ ...row, domain: owners[index % 2] ?? '' }),
          );
          if (rows.length > 0) await getStore().insertRequests({ name: newUuid(), rows, mayBeStored: false });
          const filters = onlyErrors
            ? readFilters([['is_not', 'request:status_class', ['2xx']]], requestFilterWords)
            : [];
          const listed: ListedRequest[] = [];
          for (let before: ListedRequest | undefined; ; before = listed.at(-1)) {
            const page = await listRequests(
              getStore(),
              { host, owners, filters, limit, before, since },
              nowMs,
            );
            listed.push(...page);
            if (page.length < limit) break;
          }
          const expected = rows.filter(
            (row) =>
              row.time >= since &&
              (row.host === '' || row.host === host) &&
              !(onlyErrors && row.status >= 200 && row.status < 300),
          );
          expect(listed.map(keyOf).toSorted()).toEqual(expected.map(keyOf).toSorted());
          const times = listed.map(({ time }) => time);
          expect(times).toEqual(times.toSorted((one, other) => other - one));
        },
      ),
      { numRuns: runs(8), endOnFailure: true },
    );
  });

  test('requests of one millisecond have places of their own', async () => {
    const domain = newUuid();
    const rows = ['/a', '/b', '/c', '/d', '/e'].map((path) =>
      requestRow({ domain, host, path, time: nowMs - 1 }),
    );
    await getStore().insertRequests({ name: newUuid(), rows, mayBeStored: false });
    const listed: ListedRequest[] = [];
    for (let before: ListedRequest | undefined; listed.length < 5; before = listed.at(-1)) {
      const query = { host, owners: [domain], filters: [], limit: 2, before, since: 0 };
      const page = await listRequests(getStore(), query, nowMs);
      expect(page).toHaveLength(listed.length < 4 ? 2 : 1);
      listed.push(...page);
    }
    expect(listed.map(({ path }) => path).toSorted()).toEqual(['/a', '/b', '/c', '/d', '/e']);
  });

  test('a request is found by the id of its answer, also when clocks were a few hours apart', async () => {
    const owner = newUuid();
    const [first, second] = [newAnswerId(nowMs), newAnswerId(nowMs)];
    const row = { domain: owner, host, time: nowMs - 10 * 3_600_000, path: '/a' };
    const proxied = {
      upstream: 'app.example.net:443',
      upstream_location: '/login',
      cache: 'hit',
      cache_age: 60,
    };
    const rows = [
      requestRow({ ...row, request_id: first, bot: 'curl' }),
      requestRow({ ...row, path: '/c', bot: 'Googlebot', bot_verified: 'verified' }),
      requestRow({ ...row, request_id: second, path: '/b', failure: 'refused', ...proxied }),
      requestRow({ ...row, path: '/.env.local', datacenter: 'hetzner' }),
      // Its id says another day.
      requestRow({ ...row, time: nowMs - 3 * 86_400_000, request_id: newAnswerId(nowMs - 1) }),
    ];
    await getStore().insertRequests({ name: newUuid(), rows, mayBeStored: false });
    expect(await findRequest(getStore(), second)).toMatchObject({
      owner,
      request: { path: '/b', failure: 'refused', request_id: second, time: row.time, host, ...proxied },
    });
    for (const unknown of [newAnswerId(nowMs), rows[4]?.request_id ?? '', newRandomUuid()])
      expect(await findRequest(getStore(), unknown)).toBeUndefined();
    const none = '00000000-0000-0000-0000-000000000000';
    expect(await findRequest(getStore(), none)).toBeUndefined();
    const query = { host, owners: [owner], filters: [], limit: 9, before: undefined, since: row.time };
    const listed = await listRequests(getStore(), query, nowMs);
    expect(Object.fromEntries(listed.map(({ path, request_id }) => [path, request_id]))).toEqual({
      '/a': first,
      '/b': second,
      '/.env.local': '',
      '/c': '',
    });
    expect(Object.fromEntries(listed.map(({ path, bot_verified }) => [path, bot_verified]))).toEqual({
      '/a': 'claimed',
      '/b': 'none',
      '/.env.local': 'none',
      '/c': 'verified',
    });
    expect(Object.fromEntries(listed.map(({ path, client }) => [path, client]))).toEqual({
      '/a': 'bot',
      '/b': 'person',
      '/.env.local': 'probe',
      '/c': 'bot',
    });
  });

  test('a look-up reads an index of all accounts’ requests, and few of their rows', async () => {
    const domain = newUuid();
    const time = nowMs - 4 * 86_400_000;
    const rows = Array.from({ length: 40_000 }, (_, index) =>
      requestRow({
        domain,
        host,
        path: `/${index}`,
        time: time + index,
        request_id: newAnswerId(time + index),
      }),
    );
    await getStore().insertRequests({ name: newUuid(), rows, mayBeStored: false });
    const plan = await getStore().query<{ explain: string }>(
      `EXPLAIN indexes = 1 SELECT path FROM requests
      WHERE request_id = {id:UUID} AND day BETWEEN '2025-01-06' AND '2025-01-08'`,
      { id: rows[20_000]?.request_id ?? '' },
    );
    const text = plan.map(({ explain }) => explain).join('\n');
    expect(text).toMatch(/request_id_index[^]*Granules: 1\//);
    expect(await findRequest(getStore(), rows[20_000]?.request_id ?? '')).toMatchObject({
      request: { path: '/20000' },
    });
  });

  test('bad patterns are refused, and their place is named', async () => {
    const filters = readFilters([['matches', 'request:path', ['(']]], requestFilterWords);
    const query = { host, owners: [newUuid()], filters, limit: 1, before: undefined, since: 0 };
    await expect(listRequests(getStore(), query, nowMs)).rejects.toThrow(
      'filters[0][2][0] is no regular expression',
    );
  });
});
