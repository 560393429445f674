/** An account that proves that a host is its own gets it, whoever has it. Source: docs/reference/domains.md ("Proof of ownership"). */

import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { type Actor, actingAs } from '../../../src/control/acting.ts';
import { ControlDatabase } from '../../../src/control/database.ts';
import type { ControlStore } from '../../../src/control/store.ts';
import { ownershipRecord } from '../../../src/core/ownership-record.ts';
import type { HostRoutes } from '../../../src/core/route.ts';
import { AuditEvents } from '../../../src/features/audit/audit-events.ts';
import { AutomaticCertificates } from '../../../src/features/automatic-certificates/certificate-store.ts';
import { CustomDomains } from '../../../src/features/custom-domains/custom-domain-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { changedSince, takeOrders } from './stores.ts';
import { Tenant, tenantsAt } from './tenants.ts';
import { openOutbox } from './webhook-outbox.ts';

const host = 'shop.example.com';
const www = `www.${host}`;
const winner: Actor = { kind: 'token', uuid: 'token-1', name: 'secret plans', address: '203.0.113.9' };

/** What an account can have on a host. */
const uses: readonly {
  readonly what: string;
  readonly resource: string;
  readonly event: string;
  readonly hold: (tenant: Tenant) => Promise<unknown>;
}[] = [
  {
    what: 'a redirect',
    resource: 'redirect',
    event: 'redirect.deleted',
    hold: (tenant) => tenant.redirect(host),
  },
  { what: 'rules', resource: 'host_rules', event: 'rules.replaced', hold: (tenant) => tenant.rules(host) },
  {
    what: 'a domain',
    resource: 'custom_domain',
    event: 'custom_domain.deleted',
    hold: (tenant) => tenant.domain(host, true),
  },
];

