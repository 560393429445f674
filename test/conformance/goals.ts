/** Goals of custom domains, as docs/reference/goals.md promises them. */
import { expect } from 'vitest';
import { goals } from '../../src/features/goals/feature.ts';
import { CollectionStore } from '../../src/kernel/collection-store.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { type MeasuredDomain, newDomain } from './analytics-resources.ts';
import { expectError, newToken, type Row, timestamp, unknownUuid, uuidV7, withStore } from './row.ts';

const source = 'docs/reference/goals.md ("Goals")';

function goalsOf({ uuid }: MeasuredDomain): string {
  return `/api/v1/analytics/custom_domains/${uuid}/goals`;
}

function post(service: ServiceClient, domain: MeasuredDomain, json: object): Promise<ApiAnswer> {
  return service.api(goalsOf(domain), { json, token: domain.owner.token });
}

export const goalRows: readonly Row[] = [
  {
    source,
    statement:
      'creating a goal answers 201 with it and its Location; an event or a page, with a name by default',
    async check(service) {
      const domain = await newDomain(service);
      const created = await post(service, domain, { event_name: ' Signup ' });
      expect(created.status).toBe(201);
      expect(JSON.stringify(created.body)).toBe(
        JSON.stringify({
          uuid: created.body.uuid,
          display_name: 'Signup',
          event_name: 'Signup',
          page_path: null,
          created_at: created.body.created_at,
        }),
      );
      expect(created.body.uuid).toMatch(uuidV7);
      expect(created.body.created_at).toMatch(timestamp);
      const location = created.headers.get('location') ?? '';
      expect(location).toBe(`${goalsOf(domain)}/${created.body.uuid}`);
      const { token } = domain.owner;
      expect(await service.api(location, { token })).toMatchObject({ status: 200, body: created.body });
      const page = await service.api(goalsOf(domain), { token, form: { page_path: '/thanks*' } });
      expect(page.body).toMatchObject({
        display_name: 'Visit /thanks*',
        event_name: null,
        page_path: '/thanks*',
      });
      // As it was fetched, but for the name and the path.
      const again = await post(service, domain, { ...page.body, display_name: 'Sale', page_path: '*/sale' });
      expect(again.body).toMatchObject({ display_name: 'Sale', page_path: '*/sale' });
    },
  },
  {
    source,
    statement: 'the list has pages and is sorted, newest first by default',
    postgres: 'order of text, and of what is equal',
    async check(service) {
      const domain = await newDomain(service);
      const { token } = domain.owner;
      for (const event_name of ['b', 'c', 'a']) await post(service, domain, { event_name });
      const names = async (query: string) => {
        const { body } = await service.api(`${goalsOf(domain)}?${query}`, { token });
        return [body.data.map(({ event_name }: { event_name: string }) => event_name), body.pagination];
      };
      expect(await names('')).toEqual([['a', 'c', 'b'], { page: 1, count: 3 }]);
      expect(await names('sort=display_name&per_page=2')).toEqual([['a', 'b'], { page: 1, count: 3 }]);
      expect(await names('sort=-display_name&per_page=2&page=2')).toEqual([['a'], { page: 2, count: 3 }]);
      expectError(await service.api(`${goalsOf(domain)}?sort=name`, { token }), 400, 'sort_invalid');
    },
  },
  {
    source,
    statement: 'a goal is one event or one page, once for each domain',
    postgres: 'a unique constraint',
    codes: [
      'display_name_invalid',
      'event_name_invalid',
      'page_path_invalid',
      'parameter_unknown',
      'goal_taken',
    ],
    async check(service) {
      const domain = await newDomain(service);
      const refused = async (json: object, code: Parameters<typeof expectError>[2], ...mentions: string[]) =>
        expectError(await post(service, domain, json), 400, code, ...mentions);
      await refused({}, 'event_name_invalid', 'event_name is missing', 'page_path instead');
      await refused({ event_name: null }, 'event_name_invalid', 'missing');
      await refused({ event_name: '' }, 'event_name_invalid', '""');
      await refused({ event_name: 'a'.repeat(121) }, 'event_name_invalid', '1 to 120 characters');
      await refused({ event_name: 'a', page_path: '/' }, 'page_path_invalid', 'beside event_name');
      for (const page_path of ['thanks', '', '/a?b', '/a#b', '/a b', `/${'a'.repeat(500)}`, 1])
        await refused({ page_path }, 'page_path_invalid', '* stands for any characters');
      await refused({ display_name: 'a\nb', event_name: 'a' }, 'display_name_invalid', '1 to 200');
      await refused({ name: 'a', event_name: 'a' }, 'parameter_unknown', '"name"');
      expect((await post(service, domain, { event_name: 'a' })).status).toBe(201);
      await refused({ display_name: 'b', event_name: 'a' }, 'goal_taken', 'event_name "a"');
      await refused({ display_name: 'a', page_path: '/' }, 'goal_taken', 'display_name "a"');
      const other = await newDomain(service);
      expect((await post(service, other, { event_name: 'a' })).status).toBe(201);
    },
  },
  {
    source,
    statement: 'a domain has at most 1,000 goals',
    codes: ['too_many_goals'],
    async check(service) {
      const domain = await newDomain(service);
      await withStore(service, async (store) => {
        const stored = new CollectionStore(goals, store);
        for (let n = 0; n < 1_000; n++)
          await stored.create(domain.uuid, { displayName: `e${n}`, eventName: `e${n}`, pagePath: null });
      });
      const refused = await post(service, domain, { event_name: 'more' });
      expectError(refused, 400, 'too_many_goals', '1000 goals');
    },
  },
  {
    source,
    statement:
      'reading takes any token of the account, writing one with scope write; nobody else finds a goal',
    codes: ['forbidden', 'not_found'],
    async check(service) {
      const domain = await newDomain(service);
      const { uuid } = (await post(service, domain, { event_name: 'Signup' })).body;
      const path = `${goalsOf(domain)}/${uuid}`;
      const stranger = await newDomain(service);
      const theirs = `${goalsOf(stranger)}/${uuid}`;
      const { token } = stranger.owner;
      for (const request of [{ token }, { token, method: 'DELETE' }]) {
        expectError(await service.api(path, request), 404, 'not_found', domain.uuid);
        expectError(await service.api(theirs, request), 404, 'not_found', 'goal', uuid);
      }
      expectError(await service.api(goalsOf(domain), { token }), 404, 'not_found', domain.uuid);
      const json = { event_name: 'Other' };
      expectError(await service.api(goalsOf(domain), { token, json }), 404, 'not_found', domain.uuid);
      const readOnly = await newToken(service);
      expectError(await service.api(goalsOf(domain), { token: readOnly, json }), 403, 'forbidden', 'write');
      expectError(await service.api(path, { token: readOnly, method: 'DELETE' }), 403, 'forbidden');
    },
  },
  {
    source,
    statement: 'deleting a goal says which; goals go with their domain',
    postgres: 'deletes that cascade',
    codes: ['not_found'],
    async check(service) {
      const domain = await newDomain(service);
      const { token } = domain.owner;
      const { uuid } = (await post(service, domain, { event_name: 'Signup' })).body;
      const path = `${goalsOf(domain)}/${uuid}`;
      const deleted = await service.api(path, { token, method: 'DELETE' });
      expect(deleted).toMatchObject({
        status: 200,
        body: { message: `Goal ${uuid} ("Signup") was deleted.` },
      });
      expectError(await service.api(path, { token }), 404, 'not_found', uuid);
      expectError(await service.api(path, { token, method: 'DELETE' }), 404, 'not_found', uuid);
      for (const name of ['nonsense', unknownUuid])
        expectError(await service.api(`${goalsOf(domain)}/${name}`, { token }), 404, 'not_found', name);
      await post(service, domain, { event_name: 'Signup' });
      expect((await service.api(domain.path, { token, method: 'DELETE' })).status).toBe(200);
      expectError(await service.api(goalsOf(domain), { token }), 404, 'not_found', domain.uuid);
      const sort = { field: 'created_at', direction: 'asc' } as const;
      const { count } = await withStore(service, (store) =>
        new CollectionStore(goals, store).list(domain.uuid, { sort, limit: 1, offset: 0 }),
      );
      expect(count).toBe(0);
    },
  },
];
