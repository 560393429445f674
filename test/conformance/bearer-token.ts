/** The bearer token that every route wants. */
import { expect } from 'vitest';
import { createRedirect, expectError, type Row } from './row.ts';

const source = 'docs/reference/api.md ("Authentication")';

export const authenticationRows: readonly Row[] = [
  {
    source,
    statement: 'every endpoint wants "Authorization: Bearer <ACCESS_TOKEN>"',
    codes: ['unauthorized'],
    async check(service) {
      const redirect = await createRedirect(service);
      const item = `${service.redirects}/${redirect.uuid}`;
      for (const [method, path] of [
        ['GET', service.redirects],
        ['POST', service.redirects],
        ['GET', item],
        ['PUT', item],
        ['DELETE', item],
        ['GET', '/api/v1/accounts'],
        ['GET', '/api/v1/me'],
      ] as const) {
        expectError(await service.api(path, { method, token: null }), 401, 'unauthorized', 'Authorization');
      }
      expect((await service.api(item)).body).toEqual(redirect);
    },
  },
  {
    source,
    statement: 'the same bearer token serves all endpoints of redirects',
    async check(service) {
      const redirect = await createRedirect(service);
      const item = `${service.redirects}/${redirect.uuid}`;
      for (const request of [
        { path: service.redirects },
        { path: item },
        { path: item, method: 'PUT' },
        { path: item, method: 'DELETE' },
      ]) {
        expect((await service.api(request.path, request)).status).toBe(200);
      }
    },
  },
];
