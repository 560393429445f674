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
];
