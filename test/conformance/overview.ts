/** The overview's counts, and the custom domains that grow and shrink. */
import { expect } from 'vitest';
import {
  type FedRequest,
  feedRequests,
  googlebot,
  type MeasuredDomain,
  reportsOf,
} from './analytics-resources.ts';
import { createDomain, createUpstream, newOwner } from './domain-resources.ts';
import { expectError, newAccount, type Row } from './row.ts';

const page = 'docs/reference/overview.md';
const dayMs = 86_400_000;
const none = { broken: 0, attention: 0, unknown: 0, setting_up: 0, healthy: 0 };

/** A day that is so many days ago, at noon UTC. */
function daysAgo(days: number): string {
  return new Date(Math.floor(Date.now() / dayMs) * dayMs - days * dayMs + dayMs / 2).toISOString();
}

function many(days: number, count: number, more: Partial<FedRequest> = {}): FedRequest[] {
  return Array.from({ length: count }, () => ({ at: daysAgo(days), ...more }));
}

export const overviewRows: readonly Row[] = [
  {
    source: `${page} ("Counts")`,
    statement: 'an account’s custom domains, redirects and hosts with rules only are counted by verdict',
    codes: ['not_found'],
    async check(service) {
      const owner = await newOwner(service);
      const account = owner.upstreams.replace('/upstreams', '');
      const { token } = owner;
      const count = async () => (await service.api(`${account}/overview`, { token })).body;
      const findings = { critical: 0, warning: 0, notice: 0 };
      expect(await count()).toEqual({ custom_domains: none, redirects: none, hosts: none, findings });
      const { host } = await createDomain(service, owner, await createUpstream(service, owner));
      for (const name of [host, `only-rules.${host}`]) {
        const json = { rules: [{ then: { block: {} } }] };
        const put = await service.api(`${account}/hosts/${name}/rules`, { method: 'PUT', token, json });
        expect(put.status).toBe(200);
      }
      const json = { source_host: `go.${host}`, destination_url: 'https://www.example.com' };
      expect((await service.api(`${account}/redirects`, { token, json })).status).toBe(201);
      const one = { ...none, setting_up: 1 };
      expect(await count()).toEqual({ custom_domains: one, redirects: one, hosts: one, findings });
      const stranger = await newAccount(service);
      expectError(await service.api(`${account}/overview`, { token: stranger.token }), 404, 'not_found');
    },
  },
  {
    source: `${page} ("Traffic")`,
    statement:
      'the last seven whole days are compared with the seven before; what is new is listed apart, and no account sees another’s',
    async check(service) {
      const owner = await newOwner(service);
      const upstream = await createUpstream(service, owner);
      const measured = async (): Promise<MeasuredDomain> => {
        const { uuid, host, path } = await createDomain(service, owner, upstream);
        return { uuid, host, owner, path, reports: reportsOf(uuid) };
      };
      const [up, down, same, fresh] = [
        await measured(),
        await measured(),
        await measured(),
        await measured(),
      ];
      await feedRequests(service, up, [
        ...many(14, 2),
        ...many(7, 4),
        ...many(1, 3, { userAgent: googlebot }),
      ]);
      await feedRequests(service, down, [...many(20, 1), ...many(8, 6), ...many(0, 50)]);
      await feedRequests(service, same, [...many(14, 1), ...many(1, 1)]);
      await feedRequests(service, fresh, [...many(13, 1), ...many(3, 9)]);
      const account = owner.upstreams.replace('/upstreams', '');
      const { token } = owner;
      const { status, body } = await service.api(`${account}/overview/growth`, { token });
      expect(status).toBe(200);
      const day = (days: number) => daysAgo(days).slice(0, 10);
      const one = ({ uuid, host }: MeasuredDomain, count: number, before: number) => ({
        custom_domain_uuid: uuid,
        host,
        count,
        before,
      });
      expect(body).toEqual({
        metric: 'requests',
        from: day(7),
        to: day(1),
        compared_from: day(14),
        compared_to: day(8),
        growing: [one(up, 7, 2)],
        shrinking: [one(down, 0, 6)],
        new: [one(fresh, 9, 1)],
      });
      const stranger = await newOwner(service);
      const theirs = stranger.upstreams.replace('/upstreams', '');
      expect((await service.api(`${theirs}/overview/growth`, { token: stranger.token })).body).toMatchObject({
        growing: [],
        shrinking: [],
        new: [],
      });
      expectError(
        await service.api(`${account}/overview/growth`, { token: stranger.token }),
        404,
        'not_found',
      );
    },
  },
  {
    source: 'docs/reference/domains.md ("Filters")',
    statement:
      'custom domains are filtered by certificate, records, upstream and traffic, sorted by traffic, and their numbers are in the same order',
    codes: ['certificate_state_invalid', 'status_invalid', 'upstream_uuid_invalid', 'traffic_invalid'],
    async check(service) {
      const owner = await newOwner(service);
      const [one, other] = [await createUpstream(service, owner), await createUpstream(service, owner)];
      const measured = async (upstream: Parameters<typeof createDomain>[2]): Promise<MeasuredDomain> => {
        const { uuid, host, path } = await createDomain(service, owner, upstream);
        return { uuid, host, owner, path, reports: reportsOf(uuid) };
      };
      const [idle, busy, failing] = [await measured(one), await measured(one), await measured(other)];
      await feedRequests(service, idle, [...many(8, 9), ...many(0, 9)]);
      await feedRequests(service, busy, [...many(7, 5), ...many(10, 2)]);
      await feedRequests(service, failing, [...many(1, 2, { status: 502 }), ...many(1, 1)]);
      const { token } = owner;
      const domains = owner.upstreams.replace('/upstreams', '/custom_domains');
      const ask = (query: string) => service.api(`${domains}?${query}`, { token });
      const names = new Map([
        [idle.uuid, 'idle'],
        [busy.uuid, 'busy'],
        [failing.uuid, 'failing'],
      ]);
      const listed = async (query: string) => {
        const { status, body } = await ask(query);
        expect([query, status]).toEqual([query, 200]);
        const numbers = await service.api(`${domains}/traffic?${query}`, { token });
        expect(numbers.body.pagination).toEqual(body.pagination);
        expect(
          numbers.body.data.map((each: { custom_domain_uuid: string }) => each.custom_domain_uuid),
        ).toEqual(body.data.map(({ uuid }: { uuid: string }) => uuid));
        return body.data.map(({ uuid }: { uuid: string }) => names.get(uuid)).join(' ');
      };
      expect(await listed('traffic=some&sort=created_at')).toBe('busy failing');
      expect(await listed('traffic=none')).toBe('idle');
      expect(await listed('sort=-requests')).toBe('busy failing idle');
      expect(await listed('sort=requests')).toBe('idle failing busy');
      expect(await listed('sort=-errors&per_page=1')).toBe('failing');
      expect(await listed('sort=-requests&per_page=1&page=2')).toBe('failing');
      expect(await listed('sort=-requests&per_page=1&page=9')).toBe('');
      expect(await listed('sort=change')).toBe('idle failing busy');
      // As much as another, the newest comes first.
      expect(await listed('sort=-visitors')).toBe('failing busy idle');
      expect(await listed(`upstream_uuid=${other.uuid}`)).toBe('failing');
      expect(await listed(`upstream_uuid=${one.uuid}&sort=-requests`)).toBe('busy idle');
      expect(await listed(`query=${busy.host}&sort=-requests&certificate_state=missing`)).toBe('busy');
      expect(await listed('certificate_state=valid')).toBe('');
      expect(await listed('status=dns_records_found')).toBe('');
      const { body } = await service.api(`${domains}/traffic?sort=-errors&per_page=1`, { token });
      expect(body.data).toEqual([
        {
          custom_domain_uuid: failing.uuid,
          visitors: 0,
          visitors_before: 0,
          requests: 3,
          requests_before: 0,
          errors: 2,
        },
      ]);
      // The upstream of the path stands.
      const below = await service.api(`${one.domains}?upstream_uuid=${other.uuid}&sort=-requests`, { token });
      expect(below.body.data.map(({ uuid }: { uuid: string }) => names.get(uuid))).toEqual(['busy', 'idle']);
      for (const [query, code] of [
        ['certificate_state=good', 'certificate_state_invalid'],
        ['status=found', 'status_invalid'],
        ['upstream_uuid=one', 'upstream_uuid_invalid'],
        ['traffic=1', 'traffic_invalid'],
        ['traffic=', 'traffic_invalid'],
        ['sort=bytes', 'sort_invalid'],
      ] as const) {
        expectError(await ask(query), 400, code);
        expectError(await service.api(`${domains}/traffic?${query}`, { token }), 400, code);
      }
      const stranger = await newOwner(service);
      const theirs = stranger.upstreams.replace('/upstreams', '/custom_domains');
      for (const query of ['sort=-requests', `upstream_uuid=${one.uuid}`, 'traffic=some'])
        expect((await service.api(`${theirs}?${query}`, { token: stranger.token })).body.data).toEqual([]);
      expectError(
        await service.api(`${domains}/traffic?sort=-requests`, { token: stranger.token }),
        404,
        'not_found',
      );
    },
  },
];
