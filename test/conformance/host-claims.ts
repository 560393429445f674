/** A host belongs to one account. */

import { expect } from 'vitest';
import type { ApiErrorCode } from '../../src/api/reference/error-table.ts';
import { Redirects } from '../../src/features/redirects/redirect-store.ts';
import type { ApiAnswer, ServiceClient } from '../support/service-client.ts';
import { createDomain, createUpstream, postDomain, put } from './domain-resources.ts';
import { expectError, newAccount, newHost, type Row, withStore } from './row.ts';

const source = 'docs/reference/domains.md ("A host belongs to one account")';

type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** An account with an upstream, and what it asks of the API. */
async function newTenant(service: ServiceClient) {
  const account = await newAccount(service);
  const { accountUuid, token } = account;
  const upstream = await createUpstream(service, {
    token,
    upstreams: `/api/v1/accounts/${accountUuid}/upstreams`,
  });
  const redirect = (host: string, more: Readonly<Record<string, unknown>> = {}): Promise<ApiAnswer> => {
    const json = { source_host: host, destination_url: 'https://dest.example', ...more };
    return service.api(account.redirects, { token, json });
  };
  return {
    ...account,
    upstream,
    redirect,
    domain: (host: string, more: Readonly<Record<string, unknown>> = {}) =>
      postDomain(service, account, upstream, { host, ...more }),
    async redirectThat(change: Readonly<Record<string, unknown>>) {
      const { body } = await redirect(newHost());
      return service.api(`${account.redirects}/${body.uuid}`, { token, method: 'PUT', json: change });
    },
    async domainThat(change: Readonly<Record<string, unknown>>, host = newHost()) {
      return put(service, account, await createDomain(service, account, upstream, { host }), change);
    },
  };
}

/** Whatever holds `www.` and a host for an account. */
const holders: readonly (readonly [string, (tenant: Tenant, base: string) => Promise<ApiAnswer>])[] = [
  ['redirect', (tenant, base) => tenant.redirect(`www.${base}`)],
  [
    'paused redirect for a path that nobody asks for',
    (tenant, base) => tenant.redirect(`www.${base}`, { active: false, match_path: '/never' }),
  ],
  ['custom domain', (tenant, base) => tenant.domain(`www.${base}`)],
];

const impliedHolder: (typeof holders)[number] = [
  'custom domain with redirect_to_www',
  (tenant, base) => tenant.domain(base, { redirect_to_www: true }),
];

type Claim = readonly [ApiErrorCode, (tenant: Tenant, base: string) => Promise<ApiAnswer>];

/** Everything that claims `www.` and a host, with the code of its refusal. */
const claims = [
  ['source_host_taken', (tenant, base) => tenant.redirect(`WWW.${base}.`)],
  [
    'source_host_taken',
    (tenant, base) => tenant.redirect(`www.${base}`, { active: false, match_path: '/never' }),
  ],
  ['source_host_taken', (tenant, base) => tenant.redirectThat({ source_host: `www.${base}` })],
  ['host_taken', (tenant, base) => tenant.domain(`WWW.${base}.`)],
  ['host_taken', (tenant, base) => tenant.domainThat({ host: `www.${base}` })],
] as const satisfies readonly Claim[];

const impliedClaims = [
  ['host_taken', (tenant, base) => tenant.domain(base, { redirect_to_www: true })],
  ['host_taken', (tenant, base) => tenant.domainThat({ redirect_to_www: true }, base)],
] as const satisfies readonly Claim[];

