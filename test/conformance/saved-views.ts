/** Saved views of accounts, as docs/reference/saved-views.md promises them. */
import { expect } from 'vitest';
import type { ApiErrorCode } from '../../src/api/reference/error-table.ts';
import { savedViews } from '../../src/features/saved-views/feature.ts';
import { CollectionStore } from '../../src/kernel/collection-store.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { expectError, newAccount, newToken, type Row, unknownUuid, uuidV7, withStore } from './row.ts';

const source = 'docs/reference/saved-views.md ("Saved views")';
const path = '/api/v1/analytics/views';
const queryString = 'range=30d&filters=is,visit:device,Mobile&q=%C3%A9%20%26';

function post(service: ServiceClient, token: string, json: object): Promise<ApiAnswer> {
  return service.api(path, { json, token });
}

export const savedViewRows: readonly Row[] = [
  {
    source,
    statement: 'a view is created with 201 and its Location, changed in part, and kept as it was sent',
    postgres: 'types of columns',
    async check(service) {
      const { token } = await newAccount(service);
      const created = await post(service, token, { name: ' Month ', query_string: queryString });
      expect(created.status).toBe(201);
      const { uuid } = created.body;
      expect(uuid).toMatch(uuidV7);
      expect(JSON.stringify(created.body)).toBe(
        JSON.stringify({ uuid, name: 'Month', query_string: queryString }),
      );
      const location = created.headers.get('location') ?? '';
      expect(location).toBe(`${path}/${uuid}`);
      expect(await service.api(location, { token })).toMatchObject({ status: 200, body: created.body });
      const update = (json: object) => service.api(location, { method: 'PUT', json, token });
      const renamed = { ...created.body, name: 'Last month' };
      expect(await update(renamed)).toMatchObject({ status: 200, body: renamed });
      expect((await update({ query_string: '' })).body).toEqual({ ...renamed, query_string: '' });
      const form = { name: 'Form', query_string: '?a=b' };
      expect((await service.api(path, { form, token })).body).toMatchObject(form);
    },
  },
  {
    source,
    statement: 'the list has pages and is sorted, newest first by default',
    postgres: 'order of text',
    async check(service) {
      const { token } = await newAccount(service);
      for (const name of ['b', 'c', 'a']) await post(service, token, { name, query_string: '' });
      const names = async (query: string) => {
        const { body } = await service.api(`${path}?${query}`, { token });
        return [body.data.map(({ name }: { name: string }) => name), body.pagination];
      };
      expect(await names('')).toEqual([['a', 'c', 'b'], { page: 1, count: 3 }]);
      expect(await names('sort=name&per_page=2')).toEqual([['a', 'b'], { page: 1, count: 3 }]);
      expectError(await service.api(`${path}?sort=query_string`, { token }), 400, 'sort_invalid');
    },
  },
  {
    source,
    statement: 'what is no name or no query is refused',
    codes: ['name_invalid', 'query_string_invalid', 'parameter_unknown'],
    async check(service) {
      const { token } = await newAccount(service);
      const refused = async (json: object, code: ApiErrorCode, ...mentions: string[]) =>
        expectError(await post(service, token, json), 400, code, ...mentions);
      await refused({ query_string: '' }, 'name_invalid', 'missing');
      await refused({ name: 'a\nb', query_string: '' }, 'name_invalid');
      await refused({ name: 'a' }, 'query_string_invalid', 'missing');
      for (const bad of ['a b', 'a#b', 'a\u0000', 'a'.repeat(8_001), '\ud800', 7, null, ['a']])
        await refused({ name: 'a', query_string: bad }, 'query_string_invalid', '8000 characters');
      await refused({ name: 'a', query_string: '', filters: [] }, 'parameter_unknown', '"filters"');
      const longest = 'a'.repeat(8_000);
      expect((await post(service, token, { name: 'a', query_string: longest })).body.query_string).toBe(
        longest,
      );
    },
  },
  {
    source,
    statement: 'an account has at most 500 saved views',
    codes: ['too_many_saved_views'],
    async check(service) {
      const { accountUuid, token } = await newAccount(service);
      await withStore(service, async (store) => {
        const stored = new CollectionStore(savedViews, store);
        for (let n = 0; n < 500; n++) await stored.create(accountUuid, { name: `v${n}`, queryString: '' });
      });
      const refused = await post(service, token, { name: 'more', query_string: '' });
      expectError(refused, 400, 'too_many_saved_views', '500 saved views');
    },
  },
  {
    source,
    statement: 'a view belongs to one account; reading takes any of its tokens, writing one with scope write',
    codes: ['forbidden', 'not_found'],
    async check(service) {
      const { uuid } = (await post(service, service.token, { name: 'Month', query_string: '' })).body;
      const own = `${path}/${uuid}`;
      const { token: stranger } = await newAccount(service);
      const json = { name: 'Mine' };
      for (const request of [{}, { method: 'PUT', json }, { method: 'DELETE' }])
        expectError(await service.api(own, { ...request, token: stranger }), 404, 'not_found', 'view', uuid);
      expect((await service.api(path, { token: stranger })).body.data).toEqual([]);
      const readOnly = await newToken(service);
      expect((await service.api(own, { token: readOnly })).status).toBe(200);
      const view = { name: 'a', query_string: '' };
      expectError(await post(service, readOnly, view), 403, 'forbidden', 'write');
      for (const request of [{ method: 'PUT', json }, { method: 'DELETE' }])
        expectError(await service.api(own, { ...request, token: readOnly }), 403, 'forbidden');
      const deleted = await service.api(own, { method: 'DELETE' });
      expect(deleted.body).toEqual({ message: `Saved view ${uuid} ("Month") was deleted.` });
      for (const gone of [uuid, unknownUuid, 'nonsense'])
        expectError(await service.api(`${path}/${gone}`), 404, 'not_found', gone);
    },
  },
];
