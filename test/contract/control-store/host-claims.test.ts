/** A host belongs to one account, whatever writes at the same time. Source: docs/reference/domains.md. */

import { expect, onTestFinished, test } from 'vitest';
import { ControlDatabase } from '../../../src/control/database.ts';
import type { ControlStore } from '../../../src/control/store.ts';
import { dayMs } from '../../../src/core/time.ts';
import { Redirects } from '../../../src/features/redirects/redirect-store.ts';
import { onEachControlStore } from '../../support/control-stores.ts';
import { changedSince } from './stores.ts';
import { type Tenant, tenantsAt } from './tenants.ts';

type Holding = { readonly what: string; hold: (tenant: Tenant, host: string) => Promise<unknown> };
type Attempt = Holding & { readonly code: 'host_taken' | 'source_host_taken' };

/** The domain whose `www.` host is `host`. */
const bare = (host: string) => host.slice('www.'.length);

const holdings: readonly Holding[] = [
  { what: 'a redirect', hold: (tenant, host) => tenant.redirect(host) },
  {
    what: 'a paused redirect for one path',
    hold: (tenant, host) => tenant.redirect(host, { active: false, matchPath: '/never' }),
  },
  { what: 'a list of rules', hold: (tenant, host) => tenant.rules(host) },
  { what: 'a custom domain', hold: (tenant, host) => tenant.domain(host) },
  { what: 'the www. host of a domain', hold: (tenant, host) => tenant.domain(bare(host), true) },
];

const attempts: readonly Attempt[] = [
  ...holdings.map((holding) => ({
    ...holding,
    code: holding.what.includes('redirect') ? ('source_host_taken' as const) : ('host_taken' as const),
  })),
  {
    what: 'a redirect that moves there',
    code: 'source_host_taken',
    hold: async (tenant, host) => tenant.moveRedirect(await tenant.redirect(`r.${host}`), host),
  },
  {
    what: 'a domain that moves there',
    code: 'host_taken',
    hold: async (tenant, host) => tenant.moveDomain(await tenant.domain(`d.${host}`), host),
  },
  {
    what: 'a domain that begins to redirect there',
    code: 'host_taken',
    hold: async (tenant, host) => tenant.setWww(await tenant.domain(bare(host)), true),
  },
  {
    what: 'a domain with redirect_to_www that moves below it',
    code: 'host_taken',
    hold: async (tenant, host) => tenant.moveDomain(await tenant.domain(`w.${host}`, true), bare(host)),
  },
];

/** Ways to give up what {@link holdings} made, each returning when the host is free. */
const releases: readonly {
  readonly what: string;
  run: (tenant: Tenant, host: string) => Promise<unknown>;
}[] = [
  {
    what: 'a redirect is deleted',
    run: async (tenant, host) => tenant.deleteRedirect(await tenant.redirect(host)),
  },
  {
    what: 'a redirect moves away',
    run: async (tenant, host) => tenant.moveRedirect(await tenant.redirect(host), `moved.${host}`),
  },
  {
    what: 'the last rule is deleted',
    run: async (tenant, host) => {
      await tenant.rules(host);
      await tenant.rules(host, 0);
    },
  },
  {
    what: 'a domain is deleted',
    run: async (tenant, host) => tenant.deleteDomain(await tenant.domain(host)),
  },
  {
    what: 'a domain moves away',
    run: async (tenant, host) => tenant.moveDomain(await tenant.domain(host), `moved.${host}`),
  },
  {
    what: 'a domain no longer redirects there',
    run: async (tenant, host) => tenant.setWww(await tenant.domain(bare(host), true), false),
  },
  {
    what: 'a domain that redirects there is deleted',
    run: async (tenant, host) => tenant.deleteDomain(await tenant.domain(bare(host), true)),
  },
  {
    what: 'a domain that redirects there moves away',
    run: async (tenant, host) => tenant.moveDomain(await tenant.domain(bare(host), true), `moved.${host}`),
  },
  {
    what: 'the upstream of a domain is deleted',
    run: async (tenant, host) => {
      await tenant.domain(host);
      await tenant.deleteUpstream();
    },
  },
  {
    what: 'the upstream of a domain that redirects there is deleted',
    run: async (tenant, host) => {
      await tenant.domain(bare(host), true);
      await tenant.deleteUpstream();
    },
  },
];

