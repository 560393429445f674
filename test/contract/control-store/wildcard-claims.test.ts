/** A wildcard and the hosts that it reaches belong to those that prove it. Source: docs/reference/domains.md ("Wildcards"). */

import { expect, test } from 'vitest';
import type { ControlStore } from '../../../src/control/store.ts';
import { ownershipRecord } from '../../../src/core/ownership-record.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { type Tenant, tenantsAt } from './tenants.ts';

type Hold = (tenant: Tenant, base: string) => Promise<unknown>;

const inTheWay: Readonly<Record<string, Hold>> = {
  'a paused redirect below it': (tenant, base) => tenant.redirect(`a.${base}`, { active: false }),
  'rules below it': (tenant, base) => tenant.rules(`a.${base}`),
  'a domain below it': (tenant, base) => tenant.domain(`a.${base}`),
  'the www. host of the domain itself': (tenant, base) => tenant.domain(base, true),
  'the domain itself': (tenant, base) => tenant.domain(base),
};

const notInTheWay: Readonly<Record<string, Hold>> = {
  'a host two labels below it': (tenant, base) => tenant.redirect(`a.b.${base}`),
  'a wildcard below it': (tenant, base) => tenant.domain(`*.b.${base}`),
  'a host with the same ending': (tenant, base) => tenant.redirect(`a.an${base}`),
};

onEachControlStore('claims of wildcards', (newLocation) => {
  const { open } = tenantsAt(newLocation);

  const isClaimed = async (store: ControlStore, tenant: Tenant, host: string) =>
    (await new CustomDomains(store).findClaimed(tenant.uuid, [host])).has(host);

  test('a wildcard that reaches hosts of another account waits for its proof, and no other does', async () => {
    const { store, ann, bob } = await open();
    const other = await bob.domain('*.elsewhere.example');
    for (const [index, [what, hold]] of Object.entries(inTheWay).entries()) {
      const base = `w${index}.example`;
      await hold(ann, base);
      await new CustomDomains(store).refuseTaken(bob.uuid, `*.${base}`);
      await bob.deleteDomain(await bob.domain(`*.${base}`));
      await bob.moveDomain(other, `*.${base}`);
      expect(await isClaimed(store, bob, `*.${base}`), what).toBe(false);
    }
    for (const [index, [what, hold]] of Object.entries(notInTheWay).entries()) {
      await hold(ann, `n${index}.example`);
      await bob.domain(`*.n${index}.example`);
      expect(await isClaimed(store, bob, `*.n${index}.example`), what).toBe(true);
    }
  });

  test('a wildcard keeps other accounts from the hosts that it covers, and from no others', async () => {
    const { store, ann, bob } = await open();
    const uuid = await ann.domain('*.example.com');
    const refused = {
      code: expect.stringMatching(/host_taken$/),
      message: expect.stringContaining(`which has *.example.com; to prove that it is yours`),
    };
    await expect(bob.redirect('a.example.com')).rejects.toMatchObject(refused);
    await expect(bob.rules('a.example.com')).rejects.toMatchObject(refused);
    const hosts = ['a.example.com', 'a.b.example.com', 'example.com'];
    expect(await new Redirects(store).takenHosts(bob.uuid, hosts)).toEqual(
      new Map([['a.example.com', 'reached']]),
    );
    await bob.domain('a.example.com');
    await bob.domain('example.com', true);
    await bob.redirect('a.b.example.com');
    const served = (await store.routing.routesAfter('', 10)).flatMap(({ host, domain, redirect }) =>
      domain || redirect ? [domain?.redirectToWww ? `${host} with www.` : host] : [],
    );
    expect(served).toEqual(['*.example.com', 'a.b.example.com', 'example.com']);
    // What is left behind in DNS still leads here.
    await ann.deleteDomain(uuid);
    await expect(bob.redirect('b.example.com')).rejects.toThrow('until recently');
  });

  test('an account gets a host from below a wildcard by its own record, and the wildcard by that of its domain', async () => {
    const { store, ann, bob, dns } = await open();
    const prove = (host: string) => {
      const { name, value } = ownershipRecord(bob.uuid, host);
      dns.add(`${name} ${value}`);
    };
    await ann.domain('*.example.com');
    await ann.domain('a.example.com');
    prove('b.example.com');
    await bob.redirect('b.example.com');
    await expect(bob.redirect('c.example.com')).rejects.toThrow('which has *.example.com');
    const served = async () => (await store.routing.routesAfter('', 10)).map(({ host }) => host);
    expect(await served()).toEqual(['*.example.com', 'a.example.com', 'b.example.com']);
    await expect(bob.domain('*.example.com')).rejects.toThrow('belongs to another account;');
    prove('*.example.com');
    await bob.domain('*.example.com');
    // The other account keeps what it has until it is proven as well.
    expect(await served()).toEqual(['*.example.com', 'a.example.com', 'b.example.com']);
    expect(await new CustomDomains(store).findByHost('*.example.com')).toMatchObject({
      accountUuid: bob.uuid,
    });
    expect(await new CustomDomains(store).findByHost('a.example.com')).toMatchObject({
      accountUuid: ann.uuid,
    });
    prove('a.example.com');
    await bob.domain('a.example.com');
    expect(await new CustomDomains(store).findByHost('a.example.com')).toMatchObject({
      accountUuid: bob.uuid,
    });
    await expect(ann.redirect('c.example.com')).rejects.toThrow('which has *.example.com');
  });

  test('a wildcard waits for a proof where another account had a host until recently', async () => {
    const { store, ann, bob } = await open();
    await ann.deleteDomain(await ann.domain('a.example.com'));
    await bob.domain('*.example.com');
    const served = (await store.routing.routesAfter('', 10)).filter(({ domain }) => domain);
    expect(served).toEqual([]);
  });

  test('an account may have a wildcard and hosts that it covers', async () => {
    const { ann } = await open();
    await ann.redirect('a.example.com');
    await ann.domain('example.com', true);
    const uuid = await ann.domain('*.example.com');
    await ann.domain('b.example.com');
    await ann.rules('c.example.com');
    await ann.moveDomain(uuid, '*.example.org');
  });
});
