/** The list of an account's hosts. */
import { expect } from 'vitest';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { expectError, newAccount, newHost, type Row, timestamp } from './row.ts';

const source = 'docs/reference/hosts.md ("Hosts")';

/** A new account with a redirect, rules, a custom domain with its `www.` host, and a host that has a redirect and rules. */
async function withHosts(service: ServiceClient) {
  const { accountUuid, token } = await newAccount(service);
  const account = `/api/v1/accounts/${accountUuid}`;
  const base = newHost();
  const send = async (path: string, json: object, method = 'POST'): Promise<ApiAnswer> => {
    const answer = await service.api(`${account}${path}`, { method, token, json });
    expect(answer.status).toBeLessThan(300);
    return answer;
  };
  const redirect = async (host: string): Promise<string> =>
    (await send('/redirects', { source_host: host, destination_url: 'https://dest.example' })).body.uuid;
  const rules = (host: string, count: number): Promise<ApiAnswer> =>
    send(
      `/hosts/${host}/rules`,
      { rules: Array.from({ length: count }, () => ({ then: { block: {} } })) },
      'PUT',
    );
  const both = await redirect(`both.${base}`);
  await rules(`both.${base}`, 2);
  await rules(`rules.${base}`, 1);
  const upstream = (await send('/upstreams', { host: 'app.example.net' })).body.uuid;
  const domain = { host: `shop.${base}`, redirect_to_www: true };
  const shop = (await send(`/upstreams/${upstream}/custom_domains`, domain)).body.uuid;
  const list = (query = ''): Promise<ApiAnswer> => service.api(`${account}/hosts${query}`, { token });
  const certificates = (query = ''): Promise<ApiAnswer> =>
    service.api(`${account}/automatic_certificates${query}`, { token });
  return { base, both, shop, list, rules, certificates };
}

const hostsOf = ({ body }: ApiAnswer): string[] => body.data.map(({ host }: { host: string }) => host);

export const hostRows: readonly Row[] = [
  {
    source,
    statement: 'every host of the account is listed with its custom domain, its redirect and its rules',
    async check(service) {
      const { base, both, shop, list, rules } = await withHosts(service);
      const { body } = await list();
      const none = { custom_domain_uuid: null, redirect_uuid: null, rules: 0 };
      const more = {
        updated_at: expect.stringMatching(timestamp),
        verdict: { state: 'setting_up', finding_uuid: null, cause: null },
        reachable: null,
        renewal: null,
      };
      expect(body).toEqual({
        data: [
          { host: `both.${base}`, ...none, redirect_uuid: both, rules: 2, ...more },
          { host: `rules.${base}`, ...none, rules: 1, ...more },
          { host: `shop.${base}`, ...none, custom_domain_uuid: shop, ...more },
          { host: `www.shop.${base}`, ...none, custom_domain_uuid: shop, ...more },
        ],
        pagination: { page: 1, count: 4 },
      });
      await rules(`both.${base}`, 3);
      const again = (await list(`?host=both.${base}`)).body.data;
      expect(again).toMatchObject([{ rules: 3 }]);
      expect(again[0].updated_at > body.data[0].updated_at).toBe(true);
      await rules(`rules.${base}`, 0);
      expect((await list()).body.pagination.count).toBe(3);
    },
  },
  {
    source,
    statement:
      'hosts are in order, page by page, searched, and filtered by whether they have rules, by verdict and by how they are reachable',
    postgres: 'order of text, and of what is equal',
    codes: ['has_rules_invalid', 'verdict_invalid', 'reachable_invalid', 'sort_invalid', 'host_invalid'],
    async check(service) {
      const { base, list } = await withHosts(service);
      const named = (...names: string[]) => names.map((name) => `${name}.${base}`);
      expect(hostsOf(await list('?sort=-host'))).toEqual(named('www.shop', 'shop', 'rules', 'both'));
      const second = await list('?per_page=2&page=2');
      expect(hostsOf(second)).toEqual(named('shop', 'www.shop'));
      expect(second.headers.get('link')).toContain('rel="prev"');
      expect((await list('?page=9')).body).toEqual({ data: [], pagination: { page: 9, count: 4 } });
      const found = await list('?query=SHOP&per_page=1');
      expect([hostsOf(found), found.body.pagination.count]).toEqual([named('shop'), 2]);
      expect((await list('?query=%25')).body.pagination.count).toBe(0);
      expect(hostsOf(await list('?has_rules=true'))).toEqual(named('both', 'rules'));
      expect(hostsOf(await list('?has_rules=false'))).toEqual(named('shop', 'www.shop'));
      expect((await list('?verdict=setting_up&has_rules=true')).body.pagination.count).toBe(2);
      expect((await list('?verdict=broken')).body.pagination.count).toBe(0);
      expectError(await list('?verdict=bad'), 400, 'verdict_invalid', '"bad"', 'broken, attention');
      expect((await list('?reachable=direct')).body.pagination.count).toBe(0);
      expectError(await list('?reachable=yes'), 400, 'reachable_invalid', '"yes"', 'direct, proxied, no');
      expect(hostsOf(await list('?sort=verdict&per_page=3'))).toEqual(named('both', 'rules', 'shop'));
      expectError(await list('?has_rules=yes'), 400, 'has_rules_invalid', '"yes"', 'true, false');
      expectError(await list('?sort=rules'), 400, 'sort_invalid', '"rules"', 'host');
      expectError(await list('?host=a_b'), 400, 'host_invalid', '"a_b"');
    },
  },
  {
    source: 'docs/reference/certificates.md ("Automatic certificates")',
    statement:
      'every host of the account is in the list of automatic certificates, filtered by state and host',
    postgres: 'what has no time comes last',
    codes: ['state_invalid', 'sort_invalid', 'host_invalid'],
    async check(service) {
      const { base, certificates } = await withHosts(service);
      const named = (...names: string[]) => names.map((name) => `${name}.${base}`);
      const all = named('both', 'rules', 'shop', 'www.shop');
      expect(hostsOf(await certificates())).toEqual(all);
      expect(hostsOf(await certificates('?sort=-expires_at'))).toEqual(all.toReversed());
      expect((await certificates('?state=valid')).body).toEqual({
        data: [],
        pagination: { page: 1, count: 0 },
      });
      expect(hostsOf(await certificates(`?host=rules.${base}`))).toEqual(named('rules'));
      expectError(await certificates('?state=good'), 400, 'state_invalid', '"good"', 'expired, failing');
      expectError(await certificates('?sort=rules'), 400, 'sort_invalid', '"rules"', 'expires_at');
      expectError(await certificates('?host=a_b'), 400, 'host_invalid', '"a_b"');
    },
  },
];
