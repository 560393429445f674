/** The list of a host's requests. */
import { expect } from 'vitest';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { createRedirect, expectError, newAccount, newHost, type Row } from './row.ts';

const source = 'docs/reference/request-list.md ("The list of requests")';

function listOf(
  service: ServiceClient,
  host: string,
  query: string,
  { accountUuid, token }: { accountUuid: string; token: string } = service,
): Promise<ApiAnswer> {
  return service.api(`/api/v1/accounts/${accountUuid}/hosts/${host}/requests${query}`, { token });
}

export const requestListRows: readonly Row[] = [
  {
    source,
    statement: 'the newest requests of a host that only redirects come first, page by page and filtered',
    async check(service) {
      const { source_host: host } = await createRedirect(service, { match_path: '/old*' });
      for (const path of ['/old/1?secret=1', '/old/2', '/elsewhere']) await service.edge(host, path);
      const paths = ({ body }: ApiAnswer) => body.data.map(({ path }: { path: string }) => path);
      const all = ['/elsewhere', '/old/2', '/old/1'];
      await expect
        .poll(async () => paths(await listOf(service, host, '')).toSorted())
        .toEqual(all.toSorted());

      const listed = await listOf(service, host, '');
      expect(listed.body.pagination).toEqual({ next: null });
      const times = listed.body.data.map(({ time }: { time: string }) => time);
      expect(times).toEqual(times.toSorted().toReversed());
      expect(JSON.stringify(listed.body)).not.toContain('secret');

      const first = await listOf(service, host, '?per_page=2');
      const rest = await listOf(service, host, `?per_page=2&cursor=${first.body.pagination.next}`);
      expect([...first.body.data, ...rest.body.data]).toEqual(listed.body.data);
      const filters = encodeURIComponent(JSON.stringify([['is', 'request:status', ['301']]]));
      expect(paths(await listOf(service, host, `?filters=${filters}`)).toSorted()).toEqual([
        '/old/1',
        '/old/2',
      ]);
      expect((await listOf(service, host, '?since=2126-01-01T00:00:00Z')).body.data).toEqual([]);
    },
  },
  {
    source,
    statement: 'a host of another account, and one that nothing is on, are not found',
    codes: ['not_found'],
    async check(service) {
      const { source_host: host } = await createRedirect(service);
      expectError(await listOf(service, host, '', await newAccount(service)), 404, 'not_found', host);
      const unused = newHost();
      expectError(await listOf(service, unused, ''), 404, 'not_found', unused);
    },
  },
  {
    source: 'docs/reference/request-list.md ("One request by its id")',
    statement: 'a request is found by the X-Request-Id of its answer, by its own account only',
    codes: ['not_found'],
    async check(service) {
      const { source_host: host } = await createRedirect(service);
      const { headers } = await service.edge(host, '/found');
      const id = String(headers['x-request-id']);
      const find = (
        named: string,
        { accountUuid, token }: { accountUuid: string; token: string } = service,
      ) => service.api(`/api/v1/accounts/${accountUuid}/requests/${named}`, { token });
      await expect
        .poll(async () => (await find(id)).body)
        .toMatchObject({
          host,
          path: '/found',
          status: 301,
          request_id: id,
        });
      const listed = await listOf(service, host, '');
      expect(listed.body.data).toEqual([(await find(id)).body]);
      expect((await find(id.toUpperCase())).status).toBe(200);
      expectError(await find(id, await newAccount(service)), 404, 'not_found');
      const another = id.replace(/..$/, (end) => (end === '00' ? '01' : '00'));
      expectError(await find(another), 404, 'not_found');
      expectError(await find('theirs'), 404, 'not_found', 'theirs');
    },
  },
  {
    source,
    statement: 'a cursor, a time and filters that are none are refused',
    codes: ['cursor_invalid', 'since_invalid', 'query_invalid'],
    async check(service) {
      const { source_host: host } = await createRedirect(service);
      expectError(await listOf(service, host, '?cursor=2'), 400, 'cursor_invalid', '2');
      expectError(await listOf(service, host, '?since=yesterday'), 400, 'since_invalid', 'yesterday');
      expectError(await listOf(service, host, '?filters=[1'), 400, 'query_invalid', 'filters');
    },
  },
];