onEachControlStore('host claims', (newLocation) => {
  const { open } = tenantsAt(newLocation);

  async function openClaims() {
    const opened = await open();
    const database = await ControlDatabase.open(opened.location);
    onTestFinished(() => database[Symbol.asyncDispose]());
    const claims = async () => {
      const rows = await database.queries.selectFrom('host_claims').selectAll().orderBy('host').execute();
      return rows.map(({ host, account_uuid }) => [host, account_uuid]);
    };
    return { ...opened, claims };
  }

  const everything = async (store: ControlStore) => JSON.stringify(await store.routing.routesAfter('', 100));

  for (const { what, hold } of holdings) {
    test.each(attempts)(`${what} keeps other accounts from $what`, async (attempt) => {
      const { store, ann, bob, claims } = await openClaims();
      const host = 'www.shop.example.com';
      await hold(ann, host);
      const before = { claims: await claims(), routes: await everything(store) };
      const refused = attempt.hold(bob, host);
      await expect(refused).rejects.toMatchObject({
        code: attempt.code,
        message: expect.stringMatching(
          /"(?:www\.)?shop\.example\.com".* belongs to another account; .*TXT record/,
        ),
      });
      await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining(ann.uuid) });
      const ofOthers = (await claims()).filter(([, owner]) => owner === ann.uuid);
      expect(ofOthers).toEqual(before.claims);
      expect((await claims()).filter(([claimed]) => claimed === host)).toEqual([[host, ann.uuid]]);
      await bob.deleteEverything();
      expect({ claims: await claims(), routes: await everything(store) }).toEqual(before);
    });
  }

  test('an account may have all of them on one host', async () => {
    const { ann, claims } = await openClaims();
    await ann.redirect('www.shop.example.com');
    await ann.rules('www.shop.example.com');
    await ann.domain('www.shop.example.com');
    await ann.domain('shop.example.com', true);
    expect(await claims()).toEqual([
      ['shop.example.com', ann.uuid],
      ['www.shop.example.com', ann.uuid],
    ]);
  });

  test.each(releases)('a host is given up once $what, and free 30 days later', async ({ run }) => {
    const { ann, bob, claims, clock } = await openClaims();
    const host = 'www.shop.example.com';
    await run(ann, host);
    expect((await claims()).filter(([claimed]) => claimed === host)).toEqual([]);
    clock.time += 30 * dayMs - 1;
    await expect(bob.redirect(host)).rejects.toMatchObject({ code: 'source_host_taken' });
    clock.time += 1;
    await bob.redirect(host);
    await bob.domain(host);
    expect((await claims()).filter(([claimed]) => claimed === host)).toEqual([[host, bob.uuid]]);
  });

  test('a host stays with its account until the last of what is on it has gone', async () => {
    const { ann, bob, clock } = await openClaims();
    const host = 'www.shop.example.com';
    const domain = await ann.domain(host);
    const parent = await ann.domain('shop.example.com', true);
    const redirect = await ann.redirect(host, { active: false });
    await ann.deleteDomain(domain);
    await expect(bob.domain(host)).rejects.toMatchObject({ code: 'host_taken' });
    await ann.setWww(parent, false);
    await expect(bob.domain(host)).rejects.toMatchObject({ code: 'host_taken' });
    await ann.rules(host);
    await ann.deleteRedirect(redirect);
    await expect(bob.domain(host)).rejects.toMatchObject({ code: 'host_taken' });
    await ann.rules(host, 0);
    clock.time += 30 * dayMs;
    await bob.domain(host);
  });

  test('creates none of many when one host belongs to another account, and claims none', async () => {
    const { ann, bob, claims } = await openClaims();
    await ann.domain('b.example.com');
    const many = bob.redirects(['c.example.com', 'b.example.com', 'a.example.com']);
    await expect(many).rejects.toMatchObject({
      code: 'source_host_taken',
      message: expect.stringContaining('source_host "b.example.com" belongs to another account'),
    });
    expect(await claims()).toEqual([['b.example.com', ann.uuid]]);
  });

  test('tells which hosts are taken, and by what', async () => {
    const { store, ann, bob } = await openClaims();
    await ann.redirect('redirect.example.com');
    await ann.domain('domain.example.com', true);
    const hosts = ['redirect', 'domain', 'www.domain', 'free'].map((name) => `${name}.example.com`);
    expect(await new Redirects(store).takenHosts(ann.uuid, hosts)).toEqual(
      new Map([['redirect.example.com', 'redirect']]),
    );
    expect(await new Redirects(store).takenHosts(bob.uuid, hosts)).toEqual(
      new Map([
        ['redirect.example.com', 'held'],
        ['domain.example.com', 'held'],
        ['www.domain.example.com', 'held'],
      ]),
    );
  });

  test('loses no claim when two redirects try to swap their hosts', async () => {
    const { store, ann, claims } = await openClaims();
    const one = await ann.redirect('one.example.com');
    const two = await ann.redirect('two.example.com');
    const before = await claims();
    const swapping = new Redirects(store).updateMany(ann.uuid, [
      { uuid: one, change: (current) => ({ ...current, sourceHost: 'two.example.com' }) },
      { uuid: two, change: (current) => ({ ...current, sourceHost: 'one.example.com' }) },
    ]);
    await expect(swapping).rejects.toMatchObject({ code: 'source_host_taken' });
    expect(await claims()).toEqual(before);
  });

  test('one batch can move a redirect off a host and another one onto it', async () => {
    const { store, ann, claims } = await openClaims();
    const one = await ann.redirect('one.example.com');
    const two = await ann.redirect('two.example.com');
    await new Redirects(store).updateMany(ann.uuid, [
      { uuid: one, change: (current) => ({ ...current, sourceHost: 'three.example.com' }) },
      { uuid: two, change: (current) => ({ ...current, sourceHost: 'one.example.com' }) },
    ]);
    expect(await claims()).toEqual([
      ['one.example.com', ann.uuid],
      ['three.example.com', ann.uuid],
    ]);
  });

  test('applies two changes of one redirect in a batch one after the other', async () => {
    const { store, ann } = await openClaims();
    const uuid = await ann.redirect('one.example.com');
    const results = await new Redirects(store).updateMany(ann.uuid, [
      { uuid, change: (current) => ({ ...current, destinationUrl: 'https://b.example.com' }) },
      { uuid, change: (current) => ({ ...current, matchPath: '/x' }) },
    ]);
    expect(results[1]).toMatchObject({ destinationUrl: 'https://b.example.com', matchPath: '/x' });
    expect(await new Redirects(store).find(ann.uuid, uuid)).toEqual(results[1]);
  });

  test('a refusal changes no route', async () => {
    const { store, ann, bob } = await openClaims();
    await ann.domain('shop.example.com');
    const before = await store.routing.currentRevision();
    await expect(bob.redirect('shop.example.com')).rejects.toThrow('belongs to another account');
    expect(await changedSince(store, before)).toEqual([]);
  });
});
