/** Pagination. */
import { expect } from 'vitest';
import { accountWithRedirects, newAccount, type Row } from './row.ts';

const source = 'docs/reference/api.md ("Lists")';

export const paginationRows: readonly Row[] = [
  {
    source,
    statement: 'a list is paginated whatever the number of items, none included',
    async check(service) {
      const empty = await newAccount(service);
      const none = await service.api(empty.redirects, { token: empty.token });
      expect(none).toMatchObject({ status: 200, body: { data: [], pagination: { page: 1, count: 0 } } });
      const { redirects, token } = await accountWithRedirects(service, 1);
      const one = await service.api(redirects, { token });
      expect(one.body.data).toHaveLength(1);
      expect(one.body.pagination).toEqual({ page: 1, count: 1 });
    },
  },
  {
    source,
    statement: 'page starts at 1 and defaults to 1',
    async check(service) {
      const { redirects, token } = await accountWithRedirects(service, 3);
      const [byDefault, first] = [
        await service.api(`${redirects}?per_page=2`, { token }),
        await service.api(`${redirects}?per_page=2&page=1`, { token }),
      ];
      expect(byDefault.body).toEqual(first.body);
      expect(byDefault.body.pagination.page).toBe(1);
    },
  },
  {
    source,
    statement: 'per_page defaults to 20',
    async check(service) {
      const { redirects, token } = await accountWithRedirects(service, 21);
      expect((await service.api(redirects, { token })).body.data).toHaveLength(20);
      expect((await service.api(`${redirects}?page=2`, { token })).body.data).toHaveLength(1);
    },
  },
  {
    source,
    statement: 'pagination has the page returned and the count of the whole collection',
    postgres: 'counts are of another type',
    async check(service) {
      const { redirects, token } = await accountWithRedirects(service, 5);
      const answer = await service.api(`${redirects}?page=2&per_page=2`, { token });
      expect(Object.keys(answer.body)).toEqual(['data', 'pagination']);
      expect(answer.body.pagination).toEqual({ page: 2, count: 5 });
      expect(answer.body.data).toHaveLength(2);
    },
  },
  {
    source,
    statement: 'the pages of a list have every item exactly once',
    postgres: 'limit and offset',
    async check(service) {
      const { redirects, token, hosts } = await accountWithRedirects(service, 25);
      const found: string[] = [];
      for (const page of [1, 2, 3, 4]) {
        const { body } = await service.api(`${redirects}?page=${page}&per_page=7`, { token });
        found.push(...body.data.map((item: { source_host: string }) => item.source_host));
      }
      expect(found.toSorted()).toEqual(hosts);
    },
  },
];
