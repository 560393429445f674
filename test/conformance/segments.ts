/** Segments of accounts, as docs/reference/segments.md promises them. */
import { expect } from 'vitest';
import { segments } from '../../src/features/segments/feature.ts';
import { CollectionStore } from '../../src/kernel/collection-store.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import {
  expectError,
  newAccount,
  newToken,
  type Row,
  timestamp,
  unknownUuid,
  uuidV7,
  withStore,
} from './row.ts';

const source = 'docs/reference/segments.md ("Segments")';
const path = '/api/v1/analytics/segments';
const filters = [
  ['is', 'visit:country', ['DE', 'AT']],
  ['has_done', ['contains', 'event:page', ['/blog/', "it's"]]],
];

function post(service: ServiceClient, token: string, json: object): Promise<ApiAnswer> {
  return service.api(path, { json, token });
}

export const segmentRows: readonly Row[] = [
  {
    source,
    statement: 'creating a segment answers 201 with it and its Location',
    postgres: 'types of columns',
    async check(service) {
      const { token } = await newAccount(service);
      const created = await post(service, token, { name: ' Readers ', filters });
      expect(created.status).toBe(201);
      expect(JSON.stringify(created.body)).toBe(
        JSON.stringify({
          uuid: created.body.uuid,
          name: 'Readers',
          filters,
          created_at: created.body.created_at,
          updated_at: created.body.created_at,
        }),
      );
      expect(created.body.uuid).toMatch(uuidV7);
      expect(created.body.created_at).toMatch(timestamp);
      const location = created.headers.get('location') ?? '';
      expect(location).toBe(`${path}/${created.body.uuid}`);
      expect(await service.api(location, { token })).toMatchObject({ status: 200, body: created.body });
      const form = { name: 'Form', filters: JSON.stringify(filters) };
      expect((await service.api(path, { form, token })).body).toMatchObject({ name: 'Form', filters });
    },
  },
  {
    source,
    statement: 'updating a segment changes what is given and keeps the rest',
    async check(service) {
      const { token } = await newAccount(service);
      const created = (await post(service, token, { name: 'Readers', filters })).body;
      const update = (json: object) => service.api(`${path}/${created.uuid}`, { method: 'PUT', json, token });
      const renamed = await update({ ...created, name: 'Blog' });
      expect(renamed).toMatchObject({
        status: 200,
        body: { ...created, name: 'Blog', updated_at: expect.any(String) },
      });
      expect(Date.parse(renamed.body.updated_at)).toBeGreaterThan(Date.parse(created.updated_at));
      const narrowed = [['is', 'request:status', ['404']]];
      expect((await update({ filters: narrowed })).body).toMatchObject({ name: 'Blog', filters: narrowed });
      expectError(await update({ filters: [] }), 400, 'filters_invalid', 'at least one');
      expectError(await update({ title: 'a' }), 400, 'parameter_unknown', '"title"');
    },
  },
  {
    source,
    statement: 'the list has pages and is sorted, newest first by default',
    postgres: 'order of text, and of what is equal',
    async check(service) {
      const { token } = await newAccount(service);
      for (const name of ['b', 'c', 'a']) await post(service, token, { name, filters });
      const names = async (query: string) => {
        const { body } = await service.api(`${path}?${query}`, { token });
        return [body.data.map(({ name }: { name: string }) => name), body.pagination];
      };
      expect(await names('')).toEqual([['a', 'c', 'b'], { page: 1, count: 3 }]);
      expect(await names('sort=name&per_page=2')).toEqual([['a', 'b'], { page: 1, count: 3 }]);
      expectError(await service.api(`${path}?sort=filters`, { token }), 400, 'sort_invalid');
    },
  },
  {
    source,
    statement: 'filters are those of one kind of query, and a refusal names the place in them',
    codes: ['name_invalid', 'filters_invalid'],
    async check(service) {
      const { token } = await newAccount(service);
      const refused = async (sent: unknown, ...mentions: string[]) =>
        expectError(
          await post(service, token, { name: 'a', filters: sent }),
          400,
          'filters_invalid',
          ...mentions,
        );
      expectError(await post(service, token, { filters }), 400, 'name_invalid', 'missing');
      expectError(await post(service, token, { name: 'a' }), 400, 'filters_invalid', 'missing');
      await refused('visit:country', '"visit:country"');
      await refused([['like', 'visit:country', ['DE']]], 'filters[0][0] is "like"; allowed: is,');
      await refused([['is', 'visit:planet', ['Mars']]], 'filters[0][1] is "visit:planet"');
      const status = ['is', 'request:status', ['404']];
      await refused([status, ['is', 'visit:country', ['DE']]], 'filters[1][1] is "visit:country"');
      await refused([['has_done', status]], 'filters[0][0] is "has_done"');
      await refused([['is', 'event:page', Array.from({ length: 40 }, () => 'a'.repeat(2_000))]], '65536');
      expect((await post(service, token, { name: 'a', filters: [['or', [status]]] })).status).toBe(201);
    },
  },
  {
    source,
    statement: 'an account has at most 500 segments',
    codes: ['too_many_segments'],
    async check(service) {
      const { accountUuid, token } = await newAccount(service);
      await withStore(service, async (store) => {
        const stored = new CollectionStore(segments, store);
        for (let n = 0; n < 500; n++) await stored.create(accountUuid, { name: `s${n}`, filters });
      });
      const refused = await post(service, token, { name: 'more', filters });
      expectError(refused, 400, 'too_many_segments', '500 segments');
    },
  },
  {
    source,
    statement:
      'a segment belongs to one account; reading takes any of its tokens, writing one with scope write',
    codes: ['forbidden', 'not_found'],
    async check(service) {
      const { uuid } = (await post(service, service.token, { name: 'Readers', filters })).body;
      const own = `${path}/${uuid}`;
      const { token: stranger } = await newAccount(service);
      const json = { name: 'Mine' };
      for (const request of [{}, { method: 'PUT', json }, { method: 'DELETE' }])
        expectError(
          await service.api(own, { ...request, token: stranger }),
          404,
          'not_found',
          'segment',
          uuid,
        );
      expect((await service.api(path, { token: stranger })).body.data).toEqual([]);
      const readOnly = await newToken(service);
      expect((await service.api(own, { token: readOnly })).status).toBe(200);
      expectError(await post(service, readOnly, { name: 'a', filters }), 403, 'forbidden', 'write');
      for (const request of [{ method: 'PUT', json }, { method: 'DELETE' }])
        expectError(await service.api(own, { ...request, token: readOnly }), 403, 'forbidden');
      const deleted = await service.api(own, { method: 'DELETE' });
      expect(deleted.body).toEqual({ message: `Segment ${uuid} ("Readers") was deleted.` });
      for (const gone of [uuid, unknownUuid, 'nonsense'])
        expectError(await service.api(`${path}/${gone}`), 404, 'not_found', gone);
    },
  },
];
