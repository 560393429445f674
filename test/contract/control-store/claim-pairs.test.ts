/**
 * Every pair of things that claim a name: what one account has, or gave up, another account gets by the TXT record of its own
 * name and by nothing else. Source: docs/reference/domains.md ("A host belongs to one account", "Proof of ownership").
 */

import { expect, test } from 'vitest';
import type { ControlStore } from '../../../src/control/store.ts';
import { ownershipRecord } from '../../../src/core/ownership-record.ts';
import { dayMs } from '../../../src/core/time.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import type { DnsCheck } from '../../../src/features/custom-domains/domain-checks.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { type Tenant, type Tenants, tenantsAt } from './tenants.ts';

const base = 'shop.example';
const www = `www.${base}`;

type Kind = {
  readonly what: string;
  /** The name that it claims. */
  readonly name: string;
  readonly isDomain: boolean;
  /** As the route does: it asks first whether the host can be had. */
  readonly create: (store: ControlStore, tenant: Tenant) => Promise<unknown>;
  readonly release: (store: ControlStore, tenant: Tenant, created: unknown) => Promise<unknown>;
};

const redirect = (what: string, active: boolean): Kind => ({
  what,
  name: www,
  isDomain: false,
  create: async (store, tenant) => {
    await new Redirects(store).refuseTaken(tenant.uuid, www);
    return tenant.redirect(www, active ? {} : { active, matchPath: '/never' });
  },
  release: (_, tenant, created) => tenant.deleteRedirect(String(created)),
});

const domain = (what: string, name: string, host: string): Kind => ({
  what,
  name,
  isDomain: true,
  create: async (store, tenant) => {
    await new CustomDomains(store).refuseTaken(tenant.uuid, host);
    return tenant.domain(host, host !== name);
  },
  release: (_, tenant, created) => tenant.deleteDomain(String(created)),
});

const kinds: readonly Kind[] = [
  redirect('a redirect', true),
  redirect('a paused redirect', false),
  {
    what: 'rules',
    name: www,
    isDomain: false,
    create: (_, tenant) => tenant.rules(www),
    release: (_, tenant) => tenant.rules(www, 0),
  },
  domain('a domain', www, www),
  domain('the www. host of a domain', www, base),
  domain('a wildcard', `*.${base}`, `*.${base}`),
];

const pairs = kinds.flatMap((holder) => kinds.map((claimant) => ({ holder, claimant })));