onEachControlStore('proven hosts', (newLocation) => {
  const { open, openAgain } = tenantsAt(newLocation);

  async function openProving() {
    const tenants = await open();
    const database = await ControlDatabase.open(tenants.location);
    onTestFinished(() => database[Symbol.asyncDispose]());
    return {
      ...tenants,
      prove: (tenant: Tenant, each = host) => {
        const { name, value } = ownershipRecord(tenant.uuid, each);
        tenants.dns.add(`${name} ${value}`);
      },
      known: async ({ uuid }: Tenant) => {
        const { rows } = await sql`select host from host_states
          where account_uuid = ${uuid} and host in (${host}, ${www})`.execute(database.queries);
        return rows.length;
      },
      claims: async () => {
        const rows = await database.queries.selectFrom('host_claims').selectAll().orderBy('host').execute();
        return rows.map(({ host: each, account_uuid }) => [each, account_uuid]);
      },
    };
  }

  const describe = ({ host: each, redirect, domain, rules }: HostRoutes) => [
    ...(redirect ? [`redirect on ${each}`] : []),
    ...(rules ? [`rules on ${each}`] : []),
    ...(domain ? [`domain on ${each}${domain.redirectToWww ? ' with www.' : ''}`] : []),
  ];
  const served = async (store: ControlStore) => (await store.routing.routesAfter('', 100)).flatMap(describe);

  for (const lost of uses) {
    test.each(uses)(`${lost.what} of another account gives way to $what`, async ({ what, hold }) => {
      const { store, location, ann, bob, prove, claims, known } = await openProving();
      await lost.hold(ann);
      await new CustomDomains(store).recordReach(ann.uuid, { host, reachable: 'direct', code: null });
      expect(await known(ann)).toBe(1);
      const before = await store.routing.currentRevision();
      const { typesAt, addEndpoint } = await openOutbox(location);
      const endpoint = await addEndpoint(ann.uuid);
      await expect(hold(bob)).rejects.toMatchObject({ message: expect.stringContaining('TXT record') });
      prove(bob);
      await actingAs(winner, () => hold(bob));
      const name = what.replace(/^a /, '');
      expect(await served(store)).toEqual([`${name} on ${host}${name === 'domain' ? ' with www.' : ''}`]);
      expect((await changedSince(store, before)).map((routes) => routes.host)).toContain(host);
      expect((await claims()).every(([, owner]) => owner === bob.uuid)).toBe(true);
      expect(await known(ann)).toBe(0);

      expect(await typesAt(endpoint)).toEqual([lost.event]);
      const { events } = await new AuditEvents(store).list({ accountUuid: ann.uuid, limit: 10, offset: 0 });
      expect(events).toMatchObject([
        {
          action: 'deleted',
          resource: lost.resource,
          actor: { kind: 'service', uuid: null, name: 'Nameplate' },
        },
      ]);
      expect(JSON.stringify(events)).not.toContain(winner.name);
      // The loser has nothing there by which it could come back.
      await expect(ann.redirect(host)).rejects.toMatchObject({ code: 'source_host_taken' });
    });
  }

  test('certificates and challenges of the former account are gone', async () => {
    const { store, ann, bob, prove } = await openProving();
    await ann.domain(host);
    await new AutomaticCertificates(store).want(host);
    const challenge = {
      host,
      token: 'token',
      method: 'http-01',
      keyAuthorization: 'token.key',
      dnsLabel: null,
    } as const;
    await store.acmeChallenges.put(challenge, Number.MAX_SAFE_INTEGER);
    prove(bob);
    await bob.redirect(host);
    expect(await store.acmeChallenges.find(host, 'token', 0)).toBeUndefined();
    expect(await takeOrders(store, Number.MAX_SAFE_INTEGER, 1)).toEqual([]);
  });

  test('a domain whose www. host alone is lost stays, without its redirect', async () => {
    const { store, ann, bob, prove } = await openProving();
    const domain = await ann.domain(host, true);
    prove(bob, www);
    const before = await store.routing.currentRevision();
    await bob.redirect(www);
    expect(await served(store)).toEqual([`domain on ${host}`, `redirect on ${www}`]);
    expect((await changedSince(store, before)).map((routes) => routes.host)).toEqual([host, www]);
    expect(await new CustomDomains(store).findAnywhere(domain)).toMatchObject({ redirectToWww: true });
  });

  test('with redirect_to_www the record of the host proves both', async () => {
    const { store, ann, bob, prove } = await openProving();
    await ann.redirect(www);
    prove(bob);
    await bob.domain(host, true);
    expect(await served(store)).toEqual([`domain on ${host} with www.`]);
  });

  test('a domain that waits for its proof gives way to the account that needs none', async () => {
    const { store, ann, bob, claims } = await openProving();
    await ann.deleteDomain(await ann.domain(host));
    await bob.domain(host);
    await ann.domain(host);
    expect([await served(store), await claims()]).toEqual([[`domain on ${host}`], [[host, ann.uuid]]]);
    const { events } = await new AuditEvents(store).list({ accountUuid: bob.uuid, limit: 10, offset: 0 });
    expect(events).toMatchObject([{ action: 'deleted', actor: { kind: 'service' } }]);
  });

  test('where a domain waits for its proof, a second one needs its proof at once', async () => {
    const { store, ann, bob, prove } = await openProving();
    const cem = await Tenant.create(store, 'Cem');
    await ann.deleteRedirect(await ann.redirect(host));
    await bob.domain(host);
    await expect(cem.domain(host)).rejects.toMatchObject({
      code: 'host_taken',
      message: expect.stringContaining(ownershipRecord(cem.uuid, host).value),
    });
    await expect(cem.moveDomain(await cem.domain(`c.${host}`), host)).rejects.toMatchObject({
      code: 'host_taken',
    });
    expect(await served(store)).toEqual([`domain on c.${host}`]);
    prove(cem);
    await cem.domain(host);
    expect(await served(store)).toEqual([`domain on c.${host}`, `domain on ${host}`]);
  });

  test('of two accounts with proofs that take a third one’s host at the same time, one has it', async () => {
    const tenants = await openProving();
    const { store, ann, prove, claims } = tenants;
    const bob = tenants.bob.at(await openAgain(tenants));
    const third = await Tenant.create(store, 'Third');
    for (let round = 0; round < 8; round++) {
      const contested = `h${round}.example.com`;
      await third.redirect(contested);
      prove(ann, contested);
      prove(bob, contested);
      await Promise.allSettled([ann.domain(contested), bob.domain(contested)]);
      const owners = (await claims()).filter(([each]) => each === contested);
      expect(owners).toHaveLength(1);
      const domain = await new CustomDomains(store).findByHost(contested);
      expect(domain?.accountUuid).toBe(owners[0]?.[1]);
    }
  });
});
