/**
 * A host that an account gave up leads to a proof for 30 days before another account has it. Source: docs/reference/domains.md
 * ("Proof of ownership").
 */

import { expect, test } from 'vitest';
import type { ControlStore } from '../../../src/control/store.ts';
import { ownershipRecord } from '../../../src/core/ownership-record.ts';
import { dayMs } from '../../../src/core/time.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import type { DnsCheck } from '../../../src/features/custom-domains/domain-checks.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { changedSince, takeOrders } from './stores.ts';
import { type Tenant, tenantsAt } from './tenants.ts';

const host = 'shop.example.com';
const www = `www.${host}`;

onEachControlStore('released hosts', (newLocation) => {
  const { open } = tenantsAt(newLocation);

  async function openReleased(hosts: readonly string[] = [host]) {
    const tenants = await open();
    for (const each of hosts) await tenants.ann.deleteRedirect(await tenants.ann.redirect(each));
    const { store, clock, dns } = tenants;
    return {
      ...tenants,
      prove: (tenant: Tenant, each = host) => {
        const { name, value } = ownershipRecord(tenant.uuid, each);
        dns.add(`${name} ${value}`);
      },
      /** A check of a domain's records that found all of them. */
      check: async (uuid: string, isProven: boolean) => {
        const domain = await new CustomDomains(store).findAnywhere(uuid);
        if (!domain) throw new Error('the domain is gone');
        const found: DnsCheck = {
          status: 'dns_records_found',
          report: { found: [], problems: [] },
          checkedAt: clock.time,
          nextCheckAt: clock.time + dayMs,
          failures: 0,
          delegatedHosts: [],
          isProven,
        };
        await new CustomDomains(store).recordCheck(domain, found);
      },
    };
  }

  const served = async (store: ControlStore) =>
    (await store.routing.routesAfter('', 100)).flatMap(({ host: each, redirect, domain, rules }) =>
      redirect || rules ? [each] : domain ? [domain.redirectToWww ? `${each} with www.` : each] : [],
    );
  const isOwned = async (store: ControlStore, uuid: string) => {
    const domain = await new CustomDomains(store).findAnywhere(uuid);
    return domain && !(await new CustomDomains(store).needsProof(domain));
  };

  test('a domain there is created, and not served before a check has found the proof', async () => {
    const { store, bob, check } = await openReleased();
    const domain = await bob.domain(host);
    expect(await served(store)).toEqual([]);
    await check(domain, false);
    expect([await served(store), await isOwned(store, domain)]).toEqual([[], false]);
    expect(await new AutomaticCertificates(store).want(host)).toBe(false);
    expect(await takeOrders(store, Number.MAX_SAFE_INTEGER, 1)).toEqual([]);

    const revision = await store.routing.currentRevision();
    await check(domain, true);
    expect([await served(store), await isOwned(store, domain)]).toEqual([[host], true]);
    expect((await changedSince(store, revision)).map((routes) => routes.host)).toEqual([host]);
    expect(await takeOrders(store, Number.MAX_SAFE_INTEGER, 1)).toMatchObject([{ host }]);
  });

  test('it stays verified without the proof', async () => {
    const { store, bob, check } = await openReleased();
    const domain = await bob.domain(host);
    await check(domain, true);
    await check(domain, false);
    await bob.setWww(domain, true);
    expect([await served(store), await isOwned(store, domain)]).toEqual([[`${host} with www.`], true]);
  });

  test('without a proof the account has it after 30 days, with the next check', async () => {
    const { store, clock, bob, check } = await openReleased();
    const domain = await bob.domain(host);
    clock.time += 30 * dayMs - 1;
    await check(domain, false);
    expect(await served(store)).toEqual([]);
    clock.time += 1;
    await check(domain, false);
    expect(await served(store)).toEqual([host]);
  });

  test('a domain that moves there loses its old host, and waits for the proof', async () => {
    const { store, bob, check } = await openReleased();
    const domain = await bob.domain('old.example.com');
    await bob.moveDomain(domain, host);
    expect(await served(store)).toEqual([]);
    await check(domain, true);
    expect(await served(store)).toEqual([host]);
  });

  test('the www. host is proven by the record of the host, which is served meanwhile', async () => {
    const { store, bob, check } = await openReleased([www]);
    const domain = await bob.domain(host, true);
    expect([await served(store), await isOwned(store, domain)]).toEqual([[host], false]);
    await check(domain, true);
    expect([await served(store), await isOwned(store, domain)]).toEqual([[`${host} with www.`], true]);
  });

  test.each([
    ['a redirect', 'source_host_taken', (tenant: Tenant) => tenant.redirect(host)],
    ['rules', 'host_taken', (tenant: Tenant) => tenant.rules(host)],
    [
      'a redirect that moves there',
      'source_host_taken',
      async (tenant: Tenant) => tenant.moveRedirect(await tenant.redirect(`old.${host}`), host),
    ],
  ] as const)('%s is refused there, with the record to set, until that is found', async (_, code, ask) => {
    const { store, ann, bob, prove } = await openReleased();
    const { name, value } = ownershipRecord(bob.uuid, host);
    const refused = ask(bob);
    await expect(refused).rejects.toMatchObject({
      code,
      message: expect.stringContaining(`create the TXT record ${name} with the value ${value}`),
    });
    await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(ann.uuid) });
    await bob.deleteEverything();
    prove(ann);
    await expect(ask(bob)).rejects.toMatchObject({ code });
    await bob.deleteEverything();
    prove(bob);
    await ask(bob);
    expect(await served(store)).toEqual([host]);
  });

  test('the account that gave it up has it again at once', async () => {
    const { store, ann } = await openReleased();
    await ann.domain(host);
    expect(await served(store)).toEqual([host]);
  });

  test('the account that had it last is the one that needs no proof', async () => {
    const { store, ann, bob, check } = await openReleased();
    const domain = await bob.domain(host);
    await check(domain, true);
    await bob.deleteDomain(domain);
    await expect(ann.redirect(host)).rejects.toMatchObject({ code: 'source_host_taken' });
    await bob.redirect(host);
    expect(await served(store)).toEqual([host]);
  });

  test('an attempt without a proof takes nothing from the account that gave it up', async () => {
    const { store, ann, bob } = await openReleased();
    await expect(bob.rules(host, 0)).rejects.toMatchObject({ code: 'host_taken' });
    await bob.deleteDomain(await bob.domain(host));
    await bob.deleteDomain(await bob.domain(host, true));
    await expect(bob.redirect(host)).rejects.toMatchObject({ code: 'source_host_taken' });
    await ann.redirect(host);
    expect(await served(store)).toEqual([host]);
  });

  test('no rules where there were none give nothing up', async () => {
    const { bob, ann } = await openReleased();
    await bob.rules('new.example.com', 0);
    await ann.redirect('new.example.com');
  });

  test('what was given up long ago is forgotten', async () => {
    const { store, clock, bob } = await openReleased();
    clock.time += 30 * dayMs;
    await new CustomDomains(store).forgetReleases();
    // A clock that goes back shows that nothing is left.
    clock.time -= 30 * dayMs;
    await bob.redirect(host);
  });

  test('a thousand of them at once are created, and none is served', async () => {
    const hosts = Array.from({ length: 1_000 }, (_, index) => `h${index}.example.com`);
    const { store, ann, bob } = await open();
    await ann.domains(hosts);
    await ann.deleteUpstream();
    await bob.domains(hosts);
    expect(await served(store)).toEqual([]);
    expect((await new CustomDomains(store).findClaimed(bob.uuid, hosts)).size).toBe(0);
  });
});
