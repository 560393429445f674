/** Pages, links and the order of lists. */

import { expect } from 'vitest';
import { Accounts } from '../../src/features/accounts/account-store.ts';
import type { ServiceClient } from '../support/service-client.ts';
import {
  accountWithRedirects,
  createRedirect,
  expectError,
  newAccount,
  type Row,
  updateRedirect,
  type WireRedirect,
  withStore,
} from './row.ts';

const source = 'docs/reference/api.md ("Lists")';

type Links = Record<string, { path: string; query: Record<string, string> }>;

/** Takes a Link field apart by RFC 8288; fails on what is not `<target>; rel="relation"`. */
function parseLinks(field: string | null): Links {
  const links: Links = {};
  for (const link of (field ?? '').split(', ')) {
    const [, target, relation] = /^<([^>]*)>; rel="([a-z]+)"$/.exec(link) ?? [];
    if (target === undefined || relation === undefined) throw new Error(`not a link: ${link}`);
    const url = new URL(target, 'http://api.invalid');
    links[relation] = { path: url.pathname, query: Object.fromEntries(url.searchParams) };
  }
  return links;
}

async function hostsOf(service: ServiceClient, path: string, token: string): Promise<string[]> {
  const { status, body } = await service.api(path, { token });
  expect(status).toBe(200);
  return body.data.map((redirect: WireRedirect) => redirect.source_host);
}

