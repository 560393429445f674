/** The size and number of the first page, and the version in the path. */
import { expect } from 'vitest';
import { accountWithRedirects, createRedirect, expectError, type Row } from './row.ts';

export const limitRows: readonly Row[] = [
  {
    source: 'docs/reference/api.md ("Lists")',
    statement: 'the default page size is 20 items',
    async check(service) {
      const { redirects, token } = await accountWithRedirects(service, 45);
      const sizes = [];
      for (const page of [1, 2, 3, 4]) {
        sizes.push((await service.api(`${redirects}?page=${page}`, { token })).body.data.length);
      }
      expect(sizes).toEqual([20, 20, 5, 0]);
    },
  },
  {
    source: 'docs/reference/api.md ("Lists")',
    statement: 'the first page is number 1; there is no page 0',
    codes: ['page_invalid'],
    async check(service) {
      const first = await service.api(`${service.redirects}?page=1`);
      expect(first).toMatchObject({ status: 200, body: { pagination: { page: 1 } } });
      expectError(await service.api(`${service.redirects}?page=0`), 400, 'page_invalid', 'page', '"0"');
    },
  },
];

export const versioningRows: readonly Row[] = [
  {
    source: 'docs/reference/api.md ("Versioning")',
    statement: 'every endpoint begins with /api/v1',
    codes: ['not_found'],
    async check(service) {
      const { uuid } = await createRedirect(service);
      for (const path of [service.redirects, `${service.redirects}/${uuid}`, '/api/v1/me']) {
        expect((await service.api(path)).status).toBe(200);
        for (const prefix of ['', '/v1', '/api', '/api/v2', '/API/v1']) {
          expectError(await service.api(path.replace('/api/v1', prefix)), 404, 'not_found');
        }
      }
    },
  },
];