export const hostClaimRows: readonly Row[] = [
  ...[...holders, impliedHolder].map(
    ([what, hold]): Row => ({
      source,
      statement: `the host of a ${what} is refused to other accounts, on create and update`,
      postgres: 'locks of host claims',
      codes: ['source_host_taken', 'host_taken'],
      async check(service) {
        const [owner, other] = [await newTenant(service), await newTenant(service)];
        const base = newHost();
        expect((await hold(owner, base)).status).toBe(201);
        // Where the bare host is the owner's as well, that one is refused before.
        const all = hold === impliedHolder[1] ? claims : [...claims, ...impliedClaims];
        for (const [code, ask] of all) {
          const refused = await ask(other, base);
          expectError(refused, 400, code, `"www.${base}"`, 'belongs to another account');
          expect(refused.body.error).not.toContain(owner.accountUuid);
          const { body } = await service.api(`${other.upstream.domains}?host=${base}`, {
            token: other.token,
          });
          for (const { uuid } of body.data)
            await service.api(`${other.upstream.domains}/${uuid}`, { method: 'DELETE', token: other.token });
        }
        const www = `www.${base}`;
        expect(
          await withStore(service, (store) => new Redirects(store).takenHosts(other.accountUuid, [www])),
        ).toEqual(new Map([[www, 'held']]));
      },
    }),
  ),
  {
    source,
    statement: 'a host is refused at its place among the attributes',
    codes: ['source_host_taken', 'host_taken'],
    async check(service) {
      const [owner, other] = [await newTenant(service), await newTenant(service)];
      const host = newHost();
      await owner.domain(host);
      expectError(await other.redirect(host, { match_path: '?' }), 400, 'source_host_taken', host);
      expectError(await other.domain(host, { challenge_type: '?' }), 400, 'host_taken', host);
    },
  },
  {
    source,
    statement: 'an account may have a redirect, a custom domain and the www. of another on one host',
    async check(service) {
      const owner = await newTenant(service);
      const base = newHost();
      for (const [, hold] of [impliedHolder, ...holders.filter(([what]) => !what.startsWith('paused'))])
        expect((await hold(owner, base)).status).toBe(201);
    },
  },
  {
    source,
    statement: 'a host that its account has given up is free for that account alone',
    postgres: 'locks of host claims',
    codes: ['source_host_taken'],
    async check(service) {
      const [owner, other] = [await newTenant(service), await newTenant(service)];
      const base = newHost();
      const { body } = await owner.domain(base, { redirect_to_www: true });
      const path = `${owner.upstream.domains}/${body.uuid}`;
      const { token } = owner;
      await service.api(path, { method: 'PUT', token, json: { redirect_to_www: false } });
      expectError(await other.redirect(`www.${base}`), 400, 'source_host_taken', `_nameplate.www.${base}`);
      expect((await owner.redirect(`www.${base}`)).status).toBe(201);
      expect((await service.edge(`www.${base}`)).status).toBe(301);
      await service.api(path, { method: 'DELETE', token });
      expect((await owner.domain(base)).status).toBe(201);
    },
  },
  {
    source,
    statement: 'of two accounts that race for a host, one gets it',
    postgres: 'transactions that race',
    async check(service) {
      const [one, two] = [await newTenant(service), await newTenant(service)];
      for (let round = 0; round < 10; round++) {
        const host = newHost();
        const [redirect, domain] = await Promise.all([one.redirect(host), two.domain(host)]);
        expect(new Set([redirect.status, domain.status])).toEqual(new Set([201, 400]));
        if (redirect.status === 400) expectError(redirect, 400, 'source_host_taken', host);
        else expectError(domain, 400, 'host_taken', host);
      }
    },
  },
  {
    source,
    statement: 'the public name of the edge is the source_host of no redirect',
    codes: ['source_host_invalid'],
    async check(_service, bench) {
      const service = await bench.newService({ env: { NAMEPLATE_EDGE_HOSTNAME: 'edge.nameplate.test' } });
      const tenant = await newTenant(service);
      const own = await tenant.redirect('EDGE.nameplate.test.');
      expectError(own, 400, 'source_host_invalid', 'edge.nameplate.test', "this service's own name");
      const moved = await tenant.redirectThat({ source_host: 'edge.nameplate.test' });
      expectError(moved, 400, 'source_host_invalid', 'edge.nameplate.test');
    },
  },
];
