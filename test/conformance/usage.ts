/** Usage by month. */
import { expect } from 'vitest';
import { ControlDatabase } from '../../src/control/database.ts';
import { formatDay } from '../../src/core/date-range.ts';
import { daysOfMonth, monthOf, monthStart } from '../../src/core/month.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { dataOf, feedRequests, type MeasuredDomain, reportsOf } from './analytics-resources.ts';
import { createDomain, createUpstream, newOwner, type Owner, ownOwner } from './domain-resources.ts';
import { expectError, newHost, type Row, unknownUuid } from './row.ts';

const page = 'docs/reference/usage.md';
const on = (heading: string): string => `${page} ("${heading}")`;

function usageOf(
  service: ServiceClient,
  { token, upstreams }: Owner,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> {
  return service.api(`${upstreams.replace('/upstreams', '/usage')}${query}`, { token, headers });
}

/** An account with the domains a, b and c, of which the first two have one external id. */
async function ownerWithDomains(service: ServiceClient) {
  const owner = await newOwner(service);
  const upstream = await createUpstream(service, owner);
  const base = newHost();
  const make = (name: string, external_id: string) =>
    createDomain(service, owner, upstream, { host: `${name}.${base}`, external_id });
  const domains = [await make('a', '=1+1'), await make('b', '=1+1'), await make('c', '')] as const;
  const measured = domains.map(
    ({ uuid, host, path }): MeasuredDomain => ({ uuid, host, path, owner, reports: reportsOf(uuid) }),
  );
  return { owner, base, domains, measured };
}

export const usageRows: readonly Row[] = [
  {
    source: on('Routes'),
    statement: 'the current month lists every custom domain in order of host, filtered, sorted and in pages',
    postgres: 'months are cut in SQL',
    async check(service) {
      const { owner, base, domains } = await ownerWithDomains(service);
      const month = monthOf(Date.now());
      const rowOf = ({ uuid, host, external_id }: (typeof domains)[number]) => ({
        month,
        custom_domain_uuid: uuid,
        host,
        external_id,
        requests: 0,
        bytes_in: 0,
        bytes_out: 0,
        visitors: 0,
        closed: false,
      });
      const all = await usageOf(service, owner);
      expect(all.body).toEqual({ data: domains.map(rowOf), pagination: { page: 1, count: 3 } });
      const hostsOf = async (query: string) =>
        (await usageOf(service, owner, query)).body.data
          .map(({ host }: { host: string }) => host[0])
          .join('');
      expect(await hostsOf('?sort=-host&per_page=2')).toBe('cb');
      expect(await hostsOf('?sort=external_id&per_page=2&page=2')).toBe('b');
      expect(await hostsOf('?external_id=%3D1%2B1')).toBe('ab');
      expect(await hostsOf(`?host=C.${base}`)).toBe('c');
      expect(await hostsOf(`?custom_domain_uuid=${domains[1].uuid}`)).toBe('b');
      expect(await hostsOf(`?custom_domain_uuid=${unknownUuid}`)).toBe('');
      expect(await hostsOf(`?month=${monthOf(monthStart(month) - 1)}`)).toBe('');
      expect((await usageOf(service, owner, '/external_ids')).body).toMatchObject({
        data: [
          { external_id: '', custom_domains: 1 },
          { external_id: '=1+1', custom_domains: 2, requests: 0, visitors: 0, closed: false },
        ],
        pagination: { page: 1, count: 2 },
      });
      const others = await service.api(`/api/v1/accounts/${service.accountUuid}/usage`, {
        token: owner.token,
      });
      expectError(others, 404, 'not_found');
    },
  },
  {
    source: on('Routes'),
    statement: 'CSV has all custom domains of the month, and no formula',
    async check(service) {
      const { owner, domains } = await ownerWithDomains(service);
      const month = monthOf(Date.now());
      const { apiOrigin } = service;
      const path = owner.upstreams.replace('/upstreams', '/usage');
      const headers = { authorization: `Bearer ${owner.token}`, accept: 'text/csv' };
      const answer = await fetch(`${apiOrigin}${path}?per_page=1`, { headers });
      expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="usage-${month}.csv"`);
      const [a, b, c] = domains;
      expect(await answer.text()).toBe(
        [
          'month,custom_domain_uuid,host,external_id,requests,bytes_in,bytes_out,visitors,closed',
          `${month},${a.uuid},${a.host},'=1+1,0,0,0,0,false`,
          `${month},${b.uuid},${b.host},'=1+1,0,0,0,0,false`,
          `${month},${c.uuid},${c.host},,0,0,0,0,false`,
          '',
        ].join('\n'),
      );
    },
  },
  {
    source: on('What is counted'),
    statement: 'requests and bytes are those of the reports, of deleted custom domains too',
    async check(service) {
      const { owner, measured } = await ownerWithDomains(service);
      const [a, b] = measured;
      if (!a || !b) throw new Error('no domains');
      const today = new Date().toISOString().slice(0, 10);
      await feedRequests(service, a, [
        { at: today },
        { at: today, bytesIn: 7, bytesOut: 70 },
        { at: '2026-01-31' },
      ]);
      await feedRequests(service, b, [{ at: today }]);
      await service.api(b.path, { method: 'DELETE', token: owner.token });
      expect((await usageOf(service, owner)).body).toMatchObject({
        data: [
          { host: a.host, requests: 2, bytes_in: 407, bytes_out: 4_070 },
          { host: b.host, requests: 1, bytes_in: 400, bytes_out: 4_000 },
          { requests: 0 },
        ],
      });
      expect((await usageOf(service, owner, '/external_ids?external_id=%3D1%2B1')).body).toMatchObject({
        data: [{ custom_domains: 2, requests: 3, bytes_in: 807, bytes_out: 8_070, visitors: 0 }],
      });
    },
  },
  {
    source: on('Closing'),
    statement:
      'a month that ended two days ago is closed, with what the reports say, and never changes again',
    async check(_, bench) {
      const env = await bench.newEnvironment();
      const first = await bench.start(env);
      const owner = ownOwner(first);
      const domain = await createDomain(first, owner, await createUpstream(first, owner), {
        external_id: 'c1',
      });
      const measured: MeasuredDomain = { ...domain, owner, reports: reportsOf(domain.uuid) };
      // The last month that ended at least two days ago.
      const month = monthOf(monthStart(monthOf(Date.now() - 2 * 86_400_000)) - 1);
      const { from, to } = daysOfMonth(month);
      await feedRequests(first, measured, [
        { at: formatDay(from) },
        { at: formatDay(to), bytesIn: 1 },
        { at: formatDay(to + 1) },
      ]);
      await beOlder(first, domain.uuid, month);
      const range = `from=${formatDay(from)}&to=${formatDay(to)}`;
      const { count } = await dataOf(first, measured, `request_count?${range}`);
      const { bytes } = await dataOf(first, measured, `total_data_transfer?${range}`);
      await first.stop();

      const second = await bench.start(env);
      const shown = async () => (await usageOf(second, owner, `?month=${month}`)).body.data;
      await expect.poll(async () => (await shown())[0].closed).toBe(true);
      const closed = await shown();
      expect(closed).toEqual([
        {
          month,
          custom_domain_uuid: domain.uuid,
          host: domain.host,
          external_id: 'c1',
          requests: count,
          bytes_in: 401,
          bytes_out: bytes - 401,
          visitors: 0,
          closed: true,
        },
      ]);
      await feedRequests(second, measured, [{ at: formatDay(to) }]);
      await second.api(domain.path, { method: 'DELETE', token: owner.token });
      expect(await shown()).toEqual(closed);
      expect((await usageOf(second, owner, `/external_ids?month=${month}`)).body.data).toMatchObject([
        { external_id: 'c1', custom_domains: 1, requests: count, closed: true },
      ]);
    },
  },
  {
    source: on('Errors'),
    statement: 'bad parameters are refused by name',
    codes: ['month_invalid', 'custom_domain_uuid_invalid'],
    async check(service) {
      const owner = ownOwner(service);
      const refuse = async (query: string, code: Parameters<typeof expectError>[2], ...mentions: string[]) =>
        expectError(await usageOf(service, owner, query), 400, code, ...mentions);
      for (const month of ['2026', '2026-13', '', '2026-1', '1969-12', '2999-01', '2026-01-01'])
        await refuse(`?month=${month}`, 'month_invalid', `"${month}"`, 'YYYY-MM');
      await refuse('?month=2026-01&month=2026-02', 'month_invalid', '2 times');
      await refuse('?custom_domain_uuid=x', 'custom_domain_uuid_invalid', '"x"');
      await refuse('?external_id=', 'external_id_invalid');
      await refuse('?host=http://a', 'host_invalid');
      await refuse('?sort=visitors', 'sort_invalid', 'host, external_id');
      await refuse('?per_page=1001', 'per_page_invalid');
      await refuse('?months=2026-01', 'parameter_unknown', 'month');
      await refuse('/external_ids?month=x', 'month_invalid');
    },
  },
];

/** Makes a domain, and the months of its account, go back to the beginning of a month. */
async function beOlder(service: ServiceClient, domainUuid: string, month: string): Promise<void> {
  await using database = await ControlDatabase.open(service.control, 1);
  await database.transaction(async (trx) => {
    await trx
      .insertInto('usage_months')
      .values({ account_uuid: service.accountUuid, month, closed_at: null })
      .execute();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no program changes it
    const older = { created_at: monthStart(month) } as object;
    await trx.updateTable('custom_domains').set(older).where('uuid', '=', domainUuid).execute();
  });
}