onEachControlStore('pairs of claims', (newLocation) => {
  const { open } = tenantsAt(newLocation);

  const served = async (store: ControlStore): Promise<string[]> =>
    (await store.routing.routesAfter('', 100)).flatMap(({ host, redirect: own, rules, domain: proxied }) => {
      const routes = { redirect: own, rules, domain: proxied };
      const names = Object.entries(routes).flatMap(([what, route]) => (route ? [`${what} ${host}`] : []));
      if (proxied?.redirectToWww) names.push(`www. of ${host}`);
      return names;
    });
  const owners = async ({ store, ann, bob }: Tenants, names: readonly string[]) => {
    const found = new Map<string, string>();
    for (const [who, { uuid }] of Object.entries({ ann, bob }))
      for (const name of await new CustomDomains(store).findClaimed(uuid, names)) found.set(name, who);
    return names.map((name) => found.get(name));
  };
  /** A check of a domain whose records lead here. */
  const check = async ({ store, clock }: Tenants, uuid: unknown, isProven: boolean) => {
    const checked = await new CustomDomains(store).findAnywhere(String(uuid));
    if (!checked) throw new Error('the domain is gone');
    const found: DnsCheck = {
      status: 'dns_records_found',
      report: { found: [], problems: [] },
      checkedAt: clock.time,
      nextCheckAt: clock.time + dayMs,
      failures: 0,
      delegatedHosts: [],
      isProven,
    };
    await new CustomDomains(store).recordCheck(checked, found);
  };
  const record = (tenant: Tenant, { what, name }: Kind) =>
    ownershipRecord(tenant.uuid, what.startsWith('the www.') ? base : name);

  test.each(pairs)('$holder.what of another account, and $claimant.what', async ({ holder, claimant }) => {
    const tenants = await open();
    const { store, ann, bob, dns } = tenants;
    await holder.create(store, ann);
    const ofAnn = await served(store);
    const isSame = holder.name === claimant.name;
    const { name, value } = record(bob, claimant);
    let pending: unknown;
    if (isSame || !claimant.isDomain)
      await expect(claimant.create(store, bob)).rejects.toMatchObject({
        code: expect.stringMatching(/host_taken$/),
        message: expect.stringContaining(`create the TXT record ${name} with the value ${value}`),
      });
    else {
      pending = await claimant.create(store, bob);
      // Records that lead here are no proof.
      await check(tenants, pending, false);
      expect(await owners(tenants, [claimant.name])).toEqual([undefined]);
    }
    const withoutClaim = claimant.what.startsWith('the www.') && !isSame ? [`domain ${base}`] : [];
    expect(await served(store)).toEqual([...ofAnn, ...withoutClaim].toSorted());
    // The holder's own record is nobody else's, and time changes nothing.
    const own = record(ann, claimant);
    dns.add(`${own.name} ${own.value}`);
    tenants.clock.time += 400 * dayMs;
    await new CustomDomains(store).forgetReleases();
    if (pending === undefined) await expect(claimant.create(store, bob)).rejects.toThrow(value);
    else await check(tenants, pending, false);
    expect(await owners(tenants, [holder.name])).toEqual(['ann']);

    dns.add(`${name} ${value}`);
    if (pending === undefined) await claimant.create(store, bob);
    else await check(tenants, pending, true);
    expect(await owners(tenants, [holder.name, claimant.name])).toEqual([isSame ? 'bob' : 'ann', 'bob']);
    const now = await served(store);
    if (isSame)
      for (const route of ofAnn) expect(now.filter((each) => each === route).length).toBeLessThan(2);
    else expect(now).toEqual(expect.arrayContaining(ofAnn));
    // A domain that has lost its www. host alone stays, and doctor names it.
    const conflicts = await store.findHostConflicts(10);
    expect(conflicts.filter(({ kind }) => kind !== 'custom domain with redirect_to_www')).toEqual([]);
  });

  test.each(pairs)(
    '$holder.what given up by another account, and $claimant.what',
    async ({ holder, claimant }) => {
      const tenants = await open();
      const { store, ann, bob, dns, clock } = tenants;
      await holder.release(store, ann, await holder.create(store, ann));
      clock.time += 30 * dayMs - 1;
      const { name, value } = record(bob, claimant);
      if (claimant.isDomain) {
        const pending = await claimant.create(store, bob);
        await check(tenants, pending, false);
        expect(await owners(tenants, [claimant.name])).toEqual([undefined]);
        await check(tenants, pending, true);
      } else {
        await expect(claimant.create(store, bob)).rejects.toThrow(
          `TXT record ${name} with the value ${value}`,
        );
        dns.add(`${name} ${value}`);
        await claimant.create(store, bob);
      }
      expect(await owners(tenants, [claimant.name])).toEqual(['bob']);
    },
  );

  test('who needs no proof gets a wildcard for which another account waits, and who has the proof does, too', async () => {
    const { store, ann, bob, dns } = await open();
    await ann.redirect(www);
    await bob.domain(`*.${base}`);
    await ann.domain(`*.${base}`);
    expect(await served(store)).toEqual([`domain *.${base}`, `redirect ${www}`]);
    await bob.domain(`a.${base}`);
    const { name, value } = ownershipRecord(bob.uuid, base);
    dns.add(`${name} ${value}`);
    await bob.domain(`*.${base}`);
    expect((await new CustomDomains(store).findByHost(`*.${base}`))?.accountUuid).toBe(bob.uuid);
    expect((await new CustomDomains(store).findClaimed(ann.uuid, [www])).size).toBe(1);
  });

  test('a thousand wildcards above names of others are looked up in one question', async () => {
    const { store, ann, bob } = await open();
    const names = Array.from({ length: 1_000 }, (_, index) => `n${index}.example`);
    await ann.redirects(names.map((each) => `a.${each}`));
    await bob.domains(names.map((each) => `*.${each}`));
    expect(
      await new CustomDomains(store).findClaimed(
        bob.uuid,
        names.map((each) => `*.${each}`),
      ),
    ).toEqual(new Set());
    await ann.domains(names.map((each) => `*.${each}`));
    expect((await new CustomDomains(store).findByHost('*.n999.example'))?.accountUuid).toBe(ann.uuid);
  });
});