export const listRows: readonly Row[] = [
  {
    source,
    statement: 'a page past the end is 200 with no data and the true count',
    async check(service) {
      const { redirects, token } = await accountWithRedirects(service, 3);
      for (const page of ['2', '1000000', '9007199254740991']) {
        const answer = await service.api(`${redirects}?page=${page}`, { token });
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({ data: [], pagination: { page: Number(page), count: 3 } });
      }
    },
  },
  {
    source,
    statement: 'page is an integer from 1',
    codes: ['page_invalid'],
    async check(service) {
      for (const value of ['0', '-1', '1.5', 'x', '', ' 1', '1e3', '0x1', '01', '99999999999999999999']) {
        const query = new URLSearchParams({ page: value }).toString();
        const answer = await service.api(`${service.redirects}?${query}`);
        expectError(answer, 400, 'page_invalid', 'page', JSON.stringify(value));
      }
      expectError(await service.api(`${service.redirects}?page=1&page=2`), 400, 'page_invalid', 'page');
    },
  },
  {
    source,
    statement: 'per_page is an integer from 1 to 1000',
    codes: ['per_page_invalid'],
    async check(service) {
      const { redirects, token } = await accountWithRedirects(service, 1001);
      expect(await hostsOf(service, `${redirects}?per_page=1`, token)).toHaveLength(1);
      expect(await hostsOf(service, `${redirects}?per_page=1000`, token)).toHaveLength(1000);
      for (const value of ['0', '1001', '-1', '1.0', 'x', '', '+5']) {
        const query = new URLSearchParams({ per_page: value }).toString();
        const answer = await service.api(`${redirects}?${query}`, { token });
        expectError(answer, 400, 'per_page_invalid', 'per_page', JSON.stringify(value), '1000');
      }
    },
  },
  {
    source,
    statement: 'Link has first, prev, next and last as far as they exist',
    async check(service) {
      const { redirects, token } = await accountWithRedirects(service, 5);
      const pages = async (page: number) => {
        const answer = await service.api(`${redirects}?per_page=2&page=${page}`, { token });
        const links = parseLinks(answer.headers.get('link'));
        return Object.entries(links).map(([relation, link]) => `${relation} ${link.query.page}`);
      };
      expect(await pages(1)).toEqual(['first 1', 'next 2', 'last 3']);
      expect(await pages(2)).toEqual(['first 1', 'prev 1', 'next 3', 'last 3']);
      expect(await pages(3)).toEqual(['first 1', 'prev 2', 'last 3']);
      expect(await pages(9)).toEqual(['first 1', 'prev 3', 'last 3']);
    },
  },
  {
    source,
    statement: 'Link of an empty list has first and last, both page 1',
    async check(service) {
      const { redirects, token } = await newAccount(service);
      const { headers } = await service.api(redirects, { token });
      const link = { path: redirects, query: { page: '1', per_page: '20' } };
      expect(parseLinks(headers.get('link'))).toEqual({ first: link, last: link });
    },
  },
  {
    source,
    statement: 'Link keeps the filter, the order and the size of the pages',
    async check(service) {
      const { redirects, token, hosts } = await accountWithRedirects(service, 3);
      const query = `sort=-source_host&per_page=1&source_host=${hosts[0]}`;
      const filtered = await service.api(`${redirects}?${query}`, { token });
      expect(parseLinks(filtered.headers.get('link')).first).toEqual({
        path: redirects,
        query: { sort: '-source_host', per_page: '1', source_host: hosts[0], page: '1' },
      });
    },
  },
  {
    source,
    statement: 'following Link rel="next" from the first page visits every item once',
    postgres: 'limit and offset',
    async check(service) {
      const { redirects, token, hosts } = await accountWithRedirects(service, 7);
      const found: string[] = [];
      let path: string | undefined = `${redirects}?per_page=3&sort=source_host`;
      while (path !== undefined) {
        const answer = await service.api(path, { token });
        found.push(...answer.body.data.map((redirect: WireRedirect) => redirect.source_host));
        const { next } = parseLinks(answer.headers.get('link'));
        path = next && `${next.path}?${new URLSearchParams(next.query).toString()}`;
      }
      expect(found).toEqual(hosts);
    },
  },
  {
    source,
    statement: 'sort=field ascends, sort=-field descends',
    postgres: 'order of text, and of what is equal',
    async check(service) {
      const { redirects, token, hosts } = await accountWithRedirects(service, 4);
      const reversed = hosts.toReversed();
      for (const field of ['source_host', 'created_at', 'updated_at']) {
        expect(await hostsOf(service, `${redirects}?sort=${field}`, token)).toEqual(hosts);
        expect(await hostsOf(service, `${redirects}?sort=-${field}`, token)).toEqual(reversed);
      }
    },
  },
  {
    source,
    statement: 'sort=updated_at follows updates',
    postgres: 'order of text, and of what is equal',
    async check(service) {
      const first = await createRedirect(service);
      await createRedirect(service);
      // Two redirects made within one millisecond tell no time apart; this one is later for sure.
      const changed = await updateRedirect(service, first, { active: false });
      const { body } = await service.api(`${service.redirects}?sort=-updated_at&per_page=1000`);
      const times = body.data.map((redirect: WireRedirect) => redirect.updated_at);
      expect(times).toEqual(times.toSorted().toReversed());
      expect(times).toContain(changed.updated_at);
    },
  },
  {
    source,
    statement: 'redirects are listed newest first by default; ties are in order of uuid',
    postgres: 'order of text, and of what is equal',
    async check(service) {
      const { redirects, token, hosts } = await accountWithRedirects(service, 5);
      // All five were made in one transaction, with one time of creation.
      const { body } = await service.api(redirects, { token });
      expect(new Set(body.data.map((redirect: WireRedirect) => redirect.created_at)).size).toBe(1);
      const uuids: string[] = body.data.map((redirect: WireRedirect) => redirect.uuid);
      expect(uuids).toEqual(uuids.toSorted().toReversed());
      const json = { source_host: `zz.${hosts[0]}`, destination_url: 'https://dest.example' };
      expect((await service.api(redirects, { token, json })).status).toBe(201);
      expect(await hostsOf(service, redirects, token)).toEqual([json.source_host, ...hosts.toReversed()]);
    },
  },
  {
    source: 'docs/reference/redirects.md ("Finding redirects")',
    statement: 'the source_host filter is normalised like a source host, and refused like one',
    codes: ['source_host_invalid'],
    async check(service) {
      const { redirects, token, hosts } = await accountWithRedirects(service, 2);
      const filter = `${hosts[0]?.toUpperCase()}.`;
      expect(await hostsOf(service, `${redirects}?source_host=${filter}`, token)).toEqual([hosts[0]]);
      const refused = await service.api(`${redirects}?source_host=*`, { token });
      expectError(refused, 400, 'source_host_invalid', 'source_host', '"*"');
      const twice = await service.api(`${redirects}?source_host=a.b&source_host=c.d`, { token });
      expectError(twice, 400, 'source_host_invalid', 'source_host');
    },
  },
  {
    source,
    statement: 'a list has the redirects of its account only',
    async check(service) {
      const other = await accountWithRedirects(service, 2);
      const { source_host: own } = await createRedirect(service);
      expect(await hostsOf(service, other.redirects, other.token)).not.toContain(own);
      const filtered = `${service.redirects}?source_host=${other.hosts[0]}`;
      expect(await hostsOf(service, filtered, service.token)).toEqual([]);
    },
  },
  {
    source: 'docs/reference/api.md ("Accounts")',
    statement: '/api/v1/accounts is a bare array of the account of the token',
    async check(service) {
      const other = await newAccount(service);
      const { status, body } = await service.api('/api/v1/accounts', { token: other.token });
      expect(status).toBe(200);
      expect(body).toHaveLength(1);
      expect(Object.keys(body[0])).toEqual(['uuid', 'name', 'created_at', 'updated_at']);
      expect(body[0]).toMatchObject({ uuid: other.accountUuid, name: 'Another' });
      const stored = await withStore(service, (store) => new Accounts(store).list());
      expect(stored.length).toBeGreaterThan(1);
    },
  },
];
