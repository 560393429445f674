/** Pages of random requests, compared with sorting all of them. Source: docs/reference/request-list.md. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RequestRow } from '../../../src/analytics/engine/request-row.ts';
import { readFilters } from '../../../src/analytics/query/read-filters.ts';
import { requestFilterWords } from '../../../src/analytics/query/read-query.ts';
import { type ListedRequest, listRequests } from '../../../src/analytics/query/request-list.ts';
import { newUuid } from '../../../src/core/ids.ts';
import { chdbLocation, onChdb } from '../../support/analytics-stores.ts';
import { runs } from '../../support/runs.ts';
import { requestRow } from '../analytics-store/rows.ts';
import { anyRequest } from '../reports/random-requests.ts';
import { openForSuite } from '../reports/store-of-suite.ts';

const nowMs = Date.UTC(2025, 0, 11);
const host = 'a.example';
const keyOf = (row: Pick<RequestRow, 'time' | 'method' | 'path' | 'status' | 'rule' | 'duration_us'>) =>
  JSON.stringify([row.time, row.method, row.path, row.status, row.rule, row.duration_us]);

onChdb('the list of requests', () => {
  const getStore = openForSuite(chdbLocation);

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

  test('bad patterns are refused, and their place is named', async () => {
    const filters = readFilters([['matches', 'request:path', ['(']]], requestFilterWords);
    const query = { host, owners: [newUuid()], filters, limit: 1, before: undefined, since: 0 };
    await expect(listRequests(getStore(), query, nowMs)).rejects.toThrow(
      'filters[0][2][0] is no regular expression',
    );
  });
});
